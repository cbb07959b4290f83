"""A run as one page with pictures, which needs no network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from interpreter.analysis.details import Interval
from interpreter.analysis.pages.charts import Scale, bar, dot, histogram
from interpreter.analysis.pages.render import page
from interpreter.cli.simulation.sections import never, questions, sections
from interpreter.cli.simulation.telling import HEADS, columns_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.analysis import Results
    from interpreter.analysis.details import Details
    from interpreter.cli.simulation.sections import Row, Section
    from interpreter.cli.simulation.wording import PartWords
    from interpreter.cli.words import Words


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: words, a number as it is written, or an SVG."""

    text: str
    sort: Literal["name", "number", "picture"] = "number"


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page. key: what the lines of the picture are, in the order of their classes."""

    heading: str
    columns: Sequence[Cell] = ()
    rows: Sequence[Sequence[Cell]] = ()
    picture: str = ""
    key: Sequence[str] = ()
    note: str = ""
    items: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Writes the page. title: of the game.  owners: what who scores is called.  call: says the game's parts; None where
    no match was watched.
    """

    say: Words
    title: str
    owners: Sequence[str]
    results: Results
    call: PartWords | None

    def page(self) -> str:
        """The page's text. There must have been a match."""
        say, results = self.say, self.results
        head = say("simulate.head", title=self.title, count=results.count, seed=results.seed)
        found = [self._wins(), *self._distributions()]
        if results.details is not None and self.call is not None:
            found += self._details(results.details, self.call)
        return page("simulation.html", locale=say.locale, title=head, note=say("report.note"), parts=found)

    def _wins(self) -> Part:
        results, say = self.results, self.say
        rows = []
        for owner, name in enumerate(self.owners):
            share = Interval(results.wins[owner] / results.count, *results.win_interval(owner))
            picture = Cell(bar(share, Scale(0, 1)), "picture")
            numbers = Cell(self._number(results.wins[owner])), Cell(self._percent(share.value))
            rows.append([Cell(name, "name"), *numbers, picture])
        columns = self._columns("", say("simulate.wins"), say("simulate.share")), Cell("", "picture")
        note = ""
        if results.draws:
            note = say("simulate.draws", count=results.draws, share=self._percent(results.draws / results.count))
        return Part(_capital(say("simulate.wins")), [*columns[0], columns[1]], rows, note=note)

    def _distributions(self) -> list[Part]:
        say, tally = self.say, self.results.tally
        spread = self.results.decisions
        scores, length = say("report.scores"), say("report.length")
        mean = self._number(spread.mean, 1)
        return [
            Part(
                scores,
                picture=histogram([one.counts for one in tally.scores], scores, self._number),
                key=self.owners,
            ),
            Part(
                length,
                picture=histogram([tally.decisions.counts], length, self._number),
                note=say("simulate.decisions", mean=mean, least=spread.least, greatest=spread.greatest),
            ),
        ]

    def _details(self, details: Details, call: PartWords) -> list[Part]:
        say = self.say
        found = [self._section(one) for one in sections(details, call)]
        if found:
            found[0] = Part(found[0].heading, found[0].columns, found[0].rows, note=self._watched(details))
        asked = questions(details, call)
        if asked:
            columns = self._columns(say("simulate.single_head"), say("simulate.each_match"), say("simulate.single"))
            rows = []
            for one in asked:
                share = Interval(one.single, one.single, one.single)
                numbers = Cell(self._number(one.times, 1)), Cell(self._percent(one.single))
                rows.append([Cell(one.name, "name"), *numbers, Cell(bar(share, Scale(0, 1)), "picture")])
            found.append(Part(_capital(say("simulate.single_head")), [*columns, Cell("", "picture")], rows))
        unused = never(details, call)
        if unused:
            found.append(Part(say("report.never"), items=unused))
        return found

    def _watched(self, details: Details) -> str:
        return self.say("simulate.watched", count=details.matches).rstrip(":：").rstrip()

    def _section(self, section: Section) -> Part:
        """A table with a bar for each rate and a dot for each difference."""
        shares = Scale.of([row.rate for row in section.rows]) if section.each else Scale(0, 1)
        differences = Scale.of([row.difference for row in section.rows if row.difference is not None])
        *measured, winners = columns_of(self.say, section)
        columns = [*self._columns("", *measured), Cell("", "picture"), Cell(winners), Cell("", "picture")]
        rows = [self._row(section, row, shares, differences) for row in section.rows]
        return Part(_capital(self.say(HEADS[section.name])), columns, rows)

    def _row(self, section: Section, row: Row, shares: Scale, differences: Scale) -> list[Cell]:
        numbers = [Cell(self._number(row.rate.value, 2))]
        if not section.each:
            numbers = [Cell(self._number(row.offered)), Cell(self._number(row.taken))]
            numbers.append(Cell(self._percent(row.rate.value)))
        found = [Cell(row.name, "name"), *numbers, Cell(bar(row.rate, shares), "picture")]
        if row.difference is None:
            return [*found, Cell(""), Cell("", "picture")]
        times, digits = (1, 2) if section.each else (100, 1)
        value = self._number(times * row.difference.value, digits, signed=True)
        return [*found, Cell(value), Cell(dot(row.difference, differences), "picture")]

    def _columns(self, first: str, *others: str) -> list[Cell]:
        return [Cell(first, "name"), *(Cell(one) for one in others)]

    def _percent(self, share: float) -> str:
        return f"{self._number(100 * share, 1)} %"

    def _number(self, value: float, digits: int = 0, *, signed: bool = False) -> str:
        """A number as the language writes it."""
        from babel.numbers import format_decimal

        pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
        return format_decimal(value, format=f"{'+' if signed else ''}{pattern};−{pattern}", locale=self.say.locale)


def _capital(text: str) -> str:
    """A heading of a table as that of a section."""
    return text[:1].upper() + text[1:]
