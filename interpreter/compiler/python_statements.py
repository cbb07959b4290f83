"""Statements as lines of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.algebra import add
from interpreter.compiler.layout import Layout
from interpreter.compiler.lines import Lines
from interpreter.compiler.python_expressions import ExpressionWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class StatementWriter:
    """Writes statements; `trace`: whether notes of what happened are written too."""

    def __init__(
        self, writer: ExpressionWriter, fuse: Callable[[ir.Expr], ir.Expr], layout: Layout, *, trace: bool
    ) -> None:
        self.writer = writer
        self.fuse = fuse
        self.layout = layout
        self.trace = trace
        self.around: Callable[[ir.Stmt, Lines], Lines] = lambda _, lines: lines
        self.stored: Callable[[ir.Store], Lines | None] = lambda _: None

    def lines(self, statements: Iterable[ir.Stmt]) -> Lines:
        return [line for statement in statements for line in self.statement(statement)]

    def text(self, expr: ir.Expr) -> str:
        return self.writer.text(self.fuse(expr))

    def test(self, expr: ir.Expr) -> str:
        return self.writer.test(self.fuse(expr))

    def statement(self, statement: ir.Stmt) -> Lines:
        return self.around(statement, self._statement(statement))

    def _statement(self, statement: ir.Stmt) -> Lines:
        match statement:
            case ir.Assign(var, value):
                return [f"{self.writer.text(var)} = {self.writer.number(self.fuse(value))}"]
            case ir.Store(index, value, _):
                special = self.stored(statement)
                return [self._store(index, value)] if special is None else special
            case ir.If(condition, then, otherwise):
                lines = [f"if {self.test(condition)}:", *self._body(then)]
                other = self.lines(otherwise)
                return [*lines, "else:", *("    " + line for line in other)] if other else lines
            case ir.For(var, over, body):
                snapshot = over if isinstance(over, ir.Range | ir.Row | ir.Items) else None
                elements = self.writer.iterable(self.fuse(over))
                header = elements if snapshot is not None else f"list({elements})"
                return [f"for {var.name} in {header}:", *self._body(body)]
            case ir.While(condition, body):
                return [f"while {self.test(condition)}:", *self._body(body)]
            case ir.Spend(place):
                return [f"spend({place!r})"]
            case ir.Run("shuffle", (base,), _) if (held := self.writer.pile(self.fuse(base))) is not None:
                return [f"mix(S, {held})"]
            case ir.Run(routine, arguments, _):
                return [f"{routine}({', '.join(['S', *map(self.text, arguments)])})"]
            case ir.Gather(base, over):
                return [f"gather(S, {base}, {self.writer.iterable(self.fuse(over))})"]
            case ir.CallPlain():
                return self._call(statement)
            case ir.Note(effect, values):
                if not self.trace:
                    return []
                texts = "".join(f"{self.writer.number(self.fuse(value))}, " for value in values)
                return [f"note(({effect}, ({texts})))"]
            case _:
                return self._movement(statement)

    def _movement(self, statement: ir.Stmt) -> Lines:
        match statement:
            case ir.Take(piece, place, store):
                return self._take(piece, place, store)
            case ir.Put(piece, place, store, at_bottom, kind):
                located = [] if kind in self.layout.untracked else [self._locate(piece, place)]
                return located + self._put(piece, place, store, at_bottom=at_bottom)
            case ir.MoveAll():
                return self._move_all(statement)
            case ir.PopTo():
                return self._pop(statement)
            case _:
                raise AssertionError(f"unknown statement {type(statement).__name__}")

    def _call(self, call: ir.CallPlain) -> Lines:
        lists = [own for own in self.layout.own_lists if own.procedure in call.cycle]
        ends = [(own.base, own.base + 1 + own.capacity) for own in lists]
        kept = [f"kept_{first} = S[{first}:{end}]" for first, end in ends]
        line = f"rule_{call.rule}({', '.join(['S', *map(self.text, call.arguments)])})"
        return [*kept, line, *(f"S[{first}:{end}] = kept_{first}" for first, end in ends)]

    def _body(self, statements: Iterable[ir.Stmt]) -> Lines:
        return ["    " + line for line in self.lines(statements) or ["pass"]]

    def _store(self, index: ir.Expr, value: ir.Expr) -> str:
        slot = self.slot(index)
        if isinstance(value, ir.Op) and value.kind in ("+", "-") and len(value.items) == 2:
            first, second = value.items
            if isinstance(first, ir.Load) and first.index == index:
                return f"{slot} {value.kind}= {self.text(second)}"
        return f"{slot} = {self.writer.number(self.fuse(value))}"

    def slot(self, index: ir.Expr) -> str:
        """A slot as something to assign to."""
        return self.writer.text(self.fuse(ir.Load(index)))

    def _locate(self, piece: ir.Expr, place: ir.Expr) -> str:
        slot = ir.Load(add(ir.Const(self.layout.location), piece))
        return f"{self.text(slot)} = {self.text(place)}"

    def _take(self, piece: ir.Expr, place: ir.Expr, store: ir.Keeping | None) -> Lines:
        """Where the store is known, the piece is known to be in it."""
        match store:
            case ir.SetAt():
                return [self.writer.set_remove(self._known(store), self.fuse(piece))]
            case ir.ListAt(base) if (held := self.writer.pile(self.fuse(base))) is not None:
                return [f"{held}.remove({self.text(piece)})"]
            case ir.ListAt(base):
                return [
                    f"at = {self.text(base)}",
                    "last = at + S[at]",
                    "S[at] -= 1",
                    f"del S[S.index({self.text(piece)}, at + 1)]",
                    "S.insert(last, -1)",
                ]
            case ir.Unlisted():
                return []
            case None:
                return [f"take_from(S, {self.text(place)}, {self.text(piece)}, T_stores)"]

    def _put(self, piece: ir.Expr, place: ir.Expr, store: ir.Keeping | None, *, at_bottom: bool) -> Lines:
        text = self.text(piece)
        match store:
            case ir.SetAt():
                return [self.writer.set_add(self._known(store), self.fuse(piece))]
            case ir.ListAt(base) if (held := self.writer.pile(self.fuse(base))) is not None:
                return [f"{held}.insert(0, {text})" if at_bottom else f"{held}.append({text})"]
            case ir.ListAt(base) if at_bottom:
                return [f"put_bottom(S, {self.text(base)}, {text})"]
            case ir.ListAt(ir.Const(base)):
                count = self.slot(ir.Const(base))
                return [f"{count} += 1", f"S[{base} + {count}] = {text}"]
            case ir.ListAt(base):
                return [
                    f"into = {self.text(base)}",
                    "at = S[into] + 1",
                    "S[into] = at",
                    f"S[into + at] = {text}",
                ]
            case ir.Unlisted():
                return []
            case None:
                return [f"put_on(S, {self.text(place)}, {text}, T_stores, {int(at_bottom)})"]

    def _known(self, store: ir.SetAt) -> ir.SetAt:
        return ir.SetAt(self.fuse(store.slot), store.first)

    def _pop(self, pop: ir.PopTo) -> Lines:
        """One piece, or the top `number` of them with the topmost first."""
        piece = pop.temporary
        located = [] if set(pop.kinds) <= self.layout.untracked else [self._locate(piece, pop.place)]
        put = located + self._put(piece, pop.place, pop.store, at_bottom=False)
        held = self.writer.pile(self.fuse(pop.source))
        if held is not None:
            return self._pop_held(pop, held, put)
        source, count = self.text(pop.source), self.slot(pop.source)
        if pop.number == ir.Const(1):
            take = [f"at = {count} + {source}", f"{count} -= 1", f"{piece.name} = S[at]", "S[at] = -1"]
            return take + put
        number = self.text(pop.number)
        return [
            f"at = {count} + {source} + 1",
            f"moved = S[at - {number} : at]",
            f"S[at - {number} : at] = [-1] * {number}",
            f"{count} -= {number}",
            *self._put_several(pop, put),
        ]

    def _pop_held(self, pop: ir.PopTo, held: str, put: Lines) -> Lines:
        if pop.number == ir.Const(1):
            return [f"{pop.temporary.name} = {held}.pop()", *put]
        left = f"len({held}) - {self.text(pop.number)}"
        return [f"at = {left}", f"moved = {held}[at:]", f"del {held}[at:]", *self._put_several(pop, put)]

    def _put_several(self, pop: ir.PopTo, put: Lines) -> Lines:
        held = self.writer.local_list(self.fuse(pop.store.slot)) if isinstance(pop.store, ir.SetAt) else None
        if held is not None and set(pop.kinds) <= self.layout.untracked:
            return [f"{held} = sorted({held} + moved)"]
        return [f"for {pop.temporary.name} in reversed(moved):", *("    " + line for line in put)]

    def _move_all(self, move: ir.MoveAll) -> Lines:
        kind = self.layout.model.pieces[move.kind]
        if isinstance(move.source, ir.ListAt):
            held = self.writer.pile(self.fuse(move.source.base))
            lines = [f"moved = pop_all(S, {self.text(move.source.base)})"]
            if held is not None:
                lines = [f"moved = {held}", f"{held} = []"]
        else:
            source = self._known(move.source)
            found = ir.SetItems(ir.Load(source.slot), source.first, kind.first, kind.nothing - 1)
            lines = [f"moved = {self.writer.iterable(found)}", self.writer.set_clear(source)]
        if isinstance(move.to, ir.ListAt):
            held = self.writer.pile(self.fuse(move.to.base))
            text = self.text(move.to.base)
            lines.append(f"push_all(S, {text}, moved)" if held is None else f"{held} += moved")
        else:
            add_one = self.writer.set_add(self._known(move.to), ir.Var("piece"))
            lines.append(f"for piece in moved: {add_one}")
        if move.kind not in self.layout.untracked:
            lines.append(f"locate(S, {self.layout.location}, moved, {self.text(move.place)})")
        return lines
