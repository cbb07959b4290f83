"""What numbers an expression can be."""

from __future__ import annotations

from interpreter.compiler import ir

Interval = tuple[int, int]
TablesByName = dict[str, tuple[object, ...]]


def interval(expr: ir.Expr, tables: TablesByName) -> Interval:
    """The least and the greatest that the expression can be, as far as is known."""
    match expr:
        case ir.Const(value):
            return value, value
        case ir.Var(low=low, high=high) | ir.Load(low=low, high=high):
            return low, high
        case ir.Compare() | ir.Logic() | ir.Not() | ir.Payable():
            return 0, 1
        case ir.Op(kind, items):
            return _operation(kind, [interval(item, tables) for item in items])
        case ir.Table(str(name), _):
            return ends(tables[name])
        case ir.Table(ir.Table(str(name), _), _):
            return _union([ends(row) for row in tables[name] if isinstance(row, tuple) and row])
        case ir.Select(_, then, otherwise):
            return _union([interval(then, tables), interval(otherwise, tables)])
        case ir.Reduce() | ir.BitCount():
            return _reduced(expr, tables)
        case _:
            return ir.UNKNOWN


def _operation(kind: str, parts: list[Interval]) -> Interval:
    lows, highs = [low for low, _ in parts], [high for _, high in parts]
    match kind:
        case "+":
            return sum(lows), sum(highs)
        case "-":
            return lows[0] - sum(highs[1:]), highs[0] - sum(lows[1:])
        case "min":
            return min(lows), min(highs)
        case "max":
            return max(lows), max(highs)
        case "*" if lows[0] >= 0 and lows[1] >= 0:
            return lows[0] * lows[1], highs[0] * highs[1]
        case "//" if lows[0] >= 0 and lows[1] >= 0:
            return 0, highs[0]
        case "%" if lows[1] >= 0:
            return 0, max(highs[1] - 1, 0)
        case _:
            return ir.UNKNOWN


def _reduced(expr: ir.Reduce | ir.BitCount, tables: TablesByName) -> Interval:
    match expr:
        case ir.Reduce(kind="exists"):
            return 0, 1
        case ir.Reduce(kind="first", var=var, default=default):
            return min(var.low, default), max(var.high, default)
        case ir.Reduce(kind="most" | "least", value=ir.Expr() as value):
            low, high = interval(value, tables)
            return min(low, 0), max(high, 0)
        case ir.Reduce(kind="count") | ir.BitCount():
            return 0, ir.UNKNOWN[1]
        case _:
            return ir.UNKNOWN


def ends(entries: tuple[object, ...]) -> Interval:
    """The least and the greatest number among a table's entries."""
    numbers = [value for value in entries if isinstance(value, int)]
    return (min(numbers), max(numbers)) if numbers else ir.UNKNOWN


def _union(parts: list[Interval]) -> Interval:
    return min(low for low, _ in parts), max(high for _, high in parts)
