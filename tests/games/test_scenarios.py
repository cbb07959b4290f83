"""Every scenario of every game found, one test each; `kamon test` runs the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.analysis.scenario import check_scenarios, run_scenario
from interpreter.analysis.scenario_files import Scenario, find_scenarios
from interpreter.engine.errors import errors_of
from interpreter.source import GameLibrary, render_text
from tests.engine.found import ROOT, SPECS, load

SHIPPED = [spec for spec in SPECS if Path(spec).is_relative_to(ROOT / "games")]


def _scenarios() -> list[tuple[str, Scenario]]:
    folders = ((spec, GameLibrary().resolve(spec)[0]) for spec in SPECS)
    return [
        (spec, scenario) for spec, folder in folders if folder is not None for scenario in find_scenarios(folder)[0]
    ]


def _id(value: object) -> str:
    return value.name if isinstance(value, Scenario) else str(value).rpartition("/")[2]


@pytest.mark.parametrize(("spec", "scenario"), _scenarios(), ids=_id)
def test_a_scenario_goes_as_it_expects(spec: str, scenario: Scenario) -> None:
    found = render_text(run_scenario(scenario, load(spec)))
    assert not found, found


@pytest.mark.parametrize("spec", SPECS, ids=_id)
def test_scenario_files_are_sound(spec: str) -> None:
    found = render_text(errors_of(check_scenarios(load(spec)).failures))
    assert not found, found


@pytest.mark.parametrize("spec", SHIPPED, ids=_id)
def test_every_shipped_game_and_overlay_has_scenarios(spec: str) -> None:
    assert check_scenarios(load(spec)).outcomes
