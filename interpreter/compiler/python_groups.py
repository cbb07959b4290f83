"""Groups of spaces whose slots have the same value, found for all values at once, as lines of Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from interpreter.compiler.lines import indented
from interpreter.source.records import record

if TYPE_CHECKING:
    from interpreter.compiler.lowering import Tables

MOST_WRITTEN_OUT = 8  # neighbours of a space that are looked at without a loop
# Spaces that belong to a group already have a value like none that is looked for.
SEARCH = """\
values = {values}
neighbours = T_{neighbours}
for start, value in enumerate(values):
    if value < {kinds}:
        values[start] = {kinds}
        group = [start]
        for cell in group:
"""
JOIN = """\
if values[{other}] == value:
    values[{other}] = {kinds}
    group.append({other})
"""


@record
class Spaces:
    """Spaces in a row. slots: the text of their slots; neighbours: the table that says which are whose."""

    first: int
    last: int
    slots: str
    neighbours: str


@dataclass(slots=True)
class AllGroups:
    """What is wanted of the groups for each value up to `most`: `lists`, the local that holds them, if it is needed;
    `sums`, for what is added up over groups, the local that holds the sums.
    """

    number: int
    most: int = 0
    lists: str = ""
    sums: dict[str, str] = field(default_factory=dict)

    def sum_of(self, text: str) -> str:
        """The local for the sums of what the text says of a `group`."""
        return self.sums.setdefault(text, f"sums_{self.number}_{len(self.sums)}")

    def lines(self, spaces: Spaces, tables: Tables) -> list[str]:
        """What works it out. Adds a table."""
        kinds = self.most + 1
        made = [f"{name} = [0] * {kinds}" for name in self.sums.values()]
        noted = [f"{name}[value] += {text}" for text, name in self.sums.items()]
        if self.lists:
            made.append(f"{self.lists} = [[] for _ in range({kinds})]")
            noted.append(f"{self.lists}[value].append(group)")
        neighbours, joins = _joins(spaces.neighbours, kinds, tables)
        after = len(tables.values[neighbours]) - 1 - spaces.last
        before = f"[{kinds}] * {spaces.first} + " if spaces.first else ""
        values = f"{before}{spaces.slots} + [{kinds}] * {after}"
        search = SEARCH.format(values=values, neighbours=neighbours, kinds=kinds).splitlines()
        return [*made, *search, *indented(joins, 3), *indented(noted, 2)]


def _joins(neighbours: str, kinds: int, tables: Tables) -> tuple[str, list[str]]:
    """Lines that add to a group those neighbours of a cell that belong to it, and the table that they use."""
    rows = cast("tuple[tuple[int, ...], ...]", tables.values[neighbours])
    nothing, width = len(rows) - 1, max(map(len, rows))
    if width > MOST_WRITTEN_OUT:
        join = JOIN.format(other="other", kinds=kinds).splitlines()
        return neighbours, ["for other in neighbours[cell]:", *indented(join, 1)]
    padded = tuple((*row, *[nothing] * (width - len(row))) for row in rows)
    others = [f"other_{i}" for i in range(width)]
    joins = [line for other in others for line in JOIN.format(other=other, kinds=kinds).splitlines()]
    return tables.add(f"{neighbours}_or_nothing", padded), [f"[{', '.join(others)}] = neighbours[cell]", *joins]
