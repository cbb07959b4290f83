"""Parameters and options are evaluated as in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.model.constants import LIMIT, NotConstantError, arithmetic

if TYPE_CHECKING:
    from tests.model.conftest import Build


def start(build: Build, parameters: str, players: int = 2, **options: str | int) -> int:
    model = build(
        f"""kamon: 1
game: small
players: {{counts: [2, 3], seats: {{red: {{}}, white: {{}}, blue: {{}}}}}}
options:
  edition: {{values: [first, second], default: second}}
  size: {{values: {{min: 1, max: 9}}, default: 4}}
parameters: {parameters}
counters: {{coin: {{start: goal}}}}
flow: end game
""",
        players,
        **options,
    )
    return model.counters["coin"].start


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{goal: 5}", 5),
        ("{goal: later * 2, later: 3}", 6),
        ("{goal: 7 / 2 + 7 mod 4}", 6),
        ("{goal: 2 ^ 3 ^ 2 - 1}", 511),
        ("{goal: 0 - (0 - 7) / 2}", 4),
        ("{goal: player_count + size}", 6),
        ("{goal: if edition = first then 1 else 2}", 2),
        ("{goal: 'if edition in {first, second} and not size > 4 then 1 else 2'}", 1),
        ("{goal: 'max(2, min(8, 5), 3) + floor(7 / 2)'}", 8),
        ("{goal: 'count(n in {1..9} where n mod 2 = 1)'}", 5),
        ("{goal: 'sum(n * n for n in {1..3}) + most(n for n in {4..6}) + least(n for n in {4..6})'}", 24),
        ("{goal: 'if exists n in {1..3} where n = 3 then 1 else 0'}", 1),
        ("{goal: 'if every n in {1..3} satisfies n < 3 then 1 else 0'}", 0),
        ("{goal: {2: 9, 3: later}, later: 8}", 9),
    ],
)
def test_a_parameter_is_a_number(build: Build, text: str, value: int) -> None:
    assert start(build, text) == value


def test_a_parameter_by_player_count(build: Build) -> None:
    assert start(build, "{goal: {2: 9, 3: 8}}", players=3) == 8


def test_options_choose(build: Build) -> None:
    text = "{goal: 'if edition = first then size else 0'}"
    assert start(build, text, edition="first", size=7) == 7


numbers = st.integers(-1000, 1000)


@given(numbers, numbers)
def test_division_rounds_down_and_leaves_the_rest(left: int, right: int) -> None:
    if right == 0:
        with pytest.raises(NotConstantError):
            arithmetic("/", left, right)
        return
    quotient, rest = arithmetic("/", left, right), arithmetic("mod", left, right)
    assert quotient * right + rest == left
    assert 0 <= abs(rest) < abs(right)


@pytest.mark.parametrize(
    ("operator", "left", "right"),
    [("+", LIMIT, 1), ("*", LIMIT, LIMIT), ("^", 2, 40), ("^", 2, -1), ("^", 10, 10**9), ("mod", 1, 0)],
)
def test_results_out_of_range_are_no_results(operator: str, left: int, right: int) -> None:
    with pytest.raises(NotConstantError):
        arithmetic(operator, left, right)


@pytest.mark.parametrize(("players", "words"), [(2, ("north", "south")), (3, ("north", "east", "south"))])
def test_an_enum_by_the_number_of_players(build: Build, players: int, words: tuple[str, ...]) -> None:
    model = build(
        """kamon: 1
game: small
players: {counts: [2, 3], seats: {red: {}, white: {}, blue: {}}}
enums: {quarter: {2: [north, south], 3: [north, east, south]}}
zones: {gates: {holds: gate}}
components: {gate: {each: {quarter: quarter}, starts: gates}}
flow: end game
""",
        players,
    )
    assert model.enums["quarter"].members == words
    assert model.pieces["gate"].members == words
