"""Games as PettingZoo environments in which agents take turns.

`env("game", players=3)` is an AECEnv and `parallel_env("game", players=3)` the same converted to the parallel
interface. Needs the extra `kamon[pettingzoo]`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from interpreter.adapters.coding import Actions, rewards
from interpreter.adapters.observing import HIDDEN_ENTRY, Observations
from interpreter.engine import Game, State, load

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

Observed = dict[str, "NDArray[Any]"]


class RawEnv(AECEnv):  # type: ignore[misc]
    """One match after the other of a game, without checks of the order of calls.

    Agents are called `player_N`, N being the seat's number; seats that the rules play have none. `players` says the
    players' names. An observation has the vector of `Observations` and the mask of `Actions`, all zeros for whoever
    has nothing to decide. Rewards come once, at the end: see `coding.rewards`. Choices at once are asked one agent
    after the other, and what was chosen stays hidden from the others until the rules reveal it.
    """

    metadata = {"name": "kamon_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: Game, players: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.rules = game.rules(players)
        self.actions = Actions(self.rules)
        self.observations = Observations(self.rules)
        self._seats = {f"player_{s}": s for s in range(len(self.rules.players)) if s not in game.ruled}
        self._agents = {seat: agent for agent, seat in self._seats.items()}
        self.players = {agent: self.rules.players[seat] for agent, seat in self._seats.items()}
        self.possible_agents = list(self._seats)
        self._action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self._seats}
        self._observation_spaces = {agent: self._observation_space() for agent in self._seats}
        self._draw = random.Random()  # noqa: S311 - play, no secrets
        self._match: State

    def _observation_space(self) -> spaces.Dict:
        vector = spaces.Box(HIDDEN_ENTRY, 1.0, (len(self.observations),), np.float32)
        return spaces.Dict({"observation": vector, "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8)})

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new match: with a seed the one that `Game.start` gives for it, and without the next in a row that the last
        seed began. `options` are of PettingZoo's interface and mean nothing here.
        """
        if seed is not None:
            self._draw.seed(seed)
        self._match = self.game.start(len(self.rules.players), self._draw.getrandbits(63) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._match.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agents[self._match.seat_to_decide]

    def step(self, action: int | None) -> None:
        """Takes the option with this number. Raises ValueError for one that is not offered; then nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        legal = self.actions.legal(self._match)
        if action is None or int(action) not in legal:
            raise ValueError(f"{agent} cannot choose {action}: legal are {', '.join(map(str, legal))}")
        self._cumulative_rewards[agent] = 0.0
        self._match.choose(legal[int(action)])
        if self._match.over:
            worth = rewards(self._match)
            self.rewards = {name: worth[seat] for name, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self._agents[self._match.seat_to_decide]

    def observe(self, agent: str) -> Observed:
        seat = self._seats[agent]
        mask = np.zeros(len(self.actions), np.int8)
        if self._match.seat_to_decide == seat:
            mask[list(self.actions.legal(self._match))] = 1
        return {"observation": self.observations.vector(self._match, seat), "action_mask": mask}

    def render(self) -> str | None:
        """What the agent whose turn it is sees, in words; None without `render_mode`."""
        if self.render_mode is None:
            return None
        return self.observations.text(self._match, self._seats[self.agent_selection])

    def close(self) -> None:
        """There is nothing to give back."""

    def __str__(self) -> str:
        return f"kamon_{self.game.title}"


def env(
    game: Game | str | Path,
    players: int | None = None,
    *,
    options: Mapping[str, str | int] | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """A game, or what `interpreter.load` finds with these options, for so many players; None: the fewest.

    Calls in a wrong order are refused with PettingZoo's own words. Raises GameError.
    """
    found = game if isinstance(game, Game) else load(game, options)
    return OrderEnforcingWrapper(RawEnv(found, players, render_mode))


def parallel_env(
    game: Game | str | Path,
    players: int | None = None,
    *,
    options: Mapping[str, str | int] | None = None,
    render_mode: str | None = None,
) -> ParallelEnv:
    """The same through the parallel interface: of all actions that of the agent whose turn it is counts."""
    return turn_based_aec_to_parallel(env(game, players, options=options, render_mode=render_mode))
