"""Static parts of expressions worked out ahead: lookups and arithmetic over few, small inputs become one table."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.intervals import interval
from interpreter.compiler.lowering import Tables
from interpreter.compiler.python_expressions import ExpressionWriter
from interpreter.compiler.runtime import divide, power, remainder

LARGEST = 1 << 16  # entries of a table made here
WIDEST = 4096  # greatest value of an input


class Fuser:
    """Rewrites expressions; adds the tables it makes to `tables`."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def fuse(self, expr: ir.Expr) -> ir.Expr:
        if not ir.tabled(expr):
            return expr
        if isinstance(expr, ir.Table | ir.Op) and worth(expr):
            inputs = list(dict.fromkeys(leaves(expr)))
            if 1 <= len(inputs) <= 2 and self._small(inputs):
                return self._tabulate(expr, inputs)
        return ir.rebuild(expr, self.fuse)

    def _small(self, inputs: list[ir.Expr]) -> bool:
        size = 1
        for leaf in inputs:
            low, high = interval(leaf, self.tables.values)
            if low < 0 or high > WIDEST:
                return False
            size *= high + 1
        return size <= LARGEST

    def _tabulate(self, expr: ir.Expr, inputs: list[ir.Expr]) -> ir.Expr:
        """The table is the same for expressions that differ only in what their inputs are called."""
        inputs.sort(key=lambda leaf: isinstance(leaf, ir.Var))
        pattern = named(expr, {leaf: ir.Var(name) for name, leaf in zip("ab", inputs, strict=False)})
        ends = [interval(leaf, self.tables.values) for leaf in inputs]
        key = (pattern, *ends)
        if key not in self.tables.fused:
            # A program that was stored has tables whose expressions are no longer known.
            name = f"fused_{sum(known.startswith('fused_') for known in self.tables.values)}"
            self.tables.fused[key] = self.tables.add(name, self._rows(pattern, ends))
        table: str | ir.Table = self.tables.fused[key]
        for leaf in inputs:
            table = ir.Table(table, self.fuse(leaf))
        assert isinstance(table, ir.Table)
        return table

    def _rows(self, pattern: ir.Expr, ends: list[tuple[int, int]]) -> tuple[object, ...]:
        """One row for each value of the first input. Entries below an input's least value are not used: they repeat
        the first that is.
        """
        names: dict[str, object] = {f"T_{name}": values for name, values in self.tables.values.items()}
        names |= {"divide": divide, "remainder": remainder, "power": power}
        loops = [f"for {name} in range({low}, {high + 1})" for name, (low, high) in zip("ab", ends, strict=False)]
        entry = ExpressionWriter({}).text(pattern)
        if len(ends) == 1:
            row = eval(f"[{entry} {loops[0]}]", names)  # noqa: S307 - our own text
            return (row[0],) * ends[0][0] + tuple(row)
        rows = eval(f"[[{entry} {loops[1]}] {loops[0]}]", names)  # noqa: S307 - our own text
        padded = [tuple(row[:1] * ends[1][0] + row) for row in rows]
        return (padded[0],) * ends[0][0] + tuple(padded)


def worth(expr: ir.Expr) -> bool:
    """Whether there is a table among at least two static steps, and the result is a number."""
    if isinstance(expr, ir.Table) and isinstance(expr.base, str) and not isinstance(expr.index, ir.Op | ir.Table):
        return False
    steps = static_parts(expr)
    return len(steps) > 1 and any(isinstance(step, ir.Table) for step in steps)


def static_parts(expr: ir.Expr) -> list[ir.Expr]:
    """The table lookups and operations at the top of an expression, down to its inputs."""
    if not isinstance(expr, ir.Table | ir.Op):
        return []
    return [expr, *(part for child in ir.children(expr) for part in static_parts(child))]


def named(expr: ir.Expr, names: dict[ir.Expr, ir.Var]) -> ir.Expr:
    """The static top of an expression with its inputs by their names; an input can stand within another, too."""
    if expr in names:
        return names[expr]
    return ir.rebuild(expr, lambda child: named(child, names)) if isinstance(expr, ir.Table | ir.Op) else expr


def leaves(expr: ir.Expr) -> list[ir.Expr]:
    """The inputs of the static top of an expression."""
    if isinstance(expr, ir.Const):
        return []
    if isinstance(expr, ir.Table | ir.Op):
        return [leaf for child in ir.children(expr) for leaf in leaves(child)]
    return [expr]
