"""Play many matches of two rule sets with the same seeds, and tell what moved, the most surprising first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import FINE, INTERRUPTED
from interpreter.cli.shared import add_dirs, add_options, check_dirs, filled, settings
from interpreter.cli.simulation.running import add_run, bar, seated

if TYPE_CHECKING:
    import argparse

    from interpreter.analysis import Results
    from interpreter.analysis.compare import Shift
    from interpreter.cli.simulation.wording import PartWords
    from interpreter.cli.words import Words
    from interpreter.engine import Game

MATCHES = 2000
WATCHED = 400
MOST_ROWS = 25
HEADINGS = ("compare.before", "compare.after", "compare.difference", "compare.effect")
SORTS = {
    "wins": "compare.wins",
    "score": "compare.score",
    "draws": "compare.draws",
    "length": "compare.length",
    "points": "compare.points",
    "icons": "compare.icons",
    "elements": "compare.taken",
    "options": "compare.taken",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a game's name or folder, with overlays: game+overlay; as it was in a git revision: game@HEAD~1"
    parser.add_argument("before", metavar="A", type=filled, help=words)
    parser.add_argument("after", metavar="B", type=filled, help="what it is compared with, in the same way")
    add_dirs(parser)
    add_options(parser)
    words = "set an option of B alone (repeatable)"
    parser.add_argument("--option-b", metavar="K=V", action="append", default=[], help=words)
    add_run(parser, matches=MATCHES, watched=WATCHED)


def run(args: argparse.Namespace) -> int:
    """Prints what the two mean differently, then the figures that moved; at once when they mean the same."""
    from interpreter.cli.console import print_lines
    from interpreter.cli.revisions import Revisions
    from interpreter.cli.table.seats import people_of
    from interpreter.cli.words import Words

    say = Words(args.locale)
    check_dirs(args.games)
    wanted = (args.before, settings(args.option)), (args.after, settings([*args.option, *args.option_b]))
    with Revisions() as revisions:
        games = [revisions.load(spec, options, args.games) for spec, options in wanted]
        agents = [_agents(game, args) for game in games]
        changed = _changed(say, games, [len(names) for names in agents])
        if not changed:
            print_lines(say("compare.same"))
            return FINE
        print_lines(say("compare.changed", names="; ".join(changed)))
        before, after = (people_of(game, len(names)) for game, names in zip(games, agents, strict=True))
        if before != after:
            print_lines(say("compare.players", before=before, after=after))
        results = _played(say, games, agents, args)
        if all(one.count for one in results):
            _print(say, games, results)
    return FINE if all(one.count == args.n for one in results) else INTERRUPTED


def _agents(game: Game, args: argparse.Namespace) -> tuple[str, ...]:
    from interpreter.analysis import agents_of

    return agents_of(game, seated(game, args))


def _changed(say: Words, games: list[Game], counts: list[int]) -> list[str]:
    """What the parts that differ are called, and the options that are set differently."""
    from interpreter.explain import Speaker
    from interpreter.explain.difference import differences, parts

    before, after = games
    speakers = [
        Speaker(game.model(count), say.locale, game.folder.homes) for game, count in zip(games, counts, strict=True)
    ]
    names = [one.part.heading for one in differences(*map(parts, speakers))]
    every = {**before.options, **after.options}
    otherwise = [name for name in every if before.options.get(name) != after.options.get(name)]
    names += [speakers[name in after.options].say_parameter(name) for name in otherwise]
    return list(dict.fromkeys(names))


def _played(say: Words, games: list[Game], agents: list[tuple[str, ...]], args: argparse.Namespace) -> list[Results]:
    from interpreter.analysis import simulate_together

    with bar(say("simulate.running")) as show:
        return simulate_together(
            zip(games, agents, strict=True),
            args.n,
            args.seed,
            jobs=args.jobs,
            engine=args.engine,
            cluster=args.cluster,
            details=args.details,
            on_progress=show,
        )


def _print(say: Words, games: list[Game], results: list[Results]) -> None:
    from interpreter.analysis.compare import LEAST, moved, shifts
    from interpreter.cli.console import plain_table, print_lines, print_table

    found = shifts(*results)
    rows = moved(found)
    counts = " / ".join(dict.fromkeys(str(one.count) for one in results))
    if not found:
        print_lines(say("compare.too_few", matches=counts, least=LEAST))
        return
    print_lines(say("compare.head", matches=counts, seed=results[0].seed, moved=len(rows), count=len(found)))
    if not rows:
        return
    calls = [_words(say, game, one) for game, one in zip(games, results, strict=True)]
    columns = ("", *(f">{say(name)}" for name in HEADINGS))
    table = plain_table(*columns)
    for row in rows[:MOST_ROWS]:
        table.add_row(*_cells(say, row, calls))
    print()
    print_table(table)
    if len(rows) > MOST_ROWS:
        print_lines(say("simulate.more", count=len(rows) - MOST_ROWS))
    print()
    print_lines(say("compare.note"))


def _words(say: Words, game: Game, results: Results) -> PartWords:
    from interpreter.analysis.parts import parts_of
    from interpreter.cli.simulation.wording import PartWords
    from interpreter.explain import Speaker

    players = len(results.agents)
    return PartWords(say, Speaker(game.model(players), say.locale, game.folder.homes), parts_of(game, players))


def _cells(say: Words, row: Shift, calls: list[PartWords]) -> list[str]:
    from interpreter.cli.simulation.telling import percent, signed

    written = percent if row.share else lambda value: f"{value:.2f}"
    effect = f"{row.effect:+.2f}".replace("inf", "∞")
    name = say(SORTS[row.sort], name=_name(row, calls))
    return [name, written(row.before), written(row.after), signed(row.difference, 100 if row.share else 1), effect]


def _name(row: Shift, calls: list[PartWords]) -> str:
    """What a figure's part is called in the second game, or else in the first."""
    if not row.key:
        return ""
    before, after = calls
    return (after if after.knows(row.key) else before)(row.key)
