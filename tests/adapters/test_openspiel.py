"""OpenSpiel's own test, on every shipped game, its overlays and each number of players."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from interpreter.adapters import openspiel  # noqa: E402 - where the library is not there, neither is this
from interpreter.adapters.coding import rewards  # noqa: E402
from interpreter.engine import GameError  # noqa: E402
from tests.adapters.shipped import SHIPPED  # noqa: E402
from tests.engine.found import VEILED, name_of  # noqa: E402


def veiled(players: int = 2, options: str = "") -> Any:
    return pyspiel.load_game(f"kamon(game={VEILED},players={players},options={options})")


def to_a_decision(state: Any, draw: random.Random) -> Any:
    while state.is_chance_node():
        state.apply_action(draw.randrange(openspiel.OUTCOMES))
    return state


@pytest.mark.parametrize("table", SHIPPED, ids=name_of)
def test_it_passes_openspiels_test(table: tuple[str, int]) -> None:
    game = pyspiel.load_game(f"kamon(game={table[0]},players={table[1]})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_players_options_and_numbers_are_those_of_the_game() -> None:
    assert veiled(3).num_players() == 3
    assert veiled(0).num_players() == 2
    assert veiled(options="rounds:1").table.game.options == {"rounds": 1}
    with pytest.raises(GameError):
        veiled(options="rounds:9")


def test_a_match_ends_with_the_rewards_of_its_end() -> None:
    draw = random.Random(3)
    state = veiled(3).new_initial_state()
    while not to_a_decision(state, draw).is_terminal():
        assert state.returns() == [0, 0, 0]
        state.apply_action(draw.choice(state.legal_actions()))
    assert state.returns() == rewards(state.match.state)


def test_chance_decides_what_the_generator_gives() -> None:
    """A choice that asks the generator leads to chance, and what chance says to what comes of it."""
    first = to_a_decision(veiled().new_initial_state(), random.Random(1))
    again = to_a_decision(veiled().new_initial_state(), random.Random(1))
    other = to_a_decision(veiled().new_initial_state(), random.Random(2))
    assert str(first) == str(again)
    assert str(first) != str(other)
    assert len(first.history()) == openspiel.NODES


def test_a_choice_without_chance_leads_straight_to_the_next() -> None:
    state = to_a_decision(veiled().new_initial_state(), random.Random(1))
    state.apply_action(state.legal_actions()[0])
    assert not state.is_chance_node()
    assert state.current_player() == 1


def test_a_player_cannot_tell_what_another_chose_in_secret() -> None:
    """All pick a card at once; the first pick is hidden until the last is made."""
    start = to_a_decision(veiled().new_initial_state(), random.Random(1))
    picks = [start.child(action) for action in start.legal_actions()]
    assert len(picks) > 1
    assert len({pick.information_state_string(1) for pick in picks}) == 1
    assert len({pick.observation_string(1) for pick in picks}) == 1
    assert len({tuple(pick.observation_tensor(1)) for pick in picks}) == 1
    assert len({pick.information_state_string(0) for pick in picks}) == len(picks)


def test_what_a_player_noticed_is_remembered_when_it_shows_no_more() -> None:
    """Two courses to one state are two information states, and one observation."""
    game = veiled()
    draw = random.Random(5)
    state = to_a_decision(game.new_initial_state(), draw)
    before = state.information_state_string(0)
    other = copy.deepcopy(state.match)
    other.past.append((0, 1))
    state.match = other
    assert state.information_state_string(0) != before
    assert state.observation_string(0) == before.partition(" #")[0]


def test_a_match_survives_being_written_down() -> None:
    draw = random.Random(4)
    state = to_a_decision(veiled(3).new_initial_state(), draw)
    for _ in range(8):
        state.apply_action(draw.choice(state.legal_actions()))
        to_a_decision(state, draw)
    again = pickle.loads(pickle.dumps(state.match))
    assert again.table is state.match.table
    assert (again.state, again.course) == (state.match.state, state.match.course)
    assert again.noticed(0) == state.match.noticed(0)


def test_observers_take_no_parameters() -> None:
    with pytest.raises(ValueError, match="no parameters"):
        veiled().make_py_observer(None, {"size": 1})


@pytest.mark.parametrize("table", [*SHIPPED, (VEILED, 3)], ids=name_of)
def test_an_imagined_match_looks_the_same_and_goes_on(table: tuple[str, int]) -> None:
    draw = random.Random(7)
    game = pyspiel.load_game(f"kamon(game={table[0]},players={table[1]})")
    state = to_a_decision(game.new_initial_state(), draw)
    for _ in range(12):
        state.apply_action(draw.choice(state.legal_actions()))
        to_a_decision(state, draw)
    before = str(state)
    for player in range(game.num_players()):
        other = state.resample_from_infostate(player, draw.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.current_player() == state.current_player()
        if state.current_player() == player:
            assert other.legal_actions() == state.legal_actions()
        other.apply_action(draw.choice(other.legal_actions()))
        assert to_a_decision(other, draw).is_terminal() or other.legal_actions()
    assert str(state) == before


def test_what_is_hidden_is_imagined_and_remembered_by_nobody_else() -> None:
    draw = random.Random(2)
    state = to_a_decision(veiled().new_initial_state(), draw)
    others = [state.resample_from_infostate(0, draw.random) for _ in range(20)]
    assert {other.information_state_string(0) for other in others} == {state.information_state_string(0)}
    assert len({str(other) for other in others}) > 1
    seen: dict[str, str] = {}
    for other in others:
        assert seen.setdefault(other.observation_string(1), other.information_state_string(1)) == (
            other.information_state_string(1)
        )
    assert len(seen) > 1
    with pytest.raises(TypeError, match="imagined"):
        pickle.dumps(others[0].match)


def test_nothing_is_imagined_while_chance_is_asked() -> None:
    state = veiled().new_initial_state()
    assert state.is_chance_node()
    with pytest.raises(ValueError, match="chance"):
        state.resample_from_infostate(0, random.random)


def test_openspiels_own_search_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped, import-not-found, unused-ignore]

    draw = random.Random(3)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(None, evaluator, 2.0, 8, random_state=np.random.RandomState(2))
    state = to_a_decision(veiled().new_initial_state(), draw)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        to_a_decision(state, draw)
