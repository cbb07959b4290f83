"""A board as SVG: every space a labelled box, every neighbourhood a line."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from wcwidth import wcswidth

from interpreter.analysis.placing import ROW, placed
from interpreter.model.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.explain import Speaker
    from interpreter.model.game import SpaceKind

UNIT = 64
"""Pixels between neighbours of a grid."""
WIDTH, NARROWEST = 1000, 4
"""Pixels of a row of spaces without positions, and its fewest spaces."""
MARGIN, HEADING, BOX, LETTER = 32, 40, 36, 8


@dataclass(frozen=True, slots=True)
class Panel:
    """A kind of spaces: its name, where each space's middle lies in the drawing, and the labels."""

    space: SpaceKind
    name: str
    centres: tuple[tuple[float, float], ...]
    labels: tuple[str, ...]
    top: float
    right: float
    bottom: float


def draw(speaker: Speaker, title: str) -> str:
    """The text of an SVG file with all kinds of spaces, one below another, under a title."""
    panels: list[Panel] = []
    top = float(MARGIN + HEADING)
    for space in speaker.model.spaces.values():
        panels.append(_panel(speaker, space, top))
        top = panels[-1].bottom + HEADING
    width = max(*(panel.right for panel in panels), _wide(title) * 1.8 + MARGIN) + MARGIN
    parts = [_text(MARGIN, MARGIN + 8, title, size=22, anchor="start")]
    parts += [part for panel in panels for part in _drawn(panel, named=len(panels) > 1)]
    parts[1:1] = _edges(panels)
    size = f'width="{width:g}" height="{top:g}" viewBox="0 0 {width:g} {top:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *parts, "</svg>\n"])


def _panel(speaker: Speaker, space: SpaceKind, top: float) -> Panel:
    """Rows count upwards in a game, downwards in a drawing."""
    kind = Type("space", space.name)
    labels = tuple(speaker.say_element(kind, space.first + index) for index in range(len(space.members)))
    step = max(UNIT, *(_wide(label) + 28 for label in labels))
    places = placed(space, max(NARROWEST, min(ROW, int(WIDTH / step))))
    left, highest = min(x for x, _ in places), max(y for _, y in places)
    first = top + HEADING
    centres = tuple((MARGIN + step / 2 + (x - left) * step, first + (highest - y) * UNIT) for x, y in places)
    return Panel(
        space,
        speaker.say_name(f"space.{space.name}"),
        centres,
        labels,
        top,
        max(x for x, _ in centres) + step / 2,
        max(y for _, y in centres) + BOX,
    )


def _drawn(panel: Panel, *, named: bool) -> Iterator[str]:
    if named:
        yield _text(MARGIN, panel.top + 4, panel.name, size=16, anchor="start")
    for (x, y), label in zip(panel.centres, panel.labels, strict=True):
        width = max(BOX, _wide(label) + 14)
        box = f'x="{x - width / 2:g}" y="{y - BOX / 2:g}" width="{width:g}" height="{BOX}" rx="8"'
        yield f'<rect {box} fill="#f6f1e4" stroke="#444" stroke-width="1.5"/>'
        yield _text(x, y + 5, label, size=14, anchor="middle")


def _edges(panels: list[Panel]) -> Iterator[str]:
    """A line for each pair of neighbours, of whatever kinds."""
    centres = {panel.space.first + index: centre for panel in panels for index, centre in enumerate(panel.centres)}
    pairs = {
        (min(place, other), max(place, other))
        for panel in panels
        for place, others in enumerate(panel.space.neighbours, panel.space.first)
        for other in others
        if other in centres
    }
    for place, other in sorted(pairs):
        (x1, y1), (x2, y2) = centres[place], centres[other]
        yield f'<path d="{_line(x1, y1, x2, y2)}" fill="none" stroke="#888" stroke-width="2"/>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    """Straight between spaces that are near, else bent, so that it does not run through those between."""
    length = math.hypot(x2 - x1, y2 - y1)
    if y1 != y2 or length <= 3 * UNIT:
        return f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
    return f"M{x1:g} {y1:g}Q{(x1 + x2) / 2:g} {y1 - length / 3:g} {x2:g} {y2:g}"


def _text(x: float, y: float, words: str, *, size: int, anchor: str) -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"'
    return f'<text {place} fill="#222">{escape(words)}</text>'


def _wide(words: str) -> float:
    """About how wide a label is, in pixels."""
    return max(wcswidth(words), 1) * LETTER
