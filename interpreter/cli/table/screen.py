"""The match on a console: the table, the options, the log, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from interpreter.cli.console import wrapped
from interpreter.cli.problems import MAX_TYPED
from interpreter.cli.table.board import board_lines
from interpreter.cli.table.dialog import handles
from interpreter.cli.table.looks import Looks
from interpreter.cli.table.status import Status
from interpreter.cli.table.tabletop import seen_by
from interpreter.cli.table.voice import Voice
from interpreter.source.messages import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from interpreter.cli.words import Words
    from interpreter.engine import Option, Session, State
    from interpreter.explain import Speaker


ARROW = "→"


class Screen:
    """Shows a match. `who`: what stands behind each player's name."""

    def __init__(self, console: Console, say: Words, speaker: Speaker, who: tuple[str, ...]) -> None:
        self.console = console
        self.say = say
        self.voice = Voice(say, speaker)
        self._looks = Looks(speaker.model, speaker)
        self._status = Status(self._looks, say, who)

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
            for part in wrapped(self.console, line):
                self.console.print(part, soft_wrap=True)

    def table(self, state: State, seat: int | None) -> None:
        """The board and what lies beside it, as a player may see it; None: as it is."""
        table = seen_by(state, seat)
        decider = None if state.over else state.seat_to_decide
        for lines in (board_lines(self._looks, table, self.console.width), self._status.lines(table, decider)):
            block = list(lines)
            if block:
                self.print("", *block)

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
        self.console.print(Columns(entries, padding=(0, 3), column_first=True))

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
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("")
        for name in lines:
            table.add_column(self.voice.speaker.say_name(f"score.{name}"), justify="right")
        if len(lines) > 1:
            table.add_column(self.say("play.total"), justify="right")
        for index, points in enumerate(state.score_lines().values()):
            total = [str(sum(points.values()))] if len(lines) > 1 else []
            table.add_row(self.voice.owner(state, index), *map(str, points.values()), *total)
        self.print("", self.say("play.over"))
        if lines:
            self.console.print(table)
        self.print(*(Text(line, "bold") for line in self.voice.end(state)))
