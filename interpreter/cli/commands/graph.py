"""Draw the board as SVG: its spaces, and lines between neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import add_game, add_output, open_game, positive, write_text

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, options=True)
    words = "where to write, such as board.svg"
    add_output(parser, "--out", words, required=True)
    parser.add_argument("--seats", metavar="N", type=positive, help="for so many players (default: the fewest)")


def run(args: argparse.Namespace) -> int:
    """Writes the drawing and says where."""
    from interpreter.analysis.drawing import draw
    from interpreter.cli.titles import title
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker

    say = Words(args.locale)
    game = open_game(args)
    model = game.model(args.seats or min(game.player_counts))
    if not model.spaces:
        raise MisuseError("misuse.no_board", name=game.title)
    speaker = Speaker(model, say.locale, game.folder.homes)
    write_text(args.out, draw(speaker, title(game, say.locale)))
    print(say("graph.written", path=str(args.out)))
    return FINE
