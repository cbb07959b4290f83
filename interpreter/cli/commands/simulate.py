"""Play many matches and show who wins and how. The same seed gives the same table, whatever --jobs says."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from interpreter.cli import FINE, INTERRUPTED
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import (
    add_game,
    add_output,
    open_game,
    require,
    write_text,
)
from interpreter.cli.simulation.running import add_run, bar, seated

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from rich.table import Table

    from interpreter.analysis import Results
    from interpreter.cli.words import Words
    from interpreter.engine import Game
    from interpreter.explain import Speaker

WATCHED = 200
COLUMNS = ("wins", "share", "interval", "mean", "least", "lower", "median", "upper", "greatest")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, options=True)
    add_run(parser, matches=1000, watched=WATCHED)
    words = "write a line for each match to FILE (Parquet if it ends in .parquet, else CSV), replaced unless --resume"
    add_output(parser, "--out", words)
    words = "write a page with pictures of all that, to be read offline"
    add_output(parser, "--report", words)
    words = "go on with the run that --out FILE holds, if it is there"
    parser.add_argument("--resume", action="store_true", help=words)


def run(args: argparse.Namespace) -> int:
    """Prints the table; on standard error how far the run is and how long it took."""
    from interpreter.cli.problems import print_problem
    from interpreter.cli.words import Words

    say = Words(args.locale)
    if args.resume and args.out is None:
        raise MisuseError("misuse.resume")
    if args.report is not None:
        require("jinja2")
    game = open_game(args)
    players = seated(game, args)
    begun = time.perf_counter()
    results = _simulated(say, game, players, args)
    took = time.perf_counter() - begun
    if results.refused is not None:
        print_problem(say("simulate.refused", reason=results.refused.text()))
    if results.count:
        _print(say, game, results, args.report)
    print(_took(say, results, args.out, took), file=sys.stderr)
    return FINE if results.count == args.n else INTERRUPTED


def _took(say: Words, results: Results, file: Path | None, took: float) -> str:
    """How long it took to play what the file did not hold."""
    played = results.count - results.before
    if played == 0 and results.before and file is not None:
        return say("simulate.nothing_left", path=str(file))
    return say("simulate.took", count=played, seconds=f"{took:.1f}", pace=f"{played / max(took, 1e-9):,.0f}")


def _simulated(say: Words, game: Game, players: list[str] | None, args: argparse.Namespace) -> Results:
    """The run, kept in the file that is asked for."""
    from interpreter.analysis import agents_of, open_table, run_name, simulate

    names = ("jobs", "engine", "cluster", "details")
    kept: dict[str, Any] = {name: getattr(args, name) for name in names}
    agents = agents_of(game, players)
    owners = game.rules(len(agents)).owners
    with ExitStack() as stack:
        if args.out is not None:
            table = open_table(args.out, owners, run_name(game, agents, args.seed), resume=args.resume)
            stack.callback(table.close)
            kept |= {"done": table.done(), "on_matches": table.add}
        show = stack.enter_context(bar(say("simulate.running")))
        return simulate(game, agents, args.n, args.seed, on_progress=show, **kept)


def _print(say: Words, game: Game, results: Results, report: Path | None) -> None:
    """The table and the details. Before them the page, if one is asked for: whoever reads the rest may stop."""
    from interpreter.analysis.parts import parts_of
    from interpreter.cli.simulation.telling import print_details
    from interpreter.cli.simulation.wording import PartWords
    from interpreter.cli.titles import title
    from interpreter.explain import Speaker

    rules = game.rules(len(results.agents))
    speaker = Speaker(rules.program.model, say.locale, game.folder.homes)
    name = title(game, say.locale)
    rows = list(_rows(speaker, rules.owner_of, results, game.ruled))
    seen = None if results.details is None or not results.details.matches else results.details
    call = None if seen is None else PartWords(say, speaker, parts_of(game, len(results.agents)))
    try:
        if report is not None:
            from interpreter.cli.simulation.report import Report

            owners = [row[0] if row[1] in ("", "random") else f"{row[0]} ({row[1]})" for row in rows]
            write_text(report, Report(say, name, owners, results, call).page())
    finally:
        _print_table(say, name, results, rows)
        if seen is not None and call is not None:
            print_details(say, seen, call)


def _print_table(say: Words, name: str, results: Results, rows: list[list[str]]) -> None:
    from interpreter.cli.console import print_lines

    print_lines(say("simulate.head", title=name, count=results.count, seed=results.seed))
    _print_rows(say, rows)
    if results.draws:
        print_lines(say("simulate.draws", count=results.draws, share=_percent(results.draws / results.count)))
    spread = results.decisions
    print_lines(say("simulate.decisions", mean=f"{spread.mean:.1f}", least=spread.least, greatest=spread.greatest))


def _print_rows(say: Words, rows: list[list[str]]) -> None:
    """One table; two below each other, who wins and who scores what, where that is too wide."""
    from interpreter.cli.console import fits, print_table

    headings = ["", say("simulate.bots"), *(f">{say(f'simulate.{column}')}" for column in COLUMNS)]
    whole = _table([headings, *rows])
    if fits(whole):
        print_table(whole)
        return
    points = 2 + COLUMNS.index("mean")
    print_table(_table([row[:points] for row in (headings, *rows)]))
    print()
    print_table(_table([[row[0], *row[points:]] for row in (headings, *rows)]))


def _table(rows: list[list[str]]) -> Table:
    """The first row are the headings. No cell is broken."""
    from interpreter.cli.console import plain_table

    table = plain_table(*rows[0])
    for column in table.columns:
        column.no_wrap = True
    for row in rows[1:]:
        table.add_row(*row)
    return table


def _rows(speaker: Speaker, owner_of: tuple[int, ...], results: Results, ruled: frozenset[int]) -> Iterator[list[str]]:
    """A player or team in each: wins, then how the points are distributed. No bot is named for `ruled` seats."""
    teams = len(results.owners) < len(results.agents)
    for owner in range(len(results.owners)):
        seats = [seat for seat, of in enumerate(owner_of) if of == owner and seat not in ruled]
        low, high = results.win_interval(owner)
        points = results.score_spread(owner)
        yield [
            speaker.say_team(owner) if teams else speaker.say_player(owner),
            "+".join(dict.fromkeys(results.agents[seat] for seat in seats)),
            str(results.wins[owner]),
            _percent(results.wins[owner] / results.count),
            f"{100 * low:.1f} – {_percent(high)}",
            f"{points.mean:.2f}",
            *(f"{value:g}" for value in (points.least, points.lower, points.median, points.upper, points.greatest)),
        ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
