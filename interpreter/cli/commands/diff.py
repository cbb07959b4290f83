"""Say what differs between two games, with and without overlays, or now and then, in meaning and not in text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE
from interpreter.cli.shared import add_dirs, check_dirs, filled, positive

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from interpreter.cli.revisions import Revisions
    from interpreter.cli.words import Words
    from interpreter.explain.difference import Difference


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a game's name or folder, with overlays: game+overlay; as it was in a git revision: game@HEAD~1"
    parser.add_argument("before", metavar="A", type=filled, help=words)
    parser.add_argument("after", metavar="B", type=filled, help="what it is compared with, in the same way")
    add_dirs(parser)
    words = "only as played by so many (default: by any number that both are for)"
    parser.add_argument("--seats", metavar="N", type=positive, help=words)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")


def run(args: argparse.Namespace) -> int:
    """Prints what differs, by part: `-` what there was, `+` what there is. 1 when anything differs."""
    from interpreter.cli.differing import found_between
    from interpreter.cli.revisions import Revisions
    from interpreter.cli.words import Words

    say = Words(args.locale)
    check_dirs(args.games)
    with Revisions() as revisions:
        before, after = (revisions.load(spec, None, args.games) for spec in (args.before, args.after))
        found = list(found_between(say.locale, before, after, args.seats))
    if args.format == "json":
        print(json.dumps([_object(one, revisions) for one in found], ensure_ascii=False, indent=2))
    else:
        _print(say, found, revisions)
    return FINDINGS if found else FINE


def _print(say: Words, found: Sequence[Difference], revisions: Revisions) -> None:
    from interpreter.cli.console import print_lines
    from interpreter.cli.differing import told

    if not found:
        print_lines(say("diff.none"))
    for one in found:
        print_lines(*told(say, one, revisions.file))


def _object(found: Difference, revisions: Revisions) -> dict[str, object]:
    part = found.part
    gone, come = found.lines()
    where = {"file": revisions.file(part.span.file), "line": part.span.line} if part.span.file else {}
    change = "gone" if found.after is None else "new" if found.before is None else "changed"
    return {"sort": part.sort, "name": part.name, "change": change, "before": gone, "after": come, **where}
