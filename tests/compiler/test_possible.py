"""What is offered can be done, and what cannot be done is not offered."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.compiler import PENDING, Program
from tests.compiler.play import Table, course, offered, outside, program_from, program_of, slot
from tests.engine.found import TABLES, name_of

if TYPE_CHECKING:
    from pathlib import Path

AMOUNTS = st.integers(0, 9)
COUNTERS = """
counters:
  coin: {per: player, maximum: 9}
  seal: {per: player, minimum: -2, maximum: 9}
  full: {per: player, maximum: 9, strict: true}
  x: {maximum: 9}
  y: {maximum: 9}
  z: {minimum: -9, maximum: 9}
"""


@pytest.fixture(scope="module")
def priced(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Prices that depend on counters of the game."""
    return program_from(
        tmp_path_factory.mktemp("priced"),
        COUNTERS
        + """
values: {done: coin of ann = 9 and seal of ann = 9 and seal of bob = 9}
flow: "take turns until done: (one | both | twice | after | inside | pass)"
rules:
  one: pay coin (x)
  both: pay coin (x), coin (y)
  twice: "pay coin (x); seal 1; pay coin (y)"
  after: "pay coin (x); coin (z); pay coin (y)"
  inside: "pay coin (x) -> pay seal (y)"
""",
    )


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Costs and gains in rules that are called, printed, chosen and asked for."""
    return program_from(
        tmp_path_factory.mktemp("called"),
        COUNTERS
        + """
zones: {row: {holds: card}}
components:
  card:
    attributes: {action: effect}
    cards: {cheap: {action: "spend(1)"}, dear: {action: "spend(x)"}, blank: {}}
    starts: row
values: {done: coin of ann = 9 and seal of ann = 9 and seal of bob = 9}
flow: "take turns until done: (by_rule | by_card | by_other | gain | some | pass)"
rules:
  "spend(n: number)": "pay coin (n); seal 1"
  by_rule: spend(x + y)
  by_card: "choose c in row: do action of c"
  by_other: "choose p in players where p != me and p can by_rule: as p: spend(x)"
  gain: "full (x); full (y)"
  some: "exactly 2 of (spend(x) | spend(y))"
""",
    )


def moment(program: Program, **values: int) -> list[int]:
    """A state at the first decision in which slots have been given values, by name with `_of_` for a point."""
    state = program.new_state(1)
    program.begin(state)
    for name, value in values.items():
        state[slot(program, name.replace("_of_", "."))] = value
    return state


@given(held=st.tuples(AMOUNTS, st.integers(-2, 9)), asked=st.tuples(AMOUNTS, AMOUNTS, st.integers(-9, 9)))
def test_costs_are_offered_when_they_can_be_paid_one_after_the_other(
    priced: Program, held: tuple[int, int], asked: tuple[int, int, int]
) -> None:
    (coin, seal), (x, y, z) = held, asked
    state = moment(priced, coin_of_ann=coin, seal_of_ann=seal, x=x, y=y, z=z)
    wanted = {
        "one": coin >= x,
        "both": coin >= x + y,
        "twice": coin >= x + y,
        "after": coin >= x and min(coin - x + max(z, 0), 9) >= y,
        "inside": coin >= x and seal - y >= -2,
    }
    assert offered(priced, state) == {"pass", *(name for name, can in wanted.items() if can)}


@given(held=st.tuples(AMOUNTS, AMOUNTS, AMOUNTS), asked=st.tuples(AMOUNTS, AMOUNTS))
def test_costs_are_seen_through_calls(called: Program, held: tuple[int, int, int], asked: tuple[int, int]) -> None:
    (coin, other, full), (x, y) = held, asked
    state = moment(called, coin_of_ann=coin, coin_of_bob=other, full_of_ann=full, x=x, y=y)
    wanted = {
        "by_rule": coin >= x + y,
        "by_card": coin >= 1 or coin >= x,
        "by_other": other >= x + y,
        "gain": full + x + y <= 9,
        "some": coin >= x or coin >= y,
    }
    assert offered(called, state) == {"pass", *(name for name, can in wanted.items() if can)}


@given(
    values=st.fixed_dictionaries(
        {"coin_of_ann": AMOUNTS, "seal_of_ann": st.integers(-2, 9), "full_of_ann": AMOUNTS, "x": AMOUNTS, "y": AMOUNTS}
    ),
    data=st.data(),
)
def test_whatever_is_offered_keeps_to_the_bounds(
    priced: Program, called: Program, values: dict[str, int], data: st.DataObject
) -> None:
    program = data.draw(st.sampled_from([priced, called]))
    state = moment(program, **values)
    codes = program.options(state)
    for _ in range(12):
        codes = program.choose(state, data.draw(st.sampled_from(codes)))
        assert outside(program, state) == []
        assert codes


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@settings(max_examples=8)
@given(data=st.data())
def test_any_choices_keep_to_the_bounds(table: Table, data: st.DataObject) -> None:
    program = program_of(*table)
    choices = data.draw(st.lists(st.integers(0, 999), min_size=20, max_size=20))
    numbers = cycle(choices)
    moments = course(program, sum(choices), lambda count: next(numbers) % count)
    for state, codes in islice(moments, 200):
        assert outside(program, state) == []
        assert bool(codes) == (state[PENDING] != 0)


# ---- what is nothing ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def nobody(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Everything that can be done to nobody, to no piece and to no place."""
    return program_from(
        tmp_path_factory.mktemp("nobody"),
        """
board:
  cell: {grid: {columns: 2, rows: 2}, adjacent: orthogonal, holds: [flag, pawn], capacity: 1}
zones:
  pole: {per: player, holds: flag}
  hand: {per: player, holds: card}
  deck: {holds: card}
enums: {mood: [calm, wild]}
components:
  flag: {tokens: 3, per: player, sides: mood, starts: pole}
  pawn: {starts: a1, variables: {mood: {of: mood, start: calm}, age: {from: 1, to: 6}}}
  card: {each: {rank: "{1..3}"}, starts: deck}
counters: {coin: {per: player, start: 5, maximum: 20}}
values:
  ghost: first(p in players where coin of p > 99)
  no_card: first(c in card where rank of c > 99)
  no_pawn: first(p in pawn where age of p > 99)
  no_cell: step(a2, north, 1)
  no_mood: first(m in mood where m != calm and m != wild)
flow: "take turns until coin of ann > 99: (harmless | pass)"
rules:
  harmless: |
    pay_ghost | set_ghost | as_ghost | card_away | card_to_ghost | draw_to_ghost | flag_away | flag_of_ghost
    | flag_to_ghost | flag_without_mood | flip_nowhere | flip_to_nothing | pawn_away | roll_nothing | moody | moodless
  pay_ghost: "as ghost: pay coin 1"
  set_ghost: "set coin of ghost to 3"
  as_ghost: "as ghost: (coin 1 | coin 2)"
  card_away: move no_card to deck
  card_to_ghost: "choose c in deck: move c to hand of ghost"
  draw_to_ghost: draw 2 from deck to hand of ghost
  flag_away: move flag from pole to no_cell showing calm
  flag_of_ghost: move flag of ghost from pole to b1 showing calm
  flag_to_ghost: move flag from pole to pole of ghost
  flag_without_mood: move flag from pole to b1 showing no_mood
  flip_nowhere: flip flag on no_cell to wild
  flip_to_nothing: flip flag on b2 to no_mood
  pawn_away: "choose p in pawn: move p to no_cell"
  roll_nothing: roll age of no_pawn
  moody: "choose p in pawn: set mood of p to no_mood"
  moodless: set mood of no_pawn to wild
invariants:
  read_as_none: coin of ghost + 0 = 0 and count(hand of ghost) = 0 and count(flag of ghost on pole of ann) = 0
  never_holds: not (coin of ghost = 0) and not (coin of ghost != 3) and not (age of no_pawn < 9)
  nowhere: not (place of no_card = deck) and count(flag on pole of ghost) = 0 and not empty(no_cell)
""",
    )


