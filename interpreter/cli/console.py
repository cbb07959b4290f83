"""The terminal as rich draws on it; where there is none, 80 cells wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from interpreter.cli.breaking import broken

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HANG = 2
"""How much further to the right a line goes on."""
GAP = "   "
"""What stands between parts beside each other."""
_LEAST = 10


class Terminal(Console):
    """Prints texts as they are: nothing in them is markup, nothing is highlighted."""

    def __init__(self, width: int | None = None) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, width=width)

    def on_broken_pipe(self) -> None:
        """Leaves it to `main` to end quietly."""
        raise BrokenPipeError


def wrapped(console: Console, line: str | Text, hang: int = HANG) -> Iterator[Text]:
    """A line in parts that fit the console; the second and later ones begin `hang` cells further right."""
    text = Text(line) if isinstance(line, str) else line
    indent = len(text.plain) - len(text.plain.lstrip(" "))
    first, later = (max(_LEAST, console.width - margin) for margin in (indent, indent + hang))
    for number, part in enumerate(broken(text[indent:], first, later)):
        yield Text(" " * (indent + (hang if number else 0))).append_text(part) if part else part


def flowed(console: Console, parts: Sequence[Text], hang: int) -> Iterator[Text]:
    """Parts beside each other, each whole in its line if it fits one; the second and later lines begin at `hang`."""
    line = parts[0]
    for part in parts[1:]:
        if line.cell_len + len(GAP) + part.cell_len <= console.width:
            line = Text(GAP).join([line, part])
            continue
        yield from wrapped(console, line)
        line = Text(" " * hang).append_text(part)
    yield from wrapped(console, line)


def print_lines(*lines: str | Text) -> None:
    """Lines of prose, none wider than the terminal."""
    terminal = Terminal()
    for line in lines:
        for part in wrapped(terminal, line):
            terminal.print(part, soft_wrap=True)


def fits(table: Table) -> bool:
    """Whether the terminal is wide enough for a table's columns."""
    return _least_width(table) <= Terminal().width


def print_table(table: Table) -> None:
    """A table, without blanks at the ends of its lines: as wide as the terminal, or as its columns need."""
    terminal = Terminal(max(Terminal().width, _least_width(table)))
    with terminal.capture() as captured:
        terminal.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _least_width(table: Table) -> int:
    """The cells that a table needs; rich takes a column that is not to be wrapped for one that may be cut."""
    for column in table.columns:
        if column.no_wrap:
            column.min_width = max(cell_len(str(cell)) for cell in (column.header, *column.cells))
    terminal = Terminal()
    return Measurement.get(terminal, terminal.options.update(max_width=10_000), table).minimum


def plain_table(*columns: str) -> Table:
    """A table without lines; `>` before a column's heading sets it to the right and keeps its cells whole."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        right = column.startswith(">")
        heading = column.removeprefix(">")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right, overflow="fold")
    return table
