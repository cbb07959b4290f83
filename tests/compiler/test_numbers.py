"""Numbers have 32 bits: what would be beyond is the nearest number there is, on every engine alike."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.compiler.play import outside, program_from, random_course, slot
from tests.engine.natives import native_from, side_by_side

if TYPE_CHECKING:
    from pathlib import Path

HIGH, LOW = 2**31 - 1, -(2**31)
COUNTERS = """
counters:
  big: {start: 2147483647}
  small: {start: -2147483647, minimum: -2147483647}
  found: {minimum: -2147483648}
  three: {start: 3, maximum: 3}
"""


def worked_out(folder: Path, value: str) -> tuple[int, int]:
    """What a value is in play, kept in a variable over a decision; and as a score line."""
    flow = f'flow: "as ann: let x = {value}: (pass; set found to x)"'
    program = program_from(folder, f"{COUNTERS}{flow}\nscore: {{for: player, lines: {{it: '{value}'}}}}")
    courses = list(random_course(program, 1))
    assert [outside(program, state) for state, _ in courses] == [[]] * len(courses)
    state, _ = courses[-1]
    played = program.new_state(1)
    program.playout(played, random.Random(1).getrandbits)
    assert played == state
    return state[slot(program, "found")], program.score(state)[0][0]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("big ^ 2", HIGH),
        ("small ^ 3", LOW),
        ("small ^ three", LOW),
        ("big ^ big", HIGH),
        ("three ^ 19", 3**19),
        ("three ^ 20", HIGH),
        ("big * big", HIGH),
        ("big * small", LOW),
        ("big + big", HIGH),
        ("small + small", LOW),
        ("small - 2", LOW),
        ("0 - (small - 1)", HIGH),
        ("(small - 1) / (0 - 1)", HIGH),
        ("big + big - big", 0),
        ("big - 1 + 1", HIGH),
        ("sum(big for p in players)", HIGH),
        ("sum(small for p in players)", LOW),
        ("sum(sum(x * 1000000 for x in {1..100}) for p in players)", HIGH),
        ("three + three", 6),
    ],
)
def test_what_would_be_beyond_is_the_nearest_number(tmp_path: Path, value: str, expected: int) -> None:
    assert worked_out(tmp_path, value) == (expected, expected)


def test_what_a_named_value_is_given_has_its_bounds(tmp_path: Path) -> None:
    values = "values:\n  v0: big\n" + "".join(f"  v{i + 1}: v{i} * v{i} + v{i}\n" for i in range(12))
    program = program_from(tmp_path, f'{COUNTERS}{values}flow: "as ann: let x = v12 - big: (pass; set found to x)"')
    *_, (state, _) = random_course(program, 1)
    assert state[slot(program, "found")] == 0


def test_numbers_below_zero_are_no_sign_of_nothing(tmp_path: Path) -> None:
    assert worked_out(tmp_path, "count(x in {0 - 1, 0, 1} where x != 0)") == (2, 2)


@pytest.mark.parametrize(
    ("effect", "asked", "found"),
    [
        ("repeat big: found 1", 0, 10_000),
        ("repeat (three - 5): found 1", 0, 0),
        ("up to (big) of (found 1 | found 2)", 10_000, 10_000),
        ("exactly (big) of (found 1 | found 2)", 10_000, 10_000),
        ("choose up to (big) x in {1..3}: found 1", 3, 3),
    ],
)
def test_nothing_is_done_more_often_than_the_limit(tmp_path: Path, effect: str, asked: int, found: int) -> None:
    program = program_from(tmp_path, f'{COUNTERS}flow: "as ann: {effect}"')
    state = program.new_state(1)
    codes, decisions = program.begin(state), 0
    while codes:
        codes, decisions = program.choose(state, codes[0]), decisions + 1
    assert (decisions, state[slot(program, "found")]) == (asked, found)


def test_of_many_parts_each_is_done_once(tmp_path: Path) -> None:
    parts = " & ".join(["(found 1 | found 2)"] * 70)
    program = program_from(tmp_path, f'{COUNTERS}flow: "as ann: {parts}"')
    courses = list(random_course(program, 1))
    assert len(courses) == 71
    assert [outside(program, state) for state, _ in courses] == [[]] * 71


NUMBERS = st.recursive(
    st.sampled_from(["big", "small", "three", "found", "x", "0", "2", "40000"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "mod"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]}) ^ ({pair[1]})"),
        inner.map(lambda value: f"sum({value} + y for y in {{1..3}})"),
        inner.map(lambda value: f"max({value}, 7)"),
        inner.map(lambda value: f"most(y * {value} for y in {{three - 5, 2}})"),
    ),
    max_leaves=6,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=NUMBERS)
def test_whatever_is_counted_with_stays_in_bounds(tmp_path_factory: pytest.TempPathFactory, value: str) -> None:
    folder = tmp_path_factory.mktemp("numbers")
    flow = f'flow: "as ann: repeat 2: choose x in {{0 - 1, 0, 1}}: let z = {value}: (pass; set found to z)"'
    program = program_from(folder, f"{COUNTERS}{flow}\nscore: {{for: player, lines: {{it: found}}}}")
    for state, _ in random_course(program, 1):
        assert outside(program, state) == []


def test_the_engines_agree_beyond_the_bounds(tmp_path: Path) -> None:
    flow = "as ann: repeat 3: choose x in {0..6}: let z = big * (x - 3) ^ 3 + small ^ x: (pass; set found to z - found)"
    lines = "sum: sum(found * big for p in players), power: found ^ 5"
    program = program_from(tmp_path, f"{COUNTERS}flow: '{flow}'\nscore: {{for: player, lines: {{{lines}}}}}")
    native = native_from(program)
    assert [side_by_side(native, seed, random.Random(seed).randrange) for seed in range(5)] == [6] * 5
