"""The terminal as rich draws on it."""

from rich.console import Console
from rich.table import Table

ANY_WIDTH = 400
"""Tables are as wide as they must be, so that they are the same wherever they are printed."""


class Terminal(Console):
    """Prints texts as they are: nothing in them is markup, nothing is highlighted."""

    def __init__(self, width: int | None = None) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, width=width)

    def on_broken_pipe(self) -> None:
        """Leaves it to `main` to end quietly."""
        raise BrokenPipeError


def print_table(table: Table) -> None:
    """A table, however wide, without blanks at the ends of its lines."""
    terminal = Terminal(ANY_WIDTH)
    with terminal.capture() as captured:
        terminal.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def plain_table(*columns: str) -> Table:
    """A table without lines; `>` before a column's heading sets it to the right."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left", no_wrap=True)
    return table
