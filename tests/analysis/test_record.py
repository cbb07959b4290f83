"""A match as a scenario: what was played passes, whatever the game."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.record import recorded
from interpreter.analysis.scenario import run_scenario
from interpreter.analysis.scenario_files import Scenario
from interpreter.engine import SaveError, Session
from interpreter.model import check_shape
from interpreter.source import Mapping, read_document

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("spec", "options", "choices"),
    [
        ("rosenkoenig", {}, 300),
        ("rosenkoenig+four_player", {}, 20),
        ("rosenkoenig", {}, 0),
        ("notre_dame", {"rules": "original"}, 25),
        ("tests/toys/teams", {}, 300),
        ("tests/analysis/games/bazaar", {}, 12),
    ],
)
def test_what_was_played_passes(
    spec: str, options: dict[str, str], choices: int, *, tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    game = interpreter.load(spec, options)
    session, draw = Session(game, seed=9), random.Random(9)
    while session.state.decision is not None and len(session.moments) < choices:
        session.choose(draw.choice(session.state.decision.options))
    file = tmp_path / "match.yaml"
    file.write_text(recorded(session, "3rd Match!"), encoding="utf-8")
    document, found = read_document(file)
    assert document is not None
    assert [*found, *check_shape("scenario", document.root)] == []
    scenarios = document.root.get("scenarios") if isinstance(document.root, Mapping) else None
    assert isinstance(scenarios, Mapping)
    ((name, entry),) = scenarios.items()
    assert name == "match_3rd_match"
    assert isinstance(entry.value, Mapping)
    assert run_scenario(Scenario(entry.key, entry.value), interpreter.load(spec)) == []
    assert len(file.read_text(encoding="utf-8").splitlines()) > 5


def test_a_match_without_its_past_is_refused() -> None:
    session = Session.resume(interpreter.load("rosenkoenig").start())
    with pytest.raises(SaveError) as raised:
        recorded(session, "match")
    assert raised.value.code == "save-without-choices"
