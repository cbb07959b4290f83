"""Places in source text. Every node, name and diagnostic points into a file with a Span."""

from __future__ import annotations

import re
from bisect import bisect_right

from interpreter.source.records import record

BOM = "\ufeff"
_BREAK = re.compile(r"\r\n|\n|\r")


class SourceFile:
    """A file's name as shown to people, and its whole text, byte order mark included.

    Two files are equal when name and text are. Lines end at LF, CR LF or CR.
    """

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts: list[int] | None = None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, SourceFile) and self.name == other.name and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"SourceFile({self.name!r})"

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            first = 1 if self.text.startswith(BOM) else 0
            self._starts = [first, *(found.end() for found in _BREAK.finditer(self.text))]
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of a character offset, both from 1; columns count characters."""
        starts = self._line_starts()
        line = max(bisect_right(starts, offset), 1)
        return line, max(offset - starts[line - 1], 0) + 1

    def line_bounds(self, line: int) -> tuple[int, int]:
        """Offsets of a line's first character and of the end of its text, its break excluded."""
        starts = self._line_starts()
        start = starts[line - 1]
        found = _BREAK.search(self.text, start)
        return start, found.start() if found else len(self.text)


@record
class Span:
    """Characters [start, end) of a source's text. `line` and `column` count from 1; the end is exclusive."""

    source: SourceFile
    start: int
    end: int

    @property
    def file(self) -> str:
        """The file's name as shown to people."""
        return self.source.name

    @property
    def line(self) -> int:
        """The line it starts on, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of its first character, from 1."""
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of the place behind its last character."""
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of the place behind its last character."""
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        """The characters as they stand in the file."""
        return self.source.text[self.start : self.end]

    @property
    def words(self) -> str:
        """The characters on one line, single spaces between them."""
        return " ".join(self.text.split())

    def to(self, other: Span) -> Span:
        """The span from the earlier start to the later end; `self` when the other lies in another file."""
        if other.source != self.source:
            return self
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


NO_SPAN = Span(SourceFile("", ""), 0, 0)
