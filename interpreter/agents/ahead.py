"""What agents share that look one decision ahead."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol

from interpreter.agents.base import options_of

if TYPE_CHECKING:
    from interpreter.engine import Option, State, View

Worth = tuple[float, ...]


class Judge(Protocol):
    """Says what a state is worth to a seat; the greatest is best."""

    def __call__(self, state: State, seat: int) -> Worth: ...


class OneAhead:
    """Tries every option on one state that could be the real one; equal ones are as likely as each other."""

    def __init__(self, seed: int, judge: Judge) -> None:
        self._draw = random.Random(seed)  # noqa: S311 - play, no secrets
        self._judge = judge

    def choose(self, view: View) -> Option:
        """One of the best options. Raises ValueError when the player has nothing to decide."""
        options = options_of(view)
        imagined = view.determinise(self._draw.getrandbits(63))
        known = {} if imagined.decision is None else {one.key: one for one in imagined.decision.options}
        worths = [
            (self._judge(imagined.copy().choose(known[option.key]), view.seat), option)
            for option in options
            if option.key in known
        ]
        best = max((worth for worth, _ in worths), default=())
        equal = [option for worth, option in worths if worth == best]
        return self._draw.choice(equal or options)


def lead(points: list[float], owner: int) -> float:
    """How much an owner has more than the best of the others; all he has where there are no others."""
    return points[owner] - max((one for i, one in enumerate(points) if i != owner), default=0)
