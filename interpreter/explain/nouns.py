"""Nouns: kinds, numbers of them, names of single members, and references to what was named before."""

from __future__ import annotations

import re
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.explain.phrases import Phrase, fixed, placeholders
from interpreter.explain.words import FRAMED, Words, framed
from interpreter.model.scope import BOX
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from interpreter.model.game import Model, PieceKind, SpaceKind, Zone
    from interpreter.model.typed import Variable
    from interpreter.model.types import Type

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ATTRIBUTE = re.compile(r"\{(\w+)\}")


@record
class Env:
    """How to refer to each variable, by its uid; how many there are with each noun."""

    references: Mapping[int, Phrase] = field(default_factory=dict)
    nouns: tuple[str, ...] = ()


class Nouns(Words):
    """The nouns of one model in one locale."""

    def __init__(self, model: Model, locale: str, homes: Sequence[Path]) -> None:
        super().__init__(locale, homes)
        self.model = model
        self.alone = len(model.teams) == len(model.seats)

    # ---- kinds -----------------------------------------------------------------------------------

    def kind(self, message: str) -> Phrase:
        """A noun of the game or of the language; forms: many, one, each, all, measure, this and its cases."""
        return Phrase(lambda form: self._kind(message, form))

    def _kind(self, message: str, form: str) -> str:
        if form == "many":
            return self._noun(message, None)
        if form == "one":
            return self._counted(message, 1)
        if form == "measure":
            return self._counted(message, 1, shown="")
        if form.startswith("this."):
            return self.reference(message).form(form.removeprefix("this."))
        own = self._own(message, form) if form else None
        if own is not None:
            return own
        if form in ("each", "all"):
            return self.line(f"noun.{form}", noun=self.kind(message))
        return self._noun(message, 1)

    def _noun(self, message: str, count: int | None) -> str:
        """The bare noun in the plural form for a count."""
        return self.line(message, count) if _is_general(message) else self.named(message, count)

    def _own(self, message: str, form: str, count: int | None = None) -> str | None:
        """A form that the catalogue gives itself."""
        look = self.shaped if _is_general(message) else self.given
        return look(message, form, count)

    def _counted(self, message: str, count: int, shown: str | None = None) -> str:
        """So many of a noun; `shown`: what stands in place of the number."""
        number = str(count) if shown is None else shown
        own = self._own(message, "counted", count)
        if own is not None:
            return own.replace("{count}", number)
        return self.line("noun.counted", count, count=number, noun=self._noun(message, count))

    def counted(self, message: str, count: int) -> Phrase:
        return fixed(self._counted(message, count))

    def type_noun(self, kind: Type) -> str:
        """The id of the noun for the members of a type."""
        match kind.kind:
            case "piece" | "space" | "enum":
                return f"{kind.kind}.{kind.name}"
            case "team" if self.alone:
                return "noun.player"
            case "set":
                return "noun.group"
            case _:
                return f"noun.{kind.kind}"

    # ---- references ------------------------------------------------------------------------------

    def introduce(self, variable: Variable, env: Env) -> tuple[Phrase, Env]:
        """The noun of a new variable, and the environment that can refer to it. The second and further
        variables with one noun get a letter.
        """
        message = self.type_noun(variable.type)
        noun = self.kind(message)
        before = env.nouns.count(message)
        if before == 0:
            reference = self.reference(message)
        else:
            letter = fixed(_LETTERS[min(before, len(_LETTERS) - 1)])
            noun = self.inherit("it.lettered", noun=noun, letter=letter)
            reference = self.say("it.lettered", noun=self.kind(message), letter=letter)
        references = {**env.references, variable.uid: reference}
        return noun, Env(references, (*env.nouns, message))

    def reference(self, message: str) -> Phrase:
        """`that card`: what was just named."""
        return self._determined(message, "this", "it")

    def definite(self, message: str) -> Phrase:
        """`the figure`: the only one there is."""
        return self._determined(message, "the", "name.definite")

    def _determined(self, message: str, determiner: str, pattern: str) -> Phrase:
        frame = self.say(pattern, noun=self.kind(message))

        def form(name: str) -> str:
            exact = self._own(message, f"{determiner}.{name}") if name else None
            if exact is not None:
                return exact
            own = self._own(message, determiner)
            if own is None:
                return frame.form(name)
            return self.line(f"form.{name}", words=phrase) if name in FRAMED else own

        phrase = Phrase(form)
        return phrase

    # ---- members ---------------------------------------------------------------------------------

    def member(self, kind: Type, number: int) -> Phrase:
        """The name of a member of a type by its number; numbers and truths say themselves."""
        if number < 0 and kind.kind != "number":
            return self.say("name.hidden")
        match kind.kind:
            case "number":
                return fixed(str(number))
            case "boolean":
                return self.say("name.true" if number else "name.false")
            case "enum":
                return self._enum_member(kind.name, number)
            case "player":
                return self.seat(number)
            case "team":
                return self.team(number)
            case "piece":
                return self.piece(number)
            case "space" | "place":
                return self.place(number)
            case _:
                return self.say("nothing")

    def _enum_member(self, enum: str, number: int) -> Phrase:
        members = self.model.enums[enum].members
        return self.name(f"{enum}.{members[number]}") if number < len(members) else self.say("nothing")

    def seat(self, number: int) -> Phrase:
        seats = self.model.seats
        return self.name(f"player.{seats[number].name}") if number < len(seats) else self.say("nothing")

    def team(self, number: int) -> Phrase:
        teams = self.model.teams
        if number >= len(teams):
            return self.say("nothing")
        if self.alone:
            return self.seat(next(i for i, seat in enumerate(self.model.seats) if seat.team == number))
        return self.name(f"team.{teams[number]}")

    def piece(self, number: int) -> Phrase:
        """A single piece: by its glyph, its number or its owner where it has one, else by its own name."""
        if number < 0:
            return self.say("name.hidden")
        for kind in self.model.pieces.values():
            if kind.first <= number < kind.nothing:
                return self._piece_of(kind, number - kind.first)
        return self.say("nothing")

    def _piece_of(self, kind: PieceKind, index: int) -> Phrase:
        name = kind.members[index]
        message = f"piece.{kind.name}"
        if "{" in kind.glyph:
            return fixed(self._glyph(kind, index))
        described = self._described(message, kind, index)
        if described is not None:
            return described
        if name == kind.name:
            return self.definite(message)
        found = _called_after(kind.name, r"(.*?)_?(\d*)").fullmatch(name)
        if found is None or self.given(f"member.{name}") is not None:
            return self.name(f"member.{name}")
        noun = self.kind(message)
        if found[1]:
            owner = kind.attributes["owner"]
            noun = self.say("member.owned", noun=noun, owner=self.member(owner.type, owner.values[index]))
        return self.say("member.numbered", noun=noun, number=found[2]) if found[2] else noun

    def patterned(self, kind: PieceKind) -> bool:
        """Whether pieces of a kind are called by what is printed on them."""
        return "{" in kind.glyph or self.given(f"piece.{kind.name}.member") is not None

    def _described(self, message: str, kind: PieceKind | SpaceKind, index: int) -> Phrase | None:
        """A member by the pattern that the game has for all of its kind, with the attributes that this names."""
        pattern = self.given(f"{message}.member")
        if pattern is None:
            return None
        parts = {
            name: self.member(one.type, one.values[index])
            for name, one in kind.attributes.items()
            if name in placeholders(pattern) and one.values
        }
        return self.name(f"{message}.member", **parts)

    def _glyph(self, kind: PieceKind, index: int) -> str:
        """The kind's glyph with the attributes it names, a word or a player by its own glyph; what is nothing leaves no
        gap.
        """

        def shown(found: re.Match[str]) -> str:
            attribute = kind.attributes.get(found[1])
            if attribute is None:
                return found.group()
            value = attribute.values[index]
            if attribute.type.nullable and value == self.model.scope.nothing_of(attribute.type):
                return ""
            if attribute.type.kind == "player" and self.model.seats[value].glyph:
                return self.model.seats[value].glyph
            enum = self.model.enums.get(attribute.type.name)
            if enum is not None and enum.glyphs and value < len(enum.glyphs):
                return enum.glyphs[value]
            return str(self.member(attribute.type, value))

        return " ".join(_ATTRIBUTE.sub(shown, kind.glyph).split())

    def place(self, number: int) -> Phrase:
        """A space or a zone by its number."""
        if number < 0:
            return self.say("name.hidden")
        for space in self.model.spaces.values():
            if space.first <= number < space.nothing:
                return self._space(space, number - space.first)
        for zone in self.model.zones.values():
            if zone.first <= number < zone.first + zone.owners:
                return self._owned_zone(zone, number - zone.first)
        return self.say("nothing")

    def _space(self, space: SpaceKind, index: int) -> Phrase:
        """Fields of a grid are called by their coordinates."""
        name = space.members[index]
        if space.directions is not None:
            return self.say("name", name=name)
        described = self._described(f"space.{space.name}", space, index)
        if described is not None:
            return described
        if name == space.name:
            return self.definite(f"space.{name}")
        found = _called_after(space.name, r"(\d+)").fullmatch(name)
        if found is None or self.given(f"member.{name}") is not None:
            return self.name(f"member.{name}")
        return self.say("member.numbered", noun=self.kind(f"space.{space.name}"), number=found[1])

    def _owned_zone(self, zone: Zone, owner: int) -> Phrase:
        if zone.per == "game":
            return self.zone(zone, None)
        return self.zone(zone, self.seat(owner) if zone.per == "player" else self.team(owner))

    def zone(self, zone: Zone, owner: Phrase | None, *, mine: bool = False) -> Phrase:
        """A zone of the game, of another, or of the one who is spoken to."""
        message = f"zone.{zone.name}"
        noun = Phrase(lambda _: self._zone_noun(zone))
        suffix = "mine" if mine else "game" if owner is None else "of"
        pattern = "of.zone" if suffix == "of" else f"of.zone.{suffix}"
        parts = {"zone": noun} if owner is None or mine else {"zone": noun, "owner": owner}
        frame = self.say(pattern, "form.zone", **parts)
        unnamed = self._is_unnamed_box(zone)

        def given(form: str) -> str | None:
            own = form if suffix == "game" else f"{suffix}.{form}"
            return self.shaped("noun.box", own) if unnamed else self.given(message, own)

        def form(name: str) -> str:
            found = given(name or "the")
            if found is not None:
                return self.filled(found, parts)
            if not name or not given("the"):
                return frame.form(name)
            return self.line(framed("form.zone", name), words=phrase) if name in FRAMED else form("")

        phrase = Phrase(form)
        return phrase

    def _zone_noun(self, zone: Zone) -> str:
        return self.line("noun.box") if self._is_unnamed_box(zone) else self.named(f"zone.{zone.name}")

    def _is_unnamed_box(self, zone: Zone) -> bool:
        """Whether it is the box that every game has, and the game has no name of its own for it."""
        return zone.name == BOX and self.given(f"zone.{zone.name}") is None


@lru_cache(maxsize=512)
def _called_after(kind: str, rest: str) -> re.Pattern[str]:
    """What matches members that are called after their kind; `rest`: the pattern of what tells them apart."""
    return re.compile(rf"{re.escape(kind)}_{rest}")


def _is_general(message: str) -> bool:
    """Whether a noun is the language's own."""
    return message.startswith("noun.")
