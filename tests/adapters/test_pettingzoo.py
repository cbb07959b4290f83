"""PettingZoo's own tests, on every shipped game, its overlays and each number of players."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, seed_test  # type: ignore[import-untyped]
from pettingzoo.utils.conversions import parallel_to_aec  # type: ignore[import-untyped]

from interpreter.adapters.coding import rewards
from interpreter.adapters.pettingzoo import RawEnv, env, parallel_env
from tests.adapters.shipped import SHIPPED
from tests.engine.found import VEILED, load, name_of

every_table = pytest.mark.parametrize("table", SHIPPED, ids=name_of)
# An observation with a mask is a mapping, which PettingZoo remarks on in every environment but its own; whoever has
# nothing to decide has a mask of zeros.
REMARKS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)
with_its_remarks = [pytest.mark.filterwarnings(f"ignore:{remark}") for remark in REMARKS]
pytestmark = with_its_remarks


@every_table
def test_it_passes_pettingzoos_tests(table: tuple[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    game, players = load(table[0]), table[1]
    api_test(env(game, players), num_cycles=60)
    seed_test(lambda: env(game, players), num_cycles=10)
    parallel_api_test(parallel_env(game, players), num_cycles=60)
    assert capsys.readouterr().out.count("Passed") == 2


def test_it_passes_them_when_converted_there_and_back(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(parallel_to_aec(parallel_env(load(VEILED), 3)), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


def test_a_seed_gives_the_match_that_the_engine_gives() -> None:
    game = load(VEILED)
    table, state = RawEnv(game, 3), game.start(3, seed=7)
    table.reset(seed=7)
    while not state.over:
        agent = table.agent_selection
        assert table.players[agent] == state.players[state.seat_to_decide]
        action = int(np.flatnonzero(table.observe(agent)["action_mask"])[-1])
        assert {table.observe(other)["action_mask"].sum() for other in table.agents if other != agent} == {0}
        state.choose(table.actions.keys[action])
        table.step(action)
    worth = dict(zip(table.possible_agents, rewards(state), strict=True))
    assert table.rewards == worth
    seen = {}
    for agent in table.agent_iter():
        _, seen[agent], ended, _, _ = table.last()
        assert ended
        table.step(None)
    assert seen == worth


def test_without_a_seed_matches_differ_and_a_seed_fixes_those_that_follow() -> None:
    table = RawEnv(load(VEILED), 2)

    def next_three(seed: int) -> list[bytes]:
        table.reset(seed=seed)
        seen = []
        for _ in range(3):
            table.reset()
            seen.append(table.observe("player_0")["observation"].tobytes())
        return seen

    first = next_three(1)
    assert len(set(first)) == 3
    assert next_three(1) == first


def test_what_is_not_offered_is_refused_and_nothing_changes() -> None:
    table = RawEnv(load(VEILED), 2)
    table.reset(seed=1)
    before = table.observe("player_0")
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match=f"player_0 cannot choose {wrong}: legal are"):
        table.step(wrong)
    assert all(np.array_equal(before[part], table.observe("player_0")[part]) for part in before)


def test_seats_that_the_rules_play_are_no_agents(root: object) -> None:
    table = RawEnv(load(f"{root}/games/white_castle+solo"))
    assert table.players == {"player_0": "red"}
    assert len(table.rules.players) == 2


def test_it_is_shown_in_words_if_asked() -> None:
    table = RawEnv(load(VEILED), 2, render_mode="ansi")
    table.reset(seed=1)
    shown = table.render()
    assert shown is not None
    assert shown.startswith("ada: pending=1")
    assert RawEnv(load(VEILED), 2).render() is None
