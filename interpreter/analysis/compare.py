"""Two runs of many matches: what moved from one to the other, and how surely."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from interpreter.analysis.details import Interval, Sums, Uptake
from interpreter.analysis.results import CONFIDENCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from interpreter.analysis.details import Details
    from interpreter.analysis.results import Distribution, Results

FALSE_FINDINGS = 0.05
"""The part of what is said to have moved that may be chance."""
LEAST = 10
"""Fewer matches, or players in matches, tell nothing of how much a figure varies."""
Sort = Literal["wins", "draws", "score", "length", "points", "icons", "elements", "options"]
_SHARES = ("wins", "draws", "elements", "options")


@dataclass(frozen=True, slots=True)
class Shift:
    """A figure in both runs.

    sort, key: what it is of, as in `Parts`; `owner:NAME` is who scores.  difference: how much higher it is in the
    second run.  effect: the difference by the standard deviation (Cohen's d), of shares Cohen's h; 0.2 is called small,
    0.8 large.
    """

    sort: Sort
    key: str
    before: float
    after: float
    difference: Interval
    effect: float

    @property
    def share(self) -> bool:
        """Whether it is a share."""
        return self.sort in _SHARES

    @property
    def chance(self) -> float:
        """How often chance alone makes a difference as large as this."""
        return math.erfc(self.difference.surprise * CONFIDENCE / math.sqrt(2))


def shifts(before: Results, after: Results) -> list[Shift]:
    """Every figure that both runs have, the most surprising first. Both must have a match."""
    found = [*_of_tallies(before, after)]
    if before.details is not None and after.details is not None:
        found += _of_details(before.details, after.details)
    return sorted(found, key=lambda one: (-one.difference.surprise, one.sort, one.key))


def moved(found: Sequence[Shift]) -> list[Shift]:
    """Those, most surprising first, of which no more than FALSE_FINDINGS are chance (Benjamini and Hochberg)."""
    last = 0
    for number, one in enumerate(found, 1):
        if one.chance <= FALSE_FINDINGS * number / len(found):
            last = number
    return list(found[:last])


# ---- figures of all matches -----------------------------------------------------------------------------


def _of_tallies(before: Results, after: Results) -> Iterator[Shift]:
    counts = before.count, after.count
    if min(counts) < LEAST:
        return
    for owner, name in enumerate(before.owners):
        if name in after.owners:
            other = after.owners.index(name)
            yield _shares("wins", f"owner:{name}", (before.wins[owner], after.wins[other]), counts)
            yield _means("score", f"owner:{name}", before.tally.scores[owner], after.tally.scores[other])
    yield _shares("draws", "", (before.draws, after.draws), counts)
    yield _means("length", "", before.tally.decisions, after.tally.decisions)


def _shares(sort: Sort, key: str, taken: tuple[int, int], counts: tuple[int, int]) -> Shift:
    found = tuple(zip(taken, counts, strict=True))
    one, two = (part / count for part, count in found)
    return _shift(sort, key, (one, two), sum(_share_variance(*each) for each in found))


def _share_variance(part: int, count: int) -> float:
    """Of a share, as if there were one more of either kind: a share of nothing or all is not sure (Agresti, Caffo)."""
    share = (part + 1) / (count + 2)
    return share * (1 - share) / (count + 2)


def _means(sort: Sort, key: str, before: Distribution, after: Distribution) -> Shift:
    variances = [one.deviation**2 for one in (before, after)]
    variance = sum(value / one.total for value, one in zip(variances, (before, after), strict=True))
    pooled = math.sqrt(sum(variances) / 2)
    return _shift(sort, key, (before.mean, after.mean), variance, pooled)


# ---- figures of watched matches -------------------------------------------------------------------------


def _of_details(before: Details, after: Details) -> Iterator[Shift]:
    for key in sorted({*before.points, *after.points}):
        yield from _each("points", key, before.points, after.points, (sum(before.owners), sum(after.owners)))
    for key in sorted({*before.icons, *after.icons}):
        yield from _each("icons", key, before.icons, after.icons, (sum(before.seats), sum(after.seats)))
    yield from _offers("elements", before.elements, after.elements)
    yield from _offers("options", before.options, after.options)


def _each(
    sort: Sort, key: str, before: Mapping[str, Uptake], after: Mapping[str, Uptake], players: tuple[int, int]
) -> Iterator[Shift]:
    """How much each player has of something in a match; nothing where it never came."""
    one, two = (of.get(key, Uptake()).both.of_all(count) for of, count in zip((before, after), players, strict=True))
    yield from _rated(sort, key, one, two)


def _offers(sort: Sort, before: Mapping[str, Uptake], after: Mapping[str, Uptake]) -> Iterator[Shift]:
    """How often what was offered was taken, of what both runs offered."""
    for key in sorted(before.keys() & after.keys()):
        yield from _rated(sort, key, before[key].both, after[key].both)


def _rated(sort: Sort, key: str, one: Sums, two: Sums) -> Iterator[Shift]:
    """Nothing where too few had the chance."""
    if min(one.players, two.players) >= LEAST:
        variance = one.variance + two.variance
        deviation = math.sqrt(sum(sums.variance * sums.players for sums in (one, two)) / 2)
        yield _shift(sort, key, (one.rate, two.rate), variance, deviation)


def _shift(sort: Sort, key: str, values: tuple[float, float], variance: float, deviation: float = 0) -> Shift:
    """variance: of the difference.  deviation: of single values, for what is no share."""
    one, two = values
    half = CONFIDENCE * math.sqrt(variance)
    difference = Interval(two - one, two - one - half, two - one + half)
    if sort in _SHARES:
        effect = 2 * (math.asin(math.sqrt(two)) - math.asin(math.sqrt(one)))
    elif deviation:
        effect = (two - one) / deviation
    else:
        effect = math.copysign(math.inf, two - one) if two != one else 0.0
    return Shift(sort, key, one, two, difference, effect)
