"""The search finds what is to be found, and is the same whatever engine plays."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter.agents import MctsAgent, make_agent
from interpreter.agents.mcts import Search
from interpreter.agents.worlds import Worlds, edges, option_edges
from interpreter.engine import Game, State
from tests.engine.found import VEILED, load

TESTS = Path(__file__).resolve().parents[1]
TOYS = TESTS / "toys"
GUARDED = str(TESTS / "engine" / "games" / "guarded")
LINE = str(TOYS / "tic_tac_toe")
FOUR = str(TOYS / "connect_four")


@pytest.fixture(autouse=True)
def python_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for a C compiler unless it says so."""
    monkeypatch.setattr(Game, "native_for", lambda *_: (None, None))


def played(spec: str, seed: int, choices: str) -> State:
    state = load(spec).start(None, seed)
    for choice in choices.split():
        state.choose(choice)
    return state


def chosen(state: State, spec: str, seed: int = 1) -> str:
    return make_agent(spec, seed).choose(state.view(state.seat_to_decide)).key


@pytest.mark.parametrize("seed", range(4))
def test_a_win_in_one_is_found(seed: int) -> None:
    state = played(FOUR, 0, "a1 g1 b1 g2 c1 g3")
    assert chosen(state, "mcts:60", seed) == "d1"


@pytest.mark.parametrize("seed", range(4))
def test_a_loss_in_one_is_averted(seed: int) -> None:
    state = played(FOUR, 0, "g1 a1 f1 b1 g2 c1")
    assert chosen(state, "mcts:150", seed) == "d1"


@pytest.mark.parametrize("seat", [0, 1])
def test_three_in_a_row_is_never_lost_to_chance(seat: int) -> None:
    for seed in range(6):
        state, agent, draw = load(LINE).start(2, seed), MctsAgent(seed, 120), random.Random(seed)
        while not state.over:
            mine = state.seat_to_decide == seat
            state.choose(agent.choose(state.view(seat)) if mine else draw.randrange(len(state.codes)))
        assert state.players[seat] in state.winners()


def test_only_time_ends_a_search_for_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 1.9, 2.5])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    state = played(FOUR, 0, "a1 g1 b1 g2 c1 g3")
    assert chosen(state, "mcts:2s") in {option.key for option in (state.decision.options if state.decision else ())}
    assert list(clock) == []


def test_an_only_option_is_taken_without_a_search() -> None:
    state = played(LINE, 0, "a1 b1 c1 a2 b2 c3 c2 a3")
    assert len(state.codes) == 1
    assert make_agent("mcts:1000000", 1).choose(state.view(state.seat_to_decide)).index == 0


@pytest.mark.parametrize("seed", range(3))
def test_both_engines_choose_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(VEILED)
    state = game.start(3, seed)
    for i in range(9):
        state.choose((i * 7 + seed) % len(state.codes))
    before = [chosen(state, "mcts:80", one) for one in range(3)]
    monkeypatch.setattr(Game, "native_for", lambda self, players, *_: (self.native(players), None))
    assert [chosen(state, "mcts:80", one) for one in range(3)] == before


@pytest.mark.parametrize(("iterations", "tried"), [(1, 1), (5, 5), (12, 8), (60, 9)])
def test_of_many_options_more_are_tried_as_time_goes_on(iterations: int, tried: int) -> None:
    search = Search(load(LINE).start(2, 0).view(0), None, random.Random(1))
    for _ in range(iterations):
        search.iterate()
    (menu,) = search.root.menus.values()
    assert len(menu) == tried
    assert sum(branch.visits for branch in menu.values()) == search.root.visits == iterations


def test_each_player_wants_the_most_for_himself() -> None:
    """Red is about to win; what yellow does against it is what red's search expects of him."""
    state = played(FOUR, 0, "a1 g1 b1 g2 c1")
    search = Search(state.view(1), None, random.Random(1))
    for _ in range(300):
        search.iterate()
    (menu,) = search.root.menus.values()
    visits = {edge: branch.visits for edge, branch in menu.items()}
    decision = state.decision
    assert decision is not None
    best = max(visits, key=lambda edge: visits[edge])
    assert next(option.key for option in decision.options if option.code == best) == "d1"
    assert visits[best] > 150


def robbery() -> State:
    """Ann may take a card that she does not see, from bob's hand or from the deck."""
    state = load(GUARDED).start(2, 1)
    for choice in ("pass", "pass", "pass", "pass", 0, 0, 0, 0, 0, 0):
        state.choose(choice)
    return state


def test_an_option_for_a_piece_that_is_not_seen_is_the_same_in_every_world() -> None:
    view = robbery().view("ann")
    assert view.decision is not None
    meant = option_edges(view.rules, view.decision.options)
    assert any(isinstance(edge, tuple) for edge in meant)
    worlds = Worlds(view, None)
    for seed in range(5):
        assert set(edges(view.rules, worlds.imagine(seed))) == set(meant)


def test_what_lies_unseen_makes_no_difference() -> None:
    state = robbery()
    twins = [state.determinise("ann", seed) for seed in range(4)]
    assert len({tuple(twin.array) for twin in twins}) > 1
    for seed in range(4):
        assert {chosen(twin, "mcts:60", seed) for twin in twins} == {chosen(state, "mcts:60", seed)}
