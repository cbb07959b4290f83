"""Numbers for options, and what the end of a match is worth."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.adapters.coding import Actions, rewards
from interpreter.engine import State
from tests.engine.found import TABLES, load, midgame, name_of

if TYPE_CHECKING:
    from pathlib import Path

SEEDS = st.integers(0, 2**63 - 1)
every_table = pytest.mark.parametrize("table", TABLES, ids=name_of)


@every_table
@settings(max_examples=2)
@given(seed=SEEDS)
def test_every_option_has_a_number_of_its_own_all_through_a_match(table: tuple[str, int], seed: int) -> None:
    spec, players = table
    state = load(spec).start(players, seed)
    actions = Actions(state.rules)
    draw = random.Random(seed)
    while state.decision is not None:
        legal = actions.legal(state)
        assert list(legal) == sorted(legal)
        assert sorted(legal.values()) == list(range(len(state.codes)))
        assert all(actions.keys[number] == state.decision.options[i].key for number, i in legal.items())
        state.choose(draw.choice(list(legal.values())))
    assert actions.legal(state) == {}


@every_table
@settings(max_examples=2)
@given(seed=SEEDS)
def test_rewards_add_up_to_nothing_and_the_winners_have_most(table: tuple[str, int], seed: int) -> None:
    state = midgame(table, seed, 0)
    state.random_playout(seed)
    worth = rewards(state)
    owners = state.rules.owners
    by_owner = {owners[owner]: value for owner, value in zip(state.rules.owner_of, worth, strict=True)}
    if len(owners) > 1:
        assert sum(by_owner.values()) == pytest.approx(0)
        assert {owner for owner, value in by_owner.items() if value == max(worth)} == set(state.winners())
    else:
        assert worth == [state.totals()[0]] * len(worth)


LEAD = """
kamon: 1
game: lead
players:
  counts: [1, 2, 3]
  seats: {ada: {}, bo: {}, cy: {}}
counters: {point: {per: player}}
flow: "choose p in players: as p: point 3; choose p in players: as p: point 3"
score: {for: player, lines: {points: point}}
"""


@pytest.mark.parametrize(
    ("players", "choices", "worth"),
    [
        (2, (0, 0), [1, -1]),
        (2, (0, 1), [0, 0]),
        (3, (1, 1), [-0.5, 1, -0.5]),
        (3, (0, 2), [0.25, -0.5, 0.25]),
        (1, (0, 0), [6]),
    ],
)
def test_winners_share_what_the_others_lose(
    players: int, choices: tuple[int, ...], worth: list[float], tmp_path: Path
) -> None:
    assert rewards(_finished(tmp_path, players, choices)) == worth


def _finished(folder: Path, players: int, choices: tuple[int, ...]) -> State:
    folder = folder / "lead"
    folder.mkdir()
    (folder / "game.yaml").write_text(LEAD, encoding="utf-8")
    state = load(str(folder)).start(players)
    for choice in choices:
        state.choose(choice)
    return state
