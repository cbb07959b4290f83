"""How large rules may become when they are written out, so that compiling always comes to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
