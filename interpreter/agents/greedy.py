"""The agent that looks one decision ahead and takes what scores best at once."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from interpreter.agents.base import options_of

if TYPE_CHECKING:
    from interpreter.engine import Option, State, View


class GreedyAgent:
    """Tries every option on one state that could be the real one; equal ones are as likely as each other."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)  # noqa: S311 - play, no secrets

    def choose(self, view: View) -> Option:
        options = options_of(view)
        imagined = view.determinise(self._draw.getrandbits(63))
        known = {} if imagined.decision is None else {one.key: one for one in imagined.decision.options}
        worths = [
            (_worth(imagined.copy().choose(known[option.key]), view.seat), option)
            for option in options
            if option.key in known
        ]
        best = max((worth for worth, _ in worths), default=0)
        equal = [option for worth, option in worths if worth == best]
        return self._draw.choice(equal or options)


def _worth(state: State, seat: int) -> int:
    """The player's points, or his team's, less those of the best of the others."""
    totals = state.totals()
    own = totals.pop(state.rules.owner_of[seat])
    return own - max(totals, default=0)
