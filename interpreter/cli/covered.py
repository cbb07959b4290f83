"""What scenarios test of a game, on the terminal: what no scenario uses, and which changes none notices."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from interpreter.analysis.coverage import KINDS

if TYPE_CHECKING:
    from interpreter.analysis.coverage import Coverage, Unit
    from interpreter.analysis.mutation import Mutation
    from interpreter.cli.words import Words

MAX_TEXT = 80
LEAD = 30
"""Characters that are shown before the place where two long texts begin to differ."""


def print_coverage(say: Words, title: str, coverage: Coverage) -> None:
    """A line with the numbers, and one for each unit that was not used."""
    used, every = coverage.whole()
    parts = [f"{name} {of}/{all_}" for name, (of, all_) in zip(headings(say), map(coverage.of, KINDS), strict=True)]
    share = f"{100 * used / max(every, 1):.1f}"
    print(say("test.coverage", name=title, share=share, parts=say("play.list").join(parts)))
    for unit in coverage.missing():
        print(f"  {unit.span.file}:{unit.span.line}:{unit.span.column} {unused(say, unit)}")


def print_mutation(say: Words, found: Mutation) -> None:
    """How many changes were noticed, and a line for each that was not."""
    tried = len(found.judged)
    share = f"{100 * found.noticed / tried if tried else 100:.1f}"
    print(say("test.mutants", name=found.title, noticed=found.noticed, tried=tried, every=found.every, share=share))
    for one in found.survivors:
        span, kind = one.mutant.span, say(f"test.change.{one.mutant.change}")
        before, after = apart(one.mutant.before, one.mutant.after)
        print(f"  {span.file}:{span.line}:{span.column} {kind}: {before} → {after}")


def apart(before: str, after: str) -> tuple[str, str]:
    """Two texts, each cut down to what can be read at a glance, with the place where they begin to differ."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    long = max(len(before), len(after)) > MAX_TEXT
    begin = before.rfind(" ", 0, max(same - LEAD, 0)) + 1 if long else 0
    lead = "…" if begin else ""
    return lead + _short(before[begin:]), lead + _short(after[begin:])


def headings(say: Words) -> list[str]:
    """What the kinds of units are called."""
    return [say(f"test.kind.{kind}") for kind in KINDS]


def unused(say: Words, unit: Unit) -> str:
    """That a unit was never used."""
    text = _short(unit.span.words)
    match unit.kind, unit.held:
        case "effect", _:
            return say("test.never.done", text=text)
        case "option", _:
            return say("test.never.chosen", text=f"{unit.name}: {text}" if unit.name in ("done", "decline") else text)
        case "line", _:
            return say("test.never.counted", text=unit.name)
        case _, True:
            return say("test.never.held", text=text)
        case _:
            return say("test.never.failed", text=text)


def _short(words: str) -> str:
    return words if len(words) <= MAX_TEXT else f"{words[: MAX_TEXT - 1]}…"
