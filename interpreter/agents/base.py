"""What every agent is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.engine import Option, View


class Agent(Protocol):
    """Decides for one player of one match. The same seed and the same views give the same choices."""

    def choose(self, view: View) -> Option:
        """One of the options of `view.decision`. Raises ValueError when the player has nothing to decide."""
        ...


Maker: TypeAlias = "Callable[[int], Agent]"
"""Makes an agent with this seed."""


def options_of(view: View) -> tuple[Option, ...]:
    """What the player can choose from. Raises ValueError when he has nothing to decide."""
    if view.decision is None:
        raise ValueError(f"{view.player} has nothing to decide")
    return view.decision.options
