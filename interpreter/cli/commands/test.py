"""Run the scenarios of games: each failing one shows what was expected and what there is."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE
from interpreter.cli.shared import add_dirs, check_dirs, filled

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from interpreter.analysis.scenario import Report
    from interpreter.cli.targets import Target
    from interpreter.cli.words import Words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a game's name or folder, a folder of games, or a scenario file"
    parser.add_argument("wanted", metavar="GAME|PATH", type=filled, nargs="+", help=words)
    add_dirs(parser)


def run(args: argparse.Namespace) -> int:
    """Plays every scenario and prints what failed, then a line for each game."""
    from interpreter.cli.targets import targets
    from interpreter.cli.words import Words, colour_wanted, width
    from interpreter.source import render_text

    say = Words(args.locale)
    check_dirs(args.games)
    reports = [report for target in targets(args.wanted, args.games) for report in _reports(target)]
    failures = [found for report in reports for found in report.failures]
    colour = colour_wanted(sys.stdout)
    print(render_text(failures, color=colour, locale=say.locale, width=width()), end="")
    for report in reports:
        print(_line(say, report))
    return FINDINGS if failures else FINE


def _reports(target: Target) -> list[Report]:
    from interpreter.analysis.scenario import Report, run_scenarios

    if target.file is None:
        return [run_scenarios(spec, target.dirs) for spec in target.specs]
    found = [_of_file(run_scenarios(spec, target.dirs), target.file) for spec in target.specs]
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
