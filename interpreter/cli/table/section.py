"""A section of the table, such as a kind of space or a player, and what of it has changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from interpreter.source.records import record

if TYPE_CHECKING:
    from rich.text import Text


@record
class Section:
    """What lies together under a head.

    shape: how the entries stand: `grid`, lines that mean nothing alone; `list`, lines; `row`, beside each other and
    the head.
    """

    shape: Literal["grid", "list", "row"]
    head: Text | None
    entries: tuple[Text, ...]

    def since(self, before: Section) -> Section | None:
        """The entries that are not as they were; None where all are."""
        if self.shape == "grid":
            return None if self.entries == before.entries else self
        entries = tuple(entry for entry in self.entries if entry not in before.entries)
        return replace(self, entries=entries) if entries else None
