"""Who sits at the table: people and bots, in seat order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.agents import AGENTS, derived_seed, make_agent
from interpreter.cli.problems import MisuseError
from interpreter.source import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.agents import Agent
    from interpreter.engine import Game

HUMAN = "human"
BOT = "greedy"
RULES = "rules"
"""Stands for nobody, on a seat that the rules play."""


def people_of(game: Game, count: int) -> int:
    """How many of so many seats somebody plays."""
    return count - sum(seat < count for seat in game.ruled)


def all_seats(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    """Who plays each seat, the rules among them, when `names` play all others."""
    left = list(names)
    found: list[str] = []
    while left or len(found) in game.ruled:
        found.append(RULES if len(found) in game.ruled else left.pop(0))
    return tuple(found)


def seated(game: Game, names: str | None, seats: int | None, counts: Sequence[int], *, watch: bool) -> tuple[str, ...]:
    """Who plays each seat: `names` divided by commas (to watch, one alone for all), else one human (or none) and bots.

    seats: how many play, if that is said, too.  counts: how many seats there can be. Raises MisuseError,
    and AgentError or GameError for what a bot is told.
    """
    counts = [people_of(game, count) for count in counts]
    if names is None:
        number = min(counts) if seats is None else seats
        found = ((BOT if watch else HUMAN), *(BOT,) * (number - 1))
    else:
        found = tuple(name.strip() for name in names.split(","))
        if watch:
            found = for_all(found, seats, counts)
    check_count(found, seats, counts)
    for name in found:
        _check_name(name)
    if watch and HUMAN in found:
        raise MisuseError("misuse.human_watch", known=", ".join(AGENTS))
    everyone = all_seats(game, found)
    for name in set(found) - {HUMAN}:
        make_agent(name, 0, game.rules(len(everyone), trace=True))
    return everyone


def for_all(names: tuple[str, ...], seats: int | None, counts: Sequence[int]) -> tuple[str, ...]:
    """The bots' names; one alone is the name of so many as `seats` says, or else of the fewest."""
    return names * (seats or min(counts)) if len(names) == 1 else names


def _check_name(spec: str) -> None:
    known, name = (HUMAN, *AGENTS), kind_of(spec)
    if spec != HUMAN and name not in AGENTS:
        near = nearest(name, known)
        message = "misuse.agent" if near is None else "misuse.agent_near"
        raise MisuseError(message, name=name, near=near or "", known=", ".join(known))


def kind_of(spec: str) -> str:
    """The name alone of who is told more after a colon."""
    return spec.partition(":")[0]


def is_file(spec: str) -> bool:
    """Whether a bot is one that a file describes."""
    return spec.startswith("heuristic:")


def check_count(names: Sequence[str], seats: int | None, counts: Sequence[int]) -> None:
    """Raises MisuseError where so many cannot play, or another number of seats is asked for than there are names."""
    if seats is not None and len(names) != seats:
        raise MisuseError("misuse.seats", count=len(names), seats=seats)
    if len(names) not in counts:
        raise MisuseError("misuse.player_count", count=len(names), known=", ".join(map(str, counts)))


def bots(names: Sequence[str], seed: int) -> dict[int, Agent]:
    """The bots by seat, with the seeds that `simulate` gives them in a match with this seed."""
    people = (HUMAN, RULES)
    return {seat: make_agent(name, derived_seed(seed, seat)) for seat, name in enumerate(names) if name not in people}
