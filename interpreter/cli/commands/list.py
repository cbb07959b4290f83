"""List the games and overlays that are found, who can play them, and where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.shared import add_dirs, check_dirs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from interpreter.cli.words import Words
    from interpreter.source import Listing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_dirs(parser)


def run(args: argparse.Namespace) -> int:
    """Prints a line for each game and each of its own overlays."""
    from interpreter.cli.problems import print_findings
    from interpreter.cli.words import Words
    from interpreter.source import GameLibrary

    say = Words(args.locale)
    check_dirs(args.games)
    library = GameLibrary(args.games)
    rows = [row for listing in library.list_games() for row in _rows(say, listing)]
    print_findings(library.diagnostics, say.locale)
    if rows:
        _print(rows)
    else:
        print(say("list.none"))
    return FINE


def _rows(say: Words, listing: Listing) -> Iterator[tuple[str, str, str, str]]:
    """What is typed, the title, how many can play, and the folder."""
    from interpreter.source.files import shown

    place = shown(listing.root)
    yield (listing.name, *_described(say, listing, ""), place)
    for overlay in listing.overlays:
        yield (f"{listing.name}+{overlay}", *_described(say, listing, overlay), place)


def _described(say: Words, listing: Listing, overlay: str) -> tuple[str, str]:
    from interpreter.cli.titles import title
    from interpreter.engine import GameError, load
    from interpreter.explain import LocaleError

    names = [str(listing.root), *([overlay] if overlay else [])]
    try:
        game = load("+".join(names))
        name = title(game, say.locale)
    except (GameError, LocaleError):
        return say("list.broken"), ""
    counts = [str(count) for count in game.player_counts]
    return name, say("list.players", count=max(game.player_counts), counts=", ".join(counts))


def _print(rows: list[tuple[str, str, str, str]]) -> None:
    from rich.cells import cell_len

    widths = [max(cell_len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=False)]
        print("  ".join([*cells, row[3]]))
