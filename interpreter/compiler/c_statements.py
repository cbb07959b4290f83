"""Statements as lines of C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.algebra import add
from interpreter.compiler.c_loops import enclosed
from interpreter.compiler.lines import Lines, indented

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.compiler.c_expressions import CExpressionWriter
    from interpreter.compiler.layout import Layout

ROUTINES = frozenset({"shuffle", "roll", "append", "clear"})


class CStatementWriter:
    """Writes statements. `assigned`: the locals that the function being written gives values to."""

    def __init__(self, writer: CExpressionWriter, fuse: Callable[[ir.Expr], ir.Expr], layout: Layout) -> None:
        self.writer = writer
        self.fuse = fuse
        self.layout = layout
        self.assigned: dict[str, None] = {}

    def lines(self, statements: Iterable[ir.Stmt]) -> Lines:
        return [line for statement in statements for line in self.statement(statement)]

    def text(self, expr: ir.Expr) -> str:
        return self.writer.text(self.fuse(expr))

    def index(self, expr: ir.Expr) -> str:
        """A slot's number."""
        return self.writer.index(self.fuse(expr))

    def target(self, var: ir.Var) -> str:
        """A variable as something to assign to."""
        if var.name not in self.writer.slots:
            self.assigned[var.name] = None
        return self.writer.text(var)

    def statement(self, statement: ir.Stmt) -> Lines:
        match statement:
            case ir.Assign(var, value):
                return [f"{self.target(var)} = {self.text(value)};"]
            case ir.Store(index, value, _):
                return [self._store(index, value)]
            case ir.If(condition, then, otherwise):
                lines = [f"if {enclosed(self.text(condition))} {{", *indented(self.lines(then)), "}"]
                other = self.lines(otherwise)
                return [*lines[:-1], "} else {", *indented(other), "}"] if other else lines
            case ir.For(var, over, body):
                return self._for(var, self.fuse(over), body)
            case ir.While(condition, body):
                return [f"while {enclosed(self.text(condition))} {{", *indented(self.lines(body)), "}"]
            case ir.Spend():
                return ["spend(m);"]
            case ir.Run(routine, arguments, _):
                assert routine in ROUTINES, f"no routine {routine}"
                first, *rest = arguments
                texts = ", ".join(["m", self.index(first), *map(self.text, rest)])
                return [f"{routine}({texts});"]
            case ir.Gather(base, over):
                return self._gather(base, self.fuse(over))
            case ir.CallPlain():
                return self._call(statement)
            case ir.Note():
                return []
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

    def _store(self, index: ir.Expr, value: ir.Expr) -> str:
        slot = f"S[{self.index(index)}]"
        value = self.fuse(value)
        if isinstance(value, ir.Op) and value.kind in ("+", "-") and len(value.items) == 2:
            first, second = value.items
            if isinstance(first, ir.Load) and first.index == index:
                return f"{slot} {value.kind}= {self.writer.text(second)};"
        return f"{slot} = {self.writer.text(value)};"

    def _for(self, var: ir.Var, over: ir.Expr, body: tuple[ir.Stmt, ...]) -> Lines:
        """The elements are those of before the first round."""
        if isinstance(over, ir.Range | ir.Row | ir.Items | ir.SetItems):
            return self.writer.loop(over, var, lambda: self.lines(body))
        lines, held, count = self.writer.listed(over)
        self.writer.bind(var.name)
        at = f"at_{var.name}"
        each = [f"const number {var.name} = {held}[{at}];", *self.lines(body)]
        head = f"for (int32_t {at} = 0; {at} < {count}; {at}++) {{"
        return ["{", *indented([*lines, head, *indented(each), "}"]), "}"]

    def _gather(self, base: int, over: ir.Expr) -> Lines:
        lines, held, count = self.writer.listed(over)
        at = self.writer.index(ir.Const(base))
        copied = f"for (int32_t i = 0; i < {count}; i++) append(m, {at}, {held}[i]);"
        return ["{", *indented([*lines, f"clear(m, {at});", copied]), "}"]

    def _call(self, call: ir.CallPlain) -> Lines:
        lists = [own for own in self.layout.own_lists if own.procedure in call.cycle]
        ends = [(own.base, own.capacity + 1) for own in lists]
        line = f"rule_{call.rule}({', '.join(['m', *map(self.text, call.arguments)])});"
        if not ends:
            return [line]
        kept: Lines = []
        back: Lines = []
        for first, size in ends:
            name, slot = f"kept_{first}", self.index(ir.Const(first))
            kept += [f"number {name}[{size}];", f"memcpy({name}, &S[{slot}], sizeof {name});"]
            back.append(f"memcpy(&S[{slot}], {name}, sizeof {name});")
        return ["{", *indented([*kept, line, *back]), "}"]

    # -- pieces -------------------------------------------------------------------------------------------------

    def _locate(self, piece: ir.Expr, place: ir.Expr) -> str:
        return f"S[{self.index(add(ir.Const(self.layout.location), piece))}] = {self.text(place)};"

    def _bit(self, piece: ir.Expr, first: int) -> str:
        return f"bit({self.text(add(piece, ir.Const(-first)))})"

    def _take(self, piece: ir.Expr, place: ir.Expr, store: ir.Keeping | None) -> Lines:
        """Where the store is known, the piece is known to be in it."""
        match store:
            case ir.SetAt(slot, first):
                return [f"S[{self.index(slot)}] ^= {self._bit(piece, first)};"]
            case ir.ListAt(base):
                return [f"remove_from(m, {self.index(base)}, {self.text(piece)});"]
            case ir.Unlisted():
                return []
            case None:
                return [f"take_from(m, {self.text(place)}, {self.text(piece)}, stores);"]

    def _put(self, piece: ir.Expr, place: ir.Expr, store: ir.Keeping | None, *, at_bottom: bool) -> Lines:
        match store:
            case ir.SetAt(slot, first):
                return [f"S[{self.index(slot)}] |= {self._bit(piece, first)};"]
            case ir.ListAt(base):
                routine = "put_bottom" if at_bottom else "append"
                return [f"{routine}(m, {self.index(base)}, {self.text(piece)});"]
            case ir.Unlisted():
                return []
            case None:
                return [f"put_on(m, {self.text(place)}, {self.text(piece)}, stores, {int(at_bottom)});"]

    def _pop(self, pop: ir.PopTo) -> Lines:
        """One piece, or the top `number` of them with the topmost first."""
        drawn = self.target(pop.temporary)
        located = [] if set(pop.kinds) <= self.layout.untracked else [self._locate(pop.temporary, pop.place)]
        put = located + self._put(pop.temporary, pop.place, pop.store, at_bottom=False)
        source = self.index(pop.source)
        if pop.number == ir.Const(1):
            return [f"{drawn} = pop(m, {source});", *put]
        name = pop.temporary.name
        return [
            f"const number base_{name} = {source}, most_{name} = {self.text(pop.number)};",
            f"number moved_{name}[MOST_IN_A_LIST];",
            f"for (number i = 0; i < most_{name}; i++) moved_{name}[i] = pop(m, base_{name});",
            f"for (number i = 0; i < most_{name}; i++) {{",
            f"    {drawn} = moved_{name}[i];",
            *indented(put),
            "}",
        ]

    def _move_all(self, move: ir.MoveAll) -> Lines:
        """The pieces are taken out before the first is put down."""
        kind = self.layout.model.pieces[move.kind]
        piece = ir.Var(self.writer.fresh("moved"), kind.first, kind.nothing - 1)
        if isinstance(move.source, ir.ListAt):
            over: ir.Expr = ir.ZoneItems(move.source.base, kind.first, kind.nothing - 1, all=True)
            emptied = f"clear(m, {self.index(move.source.base)});"
        else:
            over = ir.SetItems(ir.Load(move.source.slot), move.source.first, kind.first, kind.nothing - 1)
            emptied = f"S[{self.index(move.source.slot)}] = 0;"
        lines, held, count = self.writer.listed(self.fuse(over))
        put = self._put(piece, move.place, move.to, at_bottom=False)
        if move.kind not in self.layout.untracked:
            put.append(self._locate(piece, move.place))
        at = self.writer.fresh("at")
        each = [f"const number {self.writer.bind(piece.name)} = {held}[{at}];", *put]
        head = f"for (int32_t {at} = 0; {at} < {count}; {at}++) {{"
        return ["{", *indented([*lines, emptied, head, *indented(each), "}"]), "}"]
