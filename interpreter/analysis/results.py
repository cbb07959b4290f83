"""The outcome of many matches, and what can be said of it."""

from __future__ import annotations

import csv
import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Sequence

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


@dataclass(frozen=True, slots=True)
class Results:
    """A run of matches in order of their numbers.

    owners: who scores, players or teams.  agents: who played each seat.  wanted: how many matches were asked
    for; there are fewer when the run was interrupted.  refused: why the native engine did not play, where it should.
    """

    title: str
    owners: tuple[str, ...]
    agents: tuple[str, ...]
    seed: int
    wanted: int
    games: tuple[GameResult, ...]
    refused: NativeError | None = None

    @property
    def wins(self) -> tuple[int, ...]:
        """By owner, the matches won alone."""
        alone = [game.winners[0] for game in self.games if len(game.winners) == 1]
        return tuple(alone.count(owner) for owner in range(len(self.owners)))

    @property
    def draws(self) -> int:
        """The matches that several won together."""
        return sum(len(game.winners) > 1 for game in self.games)

    def win_interval(self, owner: int) -> tuple[float, float]:
        """Where the owner's share of wins lies, with 95 percent confidence."""
        return wilson(self.wins[owner], len(self.games))

    def score_spread(self, owner: int) -> Spread:
        """How the owner's scores are distributed. There must be a match."""
        return spread([game.scores[owner] for game in self.games])

    @property
    def decisions(self) -> Spread:
        """How the numbers of decisions a match are distributed. There must be a match."""
        return spread([game.decisions for game in self.games])


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The Wilson score interval of a share, with 95 percent confidence; all of [0, 1] without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = successes / trials, CONFIDENCE**2
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = CONFIDENCE / (1 + z2 / trials)
    half *= math.sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def spread(values: Sequence[int]) -> Spread:
    """The distribution of at least one number; quartiles lie between values where they must."""
    if len(values) == 1:
        lower = median = upper = float(values[0])
    else:
        lower, median, upper = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(min(values), lower, median, upper, max(values), statistics.fmean(values))


def write_csv(results: Results, file: TextIO) -> None:
    """One line a match: its number, seed, decisions, scores by owner and winners, joined by `+`."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["game", "seed", "decisions", *(f"score_{owner}" for owner in results.owners), "winners"])
    for game in results.games:
        winners = "+".join(results.owners[owner] for owner in game.winners)
        writer.writerow([game.index, game.seed, game.decisions, *game.scores, winners])
