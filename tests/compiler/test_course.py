"""A game takes the same course whichever way it is run, and keeps to its state's bounds."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.compiler import RulesError
from tests.compiler.play import Table, course, outside, played_out, program_from, program_of, random_course
from tests.engine.found import TABLES, name_of

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = st.integers(0, 2**32 - 1)
few = settings(max_examples=8)
every_table = pytest.mark.parametrize("table", TABLES, ids=name_of)


@every_table
@few
@given(seed=SEEDS)
def test_a_playout_is_the_same_game_step_by_step(table: Table, seed: int) -> None:
    program = program_of(*table)
    numbers = random.Random(seed)
    drawn: list[tuple[int, int]] = []

    def pick(count: int) -> int:
        drawn.append((numbers.randrange(count), count))
        return drawn[-1][0]

    *_, (last, _) = course(program, seed, pick)
    assert played_out(program, seed, drawn) == last


@every_table
@few
@given(seed=SEEDS)
def test_the_tracing_build_goes_through_the_same_states(table: Table, seed: int) -> None:
    plain, tracing = program_of(*table), program_of(*table, trace=True)
    for (state, codes), (traced, seen) in zip(random_course(plain, seed), random_course(tracing, seed), strict=True):
        assert traced == state
        assert seen == codes


@every_table
@few
@given(seed=SEEDS)
def test_slots_keep_within_their_bounds_and_options_are_found_anew(table: Table, seed: int) -> None:
    program = program_of(*table)
    for state, codes in random_course(program, seed):
        assert outside(program, state) == []
        assert program.options(state) == codes
        assert len(set(codes)) == len(codes)
        assert all(type(value) is int for value in state)
    assert all(program.invariants(state))


@every_table
@few
@given(seed=SEEDS)
def test_the_stack_is_empty_when_the_game_is_over(table: Table, seed: int) -> None:
    program = program_of(*table)
    size = len(program.layout.slots)
    assert all(len(state) >= size for state, _ in random_course(program, seed))
    *_, (state, _) = random_course(program, seed)
    assert len(state) == size


def test_rules_that_call_themselves_use_the_stack() -> None:
    table = next(table for table in TABLES if name_of(table) == "recursion-2")
    program = program_of(*table)
    sizes = [len(state) - len(program.layout.slots) for state, _ in random_course(program, 5)]
    assert max(sizes) > 0
    assert any(later < earlier for earlier, later in pairwise(sizes))


@every_table
@few
@given(seed=SEEDS)
def test_a_copy_is_one_list_and_goes_its_own_way(table: Table, seed: int) -> None:
    program = program_of(*table)
    for state, codes in random_course(program, seed):
        if codes:
            before = list(state)
            for code in codes[:2]:
                program.choose(list(state), code)
            assert state == before


def test_a_game_in_which_nobody_can_do_anything_is_refused(tmp_path: Path) -> None:
    program = program_from(
        tmp_path,
        """
counters: {coin: {per: player}}
flow: "take turns until coin of ann > 0: only if coin > 3: (coin 1 | coin 2)"
""",
    )
    with pytest.raises(RulesError, match="does not end"):
        program.begin(program.new_state(1))
    with pytest.raises(RulesError, match="does not end"):
        program.playout(program.new_state(1), random.Random(1).getrandbits)


def test_a_loop_without_end_is_refused(tmp_path: Path) -> None:
    program = program_from(
        tmp_path,
        """
counters: {coin: {maximum: 3}}
flow: "repeat until coin > 3: coin 1"
""",
    )
    with pytest.raises(RulesError, match="does not end"):
        program.begin(program.new_state(1))
