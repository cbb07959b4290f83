"""Look at a game while it is being written: each save of a file is checked, tested and tried on a match in play."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.shared import MAX_SAVE, add_dirs, check_dirs, filled, filled_path, read_text
from interpreter.source.records import record

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from rich.text import Text

    from interpreter.analysis.bench import Bench, Look
    from interpreter.cli.words import Words
    from interpreter.source import Diagnostic

EVERY = 0.2
"""Seconds between two looks at the files."""


@record
class Known:
    """What was wrong when the game was looked at last, and whether there was an error."""

    found: frozenset[str]
    broken: bool


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
    known = Known(frozenset(), broken=False)
    try:
        while True:
            if bench.changed():
                known = _tell(say, bench, known)
            time.sleep(EVERY)
    except KeyboardInterrupt:
        return FINE


def _meant(found: Diagnostic) -> str:
    """A finding wherever in its file it stands."""
    return f"{found.code} {found.span.file} {sorted(found.args.items())}"


def _tell(say: Words, bench: Bench, known: Known) -> Known:
    """Each as soon as it is known: what is gone or means something else; what is wrong with the rules; what scenarios
    say, and how far the match goes; what else is wrong, or that nothing is any more. A change that alters nothing of
    that is passed over, and warnings that are known are not given again. Returns what is known.
    """
    from interpreter.cli.console import print_lines
    from interpreter.cli.problems import MAX_TYPED
    from interpreter.source import has_errors
    from interpreter.source.messages import printable

    news = bench.sound is None or known.broken
    for path in bench.removed:
        print(say("watch.removed", path=printable(str(path), MAX_TYPED)))
    for lines in _differing(say, bench):
        print_lines(*lines)
        news = True
    sys.stdout.flush()
    look = bench.look()
    _tell_found(say, _new(look.rules, known))
    _tell_played(say, look, news=news)
    rest = look.rest()
    _tell_found(say, _new(rest, known))
    found = (*look.rules, *rest)
    broken = has_errors(found)
    if known.broken and not broken and not bench.failing:
        print(say("watch.mended"))
    return Known(frozenset(map(_meant, found)), broken)


def _new(found: Sequence[Diagnostic], known: Known) -> list[Diagnostic]:
    return [one for one in found if one.severity == "error" or _meant(one) not in known.found]


def _tell_found(say: Words, found: Sequence[Diagnostic]) -> None:
    from interpreter.cli.words import colour_wanted, width
    from interpreter.source import render_text

    print(render_text(found, color=colour_wanted(sys.stdout), locale=say.locale, width=width()), end="", flush=True)


def _tell_played(say: Words, look: Look, *, news: bool) -> None:
    """What the scenarios say that the change can affect, and how far the match goes."""
    from interpreter.engine import GameError

    if look.game is None:
        return
    try:
        outcomes = look.played()
        _tell_found(say, [found for outcome in outcomes for found in outcome.findings])
        if news or outcomes:
            passed = sum(not outcome.findings for outcome in outcomes)
            print(say("watch.scenarios", passed=passed, count=len(outcomes), every=look.scenarios), flush=True)
            _tell_match(say, look)
    except GameError as problem:  # a file was written meanwhile
        _tell_found(say, problem.diagnostics)


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
    match = look.match()
    print(say("play.replayed", done=match.done, count=match.choices))
    if match.stopped is not None:
        print(in_a_line(match.stopped, say.locale))
