"""What a YAML file holds once read: plain values that know their place."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeAlias

from interpreter.source.offsets import offset_map, written_length
from interpreter.source.records import record
from interpreter.source.span import Span

if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator, KeysView
    from collections.abc import Sequence as Indices

    from interpreter.source.span import SourceFile

Style = Literal["plain", "single", "double", "literal", "folded"]
Value = str | int | float | bool | None


@record
class Scalar:
    """A leaf. `value` is resolved by YAML 1.2's core schema; `text` is the decoded text it was resolved from.

    span: the scalar as written, with its quotes or its block indicator.
    """

    value: Value
    text: str
    span: Span = field(compare=False)
    style: Style = field(default="plain", compare=False)
    _offsets: Indices[int] | None = field(default=None, compare=False, repr=False)

    @property
    def offsets(self) -> Indices[int]:
        """File offset of each character of `text`, and at last the offset just behind the final one."""
        if self._offsets is None:
            span = self.span
            found = offset_map(span.source.text, span.start, span.end, self.style, self.text)
            object.__setattr__(self, "_offsets", found)
            return found
        return self._offsets

    def span_of(self, start: int, end: int) -> Span:
        """Where characters [start, end) of `text` stand in the file; both are clipped to the text.

        An escape and a doubled quote count as a whole.
        """
        length = len(self.text)
        start = min(max(start, 0), length)
        end = min(max(end, start), length)
        offsets = self.offsets
        source = self.span.source
        if type(offsets) is range:  # as it stands in the file
            return Span(source, offsets.start + start, offsets.start + end)
        if end == start:
            return Span(source, offsets[start], offsets[start])
        last = offsets[end - 1]
        return Span(source, offsets[start], last + written_length(source.text, last, self.style))


@record
class Sequence:
    """A list."""

    items: tuple[Node, ...]
    span: Span = field(compare=False)

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


@record
class Entry:
    """A key, as written, with its value."""

    key: Scalar
    value: Node


@record
class Mapping:
    """Entries by the text of their keys, in the order of the file."""

    entries: dict[str, Entry]
    span: Span = field(compare=False)

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    def get(self, name: str) -> Node | None:
        """The value under a key, or None when there is no such key."""
        entry = self.entries.get(name)
        return None if entry is None else entry.value

    def keys(self) -> KeysView[str]:
        """The keys, in the order of the file."""
        return self.entries.keys()

    def items(self) -> ItemsView[str, Entry]:
        """Keys with their entries, in the order of the file."""
        return self.entries.items()


Node: TypeAlias = Scalar | Sequence | Mapping
Plain: TypeAlias = "Value | list[Plain] | dict[str, Plain]"


@record
class Document:
    """One file that was read."""

    source: SourceFile
    root: Node


def plain(node: Node) -> Plain:
    """The same value as Python's own dict, list, str, int, float, bool and None."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {name: plain(entry.value) for name, entry in node.entries.items()}


def at(node: Node, path: Indices[str | int]) -> Node | None:
    """The node reached by keys and list indices from `node`, or None when the path leads nowhere."""
    current: Node | None = node
    for step in path:
        match current:
            case Mapping():
                current = current.get(str(step))
            case Sequence() if isinstance(step, int) and 0 <= step < len(current.items):
                current = current.items[step]
            case _:
                return None
    return current
