"""Bots against each other: every pair meets as often, on all seats in turn.

In a game that one side plays, the two play the same matches, each for itself.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, TextIO

from interpreter.agents import agent_maker, derived_seed, places
from interpreter.analysis.pool import in_order
from interpreter.analysis.rating import Rating, Record, pairs, ratings
from interpreter.analysis.simulation import play_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from interpreter.agents import Maker
    from interpreter.analysis.rating import Pair
    from interpreter.analysis.results import GameResult
    from interpreter.engine import Game


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match to be played, or one for each. pair: who meets, by number.  round: which of the pair's meetings it is.
    tables: by seat the agents of each match.  owners: whose points count for the first and the second of the pair.
    """

    pair: Pair
    round: int
    tables: tuple[tuple[str, ...], ...]
    owners: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Met:
    """A meeting that took place. matches: one for each table.  outcome: 1, 0 or -1 for the first of the pair: his
    side's mean place was better, the same or worse; of a match for each, whether he won it, or else his points.
    """

    meeting: Meeting
    matches: tuple[GameResult, ...]
    outcome: int


@dataclass(frozen=True, slots=True)
class Standings:
    """Who beat whom. bots: as they were asked for.  wanted: matches of each pair.  met: those that were played."""

    title: str
    bots: tuple[str, ...]
    owners: tuple[str, ...]
    seed: int
    wanted: int
    met: tuple[Met, ...]
    records: dict[Pair, Record] = field(init=False)

    def __post_init__(self) -> None:
        records = {pair: Record() for pair in pairs(len(self.bots))}
        for one in self.met:
            record = records[one.meeting.pair]
            record.wins += one.outcome > 0
            record.draws += one.outcome == 0
            record.losses += one.outcome < 0
        object.__setattr__(self, "records", records)

    @property
    def alone(self) -> bool:
        """Whether each bot plays for itself, as only one side is played."""
        return any(len(one.matches) > 1 for one in self.met)

    @property
    def complete(self) -> bool:
        """Whether all matches were played."""
        return len(self.met) == self.wanted * len(self.records)

    def ratings(self) -> list[Rating]:
        """How strong each bot is."""
        return ratings(len(self.bots), self.records, self.seed)

    def share(self, bot: int) -> float:
        """The bot's share of the points in its matches, a draw being half a point; there must be a match."""
        sides = [(one, pair.index(bot)) for pair, one in self.records.items() if bot in pair]
        points = sum((one.losses if second else one.wins) + one.draws / 2 for one, second in sides)
        return points / sum(one.count for one, _ in sides)


def sides(game: Game, players: int) -> dict[int, list[int]]:
    """By owner, the seats of each player or team that somebody plays."""
    found: dict[int, list[int]] = {}
    for seat, owner in enumerate(game.rules(players).owner_of):
        if seat not in game.ruled:
            found.setdefault(owner, []).append(seat)
    return found


def arena(
    game: Game,
    bots: Sequence[str],
    players: int,
    n: int,
    seed: int = 0,
    *,
    jobs: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> Standings:
    """Lets every pair of at least two bots play n matches with so many seats, of which each has every one as often.

    jobs: in how many processes; -1: as many as there are cores; the result does
    not depend on it.  on_progress: called with the matches done and all of them. An interrupt from the keyboard ends
    it, and the matches done so far count. Raises GameError, AgentError, and EndlessError as `simulate` does.
    """
    rules = game.rules(players)
    makers = {bot: agent_maker(bot, rules) for bot in ("random", *bots)}
    meetings = list(_meetings(sides(game, players), bots, players, n))
    met: list[Met] = []
    try:
        for one in in_order(_Work(game, makers, seed), meetings, jobs=jobs):
            met.append(one)
            if on_progress is not None:
                on_progress(len(met), len(meetings))
    except KeyboardInterrupt:
        pass
    return Standings(game.title, tuple(bots), game.rules(players).owners, seed, n, tuple(met))


def _meetings(sides: dict[int, list[int]], bots: Sequence[str], players: int, n: int) -> Iterator[Meeting]:
    """Round by round. The two of a pair sit alternately, and go on by a side each round; then they change places."""
    if len(sides) == 1:
        yield from _meetings_alone(sides, bots, players, n)
        return
    for played in range(n):
        turned, swapped = played % len(sides), played // len(sides) % 2
        places = [((number + turned) % len(sides) + swapped) % 2 for number in range(len(sides))]
        for pair in pairs(len(bots)):
            agents = ["random"] * players
            owners: tuple[list[int], list[int]] = ([], [])
            for (owner, seats), place in zip(sides.items(), places, strict=True):
                owners[place].append(owner)
                for seat in seats:
                    agents[seat] = bots[pair[place]]
            yield Meeting(pair, played, (tuple(agents),), (tuple(owners[0]), tuple(owners[1])))


def _meetings_alone(sides: dict[int, list[int]], bots: Sequence[str], players: int, n: int) -> Iterator[Meeting]:
    """Round by round, where one side is played."""
    ((owner, seats),) = sides.items()
    tables = [tuple(bot if seat in seats else "random" for seat in range(players)) for bot in bots]
    for played in range(n):
        for pair in pairs(len(bots)):
            yield Meeting(pair, played, (tables[pair[0]], tables[pair[1]]), ((owner,), (owner,)))


@dataclass(frozen=True, slots=True)
class _Work:
    """Plays a meeting; can be sent to another process."""

    game: Game
    makers: Mapping[str, Maker]
    seed: int

    def __call__(self, meeting: Meeting) -> Met:
        first, second = meeting.pair
        seed = derived_seed(derived_seed(self.seed, first), second)
        matches = tuple(self._match(agents, seed, meeting.round) for agents in meeting.tables)
        return Met(meeting, matches, _outcome(matches, meeting.owners))

    def _match(self, agents: tuple[str, ...], seed: int, index: int) -> GameResult:
        makers = tuple(self.makers[name] for name in agents)
        return play_match(self.game, agents, makers, seed=seed, index=index)


def _outcome(matches: tuple[GameResult, ...], owners: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
    """1, 0 or -1 for the first of the pair, see Met."""
    if len(matches) == 1:
        (match,) = matches
        found = places(match.scores, match.winners)
        mine, others = (fmean(found[owner] for owner in one) for one in owners)
        return (mine > others) - (mine < others)
    own, other = ((one in match.winners, match.scores[one]) for match, (one,) in zip(matches, owners, strict=True))
    return (own > other) - (own < other)


def write_csv(standings: Standings, file: TextIO) -> None:
    """One line a match: who met, the seed, the bot on each seat, decisions, scores by owner, winners, the outcome."""
    writer = csv.writer(file, lineterminator="\n")
    scores = [f"score_{owner}" for owner in standings.owners]
    writer.writerow(["first", "second", "round", "seed", "seats", "decisions", *scores, "winners", "outcome"])
    for one in standings.met:
        names = [standings.bots[bot] for bot in one.meeting.pair]
        for agents, match in zip(one.meeting.tables, one.matches, strict=True):
            winners = "+".join(standings.owners[owner] for owner in match.winners)
            played = [one.meeting.round, match.seed, " ".join(agents), match.decisions]
            writer.writerow([*names, *played, *match.scores, winners, one.outcome])
