"""What a game is called; its rules are read only where no catalogue names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.explain.catalogue import names
from interpreter.explain.locales import fallbacks

if TYPE_CHECKING:
    from interpreter.engine import Game


def title(game: Game, locale: str) -> str:
    """The game's name with its overlays in a locale, else in English, else as its author writes it."""
    names = [_name(game, locale, "game") or game.definition().title]
    names += [_name(game, locale, f"overlay.{overlay}") or overlay for overlay in game.overlays]
    return " + ".join(names)


def _name(game: Game, locale: str, message: str) -> str | None:
    for one in fallbacks(locale):
        found = names(game.folder.homes, one).text(message, None)
        if found is not None:
            return found
    return None
