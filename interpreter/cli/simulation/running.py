"""How a run of many matches is asked for, and what is shown while it goes on."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.cli.shared import BOTS, add_seed, filled, positive, whole

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from interpreter.engine import Game

    Progress = Callable[[int, int], None]

ALL_CORES = -1


def add_run(parser: argparse.ArgumentParser, *, matches: int, watched: int) -> None:
    """How many matches, who plays them, where and how, and how many are watched; with these defaults."""
    parser.add_argument(
        "-n", metavar="N", type=positive, default=matches, help=f"how many matches (default: {matches})"
    )
    parser.add_argument("--seats", metavar="N", type=positive, help="how many play (default: the fewest)")
    words = f"the bot on each seat, or one for all: {BOTS} (default: random)"
    parser.add_argument("--players", metavar="A,B", help=words)
    add_seed(parser)
    words = "in how many processes or threads (default: one for each core)"
    parser.add_argument("--jobs", metavar="J", type=positive, default=ALL_CORES, help=words)
    parser.add_argument(
        "--engine",
        choices=("auto", "native", "python"),
        default="auto",
        help="what plays: machine code made by a C compiler, for random bots only; Python; or what is quicker "
        "(default: auto). Both play the same matches",
    )
    words = "let the workers of a Dask cluster play, such as tcp://10.0.0.1:8786; they need the game's files"
    parser.add_argument("--cluster", metavar="ADDRESS", type=filled, help=words)

    words = "watch so many matches, the first ones, and tell where points come from, what was offered and taken, "
    words += f"what never happened; the game's invariants must hold in them (default: {watched}; 0: none)"
    parser.add_argument("--details", metavar="N", type=whole, default=watched, help=words)


def seated(game: Game, args: argparse.Namespace) -> list[str] | None:
    """The bot on each seat; None: random ones on the fewest. A seat that the rules play is given one, never asked.

    Raises MisuseError.
    """
    from interpreter.cli.table.seats import RULES, all_seats, check_count, for_all, people_of

    if args.seats is None and args.players is None:
        return None
    names = tuple(name.strip() for name in (args.players or "random").split(","))
    counts = [people_of(game, count) for count in game.player_counts]
    names = for_all(names, args.seats, counts)
    check_count(names, args.seats, counts)
    return ["random" if name == RULES else name for name in all_seats(game, names)]


@contextmanager
def bar(label: str) -> Iterator[Progress | None]:
    """On a terminal a bar with an estimate of the time that is left, set by what is yielded; None elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(label, total=None)

        def show(done: int, total: int) -> None:
            shown.update(task, completed=done, total=total)

        yield show
