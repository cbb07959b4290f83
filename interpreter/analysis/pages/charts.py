"""Pictures of numbers as SVG within a page, from whose style they take their colours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from interpreter.analysis.details import Interval

STRIP = (240, 18)
"""Width and height of what stands in a table's cell."""
FRAME = (720, 220)
MARGIN = 28
TOP = 18
MOST_BINS = 48
_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Scale:
    """Where numbers from `low` to `high` stand in a strip."""

    low: float
    high: float

    @classmethod
    def of(cls, intervals: Sequence[Interval]) -> Scale:
        """A scale that holds nothing and these, with their intervals as far as they are no wider than the values."""
        values = [0.0, *(one.value for one in intervals)]
        reach = max(map(abs, values)) or 1.0
        ends = [end for one in intervals for end in (one.low, one.high) if abs(end) <= 2 * reach]
        low, high = min(*values, *ends, 0.0), max(*values, *ends, 0.0)
        return cls(low, high if high > low else low + 1)

    def at(self, value: float) -> float:
        """The place of a number; of one that is too small or too large, the end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(2 + share * (STRIP[0] - 4), 1)


def bar(interval: Interval, scale: Scale) -> str:
    """A bar from nothing to the value, and a line for its interval."""
    start, end = sorted((scale.at(0), scale.at(interval.value)))
    shape = f'<rect class="bar" x="{start}" y="4" width="{round(end - start, 1)}" height="10"/>'
    return _strip(scale, shape + _whisker(interval, scale))


def dot(interval: Interval, scale: Scale) -> str:
    """A dot for the value, and a line for its interval; filled when the interval leaves out nothing's place."""
    kind = "sure" if interval.surprise > 1 else "unsure"
    shape = f'<circle class="{kind}" cx="{scale.at(interval.value)}" cy="9" r="4"/>'
    return _strip(scale, _whisker(interval, scale) + shape)


def _whisker(interval: Interval, scale: Scale) -> str:
    if math.isinf(interval.high - interval.low):
        return ""
    return f'<path class="whisker" d="M{scale.at(interval.low)} 9H{scale.at(interval.high)}"/>'


def _strip(scale: Scale, shapes: str) -> str:
    width, height = STRIP
    axis = f'<path class="axis" d="M{scale.at(0)} 0V{height}"/>'
    return f'<svg class="strip" viewBox="0 0 {width} {height}" aria-hidden="true">{axis}{shapes}</svg>'


def histogram(counts: Sequence[Mapping[int, int]], label: str, number: Callable[[float], str]) -> str:
    """How often numbers lie in equal steps: a line for each of the `counts`, of the classes line0, line1, … All have
    been counted as often.  label: what is shown, for those who do not see it.  number: how numbers are written.
    """
    low, high = min(map(min, counts)), max(map(max, counts))
    step = _step(high - low + 1)
    first = low // step * step
    bins = range(first, high + 1, step)
    heights = [_heights(one, first, step, len(bins)) for one in counts]
    most = max(map(max, heights))
    width, height = FRAME
    room = (width - 2 * MARGIN) / len(bins), height - MARGIN - TOP

    def at(index: int, share: float) -> str:
        return f"{MARGIN + index * room[0]:.1f} {TOP + room[1] * (1 - share / most):.1f}"

    shapes = "".join(f'<path class="curve line{i}" d="{_outline(one, at)}"/>' for i, one in enumerate(heights))
    axis = f'<path class="axis" d="M{MARGIN} {TOP + room[1]:.1f}H{width - MARGIN}"/>'
    every = -(-len(bins) // 12)
    ticks = "".join(
        f'<text x="{at(index, 0).split()[0]}" y="{height - 6}">{number(bins[index])}</text>'
        for index in range(0, len(bins), every)
    )
    top = f'<text class="top" x="{MARGIN}" y="{TOP - 6}">{number(100 * most)} %</text>'
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{axis}{shapes}{ticks}{top}</svg>'
    )


def _step(span: int) -> int:
    """1, 2 or 5 times a power of ten, so that no more than MOST_BINS cover the span."""
    power = 1
    while True:
        for step in _STEPS:
            if span <= step * power * (MOST_BINS - 1):
                return step * power
        power *= 10


def _heights(counts: Mapping[int, int], first: int, step: int, bins: int) -> list[float]:
    found, total = [0.0] * bins, sum(counts.values())
    for value, count in counts.items():
        found[(value - first) // step] += count / total
    return found


def _outline(heights: list[float], at: Callable[[int, float], str]) -> str:
    """The steps of a histogram, from the axis and back to it."""
    edges = [0.0, *heights, 0.0]
    corners = (f"L{at(index, before)}L{at(index, after)}" for index, (before, after) in enumerate(pairwise(edges)))
    return f"M{at(0, 0)}{''.join(corners)}"
