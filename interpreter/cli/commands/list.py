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
    """Prints a line for each game and each of its own overlays, folder by folder as they are looked through."""
    from interpreter.cli.problems import print_findings
    from interpreter.cli.words import Words
    from interpreter.source import GameLibrary
    from interpreter.source.files import resolved, shown

    say = Words(args.locale)
    check_dirs(args.games)
    library = GameLibrary(args.games)
    places: dict[str, list[tuple[str, str, str]]] = {shown(resolved(folder)): [] for folder in library.directories}
    for listing in library.list_games():
        places.setdefault(shown(listing.root.parent), []).extend(_rows(say, listing))
    print_findings(library.diagnostics, say.locale)
    if any(places.values()):
        _print({place: rows for place, rows in places.items() if rows})
    else:
        print(say("list.none"))
    return FINE


def _rows(say: Words, listing: Listing) -> Iterator[tuple[str, str, str]]:
    """What is typed, the title and how many can play."""
    yield (listing.name, *_described(say, listing, ""))
    for overlay in listing.overlays:
        yield (f"{listing.name}+{overlay}", *_described(say, listing, overlay))


def _described(say: Words, listing: Listing, overlay: str) -> tuple[str, str]:
    from interpreter.cli.table.seats import people_of
    from interpreter.cli.titles import title
    from interpreter.engine import GameError, load
    from interpreter.explain import LocaleError

    names = [str(listing.root), *([overlay] if overlay else [])]
    try:
        game = load("+".join(names))
        name = title(game, say.locale)
    except (GameError, LocaleError):
        return say("list.broken"), ""
    people = [people_of(game, count) for count in game.player_counts]
    return name, say("list.players", count=max(people), counts=", ".join(map(str, people)))


def _print(places: dict[str, list[tuple[str, str, str]]]) -> None:
    """The games of each folder under its path."""
    from interpreter.cli.console import plain_table, print_table

    for place, rows in places.items():
        print(f"{place}:")
        table = plain_table("", "", "")
        table.show_header = False
        table.columns[0].no_wrap = table.columns[2].no_wrap = True
        for name, title, counts in rows:
            table.add_row(f"  {name}", title, counts)
        print_table(table)
