"""What effects come to in cases at the edge, as the reference has it: every course of a tiny game, and its score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.compiler import PENDING, Program
from tests.compiler.play import program_from

if TYPE_CHECKING:
    from pathlib import Path

COMPONENTS = """
counters:
  coin: {{per: player, start: 2}}
  point: {{per: player}}
zones:
  deck: {{holds: card, seen_by: nobody}}
  hand: {{per: player, holds: card}}
  shelf: {{holds: card, capacity: 2}}
  heap: {{holds: card}}
components:
  card:
    each: {{rank: "{{1..4}}"}}
    starts: deck
    variables: {{age: {{from: 1, to: 6}}, mood: {{of: mood, start: calm}}}}
enums: {{mood: [calm, wild]}}
board: {{cell: {{grid: {{columns: 2, rows: 2}}}}}}
values: {{rank_of_top: rank of top(heap)}}
flow: "as ann: ({effect})"
score: {{for: player, lines: {{points: point}}}}
"""


def courses(folder: Path, effect: str) -> list[str]:
    """Every course of a game in which ann carries out an effect: what she chose, and her points."""
    program = program_from(folder, COMPONENTS.format(effect=effect))
    state = program.new_state(1)
    return list(_courses(program, state, program.begin(state), ""))


def _courses(program: Program, state: list[int], codes: list[int], so_far: str) -> list[str]:
    if not codes:
        return [f"{so_far}= {program.score(state)[0][0]}"]
    found = []
    for code in codes:
        group = next(one for one in program.sites[state[PENDING] - 1].groups if one.low <= code <= one.high)
        word = str(code - group.offset) if group.kind == "element" else group.kind
        after = list(state)
        found += _courses(program, after, program.choose(after, code), f"{so_far}{word} ")
    return found


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("(choose 3 x in {1..2}: point (x)); point 10", ["= 10"]),
        ("(choose 3 x in {1..4} with most x mod 2: point (x)); point 10", ["= 10"]),
        ("(pay coin 1; choose 3 x in {1..2}: point (x)) otherwise point 5", ["= 5"]),
        ("choose 2 x in {1..2}: point (x)", ["1 2 = 3", "2 1 = 3"]),
        ("choose (coin) x in {1..2}: (point (x); lose coin 1)", ["1 2 = 3", "2 1 = 3"]),
        ("choose (coin + 1) x in {1..2}: point (x)", ["= 0"]),
        ("(exactly 2 different of (pay coin 5 | point 1)); point 10", ["= 10"]),
        ("(exactly 2 different of (pay coin 5 | coin 1 | point 1)); point 10", ["accept accept = 11"] * 2),
        ("(exactly 3 different of (point 5 | point 1)); point 10", ["= 10"]),
        ("(exactly 2 of (pay coin 5 | point 1)); point 10", ["accept accept = 12"]),
    ],
)
def test_an_exact_number_that_cannot_be_chosen_is_not_begun(tmp_path: Path, effect: str, expected: list[str]) -> None:
    assert courses(tmp_path, effect) == expected


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("(may pay coin 5); point 1", ["= 1"]),
        ("may pay coin 2", ["accept = 0", "decline = 0"]),
        ("(choose up to 2 c in hand: move c to heap); point 1", ["= 1"]),
        ("choose up to 2 x in {3}: point (x)", ["3 = 3", "done = 0"]),
        ("up to 2 of (pay coin 5 | pay coin 3)", ["= 0"]),
        ("up to 2 of (pay coin 2 -> point 1 | pay coin 3)", ["accept = 1", "done = 0"]),
    ],
)
def test_nobody_is_asked_who_can_only_decline_or_be_done(tmp_path: Path, effect: str, expected: list[str]) -> None:
    assert courses(tmp_path, effect) == expected


@pytest.mark.parametrize(
    "condition",
    [
        *(f"rank of top(heap) {sign} {number}" for sign in ("=", "!=", "<", "<=", ">", ">=") for number in (0, 1, 5)),
        *(f"{number} {sign} rank of top(heap)" for sign in ("=", "!=", "<", "<=", ">", ">=") for number in (0, 1, 5)),
        "rank of top(heap) = coin",
        "rank of top(heap) < rank of top(deck)",
        "rank of top(heap) in {0, 1}",
        "rank_of_top < 5",
        "row of step(a1, west, 1) < 3",
        "coin of first(p in players where coin of p > 50) >= 0",
        "age of top(heap) < 3",
        "mood of top(heap) = calm",
        "mood of top(heap) = mood of top(deck)",
        "not (mood of top(heap) != calm)",
    ],
)
def test_no_comparison_holds_about_a_number_of_what_is_not_there(tmp_path: Path, condition: str) -> None:
    assert courses(tmp_path, f"if {condition}: point 1") == ["= 0"]


@pytest.mark.parametrize(
    "condition",
    [
        "rank of top(heap) + 0 = 0",
        "not (rank of top(heap) >= 0)",
        "top(heap) = nothing",
        "count(hand) = 0",
        "rank of top(deck) > 0",
    ],
)
def test_numbers_that_are_counted_with_read_0(tmp_path: Path, condition: str) -> None:
    assert courses(tmp_path, f"if {condition}: point 1") == ["= 1"]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("most rank of c", ["3 = 1", "done = 0"]),
        ("least rank of c mod 2", ["1 3 = 2", "1 done = 1", "3 1 = 2", "3 done = 1", "done = 0"]),
    ],
)
def test_a_set_with_most_is_formed_before_the_first_choice(tmp_path: Path, measure: str, expected: list[str]) -> None:
    """Card number 1 is a 2, number 3 a 4."""
    effect = f"draw 3 from deck to hand; choose up to 2 c in hand with {measure}: (move c to heap; point 1)"
    assert courses(tmp_path, effect) == expected


def test_other_sets_are_looked_at_before_each_choice(tmp_path: Path) -> None:
    effect = "draw 3 from deck to hand; choose up to 2 c in hand: (move hand to heap; point 1)"
    assert courses(tmp_path, effect) == ["1 = 1", "2 = 1", "3 = 1", "done = 0"]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("draw 3 from deck to shelf; point (count(shelf))", ["= 2"]),
        ("(draw 4 from deck to hand; move hand to shelf; point (count(shelf)))", ["= 0"]),
        ("(draw 4 from deck to hand; (for each c in hand: move c to shelf); point (count(shelf)))", ["= 2"]),
        ("pay coin 5; point 1", ["= 1"]),
        ("pay coin 5 -> point 1", ["= 0"]),
    ],
)
def test_what_cannot_be_done_in_full(tmp_path: Path, effect: str, expected: list[str]) -> None:
    assert courses(tmp_path, effect) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("10 + -2 ^ 2", 6), ("10 + (-2) ^ 2", 14), ("10 - -coin ^ 2 * 3", 22), ("5 + 2 ^ -1", 5), ("2 ^ 3 ^ 2 / 100", 5)],
)
def test_the_sign_holds_less_tightly_than_a_power(tmp_path: Path, value: str, expected: int) -> None:
    assert courses(tmp_path, f"point ({value})") == [f"= {expected}"]
