"""Agents choose what is offered, know no more than they may, and repeat themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.agents import make_agent
from interpreter.engine import State
from tests.engine.found import TABLES, VEILED, load, midgame, name_of, seed_dealing


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@pytest.mark.parametrize("name", ["random", "greedy", "mcts:3"])
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32), depth=st.integers(0, 40))
def test_an_agent_takes_an_option_and_the_same_again(table: tuple[str, int], name: str, seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    view = state.view(state.seat_to_decide)
    assert view.decision is not None
    option = make_agent(name, seed).choose(view)
    assert option in view.decision.options
    assert make_agent(name, seed).choose(view) == option


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:20"])
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), depth=st.integers(0, 30), other=st.integers(0, 2**32))
def test_what_is_hidden_makes_no_difference(name: str, seed: int, depth: int, other: int) -> None:
    state = midgame((VEILED, 3), seed, depth)
    seat = state.seat_to_decide
    twin = state.determinise(seat, other)
    imagined, real = (make_agent(name, seed).choose(one.view(seat)) for one in (twin, state))
    assert imagined.key == real.key


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32), depth=st.integers(0, 60), other=st.integers(0, 2**32))
def test_what_an_agent_imagines_depends_on_what_it_sees_alone(
    table: tuple[str, int], seed: int, depth: int, other: int
) -> None:
    state = midgame(table, seed, depth)
    seat = state.seat_to_decide
    twin = state.determinise(seat, other)
    assert twin.view(seat).determinise(seed).array == state.view(seat).determinise(seed).array


@pytest.fixture
def state() -> State:
    """Ada can have a point at once."""
    seed = seed_dealing(2, ada="sun_1 sun_5 sun_7", bo="sun_2")
    return load(VEILED).start(2, seed).choose("sun_7").choose("sun_2")


def test_the_greedy_agent_takes_points(state: State) -> None:
    assert {make_agent("greedy", seed).choose(state.view("ada")).key for seed in range(10)} == {"point 1"}


def test_of_equal_points_the_greedy_agent_takes_what_fills_counters_and_all_of_that(state: State) -> None:
    state.choose("point 1")
    taken = {make_agent("greedy", seed).choose(state.view("ada")).key for seed in range(60)}
    assert taken == {"hide(sun_1)", "hide(sun_5)"}  # each puts 1 into the purse


def test_an_agent_with_nothing_to_decide_says_so(state: State) -> None:
    for name in ("random", "greedy", "mcts"):
        with pytest.raises(ValueError, match="bo has nothing to decide"):
            make_agent(name, 1).choose(state.view("bo"))
