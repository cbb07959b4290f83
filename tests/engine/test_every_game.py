"""What holds of every game, whatever its rules."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.compiler import GENERATOR
from interpreter.engine import HIDDEN, Session, State, UndoRefusedError, replay
from interpreter.engine.save_check import check_array
from interpreter.engine.unseen import offered
from tests.engine.found import SPECS, TABLES, load, midgame, name_of

SEEDS = st.integers(0, 2**63 - 1)
DEPTHS = st.integers(0, 60)
few = settings(max_examples=15)
every_table = pytest.mark.parametrize("table", TABLES, ids=name_of)


def test_games_are_found() -> None:
    assert {spec.rpartition("/")[2] for spec in SPECS} >= {"rosenkoenig", "rosenkoenig+four_player", "veiled"}


@every_table
@few
@given(seed=SEEDS)
def test_random_play_keeps_to_the_rules_and_ends(table: tuple[str, int], seed: int) -> None:
    spec, players = table
    state = load(spec).start(players, seed)
    slots = state.rules.program.layout.slots
    draw = random.Random(seed)
    while not state.over:
        assert check_array(state.rules, state.array) is None
        outside = [
            (slot.name, value)
            for slot, value in zip(slots, state.array, strict=False)
            if not slot.low <= value <= slot.high
        ]
        assert outside == []
        assert offered(state.rules, state.array, state.rules.program.options(state.array)) == state.codes
        state.choose(draw.randrange(len(state.codes)))
    assert all(state.rules.program.invariants(state.array))
    assert set(state.winners()) <= set(state.scores())


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS)
def test_keys_are_different_and_find_their_options(table: tuple[str, int], seed: int, depth: int) -> None:
    decision = midgame(table, seed, depth).decision
    assert decision is not None
    keys = [option.key for option in decision.options]
    assert len(set(keys)) == len(keys)
    assert [decision.find(key) for key in keys] == list(decision.options)


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS)
def test_the_same_choices_give_the_same_state(table: tuple[str, int], seed: int, depth: int) -> None:
    assert midgame(table, seed, depth) == midgame(table, seed, depth)
    assert hash(midgame(table, seed, depth)) == hash(midgame(table, seed, depth))


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS)
def test_copies_go_their_own_ways(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    array, codes = list(state.array), list(state.codes)
    first, second = state.copy(), state.copy()
    first.random_playout(seed)
    assert (state.array, state.codes) == (array, codes)
    assert first.over
    second.random_playout(seed)
    assert first == second


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS)
def test_a_saved_moment_comes_back(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    again = State.from_json(state.game, state.to_json())
    assert again == state
    assert again.codes == state.codes
    assert again.random_playout(seed) == state.random_playout(seed)
    assert again == state


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS)
def test_a_saved_match_comes_back_with_its_past(table: tuple[str, int], seed: int, depth: int) -> None:
    session = played(table, seed, depth)
    again = Session.from_json(session.game, session.to_json())
    assert again.state == session.state
    assert again.steps == session.steps
    assert replay(session.game, session.to_json()).stopped is None


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS)
def test_undo_gives_the_former_array(table: tuple[str, int], seed: int, depth: int) -> None:
    session = played(table, seed, depth)
    if session.state.over:
        return
    before = session.state.copy()
    session.choose(seed % len(session.state.codes))
    refused = session.undo_refused()
    chance = before.array[GENERATOR] != session.state.array[GENERATOR]
    if refused is not None:
        assert refused.code == ("undo-chance" if chance else "undo-reveal")
        with pytest.raises(UndoRefusedError):
            session.undo()
        return
    assert not chance
    assert session.undo().state == before
    assert len(session.steps) == len(session.moments) + 1


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS, other=SEEDS)
def test_what_is_hidden_does_not_show(table: tuple[str, int], seed: int, depth: int, other: int) -> None:
    state = midgame(table, seed, depth)
    for seat, name in enumerate(state.players):
        view = state.view(seat)
        assert view.array[GENERATOR] == HIDDEN
        imagined = state.determinise(name, other)
        assert imagined.view(name) == view
        assert imagined.view(name).values() == view.values()
        assert imagined.array[GENERATOR] != state.array[GENERATOR]
        assert check_array(imagined.rules, imagined.array) is None


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS, other=SEEDS)
def test_a_player_imagines_the_same_whatever_is_hidden(
    table: tuple[str, int], seed: int, depth: int, other: int
) -> None:
    state = midgame(table, seed, depth)
    seat = state.seat_to_decide
    mine, theirs = state.determinise(seat, seed), state.determinise(seat, other).determinise(seat, seed)
    assert hidden(mine, seat) == hidden(theirs, seat)


def hidden(state: State, seat: int) -> list[int]:
    return list(state.rules.sights[seat].hidden_pieces(state.array))


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS)
def test_what_is_saved_for_a_player_holds_no_more_than_his_view(table: tuple[str, int], seed: int, depth: int) -> None:
    session = played(table, seed, depth)
    for name in session.state.players:
        saved = json.loads(session.to_json(name))
        assert saved["state"] == session.view(name).values()
        assert not {"seed", "checksum", "stack"} & saved.keys()


@every_table
@few
@given(seed=SEEDS, depth=DEPTHS)
def test_the_tracing_program_plays_the_same(table: tuple[str, int], seed: int, depth: int) -> None:
    session = played(table, seed, depth)
    state = session.game.start(len(session.state.players), seed)
    for step in session.steps[1:]:
        state.choose(step.key)
    assert state.array == session.state.array


def played(table: tuple[str, int], seed: int, depth: int) -> Session:
    """A match after at most so many random choices."""
    spec, players = table
    session = Session(load(spec), players, seed)
    draw = random.Random(seed)
    for _ in range(depth):
        if session.state.over:
            break
        session.choose(draw.randrange(len(session.state.codes)))
    return session
