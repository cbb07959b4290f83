"""Components as cards: what is printed on each, in words and icons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.analysis.origins import origins
from interpreter.analysis.pages.crests import picture
from interpreter.analysis.pages.faces import Faces
from interpreter.model.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.analysis.origins import Origin
    from interpreter.analysis.pages.faces import Sign
    from interpreter.engine import Game
    from interpreter.explain import Speaker
    from interpreter.model.game import Attribute, PieceKind

_OWNER = "owner"


@dataclass(frozen=True)
class Printed:
    """An effect on a card: after the name of its place there, icons (none if it cannot be shown so) and a sentence."""

    place: str
    signs: list[Sign]
    sentence: str


@dataclass(frozen=True)
class Card:
    """id: of the piece.  facts: names and values of what else is printed.  emblem: a large picture, of what tells it
    apart, for a card without effects.  reconstructed: why, if it is.
    """

    id: str
    name: str
    picture: str
    facts: list[tuple[str, str]]
    effects: list[Printed]
    emblem: str
    source: str
    reconstructed: str


@dataclass(frozen=True)
class Deck:
    """All cards of a kind. name, one: what they and a single one of them are called."""

    id: str
    name: str
    one: str
    cards: list[Card]


def decks(game: Game, speaker: Speaker) -> list[Deck]:
    """The kinds of pieces on which something is printed, by kind; pawns and dice are none."""
    sources = {one.path.rpartition(".")[2]: one for one in origins(game.definition().root) if one.sort == "components"}
    maker = _Maker(game, speaker, sources)
    return [maker.deck(kind) for kind in speaker.model.pieces.values() if _is_printed(kind)]


def _is_printed(kind: PieceKind) -> bool:
    return bool(kind.attributes.keys() - {_OWNER}) and not kind.variables


class _Maker:
    def __init__(self, game: Game, speaker: Speaker, sources: dict[str, Origin]) -> None:
        self._homes = game.folder.homes
        self._speaker = speaker
        self._faces = Faces(speaker, self._homes)
        self._sources = sources

    def deck(self, kind: PieceKind) -> Deck:
        """Every card of a kind."""
        message = f"piece.{kind.name}"
        speaker = self._speaker
        name, one = speaker.begin(speaker.say_many(message)), speaker.begin(speaker.say_one(message))
        return Deck(kind.name, name, one, [self._card(kind, index) for index in range(len(kind.members))])

    def _card(self, kind: PieceKind, index: int) -> Card:
        member = kind.members[index]
        origin = self._sources.get(member) or self._sources.get(kind.name)
        name = self._called(kind, index)
        effects = list(self._effects(kind, index))
        return Card(
            member,
            self._speaker.begin(name),
            picture(self._homes, *self._own(kind, index), f"piece.{kind.name}"),
            list(self._facts(kind, index)),
            effects,
            "" if effects else self._emblem(kind, index, name),
            "" if origin is None else origin.source or "",
            "" if origin is None else origin.reason or "",
        )

    def _emblem(self, kind: PieceKind, index: int, name: str) -> str:
        """By the sign that stands for the piece, one for all with the same, or by its first attribute in words."""
        own = self._own(kind, index)
        if kind.glyph:
            return picture(self._homes, *own, glyph=name)
        for attribute in kind.attributes.values():
            if attribute.type.kind == "enum" and not self._is_nothing(attribute, index):
                enum = self._speaker.model.enums[attribute.type.name]
                number = attribute.values[index]
                glyph = enum.glyphs[number] if enum.glyphs else ""
                return picture(self._homes, f"{enum.name}.{enum.members[number]}", glyph=glyph)
        return picture(self._homes, *own)

    def _own(self, kind: PieceKind, index: int) -> tuple[str, ...]:
        """The messages that name a piece, and the first of those that the same sign stands for."""
        alike = index
        if kind.glyph:
            name = self._called(kind, index)
            alike = next(one for one in range(index + 1) if self._called(kind, one) == name)
        return f"member.{kind.members[index]}", f"member.{kind.members[alike]}"

    def _called(self, kind: PieceKind, index: int) -> str:
        return self._speaker.say_element(Type("piece", kind.name), kind.first + index)

    def _facts(self, kind: PieceKind, index: int) -> Iterator[tuple[str, str]]:
        for attribute in kind.attributes.values():
            if attribute.values and attribute.name != _OWNER and not self._is_nothing(attribute, index):
                value = self._speaker.say_element(attribute.type, attribute.values[index])
                yield self._title(attribute), value

    def _is_nothing(self, attribute: Attribute, index: int) -> bool:
        nothing = self._speaker.model.scope.nothing_of
        return attribute.type.nullable and attribute.values[index] == nothing(attribute.type)

    def _effects(self, kind: PieceKind, index: int) -> Iterator[Printed]:
        several = sum(bool(attribute.effects) for attribute in kind.attributes.values()) > 1
        for attribute in kind.attributes.values():
            effect = attribute.effects[index] if attribute.effects else None
            if effect is not None:
                place = self._title(attribute) if several else ""
                yield Printed(place, self._faces.signs(effect), self._speaker.say_effect(effect))

    def _title(self, attribute: Attribute) -> str:
        return self._speaker.begin(self._speaker.say_name(f"attribute.{attribute.name}"))
