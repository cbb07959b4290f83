"""Whatever stands in a file: findings at places in it, in bounded time, and never an exception."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.model import check_definition, check_folder
from interpreter.source import Diagnostic, GameLibrary, render_text

if TYPE_CHECKING:
    from tests.model.conftest import Define

TEXT = (Path(__file__).parent / "games" / "everything" / "game.yaml").read_text(encoding="utf-8")
WORDS = sorted(set(re.findall(r"[a-z_0-9]+", TEXT)))
PARTS = re.split(r"([a-z_0-9]+)", TEXT.replace("game: everything", "game: small"))


def checked(folder: Path) -> list[Diagnostic]:
    game, found = GameLibrary().resolve(str(folder))
    return found if game is None else [*found, *check_folder(game)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(st.tuples(st.integers(0, len(PARTS) // 2 - 1), st.sampled_from([*WORDS, ""])), min_size=1, max_size=4))
def test_words_that_stand_in_the_wrong_place(tmp_path: Path, changes: list[tuple[int, str]]) -> None:
    folder = tmp_path / "small"
    folder.mkdir(exist_ok=True)
    parts = list(PARTS)
    for index, word in changes:
        parts[2 * index + 1] = word
    (folder / "game.yaml").write_text("".join(parts), encoding="utf-8")
    found = checked(folder)
    assert all(one.span.end <= len(one.span.source.text) for one in found)
    assert "error" in render_text(found) or all(one.severity == "warning" for one in found)


def test_a_mistake_in_every_rule_is_told_two_hundred_times(define: Define) -> None:
    rules = "".join(f"  r{number}: nonsense{number}\n" for number in range(3000))
    found = check_definition(define("rules:\n" + rules))
    assert len(found) == 201
    assert found[-1].code == "too-many-findings"


def test_ten_thousand_spaces_are_a_board(define: Define) -> None:
    definition = define("board: {field: {grid: {columns: 100, rows: 100}}}")
    assert [one.code for one in check_definition(definition)] == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("board: {field: {grid: {columns: 100000, rows: 100000}}}", "out-of-range"),
        ("board: {field: {count: 10000, linked: a != b}}", "too-many-edges"),
        ("board: {one: {track: 6000}, two: {track: 6000}}", "too-many-spaces"),
        ("components: {card: {each: {a: '{1..2000000000}'}}}", "range-too-wide"),
        ("components: {card: {each: {a: '{1..9999}', b: '{1..9999}', c: '{1..9999}'}}}", "too-many-pieces"),
        ("parameters: {big: 2 ^ 2 ^ 2 ^ 2 ^ 2 ^ 2}", "no-result"),
        ("parameters: {many: 'count(n in {1..2000000000} where n > 5)'}", "range-too-wide"),
        (
            "parameters: {many: 'sum(count(m in {1..9999} where m > n) for n in {1..9999})'}",
            "too-much-to-count",
        ),
        ("options: {size: {values: {min: 0, max: 2000000000}}}", "option-too-wide"),
    ],
)
def test_sizes_past_all_reason_are_refused_at_once(tmp_path: Path, text: str, code: str) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    head = "kamon: 1\ngame: small\nplayers: {counts: [2], seats: {red: {}, white: {}}}\n"
    (folder / "game.yaml").write_text(f"{head}{text}\nflow: end game\n", encoding="utf-8")
    assert code in [one.code for one in checked(folder)]
