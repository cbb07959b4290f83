"""Integer expressions as C text.

What Python writes as a comprehension becomes a helper: a function of the state and of the locals that it uses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.c_loops import enclosed
from interpreter.compiler.c_payments import PaymentWriter
from interpreter.compiler.c_sizes import is_set
from interpreter.compiler.intervals import interval
from interpreter.compiler.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

SERIAL = re.compile(r"_\d+$")
OPERATORS = {"and": "&&", "or": "||"}


class CExpressionWriter(PaymentWriter):
    """Writes expressions."""

    def text(self, expr: ir.Expr) -> str:
        if expr in self.names:
            return self.local(self.names[expr])
        match expr:
            case ir.Const(value):
                return literal(value)
            case ir.Var(name=name):
                return f"S[{self.slot_names.slot(self.slots[name])}]" if name in self.slots else self.local(name)
            case ir.Load(index=index):
                return f"S[{self.index(index)}]"
            case ir.Table():
                return self._entry(expr)
            case ir.Op(kind, items):
                return self._operated(expr, kind, items)
            case ir.Compare(kind, left, right):
                return f"({self.text(left)} {kind} {self.text(right)})"
            case ir.Logic(kind, items):
                return "(" + f" {OPERATORS[kind]} ".join(map(self.text, items)) + ")"
            case ir.Not(item):
                return f"!{self.text(item)}"
            case ir.Select(condition, then, otherwise):
                return f"({self.text(condition)} ? {self.text(then)} : {self.text(otherwise)})"
            case ir.Reduce():
                name = f"{expr.kind}_{SERIAL.sub('', expr.var.name)}"
                return self.helper("number", name, lambda: self._reduced(expr))
            case ir.BitCount(bits):
                return f"__builtin_popcountll((uint64_t){self.text(bits)})"
            case ir.Invoke(function, arguments):
                return f"{function}({', '.join(['m', *map(self.text, arguments)])})"
            case _:
                return self.payment(expr)

    def may_name(self, expr: ir.Expr) -> bool:
        """Sets have no locals, but for what is picked."""
        if isinstance(expr, ir.Table):
            return not self._is_row(expr)
        return isinstance(expr, ir.Picks) or not is_set(expr)

    def number(self, expr: ir.Expr) -> str:
        """The text of what is stored: in C, truths are 0 and 1 as they are."""
        return self.text(expr)

    def index(self, expr: ir.Expr) -> str:
        """The text of a slot's number: where a name can be given, the name."""
        if expr in self.names:
            return self.local(self.names[expr])
        match expr:
            case ir.Const(value):
                return self.slot_names.slot(value)
            case ir.Op("+", (*rest, ir.Const(offset))):
                return " + ".join([self.slot_names.base(offset), *map(self._plain, rest)])
            case _:
                return self._plain(expr)

    def _plain(self, expr: ir.Expr) -> str:
        """Arithmetic of slot numbers, which are small."""
        if isinstance(expr, ir.Op) and expr.kind in ("+", "*") and expr not in self.names:
            return "(" + f" {expr.kind} ".join(map(self._plain, expr.items)) + ")"
        return self.text(expr)

    # -- tables -------------------------------------------------------------------------------------------------

    def _is_row(self, table: ir.Table) -> bool:
        depth: int = 1
        base = table.base
        while isinstance(base, ir.Table):
            base, depth = base.base, depth + 1
        return depth < len(self.shape(base))

    def _entry(self, table: ir.Table) -> str:
        indices = [table.index]
        base = table.base
        while isinstance(base, ir.Table):
            indices.insert(0, base.index)
            base = base.base
        self.tables_used.add(base)
        sizes = self.shape(base)
        parts = [self._wrapped(index, size) for index, size in zip(indices, sizes, strict=False)]
        return f"T_{base}" + "".join(f"[{part}]" for part in parts)

    def _wrapped(self, index: ir.Expr, size: int) -> str:
        low, _ = interval(index, self.sizes.tables)
        return self._plain(index) if low >= 0 else f"wrapped({self.text(index)}, {size})"

    # -- arithmetic ---------------------------------------------------------------------------------------------

    def _operated(self, expr: ir.Op, kind: str, items: tuple[ir.Expr, ...]) -> str:
        texts = [self.text(item) for item in items]
        match kind:
            case "min" | "max":
                return nested("smaller" if kind == "min" else "greater", texts)
            case "//" | "%":
                return self._divided(kind, items, texts)
            case "**":
                return f"square({texts[0]})" if items[1] == ir.Const(2) else f"power({texts[0]}, {texts[1]})"
            case _:
                return f"({'' if self.sizes.fits_int(expr) else '(number)'}{f' {kind} '.join(texts)})"

    def _divided(self, kind: str, items: tuple[ir.Expr, ...], texts: list[str]) -> str:
        (low, _), right = interval(items[0], self.sizes.tables), items[1]
        if low >= 0 and isinstance(right, ir.Const) and right.value > 0:
            return f"({texts[0]} {'/' if kind == '//' else '%'} {texts[1]})"
        return f"divide({texts[0]}, {texts[1]})" if kind == "//" else f"remainder_of({texts[0]}, {texts[1]})"

    # -- what is found in sets ----------------------------------------------------------------------------------

    def _reduced(self, expr: ir.Reduce) -> Lines:
        var = expr.var
        match expr.kind:
            case "exists":
                return [*self._found(expr, lambda: "1"), "return 0;"]
            case "first":
                return [*self._found(expr, lambda: self.text(var)), f"return {literal(expr.default)};"]
            case "count" if expr.where is None:
                return ["number found = 0;", *self.loop(expr.over, var, lambda: ["found += 1;"]), "return found;"]
            case "count":
                return ["number found = 0;", *self._tested(expr, lambda: ["found += 1;"]), "return found;"]
            case "sum":
                added = self._tested(expr, lambda: [f"found += {self.text(expr.value or var)};"])
                return ["number found = 0;", *added, "return found;"]
            case "most" | "least":
                better = ">" if expr.kind == "most" else "<"
                return [
                    "bool any = false;",
                    "number found = 0;",
                    *self._tested(
                        expr,
                        lambda: [
                            f"const number value = {self.text(expr.value or var)};",
                            f"if (!any || value {better} found) found = value;",
                            "any = true;",
                        ],
                    ),
                    "return found;",
                ]

    def _found(self, expr: ir.Reduce, result: Callable[[], str]) -> Lines:
        return self._tested(expr, lambda: [f"return {result()};"])

    def _tested(self, expr: ir.Reduce, inner: Callable[[], Lines]) -> Lines:
        """`inner` for each element for which the condition holds."""

        def body() -> Lines:
            test = [] if expr.where is None else [f"if (!{enclosed(self.text(expr.where))}) continue;"]
            return test + inner()

        return self.loop(expr.over, expr.var, body)


def literal(value: int) -> str:
    """A number as C text."""
    if abs(value) < 2**31:
        return str(value)
    return f"INT64_C({value})" if abs(value) < 2**63 else "INT64_MIN"


def nested(function: str, texts: list[str]) -> str:
    """A function of two numbers, applied to several from left to right."""
    found = texts[0]
    for text in texts[1:]:
        found = f"{function}({found}, {text})"
    return found
