"""How large numbers and sets can be: what C has to know and Python need not."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.c_names import numbers
from interpreter.compiler.intervals import interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.compiler.layout import Layout

MOST_ELEMENTS = 1 << 12  # of a set that is kept in a list of its own, on a thread's stack
Size = float  # an upper bound of a number's absolute value; infinite where there is none


class NotInCError(Exception):
    """The rules say something that only the Python engine can do."""


class Sizes:
    """Bounds that hold in every state. `groups`: for each variable that stands for a group, its most elements."""

    def __init__(self, layout: Layout, tables: Mapping[str, tuple[object, ...]]) -> None:
        self.tables = dict(tables)
        self.longest_list = max(
            (
                *(listed.capacity for listed in layout.lists.values()),
                *(own.capacity for own in layout.own_lists),
            ),
            default=1,
        )
        self.groups: dict[str, int] = {}

    def number(self, expr: ir.Expr) -> Size:
        """The greatest absolute value of a number."""
        match expr:
            case ir.Const(value):
                return abs(value)
            case ir.Var(low=low, high=high):
                return math.inf if (low, high) == ir.UNKNOWN else max(abs(low), abs(high))
            case ir.Load(low=low, high=high):
                return max(abs(low), abs(high))
            case ir.Table():
                return self._entries(expr)
            case ir.Op(kind, items):
                return self._operation(kind, [self.number(item) for item in items])
            case ir.Compare() | ir.Logic() | ir.Not() | ir.Payable():
                return 1
            case ir.BitCount():
                return 64
            case ir.Select(_, then, otherwise):
                return max(self.number(then), self.number(otherwise))
            case ir.Reduce():
                return self._reduced(expr)
            case _:
                return math.inf

    def _entries(self, expr: ir.Table) -> Size:
        base: ir.Expr | str = expr
        while isinstance(base, ir.Table):
            base = base.base
        assert isinstance(base, str)
        return max((abs(value) for value in numbers(self.tables[base])), default=0)

    def _operation(self, kind: str, parts: list[Size]) -> Size:
        match kind:
            case "+" | "-":
                return sum(parts)
            case "*":
                return 0 if 0 in parts else math.prod(parts)
            case "min" | "max":
                return max(parts)
            case "//":
                return parts[0]
            case "%":
                return parts[1]
            case _:
                return math.inf

    def _reduced(self, expr: ir.Reduce) -> Size:
        match expr.kind:
            case "exists":
                return 1
            case "count":
                return 2**31
            case "first":
                return max(self.number(expr.var), abs(expr.default))
            case "sum":
                value = self.number(expr.value or expr.var)
                return 0 if value == 0 else value * self.elements(expr.over)
            case _:
                return self.number(expr.value or expr.var)

    def elements(self, over: ir.Expr) -> Size:
        """The most elements that a set can have."""
        match over:
            case ir.Range(first, last):
                return max(0, interval(last, self.tables)[1] - interval(first, self.tables)[0] + 1)
            case ir.SetItems(low=low, high=high):
                return high - low + 1
            case ir.ZoneItems(low=low, high=high):
                return min(high - low + 1, self.longest_list)
            case ir.Row(table, _):
                return max((len(row) for row in self.tables[table] if isinstance(row, tuple)), default=0)
            case ir.Items(items):
                return len(items)
            case ir.Combined("union", left, right):
                return self.elements(left) + self.elements(right)
            case ir.Select(_, then, otherwise):
                return max(self.elements(then), self.elements(otherwise))
            case ir.Filter() | ir.Extremal() | ir.Reversed() | ir.Groups():
                return self.elements(over.over)
            case ir.Combined(_, left, _):
                return self.elements(left)
            case ir.Picks(gifts=gifts):
                return sum(self.elements(gift.over) for gift in gifts.items)
            case ir.Members(group):
                return self.groups.get(group.name, math.inf)
            case _:
                return math.inf

    def room(self, over: ir.Expr) -> int:
        """The length of an array for all elements of a set. Raises NotInCError where there is no saying."""
        found = self.elements(over)
        if found > MOST_ELEMENTS:
            raise NotInCError("a set without bounds")
        return max(int(found), 1)


def bounded(size: Size, bits: int) -> bool:
    """Whether a number of that size fits a signed integer of so many bits."""
    return size < 2.0 ** (bits - 1) * 0.99


def is_set(expr: ir.Expr) -> bool:
    """Whether the expression stands for elements, not for a number."""
    if isinstance(expr, ir.Select):
        return is_set(expr.then)
    kinds = ir.Range | ir.ZoneItems | ir.SetItems | ir.Row | ir.Items | ir.Combined | ir.Reversed | ir.Filter
    return isinstance(expr, kinds | ir.Groups | ir.Members | ir.Extremal | ir.Picks)
