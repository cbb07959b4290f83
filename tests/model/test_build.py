"""Whole games become models, and what a caller asks for is checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.model import build_model, check_definition, load_definition
from interpreter.source import GameLibrary, render_text

if TYPE_CHECKING:
    from interpreter.model import Model
    from tests.model.conftest import Build, Define

GAMES = Path(__file__).parent / "games"
SHIPPED = [
    "+".join([game.name, *overlay])
    for game in GameLibrary().list_games()
    for overlay in [[], *([name] for name in game.overlays)]
]


@pytest.mark.parametrize("spec", [*SHIPPED, str(GAMES / "everything")])
def test_a_sound_game_has_nothing_to_report_but_what_is_unused(spec: str) -> None:
    definition, found = load_definition(spec)
    assert found == []
    assert definition is not None
    assert [one.code for one in check_definition(definition) if one.code != "unused"] == []


def test_a_model_is_built_for_each_player_count_and_option() -> None:
    definition, _ = load_definition(GAMES / "everything")
    assert definition is not None
    for players in definition.player_counts:
        model, found = build_model(definition, players, {"edition": "second", "rounds": 3})
        assert model is not None, render_text(found)
        assert len(model.seats) == players
        assert model.options == {"edition": "second", "rounds": "3"}


def test_the_same_definition_gives_equal_numbers_every_time() -> None:
    definition, _ = load_definition(GAMES / "everything")
    assert definition is not None
    first, _ = build_model(definition, 3)
    definition.work.models.clear()
    second, _ = build_model(definition, 3)
    assert first is not second
    assert first is not None
    assert second is not None
    assert (first.place_names, first.piece_names) == (second.place_names, second.piece_names)


def test_a_model_is_built_once_for_all_who_read_the_same_files(tmp_path: Path) -> None:
    def read() -> Model | None:
        definition, _ = load_definition(tmp_path / "small")
        assert definition is not None
        return build_model(definition, 1)[0]

    text = "kamon: 1\ngame: small\nplayers: {counts: [1], seats: {red: {}}}\nflow: end game\n"
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "game.yaml").write_text(text, encoding="utf-8")
    first = read()
    assert first is not None
    assert read() is first
    (tmp_path / "small" / "game.yaml").write_text(text.replace("end game", "pass"), encoding="utf-8")
    changed = read()
    assert changed is not None
    assert type(changed.flow).__name__ == "Pass"


@pytest.mark.parametrize(
    ("players", "options", "codes"),
    [
        (7, {}, ["player-count"]),
        (2, {"edtion": "first"}, ["unknown-option"]),
        (2, {"edition": "third"}, ["option-value"]),
        (2, {"rounds": 4, "edition": 1}, ["option-value", "option-value"]),
        (0, {"no": 1}, ["player-count", "unknown-option"]),
    ],
)
def test_wishes_that_the_game_cannot_grant(players: int, options: dict[str, str | int], codes: list[str]) -> None:
    definition, _ = load_definition(GAMES / "everything")
    assert definition is not None
    model, found = build_model(definition, players, options)
    assert model is None
    assert [one.code for one in found] == codes


def test_each_option_value_is_checked_once_when_there_are_too_many_combinations(define: Define) -> None:
    definition = define(
        """
options:
  a: {values: {min: 1, max: 50}}
  b: {values: {min: 1, max: 50}}
parameters: {broken: 10 / (b - 37)}
counters: {coin: {per: player, start: a, maximum: broken}}
"""
    )
    assert "no-result" in {one.code for one in check_definition(definition)}


def test_a_finding_at_every_player_count_is_told_once(define: Define) -> None:
    definition = define(
        """kamon: 1
game: small
players: {counts: [1, 2, 3], seats: {red: {}, white: {}, blue: {}}}
flow: |
  take turns until 1 = 1: nonsense
"""
    )
    assert [one.code for one in check_definition(definition)] == ["unknown-effect"]


def test_a_name_used_at_one_player_count_only_is_used(define: Define) -> None:
    definition = define(
        """kamon: 1
game: small
players: {counts: [1, 2], seats: {red: {}, white: {}}}
parameters:
  alone: 7
  goal: {1: alone, 2: 5}
counters: {coin: {per: player, maximum: goal}}
flow: |
  take turns until coin of red >= goal: coin 1
"""
    )
    assert check_definition(definition) == []


def test_setup_and_flow_are_bound(build: Build) -> None:
    model = build("setup: end game")
    assert type(model.setup).__name__ == "EndGame"
    assert type(model.flow).__name__ == "EndGame"


def test_heavy_libraries_stay_away_until_needed() -> None:
    code = (
        "import sys; from interpreter.model import build_model, load_definition;"
        "heavy = {'jsonschema', 'networkx', 'lark', 'babel'};"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=False)
    assert done.returncode == 0


def test_what_is_right_needs_no_validator() -> None:
    code = (
        "import sys; from interpreter.model import load_definition;"
        f"definition, found = load_definition({str(GAMES / 'everything')!r});"
        "assert definition is not None and found == [] and 'jsonschema' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=False)
    assert done.returncode == 0
