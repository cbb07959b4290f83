"""Run the scenarios of games: each failing one shows what was expected and what there is."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE, INTERRUPTED
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import (
    add_dirs,
    add_output,
    add_seed,
    check_dirs,
    filled,
    filled_path,
    percent,
    positive,
    write_text,
)

MOST_MUTANTS = 200

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from interpreter.analysis.coverage import Coverage, Watch
    from interpreter.analysis.scenario import Report
    from interpreter.cli.targets import Target
    from interpreter.cli.words import Words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a game's name or folder, a folder of games, or a scenario file"
    parser.add_argument("wanted", metavar="GAME|PATH", type=filled, nargs="+", help=words)
    add_dirs(parser)
    words = "show how much of the rules the scenarios use, and what they do not"
    parser.add_argument("--coverage", action="store_true", help=words)
    words = "with --coverage: fail when a game's scenarios use less than P percent of its rules"
    parser.add_argument("--least", metavar="P", type=percent, default=0, help=words)
    words = "write a page with the rules and what of them is used to FILE"
    add_output(parser, "--html", words)
    add_output(parser, "--lcov", "write the same to FILE as lcov's tracefile")
    add_output(parser, "--junit", "write the outcomes to FILE as JUnit's XML")
    words = "change the rules in one place after the other, and list the changes that no scenario notices"
    parser.add_argument("--mutate", action="store_true", help=words)
    words = f"with --mutate: try at most N changes, drawn by --seed (default: {MOST_MUTANTS})"
    parser.add_argument("--most", metavar="N", type=positive, default=MOST_MUTANTS, help=words)
    add_seed(parser)
    words = "with --mutate: in how many processes (default: 1)"
    parser.add_argument("--jobs", metavar="J", type=positive, default=1, help=words)
    words = "only print the saved match in SAVE, of the one game that is named, as a scenario file"
    parser.add_argument("--record", metavar="SAVE", type=filled_path, help=words)


def run(args: argparse.Namespace) -> int:
    """Plays every scenario and prints what failed, then a line for each game."""
    from interpreter.cli.targets import targets
    from interpreter.cli.words import Words, colour_wanted, width
    from interpreter.source import render_text

    say = Words(args.locale)
    check_dirs(args.games)
    if args.record is not None:
        return _record(args)
    watched = _Watched(wanted=bool(args.coverage or args.html or args.lcov))
    reports = [report for target in targets(args.wanted, args.games) for report in _reports(target, watched)]
    failures = [found for report in reports for found in report.failures]
    _write(say, args, reports, watched.found)
    colour = colour_wanted(sys.stdout)
    print(render_text(failures, color=colour, locale=say.locale, width=width()), end="")
    for report in reports:
        if report.outcomes or not report.findings:
            print(_line(say, report))
    if args.coverage:
        _print_coverage(say, watched.found)
    complete = not args.mutate or bool(failures) or _mutate(say, args)
    if failures or any(_uses_less(found, args.least) for found in watched.found.values()):
        return FINDINGS
    return FINE if complete else INTERRUPTED


def _uses_less(coverage: Coverage, share: int) -> bool:
    """Whether less than so many percent of the rules are used."""
    used, every = coverage.whole()
    return 100 * used < share * every


class _Watched:
    """The coverage of each game, if it is wanted."""

    def __init__(self, *, wanted: bool) -> None:
        self._wanted = wanted
        self.found: dict[str, Coverage] = {}

    def run(self, spec: str, dirs: tuple[Path, ...]) -> Report:
        from interpreter.analysis.coverage import Watch
        from interpreter.analysis.scenario import run_scenarios

        watch: Watch | None = Watch() if self._wanted else None
        report = run_scenarios(spec, dirs, watch)
        if watch is not None and watch.coverage.uses:
            self.found[report.title] = watch.coverage
        return report


def _reports(target: Target, watched: _Watched) -> list[Report]:
    """What the scenarios of a target say. Raises MisuseError for a file that cannot hold any."""
    from interpreter.analysis.scenario import Report

    if target.file is None:
        return [watched.run(spec, target.dirs) for spec in target.specs]
    if target.file.suffix != ".yaml":
        raise MisuseError("misuse.no_scenarios", path=str(target.file))
    found = [_of_file(watched.run(spec, target.dirs), target.file) for spec in target.specs]
    return [one for one in found if one.outcomes or one.findings] or [Report(target.file.name, (), target.findings)]


def _of_file(report: Report, file: Path) -> Report:
    """What a report says about one file."""
    from interpreter.source.files import shown

    name = shown(file)
    outcomes = tuple(one for one in report.outcomes if one.scenario.key.span.file == name)
    findings = tuple(one for one in report.findings if one.span.file == name)
    return replace(report, outcomes=outcomes, findings=findings)


def _line(say: Words, report: Report) -> str:
    failed = len(report.outcomes) - report.passed
    if not report.outcomes:
        return say("test.none", name=report.title)
    if failed:
        return say("test.failed", name=report.title, count=failed, total=len(report.outcomes))
    return say("test.passed", name=report.title, count=report.passed)


def _write(say: Words, args: argparse.Namespace, reports: list[Report], found: dict[str, Coverage]) -> None:
    """The files that are asked for, before anything is printed: whoever reads that may stop."""
    from interpreter.analysis.coverage import joined
    from interpreter.analysis.coverage_files import html, lcov
    from interpreter.analysis.junit import junit
    from interpreter.cli.covered import headings, unused

    if args.junit is not None:
        write_text(args.junit, junit(reports))
    if not found:
        return
    if args.lcov is not None:
        write_text(args.lcov, "".join(map(lcov, found.values())))
    if args.html is not None:
        words = ", ".join(found), lambda unit: unused(say, unit), headings(say)
        write_text(args.html, html(joined(found.values()), *words))


def _print_coverage(say: Words, found: dict[str, Coverage]) -> None:
    from interpreter.cli.covered import print_coverage

    for title, coverage in found.items():
        print_coverage(say, title, coverage)


def _mutate(say: Words, args: argparse.Namespace) -> bool:
    """Which changes the scenarios notice, for each game that is named. Returns False when it was interrupted."""
    from interpreter.analysis.mutation import mutate
    from interpreter.cli.covered import print_mutation
    from interpreter.cli.simulation.running import bar
    from interpreter.cli.targets import targets

    for target in targets(args.wanted, args.games):
        for spec in target.specs:
            with bar(say("test.mutating")) as show:
                found = mutate(spec, target.dirs, most=args.most, seed=args.seed, jobs=args.jobs, on_progress=show)
            print_mutation(say, found)
            if not found.complete:
                return False
    return True


def _record(args: argparse.Namespace) -> int:
    """Prints a match as a scenario. Raises MisuseError unless one game is named, SaveError and GameError."""
    from interpreter.analysis.record import recorded
    from interpreter.cli.saves import Asked, opened

    if len(args.wanted) != 1:
        raise MisuseError("misuse.record_one")
    session = opened(args.record, Asked(args.wanted[0], {}, args.games))
    print(recorded(session, args.record.stem), end="")
    return FINE
