"""Expressions: integers worked out from the state. They have no side effects; truths are the integers 0 and 1.

`low` and `high` bound what an expression can be.
"""

from __future__ import annotations

from dataclasses import field
from itertools import islice
from operator import is_not
from typing import TYPE_CHECKING, ClassVar, Literal

from interpreter.source.records import fields_of, kept, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.model.types import Type

UNKNOWN = (-(2**31), 2**31 - 1)  # the bounds of every number that rules work out


@record
class Expr:
    __slots__ = ("_areas", "_children", "_free", "_hash", "_size", "_tabled")

    if TYPE_CHECKING:
        __match_args__: ClassVar[tuple[str, ...]]


@record
class Const(Expr):
    value: int


@record
class Var(Expr):
    """A variable: a slot if it lives across a decision, else a local of the emitted function."""

    name: str
    low: int = field(default=UNKNOWN[0], compare=False)
    high: int = field(default=UNKNOWN[1], compare=False)


@record
class Load(Expr):
    """The slot at `index`. `area` names what is stored there, to tell which writes can change it."""

    index: Expr
    area: str = field(default="", compare=False)
    low: int = field(default=UNKNOWN[0], compare=False)
    high: int = field(default=UNKNOWN[1], compare=False)


@record
class Table(Expr):
    """Entry `index` of a constant table, or of a row of one."""

    base: str | Table
    index: Expr


@record
class Op(Expr):
    """A power is the nearest number of 32 bits; a square is exact."""

    kind: Literal["+", "-", "*", "//", "%", "**", "min", "max"]
    items: tuple[Expr, ...]


@record
class Compare(Expr):
    kind: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@record
class Logic(Expr):
    kind: Literal["and", "or"]
    items: tuple[Expr, ...]


@record
class Not(Expr):
    item: Expr


@record
class Select(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@record
class Range(Expr):
    """Iterates from `first` up to `last`, both included."""

    first: Expr
    last: Expr


@record
class ZoneItems(Expr):
    """Iterates over the pieces listed from slot `base` (the count), bottom first, that lie in `low`..`high`."""

    base: Expr
    low: int
    high: int
    all: bool


@record
class SetItems(Expr):
    """Iterates over the pieces whose bits are set in `bits`, bit 0 being piece `first`; those in `low`..`high`, which
    are all if `alone`.
    """

    bits: Expr
    first: int
    low: int
    high: int
    alone: bool = True


@record
class BitCount(Expr):
    bits: Expr


@record
class Row(Expr):
    """Iterates over a tuple of constants."""

    table: str
    index: Expr


@record
class Items(Expr):
    items: tuple[Expr, ...]


@record
class Combined(Expr):
    """Iterates over two sets as one: what is in either (`union`), or in the first only (`minus`)."""

    kind: Literal["union", "minus"]
    left: Expr
    right: Expr


@record
class Reversed(Expr):
    """Iterates over a set from its last element to its first."""

    over: Expr


@record
class Filter(Expr):
    """Iterates over the elements for which the condition holds."""

    var: Var
    over: Expr
    where: Expr


@record
class Groups(Expr):
    """Iterates over connected groups; each is itself a list to iterate over (`Members`)."""

    over: Expr
    neighbours: str


@record
class Members(Expr):
    group: Var


@record
class Extremal(Expr):
    """Iterates over those elements for which `value` is greatest or least."""

    var: Var
    over: Expr
    value: Expr
    kind: Literal["most", "least"]


@record
class Reduce(Expr):
    """`first` gives `default` when there is none; `most` and `least` give 0 for an empty set."""

    kind: Literal["count", "sum", "most", "least", "exists", "first"]
    var: Var
    over: Expr
    where: Expr | None
    value: Expr | None
    default: int = 0


@record
class Invoke(Expr):
    """A pure function emitted beside the rules: named values and `can`."""

    function: str
    arguments: tuple[Expr, ...]
    areas: frozenset[str] = frozenset()


@record
class Gift(Expr):
    """Each source of a set with what it `gives`, in all or of each kind, and what it `owes`: of each kind, or ()."""

    sort: Literal["each", "any", "another"]
    var: Var
    over: Expr
    where: Expr | None
    gives: tuple[Expr, ...]
    owes: tuple[Expr, ...]


@record
class Gifts(Expr):
    items: tuple[Gift, ...]


@record
class Payable(Expr):
    """Whether `gifts` are enough for so much of each kind, which is each member of the type `kind`."""

    needs: tuple[Expr, ...]
    gifts: Gifts
    kind: Type = field(compare=False)


@record
class Picks(Expr):
    """Iterates over the sources that can be picked next, after those that are in the lists `picked`."""

    needs: tuple[Expr, ...]
    gifts: Gifts
    picked: tuple[Expr, ...]


# ---- walking --------------------------------------------------------------------------------------------


@kept("_children")
def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions that are an expression's own fields, in their order."""
    return fields_of(expr, Expr)


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and everything within it, outermost first."""
    waiting = [expr]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += reversed(children(found))


@kept("_size")
def measured(expr: Expr) -> tuple[int, int]:
    """How many parts an expression has, each counted wherever it occurs, and how deep they lie within each other."""
    inner = [measured(child) for child in children(expr)]
    if not inner:
        return 1, 1
    sizes, depths = zip(*inner, strict=True)
    return 1 + sum(sizes), 1 + max(depths)


@kept("_free")
def free(expr: Expr) -> tuple[Var, ...]:
    """The variables in an expression that nothing within it binds, each once."""
    if isinstance(expr, Var):
        return (expr,)
    below = children(expr)
    found = {var.name: var for child in below for var in free(child)} if below else {}
    if isinstance(expr, Reduce | Filter | Extremal | Gift):
        del found[expr.var.name]
    return tuple(found.values())


def rebuild(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with `change` applied to its children."""
    before = children(expr)
    after = list(map(change, before))
    if not any(map(is_not, after, before)):
        return expr
    changed = iter(after)
    values = []
    for name in expr.__match_args__:
        value = getattr(expr, name)
        if isinstance(value, Expr):
            value = next(changed)
        elif type(value) is tuple and value and isinstance(value[0], Expr):
            value = tuple(islice(changed, len(value)))
        values.append(value)
    return type(expr)(*values)


def substitute(expr: Expr, old: Expr, new: Expr) -> Expr:
    """The expression with `new` wherever it has `old`."""
    if expr == old:
        return new
    return rebuild(expr, lambda child: substitute(child, old, new))


@kept("_tabled")
def tabled(expr: Expr) -> bool:
    """Whether anything is looked up in a table."""
    return isinstance(expr, Table) or any(map(tabled, children(expr)))


@kept("_areas")
def areas(expr: Expr) -> frozenset[str]:
    """What parts of the state the expression reads."""
    own, below = _own_areas(expr), children(expr)
    return own.union(*map(areas, below)) if below else own


def _own_areas(expr: Expr) -> frozenset[str]:
    match expr:
        case Load(area=area):
            return frozenset({area})
        case Invoke(areas=areas):
            return areas
        case ZoneItems() | SetItems():
            return frozenset({"lists"})
        case _:
            return frozenset()
