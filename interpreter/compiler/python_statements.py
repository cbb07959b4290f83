"""Statements as lines of Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.compiler import ir
from interpreter.compiler.python_expressions import ExpressionWriter

Lines = list[str]


class StatementWriter:
    """Writes statements; `trace`: whether notes of what happened are written too."""

    def __init__(self, writer: ExpressionWriter, fuse: Callable[[ir.Expr], ir.Expr], trace: bool) -> None:
        self.writer = writer
        self.fuse = fuse
        self.trace = trace
        self.serial = 0

    def lines(self, statements: Iterable[ir.Stmt]) -> Lines:
        return [line for statement in statements for line in self.statement(statement)]

    def text(self, expr: ir.Expr) -> str:
        return self.writer.text(self.fuse(expr))

    def statement(self, statement: ir.Stmt) -> Lines:
        match statement:
            case ir.Assign(var, value):
                return [f"{self.writer.text(var)} = {self.writer.number(self.fuse(value))}"]
            case ir.Store(index, value, _):
                return [self._store(index, value)]
            case ir.If(condition, then, otherwise):
                lines = [f"if {self.text(condition)}:", *self._body(then)]
                return [*lines, "else:", *self._body(otherwise)] if self.lines(otherwise) else lines
            case ir.For(var, over, body):
                snapshot = over if isinstance(over, ir.Range | ir.Row | ir.Items) else None
                elements = self.writer.iterable(self.fuse(over))
                header = elements if snapshot is not None else f"list({elements})"
                return [f"for {var.name} in {header}:", *self._body(body)]
            case ir.While(condition, body, limit):
                self.serial += 1
                count = f"round_{self.serial}"
                return [
                    f"{count} = 0",
                    f"while {self.text(condition)}:",
                    f"    {count} += 1",
                    f"    if {count} > {limit}: endless('repeat until')",
                    *self._body(body),
                ]
            case ir.Take(piece, _, base):
                return self._take(piece, base)
            case ir.Put():
                return self._put(statement)
            case ir.PopTo():
                return self._pop(statement)
            case ir.Run(routine, arguments, _):
                return [f"{routine}({', '.join(['S', *map(self.text, arguments)])})"]
            case ir.Gather(base, over):
                return [f"gather(S, {base}, {self.writer.iterable(self.fuse(over))})"]
            case ir.CallPlain(rule, arguments):
                return [f"rule_{rule}({', '.join(['S', *map(self.text, arguments)])})"]
            case ir.Note(effect, values):
                if not self.trace:
                    return []
                texts = "".join(f"{self.writer.number(self.fuse(value))}, " for value in values)
                return [f"note(({effect}, ({texts})))"]
            case _:
                raise AssertionError(f"unknown statement {type(statement).__name__}")

    def _body(self, statements: Iterable[ir.Stmt]) -> Lines:
        return ["    " + line for line in self.lines(statements) or ["pass"]]

    def _store(self, index: ir.Expr, value: ir.Expr) -> str:
        slot = ir.Load(index, "")
        if isinstance(value, ir.Op) and value.kind in ("+", "-") and len(value.items) == 2:
            first, second = value.items
            if isinstance(first, ir.Load) and first.index == index:
                return f"S[{self.text(index)}] {value.kind}= {self.text(second)}"
        return f"{self.text(slot)} = {self.writer.number(self.fuse(value))}"

    def _take(self, piece: ir.Expr, base: ir.Expr) -> Lines:
        """Where the list is known the piece is known to be in it, so that there is no need for a call."""
        fused = self.fuse(base)
        if isinstance(fused, ir.Table):
            return [f"take(S, {self.writer.text(fused)}, {self.text(piece)})"]
        return [
            f"at = {self.writer.text(fused)}",
            "last = at + S[at]",
            "S[at] -= 1",
            f"at = S.index({self.text(piece)}, at + 1)",
            "if at != last: S[at:last] = S[at + 1 : last + 1]",
            "S[last] = -1",
        ]

    def _put(self, put: ir.Put) -> Lines:
        piece = self.text(put.piece)
        location = self.text(ir.Op("+", (put.piece, ir.Const(put.location))))
        if isinstance(put.piece, ir.Const):
            location = str(put.piece.value + put.location)
        lines = [f"S[{location}] = {self.text(put.place)}"]
        if put.base is None:
            return lines
        base = self.fuse(put.base)
        text = self.writer.text(base)
        if put.at_bottom:
            return [*lines, f"put_bottom(S, {text}, {piece})"]
        if isinstance(base, ir.Const):
            push = [f"at = S[{text}] + 1", f"S[{text}] = at", f"S[{base.value} + at] = {piece}"]
        else:
            push = [f"into = {text}", "at = S[into] + 1", "S[into] = at", f"S[into + at] = {piece}"]
        return [*lines, *push]

    def _pop(self, pop: ir.PopTo) -> Lines:
        piece = pop.temporary.name
        source, to = self.fuse(pop.source), self.fuse(pop.to)
        text = self.writer.text(source)
        lines = [f"at = S[{text}]", f"S[{text}] = at - 1"]
        lines += [f"at += {text}", f"{piece} = S[at]", "S[at] = -1"]
        lines.append(f"S[{piece} + {pop.location}] = {self.text(pop.to_place)}")
        target = self.writer.text(to)
        return [*lines, f"into = {target}", "at = S[into] + 1", "S[into] = at", f"S[into + at] = {piece}"]
