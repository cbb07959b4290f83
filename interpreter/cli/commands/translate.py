"""Bring a game's catalogues up to date, and hold their texts against what they mean. --locale: only that one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE
from interpreter.cli.problems import MisuseError, print_findings
from interpreter.cli.shared import add_game, add_output, open_game, write_text
from interpreter.explain import LocaleError, available_locales, resolve_locale

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from interpreter.analysis.desk.merge import Needs
    from interpreter.analysis.desk.po_file import PoFile
    from interpreter.analysis.translations import Desk
    from interpreter.cli.words import Words
    from interpreter.source import Diagnostic

DEEDS = {
    "status": "a line for each language: what is done, uncertain, missing and to be checked",
    "extract": "print the catalogue of --locale, or a template, as `update` would write it",
    "check": "what is missing, out of date, or does not say what is meant",
    "update": "rewrite all catalogues, or that of --locale, which may be new, in any language",
}

COLUMNS = ("wanted", "done", "fuzzy", "missing", "findings")
"""What `status` counts."""
UNCOUNTED = ("untranslated", "unknown-locale")
"""Findings that it says otherwise."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "; ".join(f"{name}: {does}" for name, does in DEEDS.items())
    parser.add_argument("deed", metavar="DEED", choices=tuple(DEEDS), help=words)
    add_game(parser)
    add_output(parser, "--out", "where `extract` writes instead of printing")
    parser.add_argument("--strict", action="store_true", help="warnings of `check` fail, too")


def run(args: argparse.Namespace) -> int:
    """Does what is asked for."""
    from interpreter.analysis.translations import desks, needs_of
    from interpreter.cli.words import Words
    from interpreter.explain.pseudo import PSEUDO

    locale = None if args.locale is None else _meant(args.locale)
    if locale == PSEUDO:
        raise MisuseError("translate.pseudo", name=locale)
    say = Words(locale if locale in available_locales() else None)
    desk = desks(open_game(args))[-1]
    match args.deed:
        case "status":
            return _status(say, desk, locale)
        case "check":
            return _check(say, desk, locale, strict=args.strict)
        case "extract":
            return _extract(say, desk, needs_of(desk), locale, args.out)
        case _:
            return _update(say, desk, needs_of(desk), locale)


def _meant(wanted: str) -> str:
    """The locale that is meant: one that Kamon speaks, or else any that there is. Raises LocaleError."""
    from babel import Locale, UnknownLocaleError

    try:
        return resolve_locale(wanted)
    except LocaleError:
        try:
            return str(Locale.parse(wanted.replace("-", "_")))
        except (ValueError, UnknownLocaleError):
            pass
        raise


def _each(desk: Desk, locale: str | None, broken: list[Diagnostic]) -> Iterator[tuple[str, PoFile | None]]:
    """The catalogues by their locales; None for one that cannot be read, which `broken` then says."""
    for name in desk.locales if locale is None else [locale]:
        try:
            yield name, _read(desk, name)
        except LocaleError as problem:
            broken.append(problem.diagnostic)
            yield name, None


def _read(desk: Desk, locale: str) -> PoFile:
    """Raises LocaleError when it cannot be read."""
    from interpreter.analysis.desk.po_file import read
    from interpreter.explain.catalogue import game_catalogue

    game_catalogue(desk.home, locale)
    return read(desk.path(locale), locale)


def _told(say: Words, broken: list[Diagnostic]) -> int:
    """Says which catalogues cannot be read. Returns the exit code."""
    print_findings(broken, say.locale)
    return FINDINGS if broken else FINE


def _named(locale: str | None) -> list[str] | None:
    """The locale as a list; none of one stands for all."""
    return None if locale is None else [locale]


def _status(say: Words, desk: Desk, locale: str | None) -> int:
    """Prints the table."""
    from collections import Counter

    from interpreter.analysis.translations import check_translations, needs_of
    from interpreter.cli.console import plain_table, print_table
    from interpreter.explain.po import forms, identity
    from interpreter.source.files import shown

    needs = needs_of(desk)
    found = check_translations(desk, _named(locale))
    findings = Counter(one.span.file for one in found if one.code not in UNCOUNTED)
    table = plain_table(say("translate.locale"), *(f">{say(f'translate.{name}')}" for name in COLUMNS))
    broken: list[Diagnostic] = []
    for name, file in _each(desk, locale, broken):
        if file is None:
            table.add_row(name, *("–" for _ in COLUMNS))
            continue
        done = {identity(one) for one in file.catalog if all(forms(one)) and not one.fuzzy}
        missing = sum(not {one, needs.patterns.get(one)} & done for one in needs.wanted)
        fuzzy = sum(one.fuzzy for one in file.catalog if identity(one))
        wanted, wrong = len(needs.wanted), findings[shown(desk.path(name))]
        table.add_row(name, *map(str, (wanted, wanted - missing, fuzzy, missing, wrong)))
    print_table(table)
    return _told(say, broken)


def _check(say: Words, desk: Desk, locale: str | None, *, strict: bool) -> int:
    """Prints all findings."""
    from interpreter.analysis.translations import check_translations
    from interpreter.cli.words import colour_wanted, width
    from interpreter.source import has_errors, render_text

    found = check_translations(desk, _named(locale))
    print(render_text(found, color=colour_wanted(sys.stdout), locale=say.locale, width=width()), end="")
    if not found:
        print(say("check.fine", name=desk.games[0].title))
    return FINDINGS if has_errors(found) or (strict and found) else FINE


def _extract(say: Words, desk: Desk, needs: Needs, locale: str | None, out: Path | None) -> int:
    """Prints or writes a catalogue without touching the game's own."""
    from interpreter.analysis.desk.merge import update
    from interpreter.analysis.desk.po_file import parse

    file = parse("", "en") if locale is None else _read(desk, locale)
    update(file.catalog, locale or "", needs)
    if out is None:
        print(file.text(), end="")
    else:
        write_text(out, file.text())
        print(say("graph.written", path=str(out)))
    return FINE


def _update(say: Words, desk: Desk, needs: Needs, locale: str | None) -> int:
    """Writes the catalogues and says what has changed."""
    from interpreter.analysis.desk.merge import update

    broken: list[Diagnostic] = []
    for name, file in _each(desk, locale, broken):
        if file is None:
            continue
        path = desk.path(name)
        report = update(file.catalog, name, needs)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, file.text())
        counts = {"added": len(report.added), "gone": len(report.gone), "changed": len(report.changed)}
        print(say("translate.updated", path=str(path), **counts))
        for one in report.changed:
            print("  " + say("translate.changed", message=one.message, was=one.was, now=one.now))
    return _told(say, broken)
