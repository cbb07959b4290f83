"""Write sheets of a game's cards to print and cut out, nine on a page of A4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import add_game, add_output, filled, open_game, positive, require, write_bytes

if TYPE_CHECKING:
    import argparse

    from interpreter.analysis.pages.cards import Deck


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, options=True)
    words = "cards.pdf, or cards.png for pictures (cards-2.png and so on for further pages)"
    add_output(parser, "--out", words, required=True)
    words = "only this kind of component, by its id (repeatable; default: all on which something is printed)"
    parser.add_argument("--kind", metavar="KIND", type=filled, action="append", default=[], help=words)
    parser.add_argument("--seats", metavar="N", type=positive, help="for so many players (default: the most)")


def run(args: argparse.Namespace) -> int:
    """Writes the sheets and says where."""
    from interpreter.analysis.pages.cards import decks
    from interpreter.analysis.pages.sheets import as_pdf, as_pictures
    from interpreter.cli.titles import title
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker

    pictures = args.out.suffix.lower() == ".png"
    if not pictures and args.out.suffix.lower() != ".pdf":
        raise MisuseError("cards.ending", path=str(args.out))
    require("jinja2", "weasyprint", *(("pypdfium2", "PIL") if pictures else ()))
    try:
        import weasyprint  # type: ignore[import-untyped]  # noqa: F401 - whether it finds its libraries
    except OSError as problem:
        raise MisuseError("cards.libraries", reason=str(problem).partition("\n")[0]) from None
    say = Words(args.locale)
    game = open_game(args)
    speaker = Speaker(game.model(args.seats or max(game.player_counts)), say.locale, game.folder.homes)
    chosen = _chosen(decks(game, speaker), args.kind)
    pdf = as_pdf(chosen, title(game, say.locale), say.locale, say("cards.reconstructed"))
    for number, content in enumerate(as_pictures(pdf) if pictures else [pdf], 1):
        path = args.out if number == 1 else args.out.with_stem(f"{args.out.stem}-{number}")
        write_bytes(path, content)
        print(say("graph.written", path=str(path)))
    return FINE


def _chosen(found: list[Deck], kinds: list[str]) -> list[Deck]:
    """Raises MisuseError when there is nothing to print."""
    ids = [deck.id for deck in found]
    for kind in kinds:
        if kind not in ids:
            raise MisuseError("misuse.part", name=kind, known=", ".join(ids))
    if not found:
        raise MisuseError("cards.none")
    return [deck for deck in found if not kinds or deck.id in kinds]
