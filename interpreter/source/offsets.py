"""From each decoded character of a YAML scalar back to the place in the file it came from.

YAML decodes scalars by folding lines, stripping indentation and resolving escapes, so no constant
distance between text and file exists. Only the reader's nodes call this.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_BREAK = re.compile(r"\r\n|\n|\r")
_BLANKS = re.compile(r"[ \t\r\n]+")
_ESCAPE_LENGTHS = {"x": 4, "u": 6, "U": 10}


def offset_map(source: str, start: int, end: int, style: str, decoded: str) -> Sequence[int]:
    """Offsets into `source`, one for each character of `decoded` and one for the place behind the last.

    [start, end) is the scalar as written. A folded line break counts as standing at the break, an escape
    at its backslash, a doubled quote at its first.
    """
    first, last = (start, end) if style == "plain" else (start + 1, end - 1)
    if style in ("plain", "single", "double") and source[first:last] == decoded:
        return range(first, last + 1)
    if style in ("literal", "folded"):
        return _block(source, start, end, decoded)
    return _flow(source, first, last, style)


def _behind_blanks(text: str, position: int, end: int) -> int:
    run = _BLANKS.match(text, position, end)
    return run.end() if run else position


def _breaks(text: str, start: int, end: int) -> list[int]:
    return [found.start() for found in _BREAK.finditer(text, start, end)]


def written_length(source: str, offset: int, style: str) -> int:
    """How many characters of `source` stand for the decoded one that begins at `offset`."""
    if style == "double" and source[offset] == "\\":
        return _ESCAPE_LENGTHS.get(source[offset + 1], 2)
    return 2 if style == "single" and source[offset] == "'" else 1


def _flow(source: str, start: int, end: int, style: str) -> array[int]:
    """Offsets of a plain or quoted scalar whose content is source[start:end]."""
    offsets = array("l")
    position = start
    while position < end:
        char = source[position]
        if char in " \t\r\n":
            position = _flow_blanks(source, position, end, offsets)
        elif style == "double" and char == "\\":
            position = _escape(source, position, end, offsets)
        else:
            offsets.append(position)
            position += written_length(source, position, style)
    offsets.append(end)
    return offsets


def _flow_blanks(source: str, position: int, end: int, offsets: array[int]) -> int:
    """Map a run of blanks: kept as it is within a line; one break is a space, n are n - 1 line feeds."""
    behind = _behind_blanks(source, position, end)
    breaks = _breaks(source, position, behind)
    if not breaks:
        offsets.extend(range(position, behind))
    elif len(breaks) == 1:
        offsets.append(breaks[0])
    else:
        offsets.extend(breaks[1:])
    return behind


def _escape(source: str, position: int, end: int, offsets: array[int]) -> int:
    """Map one escape. An escaped line break vanishes; each empty line behind it is a line feed."""
    follower = source[position + 1]
    if follower not in "\r\n":
        offsets.append(position)
        return position + written_length(source, position, "double")
    behind = _behind_blanks(source, position + 1, end)
    offsets.extend(_breaks(source, position + 1, behind)[1:])
    return behind


def _block(source: str, start: int, end: int, decoded: str) -> array[int]:
    """Offsets of a literal or folded block scalar whose indicator stands at `start`.

    Blocks have no escapes: words stand in file and text in the same order, with nothing but blanks between
    them, so runs of blanks are matched with each other and no indentation needs to be known.
    """
    header = _BREAK.search(source, start, end)
    position = header.end() if header else end
    offsets = array("l")
    index, length = 0, len(decoded)
    while index < length:
        behind = _behind_blanks(source, position, end)
        word = _behind_blanks(decoded, index, length)
        if word > index:
            _block_blanks(source, position, behind, decoded[index:word], offsets, first=index == 0)
        index, position = word, behind
        while index < length and decoded[index] not in " \t\n":
            offsets.append(position)
            index += 1
            position += 1
    offsets.append(min(offsets[-1] + 1, end) if offsets else position)
    return offsets


def _block_blanks(source: str, start: int, end: int, run: str, offsets: array[int], *, first: bool) -> None:
    """Map the decoded blanks `run` to the blanks source[start:end].

    Blanks in front of the first line feed follow the word before them; the others precede the next break
    or word.
    """
    breaks = _breaks(source, start, end)
    lead, *rest = run.split("\n")
    if first and not rest:
        offsets.extend(range(end - len(lead), end))
        return
    bound = breaks[0] if first and breaks else end
    base = bound - len(lead) if first else start
    offsets.extend(min(base + step, end) for step in range(len(lead)))
    for count, blanks in enumerate(rest):
        offsets.append(breaks[count] if count < len(breaks) else end)
        bound = breaks[count + 1] if count + 1 < len(breaks) and count + 1 < len(rest) else end
        offsets.extend(range(bound - len(blanks), bound))
