"""How parts of a game are to look: colours that a terminal has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.source import Mapping, Scalar, did_you_mean, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.source import Diagnostic


def check_colours(root: Mapping) -> Iterator[Diagnostic]:
    """A warning for each player's colour that nothing can be painted in."""
    from rich.color import ANSI_COLOR_NAMES, Color, ColorParseError

    players = root.get("players")
    seats = players.get("seats") if isinstance(players, Mapping) else None
    for _, seat in seats.items() if isinstance(seats, Mapping) else ():
        colour = seat.value.get("colour") if isinstance(seat.value, Mapping) else None
        if not isinstance(colour, Scalar):
            continue
        try:
            Color.parse(colour.text)
        except ColorParseError:
            plain = tuple(name for name in ANSI_COLOR_NAMES if name.isalpha())
            hint = did_you_mean(colour.text, plain) or ("hint.there-is", {"names": plain})
            yield warning("unknown-colour", colour.span, hint=hint, name=colour.text)
