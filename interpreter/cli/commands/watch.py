"""Look at a game while it is being written: each save of a file is checked, tested and tried on a match in play."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.shared import MAX_SAVE, add_dirs, check_dirs, filled, filled_path, read_text

if TYPE_CHECKING:
    import argparse

    from interpreter.analysis.bench import Look
    from interpreter.cli.words import Words
    from interpreter.source import Diagnostic

EVERY = 0.2
"""Seconds between two looks at the files."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a game's name or folder, with overlays: game+overlay"
    parser.add_argument("game", metavar="GAME", type=filled, help=words)
    add_dirs(parser)
    words = "a match in play, whose choices are played again on the rules as they are"
    parser.add_argument("--load", metavar="SAVE", type=filled_path, help=words)


def run(args: argparse.Namespace) -> int:
    """Tells what each change does, until it is interrupted."""
    from interpreter.analysis.bench import Bench
    from interpreter.cli.words import Words

    say = Words(args.locale)
    check_dirs(args.games)
    bench = Bench(args.game, args.games, None if args.load is None else read_text(args.load, MAX_SAVE))
    print(say("watch.watching", name=args.game))
    known: set[str] = set()
    try:
        while True:
            if bench.changed():
                look = bench.look()
                _tell(say, look, known)
                known = set(map(_meant, look.findings))
                sys.stdout.flush()
            time.sleep(EVERY)
    except KeyboardInterrupt:
        return FINE


def _meant(found: Diagnostic) -> str:
    """A finding wherever in its file it stands."""
    return f"{found.code} {found.span.file} {sorted(found.args.items())}"


def _tell(say: Words, look: Look, known: set[str]) -> None:
    """What is wrong, what means something else, what scenarios say, and how far the match goes. A change that alters
    nothing of that is passed over, and warnings that are known are not given again.
    """
    from interpreter.cli.console import print_lines
    from interpreter.cli.differing import found_between, told
    from interpreter.cli.words import colour_wanted, width
    from interpreter.source import render_text

    failures = [found for outcome in look.outcomes for found in outcome.findings]
    new = [found for found in look.findings if found.severity == "error" or _meant(found) not in known]
    findings = [*new, *failures]
    print(render_text(findings, color=colour_wanted(sys.stdout), locale=say.locale, width=width()), end="")
    if look.game is None:
        return
    differing = [] if look.before is None else list(found_between(say.locale, look.before, look.game))
    for one in differing:
        print_lines(*told(say, one))
    if look.before is None or differing or look.outcomes:
        passed = sum(not outcome.findings for outcome in look.outcomes)
        print(say("watch.scenarios", passed=passed, count=len(look.outcomes), every=look.scenarios))
        _tell_match(say, look)


def _tell_match(say: Words, look: Look) -> None:
    from interpreter.cli.problems import in_a_line

    if look.match is None:
        return
    print(say("play.replayed", done=len(look.match.session.moments), count=look.match.choices))
    if look.match.stopped is not None:
        print(in_a_line(look.match.stopped, say.locale))
