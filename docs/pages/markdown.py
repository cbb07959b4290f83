"""What all pages share: where the project lies, the note at their top, tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ROOT = Path(__file__).resolve().parent.parent.parent
NOTE = "<!-- Written by `python -m docs.build_reference` from the program itself: change that, not this. -->"


def page(title: str, *parts: str) -> str:
    """A whole page."""
    return "\n\n".join([f"# {title}", NOTE, *(part.strip("\n") for part in parts)]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; empty when it has no rows."""
    lines = [_row(cells) for cells in rows]
    return "\n".join([_row(head), _row(["---"] * len(head)), *lines]) if lines else ""


def block(text: str, language: str = "") -> str:
    """A fenced block."""
    return f"```{language}\n{text.strip(chr(10))}\n```"


def code(text: str) -> str:
    """Code within a line."""
    return f"`{text}`"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
