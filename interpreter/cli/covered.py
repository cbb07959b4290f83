"""Coverage on the terminal: numbers for each kind of unit, then what no scenario uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.coverage import KINDS

if TYPE_CHECKING:
    from interpreter.analysis.coverage import Coverage, Unit
    from interpreter.cli.words import Words

MAX_TEXT = 80


def print_coverage(say: Words, title: str, coverage: Coverage) -> None:
    """A line with the numbers, and one for each unit that was not used."""
    used, every = coverage.whole()
    parts = [f"{name} {of}/{all_}" for name, (of, all_) in zip(headings(say), map(coverage.of, KINDS), strict=True)]
    share = f"{100 * used / max(every, 1):.1f}"
    print(say("test.coverage", name=title, share=share, parts=say("play.list").join(parts)))
    for unit in coverage.missing():
        print(f"  {unit.span.file}:{unit.span.line}:{unit.span.column} {unused(say, unit)}")


def headings(say: Words) -> list[str]:
    """What the kinds of units are called."""
    return [say(f"test.kind.{kind}") for kind in KINDS]


def unused(say: Words, unit: Unit) -> str:
    """That a unit was never used."""
    words = " ".join(unit.span.text.split())
    text = words if len(words) <= MAX_TEXT else f"{words[: MAX_TEXT - 1]}…"
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
