"""Statements: what changes the state without a decision."""

from __future__ import annotations

from interpreter.compiler.ir.expressions import Expr, Var
from interpreter.source.records import record


@record
class Stmt:
    pass


@record
class Assign(Stmt):
    var: Var
    value: Expr


@record
class Store(Stmt):
    index: Expr
    value: Expr
    area: str


@record
class If(Stmt):
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@record
class For(Stmt):
    var: Var
    over: Expr
    body: tuple[Stmt, ...]


@record
class While(Stmt):
    condition: Expr
    body: tuple[Stmt, ...]


@record
class Spend(Stmt):
    """One more round of a loop, or call of a rule that can call itself, for which no number is known beforehand. Too
    many of them between two decisions are an error of the rules; `place` is where, as `FILE:LINE`.
    """

    place: str


@record
class ListAt:
    """Where a place keeps its pieces in order: the slot that counts them."""

    base: Expr


@record
class SetAt:
    """Where a place keeps its pieces without order: the slot with a bit each, bit 0 being piece `first`."""

    slot: Expr
    first: int


@record
class Unlisted:
    """A place that keeps no account of its pieces: only they know where they are."""


Keeping = ListAt | SetAt | Unlisted


@record
class Take(Stmt):
    """Removes a piece from the place where it lies; `store` None: found by the number of the place."""

    piece: Expr
    place: Expr
    store: Keeping | None


@record
class Put(Stmt):
    """Puts a piece in a place, on top or at the bottom, and notes its location."""

    piece: Expr
    place: Expr
    store: Keeping | None
    at_bottom: bool
    kind: str


@record
class PopTo(Stmt):
    """Moves the top `number` pieces of a list to another place, the topmost first. The list must hold that many;
    `kinds` are those it may hold.
    """

    number: Expr
    source: Expr
    place: Expr
    store: Keeping | None
    kinds: tuple[str, ...]
    temporary: Var


@record
class MoveAll(Stmt):
    """Moves all pieces from one place on top of another."""

    source: ListAt | SetAt
    to: ListAt | SetAt
    place: Expr
    kind: str


@record
class Run(Stmt):
    """A routine of `interpreter.compiler.runtime`: shuffle, roll, move_all."""

    routine: str
    arguments: tuple[Expr, ...]
    writes: tuple[str, ...]


@record
class Gather(Stmt):
    """Writes the elements of a set into a list of the rules' own."""

    base: int
    over: Expr


@record
class CallPlain(Stmt):
    """A rule in which nobody decides anything, called as a function. `cycle`: if the call is from a rule that it can
    come to call, the rules that can; their own lists outlast it.
    """

    rule: str
    arguments: tuple[Expr, ...]
    cycle: frozenset[str] = frozenset()


@record
class Note(Stmt):
    """What has just happened, for traces; emitted only in the tracing build."""

    effect: int
    values: tuple[Expr, ...]
