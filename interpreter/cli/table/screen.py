"""The match on a console: the table, the options, the log, the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from interpreter.cli.console import HANG, fits, flowed, print_table, wrapped
from interpreter.cli.problems import MAX_TYPED
from interpreter.cli.table.board import board_sections
from interpreter.cli.table.dialog import handles
from interpreter.cli.table.looks import Looks
from interpreter.cli.table.status import Status
from interpreter.cli.table.tabletop import seen_by
from interpreter.cli.table.voice import Voice
from interpreter.source.messages import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from interpreter.cli.table.section import Section
    from interpreter.cli.words import Words
    from interpreter.engine import Option, Session, State
    from interpreter.explain import Speaker


ARROW = "→"
ROW_HANG = 4
"""Where the rows of players go on, under their names."""
MOST_WHOLE = 24
"""Lines of a table that is never shown in part."""


class Screen:
    """Shows a match. `who`: what stands behind each player's name."""

    def __init__(self, console: Console, say: Words, speaker: Speaker, who: tuple[str, ...]) -> None:
        self.console = console
        self.say = say
        self.voice = Voice(say, speaker)
        self._looks = Looks(speaker.model, speaker)
        self._status = Status(self._looks, say, who)
        self._shown: list[Section] = []

    def line(self, message: str, /, **args: str | int) -> None:
        """A text of the locale. Typed words among its arguments are made harmless."""
        harmless = {name: printable(arg, MAX_TYPED) if isinstance(arg, str) else arg for name, arg in args.items()}
        self.print(self.say(message, **harmless))

    def verbatim(self, line: str) -> None:
        """A line to be copied: never broken, never cut."""
        self.console.print(Text(line), soft_wrap=True)

    def print(self, *lines: str | Text) -> None:
        """Lines as they are; one that is too long goes on below."""
        for line in lines:
            self._put(wrapped(self.console, line))

    def _put(self, lines: Iterable[Text]) -> None:
        for line in lines:
            self.console.print(line, soft_wrap=True)

    def columns(self, message: str) -> None:
        """A text of the locale whose lines have two columns, two blanks or more apart."""
        for line in self.say(message).splitlines():
            first = re.match(r".*? {2,}", line)
            self._put(wrapped(self.console, line, cell_len(first[0]) if first else HANG))

    def table(self, state: State, seat: int | None, *, whole: bool = True) -> None:
        """The board and what lies beside it, as a player may see it; None: as it is. Unless `whole`, of a large table
        only what has changed since it was last shown.
        """
        table = seen_by(state, seat)
        decider = None if state.over else state.seat_to_decide
        board = list(board_sections(self._looks, table, self.console.width))
        sections = [*board, *self._status.sections(table, decider)]
        before, self._shown = self._shown, sections
        shown: list[Section | None] = [*sections]
        if not whole and sum(len(self._drawn(section)) for section in sections) > MOST_WHOLE:
            shown = [now.since(then) for now, then in zip(sections, before, strict=True)]
        for part in (shown[: len(board)], shown[len(board) :]):
            lines = [line for section in part if section is not None for line in self._drawn(section)]
            if lines:
                self._put((Text(), *lines))

    def _drawn(self, section: Section) -> list[Text]:
        head = [] if section.head is None else [section.head]
        if section.shape == "row":
            return list(flowed(self.console, [*head, *section.entries], ROW_HANG))
        return [part for line in (*head, *section.entries) for part in wrapped(self.console, line)]

    def options(self, labels: Sequence[str], leads: Sequence[str], some: Sequence[Option] = ()) -> None:
        """All options of a decision, or only some, with what is typed for them and where they lead."""
        chosen = [option.index for option in some] if some else range(len(labels))
        typed = handles(labels)
        shown = {index: "" if typed[index] == labels[index] else f"{typed[index]} " for index in chosen}
        width = max(map(len, shown.values()))
        ways = [f" {ARROW} {lead}" if lead else "" for lead in leads]
        entries = [
            Text.assemble((f"{shown[index]:>{width}}", "bold"), labels[index], (ways[index], "dim")) for index in chosen
        ]
        if max(entry.cell_len for entry in entries) > self.console.width:
            self.print(*entries)
            return
        with self.console.capture() as captured:
            self.console.print(Columns(entries, padding=(0, 3), column_first=True))
        self._put(Text.from_ansi(line.rstrip()) for line in captured.get().splitlines())

    def steps(self, session: Session, first: int, seat: int | None) -> None:
        """The log from a step on, as a player may know it; None: all of it."""
        for number, step in enumerate(session.log(seat)[first:], first):
            if step.seat is None and not step.events:
                continue
            head, *rest = self.voice.step(session, number, step, seat)
            colour = "" if step.seat is None else self._looks.seat(step.seat).style
            self.print(Text(head, f"bold {colour}"), *(Text(line, "dim") for line in rest))

    def end(self, state: State) -> None:
        """Who scored what, who has won."""
        lines = state.rules.lines
        headings = ["", *(self.voice.speaker.say_name(f"score.{name}") for name in lines)]
        rows = [headings + ([self.say("play.total")] if len(lines) > 1 else [])]
        for index, points in enumerate(state.score_lines().values()):
            total = [sum(points.values())] if len(lines) > 1 else []
            rows.append([self.voice.owner(state, index), *map(str, [*points.values(), *total])])
        self.print("", self.say("play.over"))
        if lines:
            table = _points(rows)
            print_table(table if fits(table) else _points([*zip(*rows, strict=True)]))
        self.print(*(Text(line, "bold") for line in self.voice.end(state)))


def _points(rows: Sequence[Sequence[str]]) -> Table:
    """A table of numbers; the first row are the headings."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column, heading in enumerate(rows[0]):
        table.add_column(heading, justify="right" if column else "left", no_wrap=True)
    for row in rows[1:]:
        table.add_row(*row)
    return table
