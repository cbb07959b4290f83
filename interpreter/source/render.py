"""Diagnostics as text for a terminal, as JSON for an editor and as annotations for a forge."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from interpreter.source.messages import FALLBACK, printable, say
from interpreter.source.span import BOM, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.source.diagnostic import Diagnostic, Severity

WIDTH = 108
"""Cells of an excerpt with its gutter, where nobody says how many there are."""
_GUTTER = 8
_LEAST = 12

_PAINT = {"error": "31;1", "warning": "33;1", "hint": "36", "gutter": "34", "label": "34;1", "place": "1"}


def ordered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By file and place; findings at the same place keep their order."""
    return sorted(diagnostics, key=lambda found: (found.span.file, found.span.start))


def render_text(
    diagnostics: Iterable[Diagnostic], *, color: bool = False, locale: str = FALLBACK, width: int = WIDTH
) -> str:
    """Each finding with its excerpt, and a closing line that counts them. Empty when there are none.

    width: the cells that an excerpt may take; what does not fit is left out around the marks.
    """
    found = ordered(diagnostics)
    if not found:
        return ""
    parts = [_finding(diagnostic, color=color, locale=locale, width=width) for diagnostic in found]
    return "\n".join([*parts, _summary(found, locale)]) + "\n"


def _finding(diagnostic: Diagnostic, *, color: bool, locale: str, width: int) -> str:
    severity = diagnostic.severity
    tag = _paint(f"{severity}[{diagnostic.code}]:", severity, color=color)
    header = f"{tag} {say(diagnostic.code, diagnostic.args, locale)}"
    place = _place(diagnostic.span)
    lines = [f"{_paint(place, 'place', color=color)} {header}" if place else header]
    lines += _excerpt(diagnostic.span, "^", severity, color=color, width=width)
    for label in diagnostic.labels:
        lines.append(f"  {_place(label.span)} {say(label.code, label.args, locale)}")
        lines += _excerpt(label.span, "-", "label", color=color, width=width)
    if diagnostic.hint is not None:
        lines.append(_worded("word.hint", say(*diagnostic.hint, locale), locale, color=color))
    if diagnostic.reference is not None:
        lines.append(_worded("word.rulebook", printable(diagnostic.reference), locale, color=False))
    return "\n".join(lines) + "\n"


def _worded(word: str, text: str, locale: str, *, color: bool) -> str:
    """A text behind a word of the locale; a wide colon is space enough."""
    said = say(word, {}, locale)
    return f"  {_paint(said, 'hint', color=color)}{'' if said.endswith('：') else ' '}{text}"


def rulebook(reference: str, locale: str) -> str:
    """A place in the rulebook as it is said of a finding."""
    return _worded("word.rulebook", printable(reference), locale, color=False).strip()


def _place(span: Span) -> str:
    """`file:line:column:`, the file alone for a place in no text, or nothing."""
    if not span.file:
        return ""
    return f"{span.file}:{span.line}:{span.column}:" if span.source.text else f"{span.file}:"


def _excerpt(span: Span, mark: str, paint: str, *, color: bool, width: int) -> list[str]:
    """The span's first line with a gutter, and under it the marks; nothing for a place in no text."""
    if not span.source.text:
        return []
    line = span.line
    start, end = span.source.line_bounds(line)
    first = min(max(span.start, start), end)
    last = min(max(span.end, first + 1), end)
    before, marked, after = _cut(span.source.text, (start, first, last, end), max(width - _GUTTER, _LEAST))
    gutter = f"{line:>5}"
    marks = " " * _width(before) + mark * max(_width(marked), 1)
    bar = _paint("|", "gutter", color=color)
    shown = f"{_paint(gutter, 'gutter', color=color)} {bar} {before}{marked}{after}".rstrip()
    return [shown, f"{' ' * len(gutter)} {bar} {_paint(marks, paint, color=color)}"]


