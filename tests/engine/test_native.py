"""Machine code takes the same course as the Python engine, decision by decision and in whole loops."""

from __future__ import annotations

import ctypes
import random
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.compiler import LongMatchError, NotInCError, RulesError, compile_model
from interpreter.engine import NativeProgram
from tests.compiler.play import Table, program_from
from tests.compiler.rules import games
from tests.compiler.test_any_rules import model_from
from tests.engine.found import TABLES, load, name_of
from tests.engine.natives import native_from, native_of, played_in_python, side_by_side

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = st.integers(0, 2**63 - 1)
every_table = pytest.mark.parametrize("table", TABLES, ids=name_of)
SMALL = next(table for table in TABLES if name_of(table) == "veiled-2")


@every_table
@settings(max_examples=3)
@given(seed=SEEDS, picks=st.lists(st.integers(0, 2**16), max_size=40))
def test_both_engines_go_through_the_same_moments(table: Table, seed: int, picks: list[int]) -> None:
    later = random.Random(seed)

    def pick(count: int) -> int:
        return (picks.pop() if picks else later.randrange(count)) % count

    assert side_by_side(native_of(table), seed, pick) > 0


@every_table
def test_whole_matches_end_alike(table: Table) -> None:
    native = native_of(table)
    assert native.play_matches(range(4)) == [played_in_python(native.program, seed) for seed in range(4)]


@settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])
@given(text=games())
def test_any_rules_are_played_alike(text: str) -> None:
    native = native_from(compile_model(model_from(text, 2 + len(text) % 2)))
    for seed in range(3):
        try:
            side_by_side(native, seed, random.Random(seed).randrange, most=300)
        except RulesError:  # the Python engine has refused
            match = native.start(seed)
            with pytest.raises(RulesError):
                match.play_out(seed)


# ---- whole loops ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2**32, -7, 2**100 + 3])
def test_random_matches_are_those_of_random_games(seed: int) -> None:
    spec, players = SMALL
    native = native_of(SMALL)
    states = list(load(spec).random_games(30, players, seed, engine="python"))
    assert list(native.random_arrays(30, seed)) == [state.array for state in states]
    assert [one.totals for one in native.random_matches(30, seed)] == [tuple(state.totals()) for state in states]


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_of_more_than_64_bits_are_refused(seed: int) -> None:
    native = native_of(SMALL)
    assert native.play_matches([2**64 - 1]) == [played_in_python(native.program, 2**64 - 1)]
    with pytest.raises(ValueError, match="seed"):
        native.play_matches([0, seed])
    with pytest.raises(ValueError, match="seed"):
        native.start(1).play_out(seed)
    with pytest.raises(ValueError, match="seed"):
        native.start(1).rollouts([seed])


def test_matches_that_only_python_can_play_are_played_there(monkeypatch: pytest.MonkeyPatch) -> None:
    native = native_of(SMALL)
    wanted = native.play_matches(range(30)), list(native.random_matches(30, 5)), list(native.random_arrays(30, 5))
    call = NativeProgram.call
    count = 0

    def failing(self: NativeProgram, name: str, *arguments: object) -> int:
        """Plays half of what is asked for, or refuses every other time."""
        nonlocal count
        count += 1
        if name in ("kamon_matches", "kamon_random_matches") and count % 2:
            sizes = [one for one in arguments if isinstance(one, ctypes.c_int64)]
            sizes[0].value //= 2
        return call(self, name, *arguments)

    monkeypatch.setattr(NativeProgram, "call", failing)
    assert native.play_matches(range(30)) == wanted[0]
    assert list(native.random_matches(30, 5)) == wanted[1]
    assert list(native.random_arrays(30, 5)) == wanted[2]


def test_rollouts_are_random_playouts_of_copies() -> None:
    spec, players = SMALL
    state = load(spec).start(players, seed=3)
    match = native_of(SMALL).start(3)
    state.choose(1)
    match.choose(1)
    before = match.array
    for seed, found in enumerate(match.rollouts(range(10))):
        copy = state.copy()
        assert copy.random_playout(seed) == found.decisions
        assert tuple(copy.totals()) == found.totals
        assert tuple(copy.players[owner] for owner in found.winners) == copy.winners()
        mine = match.copy()
        assert mine.play_out(seed) == found
        assert (mine.array, mine.over) == (copy.array, True)
    assert match.array == before


# ---- single matches -------------------------------------------------------------------------------------


def test_a_match_can_be_taken_up_from_a_state() -> None:
    spec, players = SMALL
    state = load(spec).start(players, seed=3).choose(0)
    match = native_of(SMALL).match(state.array)
    assert (match.array, match.codes) == (state.array, state.codes)
    match.choose(2)
    assert match.array == state.choose(2).array


def test_a_copy_goes_its_own_way() -> None:
    match = native_of(SMALL).start(3)
    before, codes = match.array, match.codes
    copy = match.copy()
    copy.choose(0)
    assert copy.array != before
    assert (match.array, match.codes) == (before, codes)


@pytest.mark.parametrize("index", [-1, 1000])
def test_only_options_can_be_chosen(index: int) -> None:
    match = native_of(SMALL).start(3)
    with pytest.raises(IndexError):
        match.choose(index)


