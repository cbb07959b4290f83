"""Places in files as the protocol counts them: lines and columns from 0, columns in units that client and server agree
on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from pygls.workspace import PositionCodec

    from interpreter.source import SourceFile, Span


class Places:
    """Turns offsets into positions and back, with the units of one client."""

    def __init__(self, codec: PositionCodec) -> None:
        self._codec = codec

    def position(self, source: SourceFile, offset: int) -> types.Position:
        """Where a character stands."""
        line, column = source.position(offset)
        start, _ = source.line_bounds(line)
        return types.Position(line - 1, self._codec.client_num_units(source.text[start : start + column - 1]))

    def range(self, span: Span) -> types.Range:
        """The range of a span."""
        return types.Range(self.position(span.source, span.start), self.position(span.source, span.end))

    def units(self, text: str) -> int:
        """How wide a text is."""
        return int(self._codec.client_num_units(text))

    def offset(self, source: SourceFile, position: types.Position) -> int:
        """The character at a position; the end of the line, or of the text, for one beyond it."""
        if position.line >= source.position(len(source.text))[0]:
            return len(source.text)
        start, end = source.line_bounds(position.line + 1)
        units = 0
        for offset in range(start, end):
            if units >= position.character:
                return offset
            units += self._codec.client_num_units(source.text[offset])
        return end
