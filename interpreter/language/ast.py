"""The syntax tree of the effect language: what an author wrote, with the place of every part.

Names are not bound here; `interpreter.model` does that. Spans take no part in equality.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from interpreter.source import NO_SPAN, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A part of DSL text. `span` points into the author's file."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


class Value(Node):
    """A number, a truth, a component, a place, a player or a set of these."""

    __slots__ = ()


class Effect(Node):
    """Something that happens."""

    __slots__ = ()


# ---- values --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Value):
    """A whole number: `3`."""

    value: int


@dataclass(frozen=True, slots=True)
class Name(Value):
    """A component, a place, a variable, a named value without parameters: `crown`."""

    id: str


@dataclass(frozen=True, slots=True)
class Me(Value):
    """The player who acts."""


@dataclass(frozen=True, slots=True)
class It(Value):
    """The element under test in a `where` that names no variable."""


@dataclass(frozen=True, slots=True)
class Nothing(Value):
    """No component, no place."""


@dataclass(frozen=True, slots=True)
class Of(Value):
    """`direction of card`, `hand of me`."""

    name: str
    target: Value


@dataclass(frozen=True, slots=True)
class On(Value):
    """`stone on target(card)`, `influence of me on bank of me`."""

    what: Value
    place: Value


@dataclass(frozen=True, slots=True)
class Call(Value):
    """A named value or a built-in function applied to arguments."""

    name: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Extreme(Node):
    """`with most V`, `with least V`: of the set, only the elements where V is greatest or smallest."""

    kind: Literal["most", "least"]
    value: Value


@dataclass(frozen=True, slots=True)
class Binder(Value):
    """`x in SET where C with most V`. `variable` is None when the text says `it`."""

    variable: str | None
    domain: Value
    where: Value | None = None
    extreme: Extreme | None = None


@dataclass(frozen=True, slots=True)
class Comprehension(Value):
    """`V for x in SET where C`, inside sum(...), most(...), least(...)."""

    value: Value
    binder: Binder


@dataclass(frozen=True, slots=True)
class Quantified(Value):
    """`exists x in SET where C`, `no x in SET where C`, `every x in SET satisfies C`."""

    kind: Literal["exists", "no", "every"]
    binder: Binder
    condition: Value | None = None


@dataclass(frozen=True, slots=True)
class IfValue(Value):
    """`if C then V else W`."""

    condition: Value
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class Or(Value):
    """`a or b`: true when one of them is."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class And(Value):
    """`a and b`: true when all of them are."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Not(Value):
    """`not a`."""

    value: Value


@dataclass(frozen=True, slots=True)
class Compare(Value):
    """`a <= b`; places and components compare by `=` and `!=`."""

    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Member(Value):
    """`x in SET`."""

    element: Value
    domain: Value


@dataclass(frozen=True, slots=True)
class Can(Value):
    """`p can RULE`: player p could carry out the rule now."""

    player: Value
    rule: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Value):
    """`/` rounds down."""

    operator: Literal["+", "-", "*", "/", "mod", "^"]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Negate(Value):
    """`-a`."""

    value: Value


@dataclass(frozen=True, slots=True)
class SetOf(Value):
    """`{a, b}`: these."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class NumberRange(Value):
    """`{1..6}`, both ends included."""

    first: int
    last: int


# ---- effects -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sequence(Effect):
    """`A; B`: in this order."""

    items: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class AnyOrder(Effect):
    """`A & B`: all, in the order the player likes."""

    items: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Alternatives(Effect):
    """`A | B`: one of these, chosen."""

    items: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Otherwise(Effect):
    """`A otherwise B`: B when A is impossible."""

    first: Effect
    second: Effect


@dataclass(frozen=True, slots=True)
class Conditional(Effect):
    """`if C: A`, or `if C: A else: B`."""

    condition: Value
    then: Effect
    otherwise: Effect | None = None


