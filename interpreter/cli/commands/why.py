"""Say why something can be chosen in a match and what would come of it, or why it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import add_game, add_seed, check_dirs, filled_path, open_game, options_of, positive
from interpreter.source.messages import printable

if TYPE_CHECKING:
    import argparse

    from interpreter.cli.table.inquiry import Inquiry
    from interpreter.cli.words import Words
    from interpreter.engine import Session


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, options=True)
    words = "an option as it is called or spelt, or a part of it (default: everything)"
    parser.add_argument("text", metavar="TEXT", nargs="?", default="", help=words)
    words = "the match to look at, where it stands (default: a new one)"
    parser.add_argument("--load", metavar="FILE", type=filled_path, help=words)
    parser.add_argument("--seats", metavar="N", type=positive, help="of a new match: how many play")
    add_seed(parser)


def run(args: argparse.Namespace) -> int:
    """Prints what is asked about, as far as whoever decides may know it. 1 when nothing is known of it."""
    from interpreter.cli.console import print_lines
    from interpreter.cli.table.inquiry import Inquiry
    from interpreter.cli.table.voice import Voice
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker

    say = Words(args.locale)
    session = _session(args)
    if session.state.decision is None:
        raise MisuseError("misuse.over")
    voice = Voice(say, Speaker(session.rules.program.model, say.locale, session.game.folder.homes))
    print_lines(voice.decision(session.state))
    found = _lines(say, Inquiry(session, voice), args.text.strip())
    print_lines(*found)
    return FINE if found else FINDINGS


def _session(args: argparse.Namespace) -> Session:
    from interpreter.cli.saves import Asked, opened
    from interpreter.engine import Session

    check_dirs(args.games)
    if args.load is not None:
        return opened(args.load, Asked(args.game, options_of(args), args.games))
    return Session(open_game(args), args.seats, args.seed)


def _lines(say: Words, inquiry: Inquiry, text: str) -> list[str]:
    """Each option that is asked about with what it does, then what is not offered; empty when there is neither."""
    decision = inquiry.session.state.decision
    assert decision is not None  # noqa: S101 - the command has seen to that
    offered = inquiry.offered(text) if text else list(decision.options)
    reasons = inquiry.reasons(text)
    lines = []
    for option in offered:
        lines += ["", say("play.offered"), *inquiry.account(option)]
    if reasons:
        lines += ["", say("why.not_offered"), *reasons]
    if not lines:
        from interpreter.cli.problems import MAX_TYPED, print_problem

        near = inquiry.nearest_names(text)
        print_problem(say("play.no_reason", text=printable(text, MAX_TYPED)))
        if near:
            print_problem(say("play.no_reason_near", names=say("play.list").join(near)))
    return lines
