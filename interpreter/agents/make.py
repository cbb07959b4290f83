"""Agents by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.agents.greedy import GreedyAgent
from interpreter.agents.mcts import MctsAgent
from interpreter.agents.random import RandomAgent
from interpreter.engine import AgentError
from interpreter.source import NO_SPAN, did_you_mean, error

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.agents.base import Agent

_MAKERS: tuple[tuple[str, Callable[[int], Agent]], ...] = (("random", RandomAgent), ("greedy", GreedyAgent), ("mcts", MctsAgent))
AGENTS = tuple(name for name, _ in _MAKERS)


def make_agent(name: str, seed: int) -> Agent:
    """A new agent of that name. Raises AgentError, which suggests the nearest name."""
    for known, maker in _MAKERS:
        if known == name:
            return maker(seed)
    hint = did_you_mean(name, AGENTS)
    raise AgentError(error("unknown-agent", NO_SPAN, hint=hint, name=name, known=", ".join(AGENTS)))
