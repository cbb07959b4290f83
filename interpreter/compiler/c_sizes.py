"""How large numbers and sets can be: what C has to know and Python need not."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.intervals import elements, interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.compiler.layout import Layout

MOST_ELEMENTS = 1 << 12  # of a set that is kept in a list of its own, on a thread's stack
MOST_CHOICES = 1 << 16  # of a decision


class NotInCError(Exception):
    """The rules say something that only the Python engine can do."""


class Sizes:
    """Bounds that hold in every state. `groups`: the variables that stand for a group."""

    def __init__(self, layout: Layout, tables: Mapping[str, tuple[object, ...]]) -> None:
        self.tables = dict(tables)
        self.longest_list = max(
            (
                *(listed.capacity for listed in layout.lists.values()),
                *(own.capacity for own in layout.own_lists),
            ),
            default=1,
        )
        self.groups: set[str] = set()

    def fits_int(self, expr: ir.Op) -> bool:
        """Whether a sum, difference or product fits 32 bits all the way to its end."""
        parts = [max(map(abs, interval(item, self.tables))) for item in expr.items]
        return (math.prod(parts) if expr.kind == "*" else sum(parts)) < 2**31

    def room(self, over: ir.Expr) -> int:
        """The length of an array for all elements of a set. Raises NotInCError where there is no saying."""
        found = elements(over, self.tables, self.longest_list)
        if found > MOST_ELEMENTS:
            raise NotInCError("a set without bounds")
        return max(found, 1)


def is_set(expr: ir.Expr) -> bool:
    """Whether the expression stands for elements, not for a number."""
    if isinstance(expr, ir.Select):
        return is_set(expr.then)
    kinds = ir.Range | ir.ZoneItems | ir.SetItems | ir.Row | ir.Items | ir.Combined | ir.Reversed | ir.Filter
    return isinstance(expr, kinds | ir.Groups | ir.Members | ir.Extremal | ir.Picks)
