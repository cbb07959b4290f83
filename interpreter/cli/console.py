"""The terminal as rich draws on it; where there is none, 80 cells wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

HANG = 2
"""How much further to the right a line goes on."""
_LEAST = 10


class Terminal(Console):
    """Prints texts as they are: nothing in them is markup, nothing is highlighted."""

    def __init__(self, width: int | None = None) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, width=width)

    def on_broken_pipe(self) -> None:
        """Leaves it to `main` to end quietly."""
        raise BrokenPipeError


def wrapped(console: Console, line: str | Text) -> Iterator[Text]:
    """A line in parts that fit the console; the second and later ones begin a little further right."""
    text = Text(line) if isinstance(line, str) else line
    indent = len(text.plain) - len(text.plain.lstrip(" "))
    first, *more = text[indent:].wrap(console, max(_LEAST, console.width - indent)) or [Text()]
    rest = text[indent + len(first) :]
    rest = rest[len(rest.plain) - len(rest.plain.lstrip(" ")) :]
    later = list(rest.wrap(console, max(_LEAST, console.width - indent - HANG))) if more else []
    for margin, part in ((indent, first), *((indent + HANG, one) for one in later)):
        part.rstrip()
        yield Text(" " * margin).append_text(part)


def print_lines(*lines: str | Text) -> None:
    """Lines of prose, none wider than the terminal."""
    terminal = Terminal()
    for line in lines:
        for part in wrapped(terminal, line):
            terminal.print(part, soft_wrap=True)


def print_table(table: Table) -> None:
    """A table, without blanks at the ends of its lines: as wide as the terminal, or as its columns need."""
    terminal = Terminal()
    least = Measurement.get(terminal, terminal.options.update(max_width=10_000), table).minimum
    terminal = Terminal(max(terminal.width, least))
    with terminal.capture() as captured:
        terminal.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def plain_table(*columns: str) -> Table:
    """A table without lines; `>` before a column's heading sets it to the right and keeps its cells whole."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        right = column.startswith(">")
        heading = column.removeprefix(">")
        table.add_column(heading, justify="right" if right else "left", no_wrap=right, overflow="fold")
    return table
