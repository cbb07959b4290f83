"""How many elements a set can have, and which numbers they can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.model import typed

if TYPE_CHECKING:
    from collections.abc import Sequence

Extent = tuple[int, int, int]  # the least number, the greatest, and the most elements


class Extents:
    """Of the sets of numbers among a model's nodes. `limits`: for each variable that runs over known numbers, the
    least of them and one more than the greatest.
    """

    def __init__(self, nodes: Sequence[typed.Node]) -> None:
        self._named = {node.variable.uid: node.value for node in nodes if isinstance(node, typed.Let)}
        self.limits: dict[int, tuple[int, int]] = {}
        for node in nodes:
            if isinstance(node, typed.Binder) and node.variable.type.kind == "number":
                low, high, _ = self.numbers(node.domain)
                if low > ir.UNKNOWN[0]:
                    self.limits[node.variable.uid] = (low, high + 1)

    def numbers(self, domain: typed.Value) -> Extent:
        """The extent of a set of numbers."""
        match domain:
            case typed.NumberRange(first=first, last=last):
                return first, last, max(last - first + 1, 0)
            case typed.SetOf(items=items):
                numbers = [item.value for item in items if isinstance(item, typed.Const)]
                known = (min(numbers), max(numbers)) if len(numbers) == len(items) else ir.UNKNOWN
                return *known, len(items)
            case typed.Arithmetic(left=left, right=right) | typed.IfValue(then=left, otherwise=right):
                (low, high, size), (other_low, other_high, other_size) = self.numbers(left), self.numbers(right)
                return min(low, other_low), max(high, other_high), size + other_size
            case typed.Extremal(binder=binder):
                return self.numbers(binder.domain)
            case typed.CallFunction(function=function):
                return self.numbers(function.body)
            case typed.Local(variable=variable):
                return self.numbers(self._named[variable.uid])
            case _:
                raise AssertionError(f"not a set of numbers: {type(domain).__name__}")
