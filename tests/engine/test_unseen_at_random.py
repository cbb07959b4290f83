"""Random play with pieces that who decides cannot tell apart: each place is one option, however it is played."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from interpreter.engine import NativeError, State
from tests.cli.folders import written
from tests.engine.found import TABLES, load, name_of

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.engine import Game

GAME = """
kamon: 1
game: thieves
players: {counts: [2], seats: {ann: {}, bob: {}}}
zones: {hand: {per: player, holds: card, seen_by: owner}, table: {holds: card}}
components: {card: {each: {rank: "{1..8}"}, starts: table}}
counters: {passed: {per: player}}
setup: "for each c in card on table: move c to hand of bob"
flow: "as ann: (choose c in hand of bob: move c to hand of me) | passed 1"
score: {for: player, lines: {passed: passed}}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return load(str(written(tmp_path / "thieves", GAME)))


def by_steps(game: Game, players: int, seed: int) -> State:
    """A match of random players, one decision after the other."""
    bits = random.Random(seed).getrandbits
    state = game.start(players, seed)
    while not state.over:
        state.choose(bits(24) * len(state.codes) >> 24)
    return state


def test_a_hidden_hand_is_one_option(game: Game) -> None:
    passed = sum(state.totals()[0] for state in game.random_games(400, seed=1))
    assert 160 < passed < 240


def test_the_native_engine_does_not_play_such_games_at_random(game: Game) -> None:
    assert game.native_for(2, "auto", 10**6)[0] is None
    with pytest.raises(NativeError, match="hidden"):
        list(game.random_games(1, engine="native"))


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_whole_games_are_those_of_random_steps(table: tuple[str, int]) -> None:
    game, players = load(table[0]), table[1]
    rules = game.rules(players)
    array = rules.program.new_state(5)
    rules.play_out(array, random.Random(5).getrandbits)
    assert array == by_steps(game, players, 5).array
