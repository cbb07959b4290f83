"""Typed effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from interpreter.model.game import Attribute, Counter, Rule, StateVariable, TokenKind
from interpreter.model.typed.nodes import Binder, Effect, Node, Value, Variable


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
