"""The intermediate representation: integer expressions and statements over one flat array of slots.

Both emitters read this. Expressions have no side effects. `low` and `high` bound what an expression can be, when known.
Truths are the integers 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from interpreter.model import typed
from interpreter.source import Span

UNKNOWN = (-(2**31), 2**31 - 1)


@dataclass(frozen=True, slots=True)
class Expr:
    pass


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Var(Expr):
    """A variable: a slot if it lives across a decision, else a local of the emitted function."""

    name: str
    low: int = field(default=UNKNOWN[0], compare=False)
    high: int = field(default=UNKNOWN[1], compare=False)


@dataclass(frozen=True, slots=True)
class Load(Expr):
    """The slot at `index`. `area` names what is stored there, to tell which writes can change it."""

    index: Expr
    area: str = field(default="", compare=False)
    low: int = field(default=UNKNOWN[0], compare=False)
    high: int = field(default=UNKNOWN[1], compare=False)


@dataclass(frozen=True, slots=True)
class Table(Expr):
    """Entry `index` of a constant table, or of a row of one."""

    base: str | Table
    index: Expr


@dataclass(frozen=True, slots=True)
class Op(Expr):
    kind: Literal["+", "-", "*", "//", "%", "**", "min", "max"]
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    kind: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Logic(Expr):
    kind: Literal["and", "or"]
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(Expr):
    item: Expr


@dataclass(frozen=True, slots=True)
class Select(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """Iterates from `first` up to `last`, both included."""

    first: Expr
    last: Expr


@dataclass(frozen=True, slots=True)
class ZoneItems(Expr):
    """Iterates over the pieces listed from slot `base` (the count), bottom first, that lie in `low`..`high`."""

    base: Expr
    low: int
    high: int
    all: bool


@dataclass(frozen=True, slots=True)
class SetItems(Expr):
    """Iterates over the pieces whose bits are set in `bits`, bit 0 being piece `first`; those in `low`..`high`, which
    are all if `alone`."""

    bits: Expr
    first: int
    low: int
    high: int
    alone: bool = True


@dataclass(frozen=True, slots=True)
class BitCount(Expr):
    bits: Expr


@dataclass(frozen=True, slots=True)
class Row(Expr):
    """Iterates over a tuple of constants."""

    table: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Items(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Filter(Expr):
    """Iterates over the elements for which the condition holds."""

    var: Var
    over: Expr
    where: Expr


@dataclass(frozen=True, slots=True)
class Groups(Expr):
    """Iterates over connected groups; each is itself a list to iterate over (`Members`). `earlier`: the table of each
    space's neighbours of lower number."""

    over: Expr
    earlier: str


@dataclass(frozen=True, slots=True)
class Members(Expr):
    group: Var


@dataclass(frozen=True, slots=True)
class Extremal(Expr):
    """Iterates over those elements for which `value` is greatest or least."""

    var: Var
    over: Expr
    value: Expr
    kind: Literal["most", "least"]


@dataclass(frozen=True, slots=True)
class Reduce(Expr):
    """`first` gives `default` when there is none; `most` and `least` give 0 for an empty set."""

    kind: Literal["count", "sum", "most", "least", "exists", "first"]
    var: Var
    over: Expr
    where: Expr | None
    value: Expr | None
    default: int = 0


@dataclass(frozen=True, slots=True)
class Invoke(Expr):
    """A pure function emitted beside the rules: named values and `can`."""

    function: str
    arguments: tuple[Expr, ...]
    areas: frozenset[str] = frozenset()


# ---- statements -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stmt:
    pass


@dataclass(frozen=True, slots=True)
class Assign(Stmt):
    var: Var
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    index: Expr
    value: Expr
    area: str


@dataclass(frozen=True, slots=True)
class If(Stmt):
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class For(Stmt):
    var: Var
    over: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While(Stmt):
    """At most `limit` times; more is an error of the rules."""

    condition: Expr
    body: tuple[Stmt, ...]
    limit: int


@dataclass(frozen=True, slots=True)
class ListAt:
    """Where a place keeps its pieces in order: the slot that counts them."""

    base: Expr


