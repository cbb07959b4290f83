"""Effects and values with every name bound and every value typed, for the compiler and the explainer."""

from __future__ import annotations

from dataclasses import dataclass, field
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
from interpreter.model.types import Type
from interpreter.source import NO_SPAN, Span


@dataclass(frozen=True, slots=True)
class Variable:
    """A name that stands for a value while a body runs. `uid` tells equal names apart within a model."""

    name: str
    type: Type
    uid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Node):
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Node):
    pass


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """Each `variable` of `domain` for which `where` holds."""

    variable: Variable
    domain: Value
    where: Value | None


# ---- values --------------------------------------------------------------------------------------


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


# ---- effects -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sequence(Effect):
    items: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class AnyOrder(Effect):
    items: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Alternatives(Effect):
    items: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Otherwise(Effect):
    first: Effect
    second: Effect


@dataclass(frozen=True, slots=True)
class Conditional(Effect):
    condition: Value
    then: Effect
    otherwise: Effect | None


@dataclass(frozen=True, slots=True)
class OnlyIf(Effect):
    condition: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class ForEach(Effect):
    binder: Binder
    any_order: bool
    body: Effect


@dataclass(frozen=True, slots=True)
class EachPlayer(Effect):
    start: Value | None
    body: Effect


@dataclass(frozen=True, slots=True)
class AtOnce(Effect):
    binder: Binder
    body: Effect


@dataclass(frozen=True, slots=True)
class AsPlayer(Effect):
    player: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class Choose(Effect):
    """`amount` None: exactly one. Else exactly or at most that many different ones, one by one."""

    binder: Binder
    limit: Literal["exactly", "at_most"] | None
    amount: Value | None
    body: Effect


@dataclass(frozen=True, slots=True)
class Repeat(Effect):
    times: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class RepeatUntil(Effect):
    condition: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class TakeTurns(Effect):
    start: Value | None
    condition: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class Let(Effect):
    variable: Variable
    value: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """So much of a counter of one owner (None: of the game)."""

    counter: Counter
    owner: Value | None
    amount: Value


@dataclass(frozen=True, slots=True)
class Gain(Effect):
    amount: Amount


@dataclass(frozen=True, slots=True)
class Pay(Effect):
    costs: tuple[Amount, ...]
    body: Effect | None


@dataclass(frozen=True, slots=True)
class Lose(Effect):
    amount: Amount


@dataclass(frozen=True, slots=True)
class CallRule(Effect):
    rule: Rule
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class May(Effect):
    body: Effect


@dataclass(frozen=True, slots=True)
class SomeOf(Effect):
    limit: Literal["exactly", "at_most"]
    amount: Value
    different: bool
    items: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class SetCounter(Effect):
    counter: Counter
    owner: Value | None
    value: Value


@dataclass(frozen=True, slots=True)
class SetVariable(Effect):
    variable: StateVariable
    target: Value
    value: Value


@dataclass(frozen=True, slots=True)
class MovePieces(Effect):
    """`what` is a piece or a set of pieces; a set keeps its order."""

    what: Value
    to: Value
    at_bottom: bool


@dataclass(frozen=True, slots=True)
class MoveTokens(Effect):
    """Impossible unless the source has `amount` (of `owner`, if tokens have one) and the target has room."""

    token: TokenKind
    owner: Value | None
    amount: Value
    source: Value
    to: Value
    side: Value | None


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """As many as there are, when fewer than `amount`."""

    amount: Value
    source: Value
    to: Value


@dataclass(frozen=True, slots=True)
class Shuffle(Effect):
    place: Value


@dataclass(frozen=True, slots=True)
class Roll(Effect):
    variable: StateVariable
    target: Value


@dataclass(frozen=True, slots=True)
class FlipToken(Effect):
    token: TokenKind
    place: Value
    side: Value


@dataclass(frozen=True, slots=True)
class Do(Effect):
    attribute: Attribute
    target: Value


@dataclass(frozen=True, slots=True)
class Pass(Effect):
    pass


@dataclass(frozen=True, slots=True)
class EndGame(Effect):
    pass


@dataclass(frozen=True, slots=True)
class NoEffect(Effect):
    pass
