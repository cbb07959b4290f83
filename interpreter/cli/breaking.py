"""Where a line may be broken: between words, and between wide characters, but never before closing marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

_NEVER_FIRST = frozenset("—–,.;:!?)]}»”’…·、。，．；：！？）］｝〉》」』】〕〗々ーぁぃぅぇぉっゃゅょァィゥェォッャュョ")
_BLANKS = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
_NEVER_LAST = frozenset("([{«“‘（［｛〈《「『【〔〖")


def broken(text: Text, first: int, later: int) -> list[Text]:
    """A text in lines of at most `first` cells, from the second on `later` cells; at least one line.

    A no-break space is no blank. What has no place to break and is wider than a line is cut.
    """
    offsets, start, end, room = [], 0, 0, first
    for stop in _stops(text.plain):
        while cell_len(text.plain[start:stop].rstrip(" ")) > room:
            end = end if end > start else start + _fitting(text.plain[start:], room)
            offsets.append(end)
            start, room = end, later
        end = stop
    lines = list(text.divide(offsets))
    for line in lines:
        line.plain = line.plain.rstrip(" ")
    return lines


def _stops(plain: str) -> Iterator[int]:
    """The indices before which a line may be broken, and the end. A number stays with the word before it."""
    for index in range(1, len(plain)):
        before, after = plain[index - 1], plain[index]
        wide = cell_len(before) > 1 or cell_len(after) > 1
        held = after in _NEVER_FIRST or before in _NEVER_LAST or after in _BLANKS or before in _BLANKS[1:]
        numbers = before == " " and after.isdecimal() and plain[index - 2 : index - 1].isalpha()
        if (wide or before == " ") and not (held or numbers):
            yield index
    yield len(plain)


def _fitting(plain: str, room: int) -> int:
    """How many characters, at least one, fit into so many cells."""
    fitting = 1
    while fitting < len(plain) and cell_len(plain[: fitting + 1]) <= room:
        fitting += 1
    return fitting
