"""How large rules may become when they are written out, so that compiling always comes to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler import ir

if TYPE_CHECKING:
    from interpreter.source import Diagnostic

MOST_PARTS = 500_000
"""Parts of all rules together, each counted wherever it is written out."""
MOST_IN_ONE = 2_000
"""Parts of a number that stands for a name or a counter where it is asked whether an effect is possible."""
DEEPEST = 100
"""How deep the parts of such a number may lie within each other."""


class TooLargeError(Exception):
    """Rules that cannot be compiled. `diagnostic` says which, and why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code)
        self.diagnostic = diagnostic


def measured(expr: ir.Expr) -> tuple[int, int]:
    """How many parts an expression has, each counted wherever it occurs, and how deep they lie within each other."""
    known: dict[int, tuple[int, int]] = {}

    def measure(part: ir.Expr) -> tuple[int, int]:
        found = known.get(id(part))
        if found is None:
            inner = [measure(child) for child in ir.children(part)]
            size, depth = sum(size for size, _ in inner), max((depth for _, depth in inner), default=0)
            found = known[id(part)] = (1 + size, 1 + depth)
        return found

    return measure(expr)
