"""How strong each of several bots is, from who beat whom how often."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Pair = tuple[int, int]
Counts = tuple[float, float, float]
ELO = 400 / math.log(10)  # Elo points of a factor e between two strengths
UNSEEN = 0.5  # matches that each pair is taken to have won, drawn and lost besides: nobody is beyond all others
RESAMPLES = 400
ROUNDS = 1000
CLOSE = 1e-6
BOUNDS = (0.025, 0.975)


@dataclass(slots=True)
class Record:
    """The matches of a pair, from the first one's side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def count(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def p_value(self) -> float:
        """How likely so uneven a record is for two that are equally strong: exact, two-sided, draws left out."""
        decided, fewer = self.wins + self.losses, min(self.wins, self.losses)
        tail = sum(math.comb(decided, k) for k in range(fewer + 1))
        return min(1.0, 2 * tail / (1 << decided))


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points, 0 for the mean of all, and between which they lie with 95 percent confidence."""

    elo: float
    low: float
    high: float


def ratings(count: int, records: Mapping[Pair, Record], seed: int = 0) -> list[Rating]:
    """The ratings of so many bots, by Bradley and Terry's model, in which a draw is half a win.

    The intervals are those of the posterior distribution of each pair's shares.
    """
    draw = random.Random(seed)  # noqa: S311 - statistics, no secrets
    counts = {pair: _counts(one) for pair, one in records.items()}
    drawn = [_elos(count, {pair: _resampled(one, draw) for pair, one in counts.items()}) for _ in range(RESAMPLES)]
    spreads = [sorted(column) for column in zip(*drawn, strict=True)]
    low, high = (round(bound * (RESAMPLES - 1)) for bound in BOUNDS)
    return [Rating(elo, one[low], one[high]) for elo, one in zip(_elos(count, counts), spreads, strict=True)]


def _counts(record: Record) -> Counts:
    return record.wins + UNSEEN, record.draws + UNSEEN, record.losses + UNSEEN


def _resampled(counts: Counts, draw: random.Random) -> Counts:
    """As many matches, with shares that could be the true ones."""
    wins, draws, losses = (draw.gammavariate(one, 1) for one in counts)
    scale = sum(counts) / (wins + draws + losses)
    return wins * scale, draws * scale, losses * scale


def _elos(count: int, counts: Mapping[Pair, Counts]) -> list[float]:
    """The most likely strengths, found by repeated improvement."""
    points = [0.0] * count
    for (first, second), (wins, draws, losses) in counts.items():
        points[first] += wins + draws / 2
        points[second] += losses + draws / 2
    strengths = [1.0] * count
    for _ in range(ROUNDS):
        before = strengths
        strengths = _scaled([points[one] / _expected(one, counts, before) for one in range(count)])
        if all(abs(new / old - 1) < CLOSE for new, old in zip(strengths, before, strict=True)):
            break
    return [ELO * math.log(strength) for strength in strengths]


def _expected(one: int, counts: Mapping[Pair, Counts], strengths: Sequence[float]) -> float:
    return sum(sum(shares) / (strengths[a] + strengths[b]) for (a, b), shares in counts.items() if one in (a, b))


def _scaled(strengths: list[float]) -> list[float]:
    """With a geometric mean of 1."""
    mean = math.exp(sum(map(math.log, strengths)) / len(strengths))
    return [strength / mean for strength in strengths]


def pairs(count: int) -> list[Pair]:
    """Everybody against everybody."""
    return list(combinations(range(count), 2))
