"""What slots are called in C, and constant tables as C text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.compiler.layout import Layout

WIDTHS = (8, 16, 32, 64)
LINE = 110  # characters of a line of numbers


class SlotNames:
    """Enumerators for slots, and for what is added to a number to find a slot."""

    def __init__(self, layout: Layout) -> None:
        self._slots = layout.slots
        self._names: list[str] = []
        known: set[str] = set()
        for i, slot in enumerate(layout.slots):
            name = f"AT_{_word(slot.name)}"
            self._names.append(f"{name}_{i}" if name in known else name)
            known.add(self._names[-1])
        self._bases = {layout.location: "PLACE_OF"}
        for (kind, variable), base in layout.variables.items():
            self._bases.setdefault(base, f"{_word(variable)}_OF_{_word(kind)}")

    def slot(self, index: int) -> str:
        """The name of a slot; the number itself for one above the layout."""
        return self._names[index] if 0 <= index < len(self._names) else str(index)

    def base(self, offset: int) -> str:
        """The name of what is added to a number to find a slot."""
        return self._bases.get(offset) or self.slot(offset)

    def lines(self) -> Iterator[str]:
        """The enumerators."""
        yield "enum {"
        for i, (slot, name) in enumerate(zip(self._slots, self._names, strict=True)):
            yield f"    {name} = {i},  /* {slot.low} to {slot.high} */"
        yield "};"
        yield "enum {  /* + the number of a piece */"
        yield from (f"    {name} = {base}," for base, name in self._bases.items())
        yield "};"


def _word(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_").upper()


Nested = tuple[object, ...]


def shape(values: Nested) -> tuple[int, ...]:
    """How many entries a table has in each dimension; rows that are shorter than the longest are filled up."""
    rows = [value for value in values if isinstance(value, tuple)]
    if not rows:
        return (len(values),)
    inner = [shape(row) for row in rows]
    depth = max(map(len, inner))
    return (len(values), *(max((one[i] for one in inner if len(one) > i), default=0) for i in range(depth)))


def numbers(values: Nested) -> Iterator[int]:
    """All numbers of a table."""
    for value in values:
        if isinstance(value, tuple):
            yield from numbers(value)
        else:
            assert isinstance(value, int), "a table holds numbers"
            yield value


def narrowest(values: Iterable[int], least: int = 0) -> str:
    """The smallest C type that holds all values, of at least so many bits."""
    low, high = 0, 0
    for value in values:
        low, high = min(low, value), max(high, value)
    width = next(bits for bits in WIDTHS if bits >= least and -(1 << (bits - 1)) <= low and high < 1 << (bits - 1))
    return f"int{width}_t"


def table_lines(name: str, values: Nested, *, rows: bool) -> list[str]:
    """A constant table; where its rows are gone through, also how long each is, as `N_name`."""
    dimensions, given = shape(values), values
    kind = narrowest(numbers(values), 32 if rows else 0)
    if rows and len(dimensions) == 1:
        dimensions = (*dimensions, 1)
    sizes = "".join(f"[{max(size, 1)}]" for size in dimensions)
    if rows:  # what is no element fills rows up
        values = tuple((*row, *(len(values),) * (dimensions[1] - len(row))) for row in map(_row, values))
    lines = [f"static const {kind} T_{name}{sizes} = {{", *_entries(values, len(dimensions)), "};"]
    if rows:
        lengths = [len(row) for row in map(_row, given)]
        lines += [f"static const int32_t N_{name}[{len(lengths)}] = {{", *filled(lengths), "};"]
    return lines


def _row(value: object) -> Nested:
    return value if isinstance(value, tuple) else ()


def _entries(values: Nested, depth: int) -> list[str]:
    if depth == 1:
        return filled([value for value in values if isinstance(value, int)])
    found = []
    for value in values:
        inner = _entries(_row(value), depth - 1) or ["    0,"]
        found.append(f"    {{{' '.join(line.strip() for line in inner)}}},")
    return found


def filled(values: Sequence[int]) -> list[str]:
    """Numbers on lines of even length."""
    lines, line = [], "   "
    for value in values:
        text = f" {value},"
        if len(line) + len(text) > LINE:
            lines.append(line)
            line = "   "
        line += text
    return [*lines, line] if line.strip() else lines
