"""Syntax nodes of effects and of signatures."""

from __future__ import annotations

from typing import Literal

from interpreter.language.ast.values import Binder, Node, Value
from interpreter.source.records import record


class Effect(Node):
    """Something that happens."""

    __slots__ = ()


@record
class Sequence(Effect):
    """`A; B`: in this order."""

    items: tuple[Effect, ...]


@record
class AnyOrder(Effect):
    """`A & B`: all, in the order the player likes."""

    items: tuple[Effect, ...]


@record
class Alternatives(Effect):
    """`A | B`: one of these, chosen."""

    items: tuple[Effect, ...]


@record
class Otherwise(Effect):
    """`A otherwise B`: B when A is impossible."""

    first: Effect
    second: Effect


@record
class Conditional(Effect):
    """`if C: A`, or `if C: A else: B`."""

    condition: Value
    then: Effect
    otherwise: Effect | None = None


@record
class OnlyIf(Effect):
    """Impossible, and so never offered, unless the condition holds."""

    condition: Value
    body: Effect


@record
class ForEach(Effect):
    """The body once for every element, in the set's order or in the player's."""

    binder: Binder
    any_order: bool
    body: Effect


@record
class EachPlayer(Effect):
    """Every player once, in turn order, beginning with `start` or the first seat."""

    start: Value | None
    body: Effect


@record
class AtOnce(Effect):
    """Every player chooses on the same state; then all choices are carried out in seat order."""

    binder: Binder
    body: Effect


@record
class AsPlayer(Effect):
    """The body with another player as `me`."""

    player: Value
    body: Effect


@record
class Bound(Node):
    """How many: exactly or at most `amount`."""

    kind: Literal["exactly", "at_most"]
    amount: Value


@record
class Choose(Effect):
    """One element (or `bound` different ones, one after another), and the body with it."""

    bound: Bound | None
    binder: Binder
    body: Effect


@record
class Repeat(Effect):
    """The body so many times."""

    times: Value
    body: Effect


@record
class RepeatUntil(Effect):
    """Test first, then the body, and again."""

    condition: Value
    body: Effect


@record
class TakeTurns(Effect):
    """Players in turn order, round after round; the condition is tested before each turn."""

    start: Value | None
    condition: Value
    body: Effect


@record
class Let(Effect):
    """The body with a name for a value."""

    variable: str
    value: Value
    body: Effect


@record
class Invoke(Effect):
    """An icon, a rule, or a gain of a counter: `apple 2`, `turn`, `plant(tree, spot)`."""

    name: str
    arguments: tuple[Value, ...]


@record
class Cost(Node):
    """How much of a counter: `apple 3`; one when no amount is given."""

    name: str
    amount: Value | None = None


@record
class Pay(Effect):
    """All costs, then the body. Impossible unless all can be paid."""

    costs: tuple[Cost, ...]
    body: Effect | None = None


@record
class Gift(Node):
    """What a source gives: `amount` of each kind, of any kinds, or of a kind that is given already."""

    kind: Literal["each", "any", "another"]
    amount: Value


@record
class Source(Node):
    """Things of a set, each with what it gives, what has to be paid in addition, and what becomes of it."""

    binder: Binder
    gift: Gift
    owing: Value | None
    body: Effect


@record
class Cover(Effect):
    """`need` of each kind that `binder` names, paid with as few of the sources' things as are enough."""

    need: Value
    binder: Binder
    sources: tuple[Source, ...]


@record
class Lose(Effect):
    """Down to the counter's minimum; never impossible."""

    cost: Cost


@record
class May(Effect):
    """The body, if the player likes."""

    body: Effect


@record
class SomeOf(Effect):
    """`up to 2 different of (A | B)`."""

    bound: Bound
    different: bool
    items: tuple[Effect, ...]


@record
class SetTo(Effect):
    """`set phase to 2`: a counter or an attribute gets a value."""

    target: Value
    value: Value


@record
class Move(Effect):
    """Components, or `amount` tokens `source`d from a place, to a place."""

    amount: Value | None
    what: Value
    source: Value | None
    to: Value
    showing: Value | None
    at_bottom: bool


@record
class Draw(Effect):
    """The top `amount` components of a pile, to another place."""

    amount: Value | None
    source: Value
    to: Value


@record
class Shuffle(Effect):
    """Puts a pile into random order."""

    place: Value


@record
class Roll(Effect):
    """Sets a component's number at random within its range: `roll value of d`."""

    target: Value


@record
class Flip(Effect):
    """Turns the token on a space to another side."""

    token: Value
    side: Value


@record
class Do(Effect):
    """Carries out an effect that is printed on a component: `do action of card`."""

    attribute: str
    target: Value


@record
class Pass(Effect):
    """A decision with one option: to do nothing."""


@record
class EndGame(Effect):
    """Nothing more happens; the score is counted."""


@record
class NoEffect(Effect):
    """Does nothing."""


@record
class Parameter(Node):
    """`t: tree`."""

    name: str
    type: str


@record
class Signature(Node):
    """`plant(t: tree, s: spot)`: the key of a rule or a named value."""

    name: str
    parameters: tuple[Parameter, ...]
