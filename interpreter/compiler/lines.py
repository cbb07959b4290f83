"""Emitted text, line by line."""

from __future__ import annotations

Lines = list[str]


def indented(lines: Lines, depth: int = 1) -> Lines:
    """The lines so many steps further in."""
    return ["    " * depth + line for line in lines]
