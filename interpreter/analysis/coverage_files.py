"""Coverage as files: lcov's tracefile for editors and forges, and one HTML page to look at."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from interpreter.analysis.coverage import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.analysis.coverage import Coverage, Unit
    from interpreter.source import SourceFile

STYLE = """\
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
pre { border: 1px solid #8884; line-height: 1.45; overflow-x: auto; padding: .5rem 0 }
table { border-collapse: collapse } td, th { padding: .2rem .8rem; text-align: left } td + td { text-align: right }
.n { color: #888; display: inline-block; padding-right: 1em; text-align: right; user-select: none; width: 4em }
.yes { background: #2a24 } .some { background: #da26 } .no { background: #d226; outline: 1px solid #d22 }
@media (prefers-color-scheme: dark) { body { background: #161616; color: #ddd } }
"""


def lcov(coverage: Coverage) -> str:
    """A tracefile: a line's count is that of what is used least of all that begins on it; a condition is a branch."""
    parts = []
    for source, units in _by_file(coverage):
        parts += ["TN:", f"SF:{source.name}", *_lines(coverage, units), *_branches(coverage, units), "end_of_record"]
    return "".join(f"{part}\n" for part in parts)


def _lines(coverage: Coverage, units: Sequence[Unit]) -> Iterator[str]:
    counts: dict[int, int] = {}
    for unit in units:
        if unit.held is None:
            known = counts.get(unit.span.line, coverage.uses[unit])
            counts[unit.span.line] = min(known, coverage.uses[unit])
    yield from (f"DA:{line},{count}" for line, count in sorted(counts.items()))
    yield f"LF:{len(counts)}"
    yield f"LH:{sum(map(bool, counts.values()))}"


def _branches(coverage: Coverage, units: Sequence[Unit]) -> Iterator[str]:
    guards = [unit for unit in units if unit.held is not None]
    for unit in guards:
        yield f"BRDA:{unit.span.line},{unit.span.start},{int(not unit.held)},{coverage.uses[unit]}"
    yield f"BRF:{len(guards)}"
    yield f"BRH:{sum(bool(coverage.uses[unit]) for unit in guards)}"


def html(coverage: Coverage, title: str, say: Callable[[Unit], str], headings: Sequence[str]) -> str:
    """A page with the numbers, then each file with what is used and what is not marked in it.

    say: what is wrong with a unit that was not used.  headings: what the kinds of units are called, in order.
    """
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{used}</td><td>{every}</td></tr>"
        for name, (used, every) in zip(headings, map(coverage.of, KINDS), strict=True)
    )
    files = "".join(
        f"<h2>{escape(source.name)}</h2>\n<pre>{_marked(coverage, source, units, say)}</pre>\n"
        for source, units in _by_file(coverage)
    )
    used, every = coverage.whole()
    return (
        f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>\n{STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n"
        f"<table>{rows}<tr><th></th><th>{used}</th><th>{every}</th></tr></table>\n{files}</body></html>\n"
    )


def _by_file(coverage: Coverage) -> list[tuple[SourceFile, list[Unit]]]:
    found: dict[SourceFile, list[Unit]] = {}
    for unit in coverage.ordered():
        found.setdefault(unit.span.source, []).append(unit)
    return list(found.items())


def _marked(coverage: Coverage, source: SourceFile, units: Sequence[Unit], say: Callable[[Unit], str]) -> str:
    """The file's text with its lines numbered and its units marked; the innermost one counts."""
    state, notes = [""] * len(source.text), [""] * len(source.text)
    places: dict[tuple[int, int], list[Unit]] = {}
    for unit in units:
        places.setdefault((unit.span.start, unit.span.end), []).append(unit)
    for (start, end), here in sorted(places.items(), key=lambda place: (place[0][0], -place[0][1])):
        missing = [unit for unit in here if not coverage.uses[unit]]
        kind = "yes" if not missing else "no" if len(missing) == len(here) else "some"
        state[start:end] = [kind] * (end - start)
        notes[start:end] = ["; ".join(map(say, missing))] * (end - start)
    lines = []
    at = 0
    for number, line in enumerate(source.text.splitlines(keepends=True), 1):
        lines.append(f'<span class="n">{number}</span>{_spans(line, state[at:], notes[at:])}')
        at += len(line)
    return "".join(lines)


def _spans(line: str, state: Sequence[str], notes: Sequence[str]) -> str:
    """A line in pieces that are marked alike."""
    parts, start = [], 0
    for end in range(1, len(line) + 1):
        if end < len(line) and (state[end], notes[end]) == (state[start], notes[start]):
            continue
        text = escape(line[start:end])
        if state[start]:
            text = f'<span class="{state[start]}" title="{escape(notes[start])}">{text}</span>'
        parts.append(text)
        start = end
    return "".join(parts)
