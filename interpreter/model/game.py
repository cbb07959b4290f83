"""A game with its names resolved and its rules typed, for one player count and one choice of options.

Everything a rule can point at has a number. Places (spaces, then zones) share one numbering, as do pieces.
After the members of each kind one number is left free: it stands for nothing of that kind.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from interpreter.model.types import Type
from interpreter.source import NO_SPAN, Span
from interpreter.source.records import entity, record

if TYPE_CHECKING:
    from interpreter.model import typed
    from interpreter.model.scope import Scope

Per = Literal["game", "player", "team"]
SeenBy = Literal["everyone", "owner", "nobody"]
RuleKind = Literal["rule", "icon", "free"]


@record
class Seat:
    """A player's place at the table, in turn order. `team` is an index into `Model.teams`."""

    name: str
    team: int
    colour: str = ""
    glyph: str = ""


@record
class Enum:
    name: str
    members: tuple[str, ...]
    glyphs: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Attribute:
    """A constant of each member of a kind. `values` has one entry a member and one for nothing;
    `effects` instead, when the attribute is a printed effect (None: none printed); set when names are bound.
    """

    name: str
    type: Type
    values: tuple[int, ...] = ()
    effects: tuple[typed.Effect | None, ...] = ()


@entity
class StateVariable:
    """A value of each piece of a kind that changes in play, between `low` and `high`."""

    name: str
    kind: str
    type: Type
    low: int
    high: int
    starts: tuple[int, ...]


@entity
class SpaceKind:
    """`neighbours[i]` are place ids; `steps[direction][i]` is a place id, `nothing` where the board ends.
    `positions` are (column, row) for drawing. `capacity` None: no limit. `seen_by`: who sees which pieces lie there.
    """

    name: str
    first: int
    members: tuple[str, ...]
    attributes: dict[str, Attribute]
    neighbours: tuple[tuple[int, ...], ...]
    directions: Enum | None
    steps: tuple[tuple[int, ...], ...]
    positions: tuple[tuple[float, float], ...]
    holds: tuple[str, ...]
    capacity: int | None
    seen_by: SeenBy = "everyone"
    span: Span = field(default=NO_SPAN, compare=False)

    @property
    def nothing(self) -> int:
        return self.first + len(self.members)


@entity
class Zone:
    """Off-board places: one, or one an owner; ids are `first + owner`, with one more for no owner.
    `capacity`: most pieces at a time. `told`: whether the table shows it. `ordered`: whether the order of its pieces
    means something even if no rule shows that it does.
    """

    name: str
    first: int
    per: Per
    owners: int
    holds: tuple[str, ...]
    capacity: int
    seen_by: SeenBy
    count_seen_by: SeenBy
    told: bool = True
    ordered: bool = False
    span: Span = field(default=NO_SPAN, compare=False)


@entity
class PieceKind:
    """Individual components. `starts` are place ids, in the order they lie there: first at the bottom. `told_apart_by`:
    the attributes by which whoever chooses tells pieces apart.
    """

    name: str
    first: int
    members: tuple[str, ...]
    attributes: dict[str, Attribute]
    variables: dict[str, StateVariable]
    starts: tuple[int, ...]
    told_apart_by: tuple[str, ...] = ()
    glyph: str = ""
    span: Span = field(default=NO_SPAN, compare=False)

    @property
    def nothing(self) -> int:
        return self.first + len(self.members)


@entity
class TokenKind:
    """Components that are all alike but for owner and side. `starts`: a place id for each owner (one entry
    if `per` is "game"); `count` is for each owner. A space of capacity 1 that holds them remembers both.
    """

    name: str
    count: int
    per: Per
    owners: int
    side_type: Type | None
    sides: tuple[str, ...]
    starts: tuple[int, ...]
    glyphs: tuple[str, ...] = ()
    span: Span = field(default=NO_SPAN, compare=False)


@entity
class Counter:
    """`strict`: a gain past the maximum is impossible instead of losing the excess. `told`: whether the table and the
    log speak of it.
    """

    name: str
    per: Per
    owners: int
    start: int
    minimum: int
    maximum: int
    strict: bool
    seen_by: SeenBy
    told: bool = True
    glyph: str = ""
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(slots=True, eq=False)
class Function:
    """A named value. `body` is set when all names are bound."""

    name: str
    parameters: tuple[typed.Variable, ...]
    result: Type
    body: typed.Value
    span: Span = field(default=NO_SPAN, compare=False)


@dataclass(slots=True, eq=False)
class Rule:
    """A named effect: a rule, an icon, or a free action, which players can take at any of their decisions."""

    name: str
    kind: RuleKind
    parameters: tuple[typed.Variable, ...]
    body: typed.Effect
    glyph: str = ""
    span: Span = field(default=NO_SPAN, compare=False)


@record
class ScoreLine:
    name: str
    value: typed.Value


@record
class Score:
    """`owner` is the variable for the player or team; ties: the greater value wins, in this order."""

    per: Literal["player", "team"]
    owner: typed.Variable
    lines: tuple[ScoreLine, ...]
    ties: tuple[ScoreLine, ...]


@record
class Invariant:
    name: str
    condition: typed.Value


@entity
class Model:
    """A whole game. `place_names` and `piece_names` go by number, those for nothing included; no two members
    have the same. No place at all is the number behind the last. `modifiers`, by counter, are values that are added
    to each gain of it. `scope` binds further texts.
    """

    name: str
    overlays: tuple[str, ...]
    options: dict[str, str]
    fingerprint: str
    seats: tuple[Seat, ...]
    teams: tuple[str, ...]
    enums: dict[str, Enum]
    spaces: dict[str, SpaceKind]
    zones: dict[str, Zone]
    pieces: dict[str, PieceKind]
    tokens: dict[str, TokenKind]
    counters: dict[str, Counter]
    functions: dict[str, Function]
    modifiers: dict[str, tuple[Function, ...]]
    rules: dict[str, Rule]
    setup: typed.Effect
    flow: typed.Effect
    score: Score
    invariants: tuple[Invariant, ...]
    place_names: tuple[str, ...]
    piece_names: tuple[str, ...]
    scope: Scope = field(compare=False, repr=False)

    @property
    def free_actions(self) -> tuple[Rule, ...]:
        """What the player who decides can do beside every decision."""
        return tuple(rule for rule in self.rules.values() if rule.kind == "free")

    @property
    def owners(self) -> tuple[str, ...]:
        """Who scores: teams or players."""
        return self.teams if self.score.per == "team" else tuple(seat.name for seat in self.seats)

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of the score lines."""
        return tuple(line.name for line in self.score.lines)

    def how_many(self, name: str) -> int:
        """How many components of a kind there are."""
        if name in self.pieces:
            return len(self.pieces[name].members)
        kind = self.tokens[name]
        return kind.count * kind.owners
