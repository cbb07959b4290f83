"""Agents as one types them: a name, and after a colon what it is told."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.agents.greedy import GreedyAgent
from interpreter.agents.heuristic import HeuristicAgent, read_weights
from interpreter.agents.mcts import MctsAgent
from interpreter.agents.random import RandomAgent
from interpreter.engine import AgentError
from interpreter.source import NO_SPAN, did_you_mean, error

if TYPE_CHECKING:
    from interpreter.agents.base import Agent, Maker
    from interpreter.engine import Rules

FORMS = {
    "random": ("random",),
    "greedy": ("greedy",),
    "mcts": ("mcts", "mcts:ITERATIONS", "mcts:SECONDSs"),
    "heuristic": ("heuristic:FILE",),
}
"""How each agent is written."""
AGENTS = tuple(FORMS)
MOST_ITERATIONS = 10**9
MOST_SECONDS = 86_400
_NUMBER = re.compile(r"[0-9]{1,12}")
_SECONDS = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?s")
_PLAIN: dict[str, Maker] = {"random": RandomAgent, "greedy": GreedyAgent, "mcts": MctsAgent}


def make_agent(spec: str, seed: int, rules: Rules | None = None) -> Agent:
    """A new agent that is written so: `random`, `greedy`, `mcts`, `mcts:500`, `mcts:2.5s`, `heuristic:bot.yaml`.

    rules: of the game that it is to play; what it is told is held against them. Raises AgentError, which suggests the
    nearest name, and GameError for a file with mistakes.
    """
    return agent_maker(spec, rules)(seed)


def agent_maker(spec: str, rules: Rules | None = None) -> Maker:
    """What makes such agents, given their seeds; a file is read now, and never again. Raises as `make_agent` does."""
    name, colon, told = spec.partition(":")
    if name not in FORMS:
        hint = did_you_mean(name, AGENTS)
        raise AgentError(error("unknown-agent", NO_SPAN, hint=hint, name=name, known=", ".join(AGENTS)))
    found: Maker | None = None
    if name in _PLAIN and not colon:
        found = _PLAIN[name]
    elif name == "mcts":
        found = _searching(told)
    elif name == "heuristic" and told:
        weights = read_weights(Path(told))
        if rules is not None:
            weights.check(rules)
        found = partial(HeuristicAgent, weights=weights)
    if found is None:
        raise AgentError(error("agent-argument", NO_SPAN, spec=spec, forms=", ".join(FORMS[name])))
    return found


def _searching(told: str) -> Maker | None:
    """A number is one of iterations, with an `s` behind it of seconds."""
    if _NUMBER.fullmatch(told) and 1 <= int(told) <= MOST_ITERATIONS:
        return partial(MctsAgent, iterations=int(told))
    if _SECONDS.fullmatch(told) and 0 < float(told[:-1]) <= MOST_SECONDS:
        return partial(MctsAgent, seconds=float(told[:-1]))
    return None
