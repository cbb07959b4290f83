"""The agent that takes any option, each as likely as any other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from interpreter.agents.base import options_of

if TYPE_CHECKING:
    from interpreter.engine import Option, View


class RandomAgent:
    """Knows nothing of the game."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)  # noqa: S311 - play, no secrets

    def choose(self, view: View) -> Option:
        return self._draw.choice(options_of(view))
