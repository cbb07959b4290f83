"""Typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from interpreter.model.game import (
    Attribute,
    Counter,
    Function,
    PieceKind,
    Rule,
    StateVariable,
    TokenKind,
    Zone,
)
from interpreter.model.typed.nodes import Binder, Value, Variable


@dataclass(frozen=True, slots=True)
class Const(Value):
    """A number, truth (0, 1), enum member, named piece or space, seat or team, or nothing, as its number.
    `label` is what the author wrote: a parameter's name, a member's name.
    """

    value: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Local(Value):
    variable: Variable


@dataclass(frozen=True, slots=True)
class Me(Value):
    pass


@dataclass(frozen=True, slots=True)
class CounterOf(Value):
    """`owner` is None for a counter of the whole game, else a player or team."""

    counter: Counter
    owner: Value | None


@dataclass(frozen=True, slots=True)
class ZoneOf(Value):
    """A zone as a place."""

    zone: Zone
    owner: Value | None


@dataclass(frozen=True, slots=True)
class Contents(Value):
    """The pieces of one kind in a place."""

    place: Value
    kind: PieceKind


@dataclass(frozen=True, slots=True)
class TokenOn(Value):
    """The owner or side of the token on a space that holds one (nothing if empty). Of both, the owner."""

    token: TokenKind
    place: Value


@dataclass(frozen=True, slots=True)
class TokenCount(Value):
    """How many tokens (of one owner) in a place; `owner` None: of all owners."""

    token: TokenKind
    owner: Value | None
    place: Value


@dataclass(frozen=True, slots=True)
class AttributeOf(Value):
    attribute: Attribute
    target: Value


@dataclass(frozen=True, slots=True)
class VariableOf(Value):
    variable: StateVariable
    target: Value


@dataclass(frozen=True, slots=True)
class PlaceOf(Value):
    """Where a piece is."""

    target: Value


@dataclass(frozen=True, slots=True)
class TeamOf(Value):
    player: Value


@dataclass(frozen=True, slots=True)
class Opponents(Value):
    """The teams that a player is not in."""

    player: Value


@dataclass(frozen=True, slots=True)
class All(Value):
    """All members of a kind: the fields, the players, an enum."""


@dataclass(frozen=True, slots=True)
class Neighbours(Value):
    space: Value


@dataclass(frozen=True, slots=True)
class Step(Value):
    """The space `count` steps in a direction; nothing beyond the edge."""

    space: Value
    direction: Value
    count: Value


@dataclass(frozen=True, slots=True)
class Distance(Value):
    """Fewest steps between two spaces; a number past the board's size when unreachable."""

    first: Value
    second: Value


@dataclass(frozen=True, slots=True)
class Groups(Value):
    """The connected parts of a set of spaces: a set of sets."""

    binder: Binder


@dataclass(frozen=True, slots=True)
class TopOf(Value):
    """The top piece of a pile, or nothing."""

    place: Value
    kind: PieceKind


@dataclass(frozen=True, slots=True)
class Extremal(Value):
    """Of a set, the elements for which `value` is most or least."""

    binder: Binder
    kind: Literal["most", "least"]
    value: Value


@dataclass(frozen=True, slots=True)
class Aggregate(Value):
    """count (value None), sum, or the greatest or least value (0 for an empty set)."""

    kind: Literal["count", "sum", "most", "least"]
    binder: Binder
    value: Value | None


@dataclass(frozen=True, slots=True)
class Quantified(Value):
    """exists, no; `every x satisfies C` is bound as no x where not C, keeping kind "every"."""

    kind: Literal["exists", "no", "every"]
    binder: Binder


@dataclass(frozen=True, slots=True)
class First(Value):
    """The first element in the stable order, or nothing."""

    binder: Binder


@dataclass(frozen=True, slots=True)
class IfValue(Value):
    condition: Value
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class Or(Value):
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class And(Value):
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Not(Value):
    value: Value


@dataclass(frozen=True, slots=True)
class Compare(Value):
    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Member(Value):
    element: Value
    domain: Value


@dataclass(frozen=True, slots=True)
class Arithmetic(Value):
    operator: Literal["+", "-", "*", "/", "mod", "^"]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class MinMax(Value):
    """min(a, b, ...), max(a, b, ...)."""

    kind: Literal["min", "max"]
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class SetOf(Value):
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class NumberRange(Value):
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Can(Value):
    player: Value
    rule: Rule
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CallFunction(Value):
    function: Function
    arguments: tuple[Value, ...]
