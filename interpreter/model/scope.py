"""What the names of a game stand for, and what has been found wrong with it so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.model.blame import OF_MISSING
from interpreter.model.game import (
    Counter,
    Enum,
    Function,
    PieceKind,
    Rule,
    Seat,
    SpaceKind,
    TokenKind,
    Zone,
)
from interpreter.model.typed import Value, Variable
from interpreter.model.types import BOOLEAN, NUMBER, PLACE, PLAYER, TEAM, Type
from interpreter.source import NO_SPAN, Diagnostic, Label, Span, error
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BOX = "box"
MAX_FINDINGS = 200
DIRECTION = "direction"
BUILTIN_TYPES = {"number": NUMBER, "boolean": BOOLEAN, "player": PLAYER, "team": TEAM, "place": PLACE}


class TooManyFindingsError(Exception):
    """So much is wrong that looking for more would help nobody."""


@record
class Constant:
    """A parameter or an option: one value in this model."""

    name: str
    type: Type
    value: int


@record
class Everyone:
    """`players` or `teams`."""

    type: Type


Entity = Constant | Everyone | Counter | Enum | Function | PieceKind | Rule | SpaceKind | TokenKind | Zone


@record
class Named:
    """A declared name. `span` is where; None for what every game has."""

    entity: Entity
    span: Span | None


@record
class MemberName:
    """A seat, a team, a member of an enum, a space or a piece, as its number."""

    type: Type
    value: int
    span: Span | None


@record
class Env:
    """The names that stand for something at one place in a text. `me`: whether a player acts there."""

    locals: Mapping[str, Variable] = field(default_factory=dict)
    it: Variable | None = None
    me: bool = True

    def plus(self, variable: Variable, *, it: bool = False) -> Env:
        """With one variable more; `it` stands for it too when the text names none."""
        if it:
            return Env(self.locals, variable, self.me)
        return Env({**self.locals, variable.name: variable}, self.it, self.me)


@dataclass(slots=True)
class Scope:
    """All names and everything they stand for, for one player count and one choice of options."""

    findings: list[Diagnostic] = field(default_factory=list)
    reports: int = 0
    """How often something was found wrong, what was not kept included."""
    left_out: set[str] = field(default_factory=set)
    """Names that may be missing because what would have given them is wrong."""
    names: dict[str, Named] = field(default_factory=dict)
    members: dict[str, list[MemberName]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    options: dict[str, str] = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    teams: tuple[str, ...] = ()
    enums: dict[str, Enum] = field(default_factory=dict)
    spaces: dict[str, SpaceKind] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    pieces: dict[str, PieceKind] = field(default_factory=dict)
    tokens: dict[str, TokenKind] = field(default_factory=dict)
    counters: dict[str, Counter] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    modifiers: dict[str, tuple[Function, ...]] = field(default_factory=dict)
    """By counter: what is added to a gain of it."""
    rules: dict[str, Rule] = field(default_factory=dict)
    place_names: list[str] = field(default_factory=list)
    piece_names: list[str] = field(default_factory=list)
    at_load: list[Value] = field(default_factory=list)
    """Values that were evaluated while building; what they use is used."""
    variables: int = 0

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a finding, each once, unless it follows from another mistake.

        Raises TooManyFindingsError when there are more than anyone reads.
        """
        self.reports += 1
        if diagnostic in self.findings or (
            diagnostic.code in OF_MISSING and diagnostic.args.get("name") in self.left_out
        ):
            return
        self.findings.append(diagnostic)
        if len(self.findings) >= MAX_FINDINGS:
            self.findings.append(error("too-many-findings", diagnostic.span, limit=MAX_FINDINGS))
            raise TooManyFindingsError

    def declare(self, name: str, entity: Entity, span: Span | None) -> bool:
        """Give a name its meaning, or say that it has one already."""
        former = self.names.get(name)
        if former is not None:
            first, second = former.span, span or NO_SPAN
            if first is not None and first.source == second.source and first.start > second.start:
                first, second = second, first
            labels = [] if first is None else [Label(first, "label.first-here")]
            self.report(error("duplicate-name", second, labels=labels, name=name))
            return False
        self.names[name] = Named(entity, span)
        return True

    def add_members(self, kind: Type, names: Iterable[str], first: int, spans: Iterable[Span | None]) -> None:
        """Give each member of an enum or a kind its number, counting from `first`."""
        for value, (name, span) in enumerate(zip(names, spans, strict=True), first):
            self.members.setdefault(name, []).append(MemberName(kind, value, span))

    def variable(self, name: str, kind: Type) -> Variable:
        """A new variable, different from all others."""
        self.variables += 1
        return Variable(name, kind, self.variables)

    def type_named(self, name: str) -> Type | None:
        """The type that a signature or an attribute calls `name`."""
        if name in BUILTIN_TYPES:
            return BUILTIN_TYPES[name]
        self.used.add(name)
        if name in self.enums:
            return Type("enum", name)
        if name in self.pieces:
            return Type("piece", name)
        if name in self.spaces:
            return Type("space", name)
        return None

    def type_names(self) -> list[str]:
        """All names of types, for suggestions."""
        return [*BUILTIN_TYPES, *self.enums, *self.pieces, *self.spaces]

    def nothing_of(self, kind: Type) -> int:
        """The number that stands for nothing of a type; 0 for numbers and truths."""
        match kind.kind:
            case "enum":
                return len(self.enums[kind.name].members)
            case "piece":
                return self.pieces[kind.name].nothing
            case "space":
                return self.spaces[kind.name].nothing
            case "player":
                return len(self.seats)
            case "team":
                return len(self.teams)
            case "place":
                return len(self.place_names)
            case _:
                return 0

    def owners(self, per: str) -> tuple[str, ...]:
        """The names of the players or teams that own one each; one nameless owner for the game."""
        match per:
            case "player":
                return tuple(seat.name for seat in self.seats)
            case "team":
                return self.teams
            case _:
                return ("",)

    def place_of_pieces(self, kind: str) -> Type:
        """Where pieces of a kind can be: one kind of space if that is all, else any place."""
        holders = [name for name, spaces in self.spaces.items() if kind in spaces.holds]
        zones = [name for name, zone in self.zones.items() if kind in zone.holds and name != BOX]
        boxed = any(place == self.zones[BOX].first for place in self.pieces[kind].starts)
        return PLACE if zones or boxed or len(holders) != 1 else Type("space", holders[0])
