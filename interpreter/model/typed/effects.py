"""Typed effects."""

from __future__ import annotations

from typing import Literal

from interpreter.model.game import Attribute, Counter, Rule, StateVariable, TokenKind
from interpreter.model.typed.nodes import Binder, Effect, Node, Value, Variable
from interpreter.source.records import record


@record
class Sequence(Effect):
    items: tuple[Effect, ...]


@record
class AnyOrder(Effect):
    items: tuple[Effect, ...]


@record
class Alternatives(Effect):
    items: tuple[Effect, ...]


@record
class Otherwise(Effect):
    first: Effect
    second: Effect


@record
class Conditional(Effect):
    condition: Value
    then: Effect
    otherwise: Effect | None


@record
class OnlyIf(Effect):
    condition: Value
    body: Effect


@record
class ForEach(Effect):
    binder: Binder
    any_order: bool
    body: Effect


@record
class EachPlayer(Effect):
    start: Value | None
    body: Effect


@record
class AtOnce(Effect):
    binder: Binder
    body: Effect


@record
class AsPlayer(Effect):
    player: Value
    body: Effect


@record
class Choose(Effect):
    """`amount` None: exactly one. Else exactly or at most that many different ones, one by one."""

    binder: Binder
    limit: Literal["exactly", "at_most"] | None
    amount: Value | None
    body: Effect


@record
class Repeat(Effect):
    times: Value
    body: Effect


@record
class RepeatUntil(Effect):
    condition: Value
    body: Effect


@record
class TakeTurns(Effect):
    start: Value | None
    condition: Value
    body: Effect


@record
class Let(Effect):
    variable: Variable
    value: Value
    body: Effect


@record
class Amount(Node):
    """So much of a counter of one owner (None: of the game)."""

    counter: Counter
    owner: Value | None
    amount: Value


@record
class Gain(Effect):
    """`modifier`: the name of the counter's modifier that brings it; empty for a rule's own gain."""

    amount: Amount
    modifier: str = ""


@record
class ModifiedGain(Effect):
    """A gain of a counter that has modifiers: what the text says, and `whole` with what these add, in order."""

    gain: Gain
    whole: Effect


@record
class Pay(Effect):
    costs: tuple[Amount, ...]
    body: Effect | None


@record
class Source(Node):
    """Pieces to pay with, and what becomes of each that is used. `sort`: whether it `gives` so much of each kind (the
    covered kind's variable may stand in it), so much in all of any kinds, or of kinds that are given already. `owes`:
    what has to be paid of each kind in addition.
    """

    binder: Binder
    sort: Literal["each", "any", "another"]
    gives: Value
    owes: Value | None
    body: Effect


@record
class Cover(Effect):
    """`need` of each member of an enum (the binder's), paid with pieces that the player picks one after another."""

    binder: Binder
    need: Value
    sources: tuple[Source, ...]


@record
class Lose(Effect):
    amount: Amount


@record
class CallRule(Effect):
    rule: Rule
    arguments: tuple[Value, ...]


@record
class May(Effect):
    body: Effect


@record
class SomeOf(Effect):
    limit: Literal["exactly", "at_most"]
    amount: Value
    different: bool
    items: tuple[Effect, ...]


@record
class SetCounter(Effect):
    counter: Counter
    owner: Value | None
    value: Value


@record
class SetVariable(Effect):
    variable: StateVariable
    target: Value
    value: Value


@record
class MovePieces(Effect):
    """`what` is a piece or a set of pieces; a set keeps its order."""

    what: Value
    to: Value
    at_bottom: bool


@record
class MoveTokens(Effect):
    """Impossible unless the source has `amount` (of `owner`, if tokens have one) and the target has room."""

    token: TokenKind
    owner: Value | None
    amount: Value
    source: Value
    to: Value
    side: Value | None


@record
class Draw(Effect):
    """As many as there are, when fewer than `amount`."""

    amount: Value
    source: Value
    to: Value


@record
class Shuffle(Effect):
    place: Value


@record
class Roll(Effect):
    variable: StateVariable
    target: Value


@record
class FlipToken(Effect):
    token: TokenKind
    place: Value
    side: Value


@record
class Do(Effect):
    attribute: Attribute
    target: Value


@record
class Pass(Effect):
    pass


@record
class EndGame(Effect):
    pass


@record
class NoEffect(Effect):
    pass
