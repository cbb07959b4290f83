"""What watched matches show of a game's parts: numbers that add up, so that memory does not grow with the matches."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from interpreter.analysis.results import CONFIDENCE


class Interval(NamedTuple):
    """An estimate, and where the true value lies with 95 percent confidence."""

    value: float
    low: float
    high: float

    @property
    def surprise(self) -> float:
        """How far it is from nothing, in halves of the interval: more than 1 is hardly chance."""
        half = (self.high - self.low) / 2
        if half == 0:
            return math.inf if self.value else 0.0
        return abs(self.value) / half


@dataclass(slots=True)
class Sums:
    """Of pairs, one for each player and match: how many chances he had, and how many of them he took."""

    players: int = 0
    chances: int = 0
    taken: int = 0
    chances_squared: int = 0
    taken_squared: int = 0
    products: int = 0

    def add(self, chances: int, taken: int) -> None:
        """Counts a player's match."""
        self.players += 1
        self.chances += chances
        self.taken += taken
        self.chances_squared += chances * chances
        self.taken_squared += taken * taken
        self.products += chances * taken

    def merge(self, other: Sums) -> None:
        """Counts what the other has counted, too."""
        for spec in fields(self):
            setattr(self, spec.name, getattr(self, spec.name) + getattr(other, spec.name))

    def of_all(self, players: int) -> Sums:
        """The same with one chance for each of so many players and matches, whether they took anything or not."""
        return Sums(players, players, self.taken, players, self.taken_squared, self.taken)

    @property
    def rate(self) -> float:
        """The part of the chances that was taken; 0 without any."""
        return self.taken / self.chances if self.chances else 0.0

    @property
    def variance(self) -> float:
        """Of the rate. What one player does in one match hangs together, so that each counts as one."""
        if self.players < 2 or not self.chances:
            return math.inf
        rate = self.rate
        squares = self.taken_squared - 2 * rate * self.products + rate * rate * self.chances_squared
        return max(0.0, squares) / self.chances**2 * self.players / (self.players - 1)


@dataclass(slots=True)
class Uptake:
    """How often something was there and was taken, by those who won and by the others."""

    winners: Sums = field(default_factory=Sums)
    others: Sums = field(default_factory=Sums)

    def merge(self, other: Uptake) -> None:
        """Counts what the other has counted, too."""
        self.winners.merge(other.winners)
        self.others.merge(other.others)

    @property
    def both(self) -> Sums:
        """Winners and others together."""
        found = Sums()
        found.merge(self.winners)
        found.merge(self.others)
        return found

    @property
    def rate(self) -> Interval:
        """The rate of all."""
        both = self.both
        return _interval(both.rate, both.variance)

    @property
    def difference(self) -> Interval | None:
        """How much higher the winners' rate is than the others'; None where too few had the chance."""
        variance = self.winners.variance + self.others.variance
        return None if math.isinf(variance) else _interval(self.winners.rate - self.others.rate, variance)


@dataclass(slots=True)
class Asked:
    """How often something was decided, and how often there was one option only."""

    times: int = 0
    single: int = 0


@dataclass(slots=True)
class Details:
    """What was seen in some matches. Everything is under the keys of `Parts`.

    seats: players times matches, winners first.  owners: the same of who scores.  options, elements: what was offered
    and chosen.  icons: what was carried out.  points: by where they are from.  asked: by the rule that asks.
    ran: the rules of which something happened.
    """

    matches: int = 0
    seats: list[int] = field(default_factory=lambda: [0, 0])
    owners: list[int] = field(default_factory=lambda: [0, 0])
    options: dict[str, Uptake] = field(default_factory=dict)
    elements: dict[str, Uptake] = field(default_factory=dict)
    icons: dict[str, Uptake] = field(default_factory=dict)
    points: dict[str, Uptake] = field(default_factory=dict)
    asked: dict[str, Asked] = field(default_factory=dict)
    ran: set[str] = field(default_factory=set)

    def merge(self, other: Details) -> None:
        """Counts what the other has counted, too."""
        self.matches += other.matches
        self.seats = [mine + theirs for mine, theirs in zip(self.seats, other.seats, strict=True)]
        self.owners = [mine + theirs for mine, theirs in zip(self.owners, other.owners, strict=True)]
        for name in ("options", "elements", "icons", "points"):
            mine: dict[str, Uptake] = getattr(self, name)
            for key, uptake in getattr(other, name).items():
                mine.setdefault(key, Uptake()).merge(uptake)
        for key, asked in other.asked.items():
            known = self.asked.setdefault(key, Asked())
            known.times += asked.times
            known.single += asked.single
        self.ran |= other.ran

    def uses_of(self, icon: str) -> Uptake:
        """How often a player carries out an icon in a match."""
        return _of_all(self.icons[icon], self.seats)

    def points_of(self, source: str) -> Uptake:
        """How many points who scores has from a source in a match."""
        return _of_all(self.points[source], self.owners)


def _of_all(uptake: Uptake, players: list[int]) -> Uptake:
    winners, others = players
    return Uptake(uptake.winners.of_all(winners), uptake.others.of_all(others))


def _interval(value: float, variance: float) -> Interval:
    half = CONFIDENCE * math.sqrt(variance)
    return Interval(value, value - half, value + half)
