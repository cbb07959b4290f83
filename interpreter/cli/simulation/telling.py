"""What watched matches show, in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.console import plain_table, print_lines, print_table
from interpreter.cli.simulation.sections import never, questions, sections

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.analysis.details import Details, Interval
    from interpreter.cli.simulation.sections import Name, Row, Section
    from interpreter.cli.simulation.wording import PartWords
    from interpreter.cli.words import Words

MOST_ROWS = 8
HEADS: dict[Name, str] = {
    "points": "simulate.points_head",
    "icons": "simulate.icons_head",
    "cards": "simulate.cards_head",
    "places": "simulate.places_head",
    "options": "simulate.options_head",
}


def print_details(say: Words, details: Details, call: PartWords) -> None:
    """All sections, each with its first rows. There must have been a match."""
    print()
    print_lines(say("simulate.watched", count=details.matches))
    for section in sections(details, call):
        rows = [_cells(section, row) for row in section.rows]
        _print(say, say(HEADS[section.name]), columns_of(say, section), rows)
    asked = [(one.name, f"{one.times:.1f}", percent(one.single)) for one in questions(details, call)]
    if asked:
        _print(say, say("simulate.single_head"), [say("simulate.each_match"), say("simulate.single")], asked)
    unused = never(details, call)
    if unused:
        print()
        print_lines(say("simulate.never", names="; ".join(unused)))


def columns_of(say: Words, section: Section) -> list[str]:
    """The headings of a section's columns but the first."""
    if section.each:
        return [say("simulate.points" if section.name == "points" else "simulate.times"), say("simulate.winners")]
    return [say("simulate.offered"), say("simulate.taken"), say("simulate.share"), say("simulate.winners")]


def _cells(section: Section, row: Row) -> tuple[str, ...]:
    """A row's name, what was measured, and how the winners differ."""
    if section.each:
        return row.name, around(row.rate), "" if row.difference is None else signed(row.difference)
    difference = "" if row.difference is None else signed(row.difference, 100)
    return row.name, str(row.offered), str(row.taken), percent(row.rate.value), difference


def _print(say: Words, head: str, columns: list[str], rows: Sequence[Sequence[str]]) -> None:
    table = plain_table(head, *(f">{column}" for column in columns))
    for row in rows[:MOST_ROWS]:
        table.add_row(*row)
    print()
    print_table(table)
    if len(rows) > MOST_ROWS:
        print_lines(say("simulate.more", count=len(rows) - MOST_ROWS))


def percent(share: float) -> str:
    """A share, as a part of a hundred."""
    return f"{100 * share:.1f} %"


def around(interval: Interval, times: int = 1) -> str:
    """An estimate and half of its interval."""
    return f"{times * interval.value:.2f}{_half(interval, times, 2)}"


def signed(interval: Interval, times: int = 1) -> str:
    """A difference and half of its interval; of shares in parts of a hundred."""
    digits = 2 if times == 1 else 1
    return f"{times * interval.value:+.{digits}f}{_half(interval, times, digits)}"


def _half(interval: Interval, times: int, digits: int) -> str:
    half = times * (interval.high - interval.low) / 2
    return f" ± {half:.{digits}f}" if half < float("inf") else ""
