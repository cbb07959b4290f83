"""Write a page that shows what each icon does in several languages beside the texts that people wrote, to check by
eye.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.shared import add_game, add_output, filled, open_game, positive, require, write_text

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser)
    words = "languages beside each other, such as en,zh_Hans (default: English and yours)"
    parser.add_argument("--locales", metavar="L,…", type=filled, help=words)
    add_output(parser, "--out", "where to write: page.html", required=True)
    parser.add_argument("--seats", metavar="N", type=positive, help="for so many players (default: the fewest)")


def run(args: argparse.Namespace) -> int:
    """Writes the page and says where."""
    from interpreter.analysis.pages.glossary import glossary
    from interpreter.analysis.pages.render import page
    from interpreter.cli.titles import title
    from interpreter.cli.words import Words
    from interpreter.explain import resolve_locale

    require("jinja2")
    say = Words(args.locale)
    wanted = ["en", say.locale] if args.locales is None else args.locales.split(",")
    locales = list(dict.fromkeys(map(resolve_locale, wanted)))
    game = open_game(args)
    players = args.seats or min(game.player_counts)
    rows = glossary(game, players, locales)
    headings = {"icons": say("explain.icons"), "free": say("explain.free"), "printed": say("explain.cards")}
    words = {
        "glyph": say("glossary.glyph"),
        "rules": say("glossary.rules"),
        "example": say("glossary.example"),
        "missing": say("glossary.missing"),
        "fine": say("glossary.fine"),
        "impossible": say("glossary.impossible"),
        "nothing": say("glossary.nothing"),
        "list": say("play.list"),
    }
    write_text(
        args.out,
        page(
            "glossary.html",
            title=say("glossary.title", name=title(game, say.locale)),
            about=say("glossary.about", count=players),
            sections=[(headings[name], some) for name, some in rows.items()],
            locales=locales,
            words=words,
        ),
    )
    print(say("graph.written", path=str(args.out)))
    return FINE