@dataclass(frozen=True, slots=True)
class SetAt:
    """Where a place keeps its pieces without order: the slot with a bit each, bit 0 being piece `first`."""

    slot: Expr
    first: int


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A place that keeps no account of its pieces: only they know where they are."""


Keeping = ListAt | SetAt | Unlisted


@dataclass(frozen=True, slots=True)
class Take(Stmt):
    """Removes a piece from the place where it lies; `store` None: found by the number of the place."""

    piece: Expr
    place: Expr
    store: Keeping | None


@dataclass(frozen=True, slots=True)
class Put(Stmt):
    """Puts a piece in a place, on top or at the bottom, and notes its location."""

    piece: Expr
    place: Expr
    store: Keeping | None
    at_bottom: bool
    kind: str


@dataclass(frozen=True, slots=True)
class PopTo(Stmt):
    """Moves the top piece of a list to another place. The list must not be empty. `kinds` are those it may hold."""

    source: Expr
    place: Expr
    store: Keeping | None
    kinds: tuple[str, ...]
    temporary: Var


@dataclass(frozen=True, slots=True)
class MoveAll(Stmt):
    """Moves all pieces from one place on top of another."""

    source: ListAt | SetAt
    to: ListAt | SetAt
    place: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Run(Stmt):
    """A routine of `interpreter.compiler.runtime`: shuffle, roll, move_all."""

    routine: str
    arguments: tuple[Expr, ...]
    writes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gather(Stmt):
    """Writes the elements of a set into a list of the rules' own."""

    base: int
    over: Expr


@dataclass(frozen=True, slots=True)
class CallPlain(Stmt):
    """A rule in which nobody decides anything, called as a function."""

    rule: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Note(Stmt):
    """What has just happened, for traces; emitted only in the tracing build."""

    effect: int
    values: tuple[Expr, ...]


# ---- control flow between decisions ---------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Block:
    """Straight statements, then one terminator."""

    number: int
    procedure: str = ""
    statements: list[Stmt] = field(default_factory=list)
    end: Terminator | None = None


@dataclass(slots=True, eq=False)
class Goto:
    target: Block


@dataclass(slots=True, eq=False)
class Branch:
    condition: Expr
    then: Block
    otherwise: Block


@dataclass(slots=True, eq=False)
class Ask:
    """Offers the site's options; goes to the block of the group chosen, or to `empty` when there is no option."""

    site: Site
    targets: tuple[Block, ...]
    empty: Block | None


@dataclass(slots=True, eq=False)
class Call:
    """Runs a procedure and comes back to `back`."""

    procedure: Procedure
    entry: Block
    back: Block


@dataclass(slots=True, eq=False)
class Return:
    procedure: Procedure


@dataclass(slots=True, eq=False)
class End:
    pass


Terminator = Goto | Branch | Ask | Call | Return | End


@dataclass(slots=True, eq=False)
class Procedure:
    """A rule with decisions that is called from several places. `cycle` names the procedures it may come to call and
    be called by; their variables are kept on the state's stack across such a call."""

    name: str
    entry: Block
    back: Var
    parameters: tuple[Var, ...]
    cycle: frozenset[str]


GroupKind = Literal["rule", "element", "pass", "done", "decline", "accept"]


@dataclass(frozen=True, slots=True)
class Group:
    """Options of one kind at a decision: one, or one for each element of `over`.

    `conditions` are what must hold, each with the typed node it comes from. An option's code is `offset` + element.
    """

    kind: GroupKind
    name: str
    effect: typed.Effect | None
    variable: typed.Variable | None
    var: Var | None
    over: Expr | None
    conditions: tuple[tuple[Expr, typed.Node | None], ...]
    offset: int = 0
    low: int = 0
    high: int = 0
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the rules where somebody decides. `number` is 1 or more."""

    number: int
    name: str
    span: Span
    groups: tuple[Group, ...]


# ---- walking --------------------------------------------------------------------------------------------------


def children(expr: Expr) -> Iterator[Expr]:
    for spec in fields(expr):
        value = getattr(expr, spec.name)
        if isinstance(value, Expr):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Expr))


def walk(expr: Expr) -> Iterator[Expr]:
    yield expr
    for child in children(expr):
        yield from walk(child)


def rebuild(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with `change` applied to its children."""
    updates: dict[str, Any] = {}
    for spec in fields(expr):
        value = getattr(expr, spec.name)
        if isinstance(value, Expr):
            updates[spec.name] = change(value)
        elif isinstance(value, tuple) and value and all(isinstance(item, Expr) for item in value):
            updates[spec.name] = tuple(change(item) for item in value)
    return replace(expr, **updates) if updates else expr


def substitute(expr: Expr, old: Expr, new: Expr) -> Expr:
    if expr == old:
        return new
    return rebuild(expr, lambda child: substitute(child, old, new))


def areas(expr: Expr) -> frozenset[str]:
    """What parts of the state the expression reads."""
    found: set[str] = set()
    for node in walk(expr):
        if isinstance(node, Load):
            found.add(node.area)
        elif isinstance(node, Invoke):
            found |= node.areas
        elif isinstance(node, ZoneItems | SetItems):
            found.add("lists")
    return frozenset(found)
