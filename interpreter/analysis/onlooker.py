"""Whoever looks on while scenarios are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.engine import Game, Option, Rules, State


class Onlooker:
    """Gives scenarios the rules that they are played by, and is told what happens. This one takes no notice."""

    def rules(self, game: Game, players: int) -> Rules:
        """The compiled game. Raises GameError."""
        return game.rules(players)

    def happened(self, state: State) -> None:
        """Play has come to where the state is; the program has the events since it was last told."""

    def chose(self, state: State, option: Option) -> None:
        """An option is about to be chosen."""

    def scored(self, state: State) -> None:
        """A scenario looks at the score."""
