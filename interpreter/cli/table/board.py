"""Boards in characters: a grid as a grid, any other board as a list of its spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from interpreter.cli.table.looks import counted
from interpreter.cli.table.section import Section
from interpreter.model.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.cli.table.looks import Looks
    from interpreter.cli.table.tabletop import Tabletop
    from interpreter.model.game import SpaceKind

EMPTY = "·"
MOST_ALIKE = 4
MOST_EMPTY = 12
WIDEST_COLUMN = 12
"""Longer names of spaces stand in no column."""


def board_sections(looks: Looks, table: Tabletop, width: int) -> Iterator[Section]:
    """Every kind of space, with what lies on each space. A grid that is wider than `width` cells comes in parts."""
    spaces = looks.model.spaces
    for space in spaces.values():
        head = Text(looks.speaker.say_heading(f"space.{space.name}"), "bold") if len(spaces) > 1 else None
        if space.directions is not None:
            yield Section("grid", head, tuple(_grid(looks, table, space, width)))
        else:
            yield Section("list", head, tuple(_list(looks, table, space)))


def _grid(looks: Looks, table: Tabletop, space: SpaceKind, width: int) -> Iterator[Text]:
    """Rows from the north, numbered as in the names of the spaces; the columns' letters below."""
    cells = [_contents(looks, table, space, index) for index in range(len(space.members))]
    columns = 1 + max(int(column) for column, _ in space.positions)
    rows = [cells[first : first + columns] for first in range(0, len(cells), columns)]
    letters = [name.rstrip("0123456789") for name in space.members[:columns]]
    cell = max(2, *(one.cell_len for one in cells), *map(len, letters)) + 1
    margin = len(str(len(rows)))
    fitting = max(1, (width - margin) // cell)
    for first in range(0, columns, fitting):
        part = slice(first, first + fitting)
        yield from _grid_part([row[part] for row in rows], letters[part], cell, margin)


def _grid_part(rows: list[list[Text]], letters: list[str], width: int, margin: int) -> Iterator[Text]:
    """Some columns of a grid, each so many cells wide; the rows' numbers take `margin` cells."""
    for number, row in reversed(list(enumerate(rows, 1))):
        line = Text(f"{number:>{margin}} ", "dim")
        for cell in row:
            line.append_text(cell or Text(EMPTY, "dim"))
            line.append(" " * (width - max(1, cell.cell_len)))
        line.rstrip()
        yield line
    yield Text(" " * (margin + 1) + "".join(f"{letter:<{width}}" for letter in letters).rstrip(), "dim")


def _list(looks: Looks, table: Tabletop, space: SpaceKind) -> Iterator[Text]:
    """A line for each space that holds something, then those that hold nothing: their names, or how many."""
    empty = []
    kind = Type("space", space.name)
    names = [looks.speaker.say_element(kind, space.first + index) for index in range(len(space.members))]
    widest = max(map(cell_len, names))
    column = widest if widest <= WIDEST_COLUMN else 0
    for index, name in enumerate(names):
        contents = _contents(looks, table, space, index, roomy=True)
        if contents:
            yield Text.assemble((set_cell_size(name, max(column, cell_len(name))) + "  ", "bold"), contents)
        else:
            empty.append(name)
    if empty:
        named = ", ".join(empty) if len(empty) <= MOST_EMPTY else f"×{len(empty)}"
        yield Text.assemble((f"{EMPTY}  ", "dim"), (named, "dim"))


def _contents(looks: Looks, table: Tabletop, space: SpaceKind, index: int, *, roomy: bool = False) -> Text:
    """The tokens and pieces on a space; with `roomy`, pieces by their names and apart."""
    found = []
    for token, variant, count in table.on_space(space, index):
        one = looks.token(token, variant, roomy=roomy)
        alike = [one] * count if count <= MOST_ALIKE else [Text.assemble(one, f"×{count}")]
        found.append(Text().join(alike))
    pieces = table.pieces[space.first + index]
    if pieces is None:
        number = table.counts[space.first + index]
        found += [Text(f"×{number}")] if number else []
    elif roomy:
        found += counted((looks.piece(piece, table) for piece in pieces), in_order=True)
    else:
        found += [looks.small_piece(piece) for piece in pieces]
    return Text(", " if roomy else "").join(found)