def test_a_match_that_is_over_offers_nothing() -> None:
    match = native_of(SMALL).start(3)
    match.play_out(1)
    assert match.over
    with pytest.raises(IndexError):
        match.choose(0)


def test_library_and_module_agree_on_what_a_match_is() -> None:
    native = native_of(SMALL)
    assert ctypes.sizeof(native.new_buffer()) == native.size


@pytest.mark.parametrize("pieces", [1, 2, 31, 32, 33, 70, 1024, 1030])
def test_piles_of_all_sizes_are_shuffled_alike(tmp_path: Path, pieces: int) -> None:
    native = native_from(
        program_from(
            tmp_path,
            f"""
zones: {{deck: {{holds: chip}}}}
components: {{chip: {{count: {pieces}, starts: deck}}}}
counters: {{turn: {{}}}}
setup: shuffle deck
flow: "take turns until turn = 3: (shuffle deck; turn 1; pass)"
""",
        )
    )
    assert [side_by_side(native, seed, lambda _: 0) for seed in range(5)] == [3] * 5


@cache
def huge(folder: Path) -> NativeProgram:
    return native_from(
        program_from(
            folder,
            """
counters: {coin: {start: 2147483647}, turn: {}}
values: {much: coin * coin * coin * coin}
flow: |
  take turns until turn > 3:
    (only if much / coin = 1: turn 1) | (only if much > 0: set coin to 2000000000 + much mod 1000; turn 1)
score: {for: player, lines: {sum: "much mod 1000007", more: "0 - much * coin"}}
""",
        )
    )


def test_numbers_past_the_largest_are_the_same_on_both_engines(tmp_path: Path) -> None:
    native = huge(tmp_path)
    assert side_by_side(native, 1, random.Random(1).randrange) == 4
    assert native.play_matches([5, 6]) == [played_in_python(native.program, seed) for seed in (5, 6)]
    match = native.start(1)
    assert match.copy().play_out(3) == match.rollouts([3])[0]


def test_a_choice_among_too_many_numbers_is_left_to_python(tmp_path: Path) -> None:
    flow = "as ann: choose x in {turn, 2 * turn}: turn (x)"
    program = program_from(tmp_path, f'counters: {{turn: {{start: 1}}}}\nflow: "{flow}"')
    with pytest.raises(NotInCError):
        program.native_source()


def test_what_can_be_paid_is_asked_anywhere(tmp_path: Path) -> None:
    """In decisions, in conditions of theirs, and between decisions."""
    native = native_from(
        program_from(
            tmp_path,
            """
enums: {ware: [wood, wool]}
zones: {hand: {per: player, holds: card}, pile: {holds: card}, market: {holds: stall}}
components:
  card:
    attributes: {kind: ware}
    cards: {a: {kind: wood}, b: {kind: wool}, c: {kind: wood}, d: {kind: wool}, e: {kind: wood}, f: {kind: wool}}
    starts: pile
  stall:
    attributes: {woods: number, wools: number}
    cards: {one: {woods: 1, wools: 0}, two: {woods: 1, wools: 1}, three: {woods: 0, wools: 3}}
    starts: market
counters: {seen: {per: player}, turn: {}}
setup: "shuffle pile; each player: draw 3 from pile to hand of me"
values: {"price(s: stall, w: ware)": "if w = wood then woods of s else wools of s"}
rules:
  "pay_for(s: stall)": |
    cover price(s, w) for w in ware using (
      c in hand of me giving (if kind of c = w then 1 else 0) -> move c to pile
    )
flow: |
  take turns until turn = 6:
    turn 1;
    seen (count(s in market where me can pay_for(s)));
    (if me can pay_for(one): seen 10);
    (
      (only if count(s in market where me can pay_for(s)) > 1: choose s in market: pay_for(s))
      | (only if no s in market where me can pay_for(s): seen 100)
      | pass
    )
score: {for: player, lines: {seen: seen}}
""",
        )
    )
    assert "payable_with" in native.program.native_source()
    assert all(side_by_side(native, seed, random.Random(seed).randrange) > 5 for seed in range(20))


# ---- what the machine code leaves to Python -------------------------------------------------------------


def endless(folder: Path, flow: str) -> NativeProgram:
    return native_from(program_from(folder, f"counters: {{coin: {{per: player, maximum: 3}}}}\nflow: '{flow}'"))


@pytest.mark.parametrize(
    "flow",
    [
        "take turns until coin of ann > 3: only if coin > 3: (coin 1 | coin 2)",
        "repeat until coin of ann > 3: as ann: coin 1",
    ],
)
def test_what_never_gets_to_a_decision_is_refused(tmp_path: Path, flow: str) -> None:
    native = endless(tmp_path, flow)
    with pytest.raises(RulesError, match="does not end"):
        native.start(1)
    with pytest.raises(RulesError):
        native.play_matches([1])


def test_what_never_ends_is_refused(tmp_path: Path) -> None:
    native = endless(tmp_path, "take turns until coin of ann > 3: (coin 1 | lose coin 1)")
    with pytest.raises(LongMatchError):
        native.play_matches([1], limit=100)
    with pytest.raises(LongMatchError):
        list(islice(native.random_matches(2, 1, limit=100), 1))
    with pytest.raises(LongMatchError):
        native.start(1).play_out(1, limit=100)
