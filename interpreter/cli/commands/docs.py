"""Write a game as a folder of pages to read or print: components, icons, board, rules, sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import add_game, add_output, open_game, positive, require, write_text

if TYPE_CHECKING:
    import argparse
    from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, options=True)
    words = "the folder to write to; begin with index.html"
    add_output(parser, "--out", words, folder=True, required=True)
    parser.add_argument("--seats", metavar="N", type=positive, help="for so many players (default: the fewest)")


def run(args: argparse.Namespace) -> int:
    """Writes the pages and says where."""
    from interpreter.analysis.pages.site import START, site
    from interpreter.cli.titles import title
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker

    require("jinja2")
    say = Words(args.locale)
    game = open_game(args)
    model = game.model(args.seats or min(game.player_counts))
    speaker = Speaker(model, say.locale, game.folder.homes)
    pages = site(game, speaker, title(game, say.locale), say)
    _make(args.out)
    for name, text in pages.items():
        write_text(args.out / name, text)
    print(say("graph.written", path=str(args.out / START)))
    return FINE


def _make(folder: Path) -> None:
    """Makes the folder if need be. Raises MisuseError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise MisuseError("misuse.cannot_write", path=str(folder), reason=problem.strerror or "") from None
