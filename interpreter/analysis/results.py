"""The outcome of many matches, and what can be said of it."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.analysis.details import Details
    from interpreter.engine import NativeError

CONFIDENCE = 1.959964  # standard deviations that hold 95 of 100 outcomes


@dataclass(frozen=True, slots=True)
class GameResult:
    """One match. index: its number in the run.  scores: by owner.  winners: indices of the owners who won."""

    index: int
    seed: int
    decisions: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers are distributed: the least, three quartiles, the greatest, and the mean."""

    least: int
    lower: float
    median: float
    upper: float
    greatest: int
    mean: float


@dataclass(slots=True)
class Distribution:
    """How often each number was counted: what it holds grows with how far the numbers lie apart, not with how many."""

    counts: Counter[int] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """How many numbers were counted."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        """Of at least one number."""
        return sum(value * count for value, count in self.counts.items()) / self.total

    @property
    def deviation(self) -> float:
        """The standard deviation of what the numbers are a sample of; 0 of a single number."""
        mean, total = self.mean, self.total
        squares = sum(count * (value - mean) ** 2 for value, count in self.counts.items())
        return math.sqrt(squares / (total - 1)) if total > 1 else 0.0

    def spread(self) -> Spread:
        """The distribution of at least one number; quartiles lie between values where they must."""
        values = sorted(self.counts)
        upto = list(accumulate(self.counts[value] for value in values))

        def quantile(quarters: int) -> float:
            place, rest = divmod(quarters * (upto[-1] - 1), 4)
            low, high = (values[bisect_right(upto, min(at, upto[-1] - 1))] for at in (place, place + 1))
            return (low * (4 - rest) + high * rest) / 4

        return Spread(values[0], quantile(1), quantile(2), quantile(3), values[-1], self.mean)


@dataclass(slots=True)
class Tally:
    """What is counted of matches. wins: by owner, those won alone.  draws: those that several won together."""

    wins: list[int]
    scores: list[Distribution]
    decisions: Distribution = field(default_factory=Distribution)
    draws: int = 0

    @classmethod
    def of(cls, owners: int, matches: Iterable[GameResult] = ()) -> Tally:
        """What is counted of these matches, for so many owners."""
        tally = cls([0] * owners, [Distribution() for _ in range(owners)])
        for one in matches:
            tally.add(one)
        return tally

    @property
    def count(self) -> int:
        """How many matches."""
        return self.decisions.total

    def add(self, one: GameResult) -> None:
        """Counts a match."""
        self.decisions.counts[one.decisions] += 1
        for owner, score in enumerate(one.scores):
            self.scores[owner].counts[score] += 1
        if len(one.winners) == 1:
            self.wins[one.winners[0]] += 1
        else:
            self.draws += 1

    def merge(self, other: Tally) -> None:
        """Counts what the other has counted, too."""
        self.decisions.counts.update(other.decisions.counts)
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            mine.counts.update(theirs.counts)
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        self.draws += other.draws


@dataclass(frozen=True, slots=True)
class Results:
    """A run of matches.

    owners: who scores, players or teams.  agents: who played each seat.  wanted: how many matches were asked for;
    there are fewer when the run was interrupted.  details: what was seen in the matches that were watched, None
    without any.  refused: why the native engine did not play, where it should.  before: how many of the matches an
    earlier run had played.
    """

    title: str
    owners: tuple[str, ...]
    agents: tuple[str, ...]
    seed: int
    wanted: int
    tally: Tally
    details: Details | None = None
    refused: NativeError | None = None
    before: int = field(default=0, compare=False)

    @property
    def count(self) -> int:
        """How many matches were played."""
        return self.tally.count

    @property
    def wins(self) -> tuple[int, ...]:
        """By owner, the matches won alone."""
        return tuple(self.tally.wins)

    @property
    def draws(self) -> int:
        """The matches that several won together."""
        return self.tally.draws

    def win_interval(self, owner: int) -> tuple[float, float]:
        """Where the owner's share of wins lies, with 95 percent confidence."""
        return wilson(self.wins[owner], self.count)

    def score_spread(self, owner: int) -> Spread:
        """How the owner's scores are distributed. There must be a match."""
        return self.tally.scores[owner].spread()

    @property
    def decisions(self) -> Spread:
        """How the numbers of decisions a match are distributed. There must be a match."""
        return self.tally.decisions.spread()


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The Wilson score interval of a share, with 95 percent confidence; all of [0, 1] without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = successes / trials, CONFIDENCE**2
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = CONFIDENCE / (1 + z2 / trials)
    half *= math.sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))
