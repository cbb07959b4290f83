"""Count the tree of decisions: every way of playing on from the start, decision by decision."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.shared import add_game, add_seed, open_game, positive

if TYPE_CHECKING:
    from interpreter.analysis.perft import Counts
    from interpreter.cli.words import Words

MOST_DEPTH = 500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, options=True)
    parser.add_argument("--depth", metavar="N", type=_depth, required=True, help="how many decisions deep")
    parser.add_argument("--divide", action="store_true", help="count below each first option, too")
    parser.add_argument("--seats", metavar="N", type=positive, help="how many play (default: the fewest)")
    add_seed(parser)


def run(args: argparse.Namespace) -> int:
    """Prints nodes and finished games at each depth; they are the same for the same seed."""
    from interpreter.analysis.perft import divide, perft, total
    from interpreter.cli.words import Words

    say = Words(args.locale)
    state = open_game(args).start(args.seats, args.seed)
    if args.divide:
        parts = divide(state, args.depth)
        _print_parts(say, parts)
        _print_counts(say, total(list(parts.values()), args.depth))
    else:
        _print_counts(say, perft(state, args.depth))
    return FINE


def _print_parts(say: Words, parts: dict[str, Counts]) -> None:
    rows = [(key, f"{counts.nodes[-1]:,}", f"{sum(counts.finished):,}") for key, counts in parts.items()]
    _print_rows([(say("perft.option"), say("perft.nodes"), say("perft.finished")), *rows])
    print()


def _print_counts(say: Words, counts: Counts) -> None:
    pairs = zip(counts.nodes, counts.finished, strict=True)
    rows = [(str(depth), f"{nodes:,}", f"{finished:,}") for depth, (nodes, finished) in enumerate(pairs, 1)]
    _print_rows([(say("perft.depth"), say("perft.nodes"), say("perft.finished")), *rows])
    print(say("perft.all_finished", number=f"{sum(counts.finished):,}"))


def _print_rows(rows: list[tuple[str, str, str]]) -> None:
    """Three columns, numbers to the right."""
    from rich.cells import cell_len

    widths = [max(cell_len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        padded = [" " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)]
        print(f"{row[0]}{padded[0]}  {padded[1]}{row[1]}  {padded[2]}{row[2]}")


def _depth(written: str) -> int:
    number = positive(written)
    if number > MOST_DEPTH:
        raise argparse.ArgumentTypeError(f"at most {MOST_DEPTH}")
    return number
