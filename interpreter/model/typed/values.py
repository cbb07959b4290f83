"""Typed values."""

from __future__ import annotations

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
from interpreter.source.records import record


@record
class Const(Value):
    """A number, truth (0, 1), enum member, named piece or space, seat or team, or nothing, as its number.
    `label` is what the author wrote: a parameter's name, a member's name.
    """

    value: int
    label: str = ""


@record
class Local(Value):
    variable: Variable


@record
class Me(Value):
    pass


@record
class CounterOf(Value):
    """`owner` is None for a counter of the whole game, else a player or team."""

    counter: Counter
    owner: Value | None


@record
class ZoneOf(Value):
    """A zone as a place."""

    zone: Zone
    owner: Value | None


@record
class Contents(Value):
    """The pieces of one kind in a place."""

    place: Value
    kind: PieceKind


@record
class TokenOn(Value):
    """The owner or side of the token on a space that holds one (nothing if empty). Of both, the owner."""

    token: TokenKind
    place: Value


@record
class TokenCount(Value):
    """How many tokens (of one owner) in a place; `owner` None: of all owners."""

    token: TokenKind
    owner: Value | None
    place: Value


@record
class AttributeOf(Value):
    attribute: Attribute
    target: Value


@record
class VariableOf(Value):
    variable: StateVariable
    target: Value


@record
class PlaceOf(Value):
    """Where a piece is."""

    target: Value


@record
class TeamOf(Value):
    player: Value


@record
class Opponents(Value):
    """The teams that a player is not in."""

    player: Value


@record
class Next(Value):
    """The one after a player, a team or a word of an enum, and after the last the first."""

    value: Value


@record
class All(Value):
    """All members of a kind: the fields, the players, an enum."""


@record
class Neighbours(Value):
    space: Value


@record
class Step(Value):
    """The space `count` steps in a direction; nothing beyond the edge."""

    space: Value
    direction: Value
    count: Value


@record
class Distance(Value):
    """Fewest steps between two spaces; a number past the board's size when unreachable."""

    first: Value
    second: Value


@record
class Groups(Value):
    """The connected parts of a set of spaces: a set of sets."""

    binder: Binder


@record
class TopOf(Value):
    """The top piece of a pile, or nothing."""

    place: Value
    kind: PieceKind


@record
class Extremal(Value):
    """Of a set, the elements for which `value` is most or least."""

    binder: Binder
    kind: Literal["most", "least"]
    value: Value


@record
class Aggregate(Value):
    """count (value None), sum, or the greatest or least value (0 for an empty set)."""

    kind: Literal["count", "sum", "most", "least"]
    binder: Binder
    value: Value | None


@record
class Quantified(Value):
    """exists, no; `every x satisfies C` is bound as no x where not C, keeping kind "every"."""

    kind: Literal["exists", "no", "every"]
    binder: Binder


@record
class First(Value):
    """The first element in the stable order, or nothing."""

    binder: Binder


@record
class IfValue(Value):
    condition: Value
    then: Value
    otherwise: Value


@record
class Or(Value):
    items: tuple[Value, ...]


@record
class And(Value):
    items: tuple[Value, ...]


@record
class Not(Value):
    value: Value


@record
class Compare(Value):
    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value


@record
class Member(Value):
    element: Value
    domain: Value


@record
class Arithmetic(Value):
    operator: Literal["+", "-", "*", "/", "mod", "^"]
    left: Value
    right: Value


@record
class MinMax(Value):
    """min(a, b, ...), max(a, b, ...)."""

    kind: Literal["min", "max"]
    items: tuple[Value, ...]


@record
class SetOf(Value):
    items: tuple[Value, ...]


@record
class NumberRange(Value):
    first: int
    last: int


@record
class Can(Value):
    player: Value
    rule: Rule
    arguments: tuple[Value, ...]


@record
class CallFunction(Value):
    function: Function
    arguments: tuple[Value, ...]