def test_nothing_can_be_done_to_nothing(nobody: Program) -> None:
    state = moment(nobody)
    assert offered(nobody, state) == {"pass"}
    assert nobody.invariants(state) == [True, True, True]


@pytest.mark.parametrize(
    ("start", "first"), [("from ghost", "ann"), ("from bob", "bob"), ("", "ann")], ids=["nobody", "bob", "unsaid"]
)
def test_turns_that_nobody_begins_begin_with_the_first_seat(tmp_path: Path, start: str, first: str) -> None:
    program = program_from(
        tmp_path,
        f"""
counters: {{coin: {{per: player}}}}
values: {{ghost: first(p in players where coin of p > 99)}}
flow: "(each player {start}: (if sum(coin of p for p in players) = 0: coin 9)); each player {start}: pass"
invariants: {{unseen: not (ghost = ann)}}
""",
    )
    state = program.new_state(1)
    program.begin(state)
    assert state[slot(program, f"coin.{first}")] == 9
    assert program.player(state) == ("ann", "bob").index(first)


# ---- room -----------------------------------------------------------------------------------------------


def test_full_places_take_no_more(tmp_path: Path) -> None:
    program = program_from(
        tmp_path,
        """
board: {yard: {count: 1, holds: [cat, lamp], capacity: 2}}
zones:
  home: {holds: cat, capacity: 4}
  shelf: {holds: lamp}
  bag: {holds: cat, capacity: 1}
components:
  cat: {count: 4, starts: home}
  lamp: {tokens: 5, starts: shelf}
flow: "take turns until count(cat on bag) > 9: (one | all | put(yard_1) | put(bag) | two_lamps | pass)"
rules:
  one: "choose c in home: move c to bag"
  all: move home to yard_1
  "put(p: place)": "choose c in home: move c to p"
  two_lamps: move 2 lamp from shelf to yard_1
""",
    )
    state = moment(program)
    assert offered(program, state) == {"one", "put", "two_lamps", "pass"}
    for wanted in ("one", "put", "two_lamps", "put"):
        program.choose(state, first_code(program, state, wanted))
        assert outside(program, state) == []
    assert offered(program, state) == {"pass"}


def first_code(program: Program, state: list[int], rule: str) -> int:
    """The first option of a rule."""
    groups = [group for group in program.sites[state[PENDING] - 1].groups if group.name == rule]
    codes = program.options(state)
    return next(code for code in codes for group in groups if group.low <= code <= group.high)


def test_what_one_rule_waits_for_says_nothing_of_another_that_looks_for_the_same(tmp_path: Path) -> None:
    program = program_from(
        tmp_path,
        """
counters: {coin: {}, wanted: {start: 2}}
zones: {row: {holds: card}, hand: {holds: card}}
components:
  card: {attributes: {rank: number}, cards: {low: {rank: 1}, high: {rank: 2}}, starts: row}
rules:
  late: "only if count(hand) > 1: choose c in card where rank of c = wanted: coin 1"
  early: "choose c in card where rank of c = wanted: coin 1"
flow: "take turns until coin > 2: late | early"
""",
    )
    state = program.new_state(1)
    program.begin(state)
    assert offered(program, state) == {"early"}
