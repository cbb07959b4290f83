"""The agent that looks one decision ahead and takes what scores best at once; of equal options, what brings in most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.agents.ahead import OneAhead, lead

if TYPE_CHECKING:
    from interpreter.agents.ahead import Worth
    from interpreter.engine import State


class GreedyAgent(OneAhead):
    """Knows of a game its score and its counters."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, _worth)


def _worth(state: State, seat: int) -> Worth:
    """The lead in points; then the sum of what the player's counters hold, whatever they count."""
    rules = state.rules
    layout = rules.program.layout
    counters = [counter for counter in rules.program.model.counters.values() if counter.per == "player"]
    held = sum(state.array[layout.counters[counter.name] + seat] for counter in counters)
    return lead([float(points) for points in state.totals()], rules.owner_of[seat]), held
