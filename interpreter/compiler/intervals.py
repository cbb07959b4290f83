"""What numbers an expression can be, and how many elements a set can have. Both hold in every state."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.compiler import ir
from interpreter.compiler.layout import WIDEST_SET
from interpreter.compiler.runtime import power

Interval = tuple[int, int]
TablesByName = Mapping[str, tuple[object, ...]]


def interval(expr: ir.Expr, tables: TablesByName) -> Interval:
    """The least and the greatest that the expression can be."""
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
        case ir.BitCount():
            return 0, WIDEST_SET
        case ir.Reduce():
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
        case _:
            found = parts[0]
            for part in parts[1:]:
                found = _scaled(kind, found, part)
            return found


def _scaled(kind: str, left: Interval, right: Interval) -> Interval:
    low, high = left
    match kind:
        case "*":
            corners = [one * other for one in left for other in right]
            return min(corners), max(corners)
        case "//" if right[0] >= 0:
            return min(low, 0), max(high, 0)
        case "//":
            most = max(abs(low), abs(high))
            return -most, most
        case "%":
            return min(right[0] + 1, 0), max(right[1] - 1, 0)
        case _ if right == (2, 2):
            return 0, max(low * low, high * high)
        case _:
            most, least = max(abs(low), abs(high)), min(low, 0)
            largest = max(right[1], 0)
            return min(power(least, largest), power(least, max(largest - 1, 0)), 0), max(power(most, largest), 1)


def _reduced(expr: ir.Reduce, tables: TablesByName) -> Interval:
    match expr:
        case ir.Reduce(kind="exists"):
            return 0, 1
        case ir.Reduce(kind="first", var=var, default=default):
            return min(var.low, default), max(var.high, default)
        case ir.Reduce(kind="count"):
            return 0, elements(expr.over, tables)
    low, high = interval(expr.value or expr.var, tables)
    times = elements(expr.over, tables) if expr.kind == "sum" else 1
    return min(low, 0) * times, max(high, 0) * times


def elements(over: ir.Expr, tables: TablesByName, longest: int = ir.UNKNOWN[1]) -> int:
    """The most elements that a set can have. `longest`: the most of any list in the state."""

    def within(inner: ir.Expr) -> int:
        return elements(inner, tables, longest)

    match over:
        case ir.Range(first, last):
            return max(0, interval(last, tables)[1] - interval(first, tables)[0] + 1)
        case ir.SetItems(low=low, high=high):
            return high - low + 1
        case ir.ZoneItems(low=low, high=high):
            return min(high - low + 1, longest)
        case ir.Row(table, _):
            return max((len(row) for row in tables[table] if isinstance(row, tuple)), default=0)
        case ir.Items(items):
            return len(items)
        case ir.Combined("union", left, right):
            return min(within(left) + within(right), ir.UNKNOWN[1])
        case ir.Combined(_, left, _):
            return within(left)
        case ir.Select(_, then, otherwise):
            return max(within(then), within(otherwise))
        case ir.Filter() | ir.Extremal() | ir.Reversed() | ir.Groups():
            return within(over.over)
        case ir.Picks(gifts=gifts):
            return sum(within(gift.over) for gift in gifts.items)
        case ir.Members(group):
            return group.high
        case _:
            return ir.UNKNOWN[1]


def ends(entries: tuple[object, ...]) -> Interval:
    """The least and the greatest number among a table's entries."""
    numbers = [value for value in entries if isinstance(value, int)]
    return (min(numbers), max(numbers)) if numbers else ir.UNKNOWN


def _union(parts: list[Interval]) -> Interval:
    return min(low for low, _ in parts), max(high for _, high in parts)