def _cut(text: str, offsets: tuple[int, int, int, int], room: int) -> tuple[str, str, str]:
    """What is shown of a line before, under and after the marks, with dots for what finds no room.

    offsets: of the line's start, of the first and behind the last marked character, of the line's end.
    """
    start, first, last, end = offsets
    right = _reach(text, start, end, room)
    if right == end:
        return _clean(text[start:first]), _clean(text[first:last]), _clean(text[last:end])
    left = start
    if _reach(text, start, last, room - 1) < last:
        kept = _reach(text[start:first][::-1][:room], 0, room, room * 2 // 5)
        left = max(start, first - kept)
    right = _reach(text, left, end, room - (left > start))
    if right < end:
        right = _reach(text, left, end, room - 1 - (left > start))
    stop = min(last, right)
    before = ("…" if left > start else "") + _clean(text[left:first])
    return before, _clean(text[first:stop]), _clean(text[stop:right]) + ("…" if right < end else "")


def _reach(text: str, start: int, end: int, room: int) -> int:
    """How far one comes from `start` within so many cells."""
    end = min(end, len(text))
    while start < end and (room := room - _width(_clean(text[start]))) >= 0:
        start += 1
    return start


def _clean(text: str) -> str:
    """The same text with one cell for each tab or character that a terminal would act upon."""
    return "".join(" " if char == "\t" else char if _is_shown(char) else "\ufffd" for char in text)


def _is_shown(char: str) -> bool:
    return (char.isprintable() and char != BOM) or char in "\u3000\u00a0\u200d"


def _width(text: str) -> int:
    """Cells in a terminal: wide characters take two, combining ones none."""
    from wcwidth import wcswidth, wcwidth

    cells = wcswidth(text)
    return cells if cells >= 0 else sum(max(wcwidth(char), 0) for char in text)


def _paint(text: str, kind: str, *, color: bool) -> str:
    return f"\x1b[{_PAINT[kind]}m{text}\x1b[0m" if color else text


def _summary(found: list[Diagnostic], locale: str) -> str:
    severities: tuple[Severity, ...] = ("error", "warning")
    counts = {kind: sum(diagnostic.severity == kind for diagnostic in found) for kind in severities}
    texts = {
        "error": say("summary.errors", {"count": counts["error"]}, locale),
        "warning": say("summary.warnings", {"count": counts["warning"]}, locale),
    }
    return ", ".join(texts[kind] for kind in severities if counts[kind])


def render_json(diagnostics: Iterable[Diagnostic], *, locale: str = FALLBACK) -> str:
    """A JSON list. Lines and columns count from 1; the end is exclusive; hint and reference may be null."""
    found = [
        {
            **_where(diagnostic.span),
            "severity": diagnostic.severity,
            "code": diagnostic.code,
            "message": say(diagnostic.code, diagnostic.args, locale),
            "hint": None if diagnostic.hint is None else say(*diagnostic.hint, locale),
            "reference": diagnostic.reference,
            "labels": [
                {**_where(label.span), "message": say(label.code, label.args, locale)} for label in diagnostic.labels
            ],
        }
        for diagnostic in ordered(diagnostics)
    ]
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _where(span: Span) -> dict[str, str | int]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def render_github(diagnostics: Iterable[Diagnostic], *, locale: str = FALLBACK) -> str:
    """One workflow command a finding: the forge shows it beside the line it is about."""
    return "".join(_annotation(diagnostic, locale) for diagnostic in ordered(diagnostics))


def _annotation(diagnostic: Diagnostic, locale: str) -> str:
    span = diagnostic.span
    lines = [say(diagnostic.code, diagnostic.args, locale)]
    lines += [f"{_place(label.span)} {say(label.code, label.args, locale)}" for label in diagnostic.labels]
    if diagnostic.hint is not None:
        lines.append(_worded("word.hint", say(*diagnostic.hint, locale), locale, color=False).strip())
    fields = {"file": span.file, "line": span.line, "col": span.column}
    if span.end_line == span.line:
        fields["endColumn"] = span.end_column
    fields["title"] = diagnostic.code
    place = ",".join(f"{name}={_property(str(value))}" for name, value in fields.items() if value)
    return f"::{diagnostic.severity} {place}::{_data(chr(10).join(lines))}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
