"""How single things look in a terminal: a few characters, painted in their owner's colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.color import Color, ColorParseError
from rich.text import Text

from interpreter.engine import HIDDEN
from interpreter.model.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.cli.table.tabletop import Tabletop
    from interpreter.explain import Speaker
    from interpreter.model.game import Model, PieceKind, TokenKind

# Neither of the two shows on every terminal's ground.
_GROUNDS = {"white": "bold", "black": "dim"}


class Looks:
    """The looks of a model's pieces, tokens and players."""

    def __init__(self, model: Model, speaker: Speaker) -> None:
        self.model = model
        self.speaker = speaker

    def seat(self, seat: int) -> Text:
        """A player's glyph; nothing when the game gives none."""
        known = self.model.seats[seat]
        return Text(known.glyph, style(known.colour))

    def piece(self, piece: int, table: Tabletop) -> Text:
        """A piece: by its kind's glyph, else by its name, the numbers on it, and what it shows now."""
        facts = [] if self._kind(piece).glyph else self.speaker.say_numbers(piece)
        now = variables_now(self.speaker, table, [piece])
        shown = ", ".join([*facts, *([now] if now else [])])
        plain = self._plain_piece(piece)
        note = self.speaker.say_noted(plain.plain, shown).removeprefix(plain.plain) if shown else ""
        return plain.append(note)

    def _plain_piece(self, piece: int) -> Text:
        kind = self._kind(piece)
        colour = self._piece_colour(kind, piece)
        if kind.glyph and "{" not in kind.glyph:
            return Text(kind.glyph, colour)
        return Text(self.speaker.say_element(Type("piece", kind.name), piece), colour)

    def small_piece(self, piece: int) -> Text:
        """A piece where there is little room: a glyph, its owner's glyph, or the first letter of its name."""
        kind = self._kind(piece)
        if kind.glyph:
            return self._plain_piece(piece)
        owner = self._owner(kind, piece)
        glyph = "" if owner is None else self.model.seats[owner].glyph
        return Text(glyph or self._initial(f"piece.{kind.name}"), self._piece_colour(kind, piece))

    def token(self, token: TokenKind, variant: int, *, roomy: bool = False) -> Text:
        """A token by the number for its owner and its side: a glyph, or the first letter of its name; with `roomy`, the
        name of the side that it shows.
        """
        sides = len(token.sides) or 1
        owner, side = variant // sides, variant % sides
        glyphs = token.glyphs
        index = 0 if len(glyphs) <= 1 else side if token.sides else owner
        glyph = glyphs[index] if index < len(glyphs) else ""
        if roomy and not glyph and token.side_type is not None:
            glyph = self.speaker.say_element(token.side_type, side)
        return Text(glyph or self._initial(f"token.{token.name}"), self._token_colour(token, owner, side))

    def _kind(self, piece: int) -> PieceKind:
        return next(kind for kind in self.model.pieces.values() if kind.first <= piece < kind.nothing)

    def _owner(self, kind: PieceKind, piece: int) -> int | None:
        """The seat of a piece's owner, of a team its first seat."""
        attribute = kind.attributes.get("owner")
        if attribute is None:
            return None
        number = attribute.values[piece - kind.first]
        return number if attribute.type.kind == "player" else self._first_seat(number)

    def _piece_colour(self, kind: PieceKind, piece: int) -> str:
        owner = self._owner(kind, piece)
        if owner is not None:
            return style(self.model.seats[owner].colour)
        for attribute in kind.attributes.values():
            if attribute.type.kind == "enum" and attribute.values:
                colour = self._enum_colour(attribute.type.name, attribute.values[piece - kind.first])
                if colour:
                    return colour
        return ""

    def _token_colour(self, token: TokenKind, owner: int, side: int) -> str:
        kind = token.side_type
        if kind is not None and kind.kind == "enum":
            return self._enum_colour(kind.name, side)
        if kind is not None:
            return style(self.model.seats[side if kind.kind == "player" else self._first_seat(side)].colour)
        if token.per == "game":
            return ""
        return style(self.model.seats[owner if token.per == "player" else self._first_seat(owner)].colour)

    def _enum_colour(self, enum: str, member: int) -> str:
        members = self.model.enums[enum].members
        return style(members[member]) if member < len(members) else ""

    def _first_seat(self, team: int) -> int:
        return next((i for i, seat in enumerate(self.model.seats) if seat.team == team), 0)

    def _initial(self, message: str) -> str:
        return self.speaker.say_name(message)[:1].upper()


def counted(shown: Iterable[Text], *, in_order: bool = False) -> list[Text]:
    """What looks the same, where there are more than a pair, once with how many there are.

    in_order: only of what lies side by side.
    """
    found: list[tuple[Text, int]] = []
    for one in shown:
        places = range(len(found) - 1, -1, -1)[: 1 if in_order else None]
        place = next((i for i in places if _alike(found[i][0], one)), None)
        if place is None:
            found.append((one, 1))
        else:
            found[place] = one, found[place][1] + 1
    lines: list[Text] = []
    for one, number in found:
        lines += [Text.assemble(one, f" ×{number}")] if number > 2 else [one] * number
    return lines


def _alike(one: Text, other: Text) -> bool:
    """Texts are equal to rich whatever they are painted with."""
    return one == other and one.style == other.style


def variables_now(speaker: Speaker, table: Tabletop, pieces: Iterable[int]) -> str:
    """What can change about pieces and is now so, such as `number 5`; a word only when it is not the one at the start.

    Empty when there is nothing such, or it is not to be seen.
    """
    layout, found = table.layout, []
    for piece in pieces:
        kind = next(kind for kind in layout.model.pieces.values() if kind.first <= piece < kind.nothing)
        for variable in kind.variables.values():
            value = table.array[layout.variables[kind.name, variable.name] + piece]
            as_before = variable.type.kind == "enum" and value == variable.starts[piece - kind.first]
            if value != HIDDEN and not as_before:
                name = speaker.say_name(f"attribute.{variable.name}")
                found.append(f"{name} {speaker.say_element(variable.type, value)}")
    return ", ".join(found)


def style(colour: str) -> str:
    """How to paint with an author's colour; nothing for a word that is no colour."""
    if colour in _GROUNDS:
        return _GROUNDS[colour]
    try:
        Color.parse(colour)
    except ColorParseError:
        return ""
    return colour
