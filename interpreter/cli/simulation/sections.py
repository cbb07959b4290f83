"""What watched matches show, as rows that a terminal and a page can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.analysis.details import Details, Interval, Uptake
    from interpreter.cli.simulation.wording import PartWords

Name = Literal["points", "icons", "cards", "places", "options"]
SECTIONS: tuple[Name, ...] = ("points", "icons", "cards", "places", "options")
_KINDS: dict[str, Name] = {"piece": "cards", "space": "places", "enum": "options"}


@dataclass(frozen=True, slots=True)
class Row:
    """A part. rate: of what was offered, or a player's in a match.  difference: how much higher it is for winners."""

    name: str
    offered: int
    taken: int
    rate: Interval
    difference: Interval | None


@dataclass(frozen=True, slots=True)
class Section:
    """Parts of a sort, what tells most first. each: whether they are counted by the match, and not by offers."""

    name: Name
    each: bool
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """How often something is decided in a match, and in which part of these cases there was one option only."""

    name: str
    times: float
    single: float


def sections(details: Details, call: Callable[[str], str]) -> list[Section]:
    """All that was counted; `call` says keys. There must have been a match."""
    found: dict[Name, list[tuple[str, Uptake]]] = {name: [] for name in SECTIONS}
    found["points"] = [(key, details.points_of(key)) for key in details.points]
    found["icons"] = [(key, details.uses_of(key)) for key in details.icons]
    found["options"] = [*details.options.items()]
    for key, uptake in details.elements.items():
        found[_KINDS[key.partition(":")[0]]].append((key, uptake))
    return [_section(name, uptakes, call) for name, uptakes in found.items() if uptakes]


def _section(name: Name, uptakes: list[tuple[str, Uptake]], call: Callable[[str], str]) -> Section:
    each = name in ("points", "icons")
    rows = [_row(key, uptake, call) for key, uptake in sorted(uptakes)]
    rows.sort(key=(lambda row: -abs(row.rate.value)) if each else _telling)
    return Section(name, each, tuple(rows))


def _row(key: str, uptake: Uptake, call: Callable[[str], str]) -> Row:
    both = uptake.both
    return Row(call(key), both.chances, both.taken, uptake.rate, uptake.difference)


def _telling(row: Row) -> tuple[float, int]:
    """What differs most surely between winners and others comes first, then what was offered most."""
    return -row.difference.surprise if row.difference is not None else 0.0, -row.offered


def questions(details: Details, call: Callable[[str], str]) -> list[Question]:
    """The decisions that sometimes had one option only, the most frequent first."""
    asked = sorted(details.asked.items(), key=lambda one: (-one[1].single, one[0]))
    return [
        Question(call(key), one.times / details.matches, one.single / one.times) for key, one in asked if one.single
    ]


def never(details: Details, call: PartWords) -> list[str]:
    """The rules in which something could have been seen to happen, and never was."""
    return [call(key) for key in call.parts.watchable if key not in details.ran]
