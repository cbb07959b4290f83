"""Boards in characters: a grid as a grid, any other board as a list of its spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from interpreter.model.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.cli.table.looks import Looks
    from interpreter.cli.table.tabletop import Tabletop
    from interpreter.model.game import SpaceKind

EMPTY = "·"
MOST_ALIKE = 4


def board_lines(looks: Looks, table: Tabletop) -> Iterator[Text]:
    """Every kind of space, with what lies on each space."""
    spaces = looks.model.spaces
    for space in spaces.values():
        if len(spaces) > 1:
            yield Text(looks.speaker.say_name(f"space.{space.name}"), "bold")
        yield from _grid(looks, table, space) if space.directions is not None else _list(looks, table, space)


def _grid(looks: Looks, table: Tabletop, space: SpaceKind) -> Iterator[Text]:
    """Rows from the north, numbered as in the names of the spaces; the columns' letters below."""
    cells = [_contents(looks, table, space, index) for index in range(len(space.members))]
    columns = 1 + max(int(column) for column, _ in space.positions)
    rows = len(cells) // columns
    letters = [name.rstrip("0123456789") for name in space.members[:columns]]
    width = max(2, *(cell.cell_len for cell in cells), *map(len, letters)) + 1
    margin = len(str(rows))
    for row in reversed(range(rows)):
        line = Text(f"{row + 1:>{margin}} ", "dim")
        for cell in cells[row * columns : (row + 1) * columns]:
            line.append_text(cell or Text(EMPTY, "dim"))
            line.append(" " * (width - max(1, cell.cell_len)))
        line.rstrip()
        yield line
    yield Text(" " * (margin + 1) + "".join(f"{letter:<{width}}" for letter in letters).rstrip(), "dim")


def _list(looks: Looks, table: Tabletop, space: SpaceKind) -> Iterator[Text]:
    """A line for each space that holds something, then the names of those that hold nothing."""
    empty = []
    for index in range(len(space.members)):
        name = looks.speaker.say_element(Type("space", space.name), space.first + index)
        contents = _contents(looks, table, space, index, roomy=True)
        if contents:
            yield Text.assemble((f"{name}  ", "bold"), contents)
        else:
            empty.append(name)
    if empty:
        yield Text.assemble((f"{EMPTY}  ", "dim"), (", ".join(empty), "dim"))


def _contents(looks: Looks, table: Tabletop, space: SpaceKind, index: int, *, roomy: bool = False) -> Text:
    """The tokens and pieces on a space; with `roomy`, pieces by their names and apart."""
    found = []
    for token, variant, count in table.on_space(space, index):
        one = looks.token(token, variant)
        alike = [one] * count if count <= MOST_ALIKE else [Text.assemble(one, f"×{count}")]
        found.append(Text().join(alike))
    look = looks.piece if roomy else looks.small_piece
    found += [look(piece) for piece in table.pieces[space.first + index] or ()]
    return Text(", " if roomy else "").join(found)
