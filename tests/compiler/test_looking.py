"""Values looked up from outside of the rules, held against what the layout itself says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.model import typed
from interpreter.model.types import BOOLEAN, NUMBER, PLACE, Type, set_of
from tests.engine.found import TABLES, midgame, name_of

few = settings(max_examples=5)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@few
@given(seed=st.integers(0, 2**63 - 1), depth=st.integers(0, 40))
def test_pieces_are_where_the_state_has_them(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    program = state.rules.program
    before = state.array[:]
    for kind in program.model.pieces.values():
        for place in range(len(program.model.place_names)):
            there = typed.Const(place, type=PLACE)
            lying = typed.Contents(there, kind, type=set_of(Type("piece", kind.name)))
            expected = [p for p in program.layout.contents(state.array, place) if kind.first <= p < kind.nothing]
            assert program.elements(lying, state.array) == expected
    for piece, place in program.layout.places(state.array).items():
        kind = next(k for k in program.model.pieces.values() if k.first <= piece < k.nothing)
        at = typed.PlaceOf(typed.Const(piece, type=Type("piece", kind.name)), type=PLACE)
        assert program.evaluate(at, state.array) == place
    assert state.array == before


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@few
@given(seed=st.integers(0, 2**63 - 1), depth=st.integers(0, 40))
def test_counters_have_the_values_of_their_slots(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    program = state.rules.program
    for counter in program.model.counters.values():
        for number in range(counter.owners):
            owner = None if counter.per == "game" else typed.Const(number, type=Type(counter.per))
            value = typed.CounterOf(counter, owner, type=NUMBER)
            slot = program.layout.counters[counter.name] + number
            assert program.evaluate(value, state.array) == state.array[slot]


def test_a_state_that_has_changed_is_looked_at_anew() -> None:
    state = midgame(("white_castle", 2), 1, 10)
    program = state.rules.program
    counter = next(one for one in program.model.counters.values() if one.minimum < one.maximum)
    owner = None if counter.per == "game" else typed.Const(0, type=Type(counter.per))
    value = typed.CounterOf(counter, owner, type=NUMBER)
    for number in (counter.minimum, counter.maximum):
        state.array[program.layout.counters[counter.name]] = number
        assert program.evaluate(value, state.array) == number


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@few
@given(seed=st.integers(0, 2**63 - 1), depth=st.integers(0, 40))
def test_places_that_hold_something_are_known(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    layout = state.rules.program.layout
    places = range(len(layout.model.place_names))
    held = {place: layout.contents(state.array, place) for place in places}
    assert layout.filled(state.array) == {place: pieces for place, pieces in held.items() if pieces}


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@few
@given(seed=st.integers(0, 2**63 - 1), depth=st.integers(0, 40))
def test_whoever_is_offered_a_rule_can_do_it(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    program = state.rules.program
    assert state.decision is not None
    me = typed.Me(type=Type("player"))
    for name in {option.rule for option in state.decision.options if option.kind == "rule"}:
        rule = program.model.rules.get(name)
        if rule is not None and not rule.parameters:
            can = typed.Can(me, rule, (), type=BOOLEAN)
            assert program.evaluate(can, state.array, state.seat_to_decide) == 1