@dataclass(frozen=True, slots=True)
class OnlyIf(Effect):
    """Impossible, and so never offered, unless the condition holds."""

    condition: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class ForEach(Effect):
    """The body once for every element, in the set's order or in the player's."""

    binder: Binder
    any_order: bool
    body: Effect


@dataclass(frozen=True, slots=True)
class EachPlayer(Effect):
    """Every player once, in turn order, beginning with `start` or the first seat."""

    start: Value | None
    body: Effect


@dataclass(frozen=True, slots=True)
class AtOnce(Effect):
    """Every player chooses on the same state; then all choices are carried out in seat order."""

    binder: Binder
    body: Effect


@dataclass(frozen=True, slots=True)
class AsPlayer(Effect):
    """The body with another player as `me`."""

    player: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """How many: exactly or at most `amount`."""

    kind: Literal["exactly", "at_most"]
    amount: Value


@dataclass(frozen=True, slots=True)
class Choose(Effect):
    """One element (or `bound` different ones, one after another), and the body with it."""

    bound: Bound | None
    binder: Binder
    body: Effect


@dataclass(frozen=True, slots=True)
class Repeat(Effect):
    """The body so many times."""

    times: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class RepeatUntil(Effect):
    """Test first, then the body, and again."""

    condition: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class TakeTurns(Effect):
    """Players in turn order, round after round; the condition is tested before each turn."""

    start: Value | None
    condition: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class Let(Effect):
    """The body with a name for a value."""

    variable: str
    value: Value
    body: Effect


@dataclass(frozen=True, slots=True)
class Invoke(Effect):
    """An icon, a rule, or a gain of a counter: `iron 2`, `turn`, `place_die(d, s)`."""

    name: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """How much of a counter: `coin 3`; one when no amount is given."""

    name: str
    amount: Value | None = None


@dataclass(frozen=True, slots=True)
class Pay(Effect):
    """All costs, then the body. Impossible unless all can be paid."""

    costs: tuple[Cost, ...]
    body: Effect | None = None


@dataclass(frozen=True, slots=True)
class Lose(Effect):
    """Down to the counter's minimum; never impossible."""

    cost: Cost


@dataclass(frozen=True, slots=True)
class May(Effect):
    """The body, if the player likes."""

    body: Effect


@dataclass(frozen=True, slots=True)
class SomeOf(Effect):
    """`up to 2 different of (A | B)`."""

    bound: Bound
    different: bool
    items: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class SetTo(Effect):
    """`set phase to 2`: a counter or an attribute gets a value."""

    target: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Move(Effect):
    """Components, or `amount` tokens `source`d from a place, to a place."""

    amount: Value | None
    what: Value
    source: Value | None
    to: Value
    showing: Value | None
    at_bottom: bool


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """The top `amount` components of a pile, to another place."""

    amount: Value | None
    source: Value
    to: Value


@dataclass(frozen=True, slots=True)
class Shuffle(Effect):
    """Puts a pile into random order."""

    place: Value


@dataclass(frozen=True, slots=True)
class Roll(Effect):
    """Sets a component's number at random within its range: `roll value of d`."""

    target: Value


@dataclass(frozen=True, slots=True)
class Flip(Effect):
    """Turns the token on a space to another side."""

    token: Value
    side: Value


@dataclass(frozen=True, slots=True)
class Do(Effect):
    """Carries out an effect that is printed on a component: `do action of card`."""

    attribute: str
    target: Value


@dataclass(frozen=True, slots=True)
class Pass(Effect):
    """A decision with one option: to do nothing."""


@dataclass(frozen=True, slots=True)
class EndGame(Effect):
    """Nothing more happens; the score is counted."""


@dataclass(frozen=True, slots=True)
class NoEffect(Effect):
    """Does nothing."""


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """`d: die`."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """`place_die(d: die, s: space)`: the key of a rule or a named value."""

    name: str
    parameters: tuple[Parameter, ...]
