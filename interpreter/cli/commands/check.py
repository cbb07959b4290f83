"""Find every mistake in games, overlays, scenarios and translations."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE
from interpreter.cli.shared import add_dirs, check_dirs, filled

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from interpreter.cli.targets import Target
    from interpreter.cli.words import Words
    from interpreter.source import Diagnostic


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a game's name or folder, a folder of games, or a YAML file of a game"
    parser.add_argument("wanted", metavar="GAME|PATH", type=filled, nargs="+", help=words)
    add_dirs(parser)
    parser.add_argument("--format", choices=("text", "json", "github"), default="text", help="how to say it")
    parser.add_argument("--strict", action="store_true", help="warnings fail, too")


def run(args: argparse.Namespace) -> int:
    """Prints all findings, sorted, and in text a line for each thing checked."""
    from interpreter.cli.targets import targets
    from interpreter.cli.words import Words

    say = Words(args.locale)
    check_dirs(args.games)
    checked = [one for target in targets(args.wanted, args.games) for one in _check(target)]
    found = list({repr(one): one for _, findings in checked for one in findings}.values())
    _print(say, args.format, found)
    if args.format == "text":
        for name, findings in checked:
            print(_line(say, name, findings))
    failed = any(args.strict or one.severity == "error" for one in found)
    return FINDINGS if failed else FINE


def _check(target: Target) -> list[tuple[str, list[Diagnostic]]]:
    """Each thing checked by name, with its findings."""
    from interpreter.analysis.check import check_games
    from interpreter.source.files import shown

    findings = check_games(target.specs, target.dirs)
    checked = [(_name(spec), list(found)) for spec, found in zip(target.specs, findings, strict=True)]
    if target.file is None:
        return checked
    name = shown(target.file)
    found = [*target.findings, *(one for _, findings in checked for one in findings)]
    own = [one for one in found if one.span.file == name]
    return [(name, own or [one for one in found if one.severity == "error"])]


def _name(spec: str) -> str:
    """The game and its overlays without the path to it."""
    return spec.replace("\\", "/").rpartition("/")[2]


def _print(say: Words, how: str, found: Sequence[Diagnostic]) -> None:
    from interpreter.cli.words import colour_wanted, width
    from interpreter.source import render_github, render_json, render_text

    match how:
        case "json":
            text = render_json(found, locale=say.locale)
        case "github":
            text = render_github(found, locale=say.locale)
        case _:
            text = render_text(found, color=colour_wanted(sys.stdout), locale=say.locale, width=width())
    print(text, end="")


def _line(say: Words, name: str, findings: Sequence[Diagnostic]) -> str:
    errors = sum(one.severity == "error" for one in findings)
    warnings = len(findings) - errors
    if not findings:
        return say("check.fine", name=name)
    parts = [say("check.errors", count=errors)] if errors else []
    parts += [say("check.warnings", count=warnings)] if warnings else []
    return say("check.found", name=name, found=say("play.list").join(parts))
