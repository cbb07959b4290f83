"""Static parts of expressions worked out ahead: table lookups and arithmetic over few, small inputs become one table."""

from __future__ import annotations

from itertools import product

from interpreter.compiler import ir
from interpreter.compiler.algebra import calculate
from interpreter.compiler.lowering import Tables
from interpreter.compiler.possible import interval

LARGEST = 1 << 16  # entries of a table made here
WIDEST = 4096  # greatest value of an input


class Fuser:
    """Rewrites expressions; adds the tables it makes to `tables`."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.made: dict[tuple[ir.Expr, ...], str] = {}

    def fuse(self, expr: ir.Expr) -> ir.Expr:
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
        inputs.sort(key=lambda leaf: isinstance(leaf, ir.Var))
        key = (expr, *inputs)
        if key not in self.made:
            name = f"fused_{len(self.tables.values)}"
            self.made[key] = self.tables.add(name, self._rows(expr, inputs))
        table: str | ir.Table = self.made[key]
        for leaf in inputs:
            table = ir.Table(table, self.fuse(leaf))
        assert isinstance(table, ir.Table)
        return table

    def _rows(self, expr: ir.Expr, inputs: list[ir.Expr]) -> tuple[object, ...]:
        """One row for each value of the first input; entries below an input's least value are not used."""
        ends = [interval(leaf, self.tables.values) for leaf in inputs]
        ranges = [range(high + 1) for _, high in ends]
        unused = self._entry(expr, {leaf: high for leaf, (_, high) in zip(inputs, ends, strict=True)})
        flat = [
            self._entry(expr, dict(zip(inputs, values, strict=True)))
            if all(low <= value for (low, _), value in zip(ends, values, strict=True))
            else unused
            for values in product(*ranges)
        ]
        if len(inputs) == 1:
            return tuple(flat)
        width = len(ranges[1])
        return tuple(tuple(flat[i : i + width]) for i in range(0, len(flat), width))

    def _entry(self, expr: ir.Expr, values: dict[ir.Expr, int]) -> int:
        result = self._evaluate(expr, values)
        assert isinstance(result, int)
        return result

    def _evaluate(self, expr: ir.Expr, values: dict[ir.Expr, int]) -> object:
        if expr in values:
            return values[expr]
        match expr:
            case ir.Const(value):
                return value
            case ir.Op(kind, items):
                return calculate(kind, [self._entry(item, values) for item in items])
            case ir.Table(base, index):
                row = self.tables.values[base] if isinstance(base, str) else self._evaluate(base, values)
                at = self._entry(index, values)
                assert isinstance(row, tuple)
                return row[at] if 0 <= at < len(row) else 0
            case _:
                raise AssertionError(f"not static: {expr}")


def worth(expr: ir.Expr) -> bool:
    """Whether there is a table among at least two static steps, and the result is a number."""
    steps = list(static_parts(expr))
    numbers = not (isinstance(expr, ir.Table) and isinstance(expr.base, str) and not isinstance(expr.index, ir.Op | ir.Table))
    return numbers and len(steps) > 1 and any(isinstance(step, ir.Table) for step in steps)


def static_parts(expr: ir.Expr) -> list[ir.Expr]:
    if not isinstance(expr, ir.Table | ir.Op):
        return []
    return [expr, *(part for child in ir.children(expr) for part in static_parts(child))]


def leaves(expr: ir.Expr) -> list[ir.Expr]:
    """The inputs of the static top of an expression."""
    if isinstance(expr, ir.Const):
        return []
    if isinstance(expr, ir.Table | ir.Op):
        return [leaf for child in ir.children(expr) for leaf in leaves(child)]
    return [expr]
