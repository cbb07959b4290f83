"""Look at a game while it is being written: each save of a file is checked, tested and tried on a match in play."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.shared import MAX_SAVE, add_dirs, check_dirs, filled, filled_path, read_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from rich.text import Text

    from interpreter.analysis.bench import Bench, Look
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
                known = _tell(say, bench, known)
                sys.stdout.flush()
            time.sleep(EVERY)
    except KeyboardInterrupt:
        return FINE


def _meant(found: Diagnostic) -> str:
    """A finding wherever in its file it stands."""
    return f"{found.code} {found.span.file} {sorted(found.args.items())}"


def _tell(say: Words, bench: Bench, known: set[str]) -> set[str]:
    """What is gone or means something else, at once; then what is wrong, or no longer is, what scenarios say, and how
    far the match goes. A change that alters nothing of that is passed over, and warnings that are known are not given
    again. Returns what is known.
    """
    from interpreter.cli.console import print_lines
    from interpreter.cli.problems import MAX_TYPED
    from interpreter.cli.words import colour_wanted, width
    from interpreter.source import render_text
    from interpreter.source.messages import printable

    news = bench.sound is None
    for path in bench.removed:
        print(say("watch.removed", path=printable(str(path), MAX_TYPED)))
    for lines in _differing(say, bench):
        print_lines(*lines)
        news = True
    sys.stdout.flush()
    was_broken = bench.broken
    look = bench.look()
    failures = [found for outcome in look.outcomes for found in outcome.findings]
    new = [found for found in look.findings if found.severity == "error" or _meant(found) not in known]
    print(render_text([*new, *failures], color=colour_wanted(sys.stdout), locale=say.locale, width=width()), end="")
    mended = was_broken and not bench.broken
    if mended:
        print(say("watch.mended"))
    if look.game is not None and (news or mended or look.outcomes):
        passed = sum(not outcome.findings for outcome in look.outcomes)
        print(say("watch.scenarios", passed=passed, count=len(look.outcomes), every=look.scenarios))
        _tell_match(say, look)
    return set(map(_meant, look.findings))


def _differing(say: Words, bench: Bench) -> Iterator[Iterator[Text]]:
    """What the game means that it did not mean when it was sound last."""
    from interpreter.cli.differing import found_between, told

    before, now = bench.sound, bench.read()
    if before is not None and now is not None:
        yield from (told(say, one) for one in found_between(say.locale, before, now))


def _tell_match(say: Words, look: Look) -> None:
    from interpreter.cli.problems import in_a_line

    if look.match is None:
        return
    print(say("play.replayed", done=len(look.match.session.moments), count=look.match.choices))
    if look.match.stopped is not None:
        print(in_a_line(look.match.stopped, say.locale))
