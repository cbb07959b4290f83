"""Syntax nodes of values, and what all nodes have in common."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from interpreter.source import NO_SPAN, Span
from interpreter.source.records import named_record, record


@named_record
class Node:
    """A part of DSL text. `span` points into the author's file."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


class Value(Node):
    """A number, a truth, a component, a place, a player or a set of these."""

    __slots__ = ()


@record
class Number(Value):
    """A whole number: `3`."""

    value: int


@record
class Name(Value):
    """A component, a place, a variable, a named value without parameters: `deck`."""

    id: str


@record
class Me(Value):
    """The player who acts."""


@record
class It(Value):
    """The element under test in a `where` that names no variable."""


@record
class Nothing(Value):
    """No component, no place."""


@record
class Of(Value):
    """`direction of card`, `hand of me`."""

    name: str
    target: Value


@record
class On(Value):
    """`marble on target(card)`, `marble of me on basket of me`."""

    what: Value
    place: Value


@record
class Call(Value):
    """A named value or a built-in function applied to arguments."""

    name: str
    arguments: tuple[Value, ...]


@record
class Extreme(Node):
    """`with most V`, `with least V`: of the set, only the elements where V is greatest or smallest."""

    kind: Literal["most", "least"]
    value: Value


@record
class Binder(Value):
    """`x in SET where C with most V`. `variable` is None when the text says `it`."""

    variable: str | None
    domain: Value
    where: Value | None = None
    extreme: Extreme | None = None


@record
class Comprehension(Value):
    """`V for x in SET where C`, inside sum(...), most(...), least(...)."""

    value: Value
    binder: Binder


@record
class Quantified(Value):
    """`exists x in SET where C`, `no x in SET where C`, `every x in SET satisfies C`."""

    kind: Literal["exists", "no", "every"]
    binder: Binder
    condition: Value | None = None


@record
class IfValue(Value):
    """`if C then V else W`."""

    condition: Value
    then: Value
    otherwise: Value


@record
class Or(Value):
    """`a or b`: true when one of them is."""

    items: tuple[Value, ...]


@record
class And(Value):
    """`a and b`: true when all of them are."""

    items: tuple[Value, ...]


@record
class Not(Value):
    """`not a`."""

    value: Value


@record
class Compare(Value):
    """`a <= b`; places and components compare by `=` and `!=`."""

    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value


@record
class Member(Value):
    """`x in SET`."""

    element: Value
    domain: Value


@record
class Can(Value):
    """`p can RULE`: player p could carry out the rule now."""

    player: Value
    rule: str
    arguments: tuple[Value, ...]


@record
class Arithmetic(Value):
    """`/` rounds down."""

    operator: Literal["+", "-", "*", "/", "mod", "^"]
    left: Value
    right: Value


@record
class Negate(Value):
    """`-a`."""

    value: Value


@record
class SetOf(Value):
    """`{a, b}`: these."""

    items: tuple[Value, ...]


@record
class NumberRange(Value):
    """`{1..6}`, both ends included."""

    first: int
    last: int
