"""Let bots play each other, every pair as often and on all seats in turn, and show who is stronger. The same seed gives
the same tables, whatever --jobs says.
"""

from __future__ import annotations

import io
import sys
import time
from typing import TYPE_CHECKING

from interpreter.cli import FINE, INTERRUPTED
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import BOTS, add_game, add_output, add_seed, open_game, positive, write_text
from interpreter.cli.simulation.running import ALL_CORES, bar

if TYPE_CHECKING:
    import argparse

    from interpreter.analysis import Standings
    from interpreter.cli.words import Words
    from interpreter.engine import Game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, options=True)
    parser.add_argument("--players", metavar="A,B", required=True, help=f"the bots, two or more of {BOTS}")
    parser.add_argument("-n", metavar="N", type=positive, default=100, help="how many matches a pair (default: 100)")
    parser.add_argument("--seats", metavar="N", type=positive, help="how many play (default: the fewest)")
    add_seed(parser)
    words = "in how many processes (default: one for each core)"
    parser.add_argument("--jobs", metavar="J", type=positive, default=ALL_CORES, help=words)
    add_output(parser, "--out", "write a line for each match to FILE, as CSV")


def run(args: argparse.Namespace) -> int:
    """Prints how strong the bots are, and each pair's record; on standard error how long it took."""
    from interpreter.analysis.contest import arena, write_csv
    from interpreter.cli.words import Words

    say = Words(args.locale)
    game = open_game(args)
    bots = [name.strip() for name in args.players.split(",")]
    if len(bots) < 2:
        raise MisuseError("misuse.arena_bots")
    twice = next((name for number, name in enumerate(bots) if name in bots[:number]), None)
    if twice is not None:
        raise MisuseError("misuse.arena_twice", name=twice)
    players = _players(game, args.seats)
    begun = time.perf_counter()
    with bar(say("simulate.running")) as show:
        standings = arena(game, bots, players, args.n, args.seed, jobs=args.jobs, on_progress=show)
    took = time.perf_counter() - begun
    try:
        if args.out is not None:
            text = io.StringIO()
            write_csv(standings, text)
            write_text(args.out, text.getvalue())
    finally:
        if standings.met:
            _print(say, game, standings)
    count = len(standings.met)
    pace = f"{count / max(took, 1e-9):,.1f}"
    print(say("simulate.took", count=count, seconds=f"{took:.1f}", pace=pace), file=sys.stderr)
    return FINE if standings.complete else INTERRUPTED


def _players(game: Game, seats: int | None) -> int:
    """How many seats there are, those that the rules play included. Raises MisuseError."""
    from interpreter.cli.table.seats import people_of

    counts = {people_of(game, count): count for count in sorted(game.player_counts, reverse=True)}
    wanted = min(counts) if seats is None else seats
    if wanted not in counts:
        raise MisuseError("misuse.player_count", count=wanted, known=", ".join(map(str, sorted(counts))))
    return counts[wanted]


def _print(say: Words, game: Game, standings: Standings) -> None:
    from interpreter.cli.console import plain_table, print_lines, print_table
    from interpreter.cli.titles import title

    print_lines(say("simulate.head", title=title(game, say.locale), count=len(standings.met), seed=standings.seed))
    if standings.alone:
        print_lines(say("arena.alone"))
    strength = plain_table(say("simulate.bots"), ">Elo", f">{say('simulate.interval')}", f">{say('simulate.share')}")
    rated = sorted(enumerate(standings.ratings()), key=lambda one: -one[1].elo)
    for bot, rating in rated:
        share = f"{100 * standings.share(bot):.1f} %"
        strength.add_row(standings.bots[bot], f"{rating.elo:+.0f}", f"{rating.low:+.0f} – {rating.high:+.0f}", share)
    print_table(strength)
    print()
    names = ("simulate.wins", "arena.draws", "arena.losses")
    records = plain_table(say("arena.pair"), *(f">{say(name)}" for name in names), ">p")
    for (first, second), record in standings.records.items():
        pair = f"{standings.bots[first]} – {standings.bots[second]}"
        numbers = map(str, (record.wins, record.draws, record.losses))
        records.add_row(pair, *numbers, f"{record.p_value:.2g}")
    print_table(records)
