"""How a requirement can be paid: whether sources are enough for it, and which of them can be picked next.

A requirement is a tuple, so much of each kind. What sources give is a list of clauses, each a sort and a list of
(source, gives, owes). Sorts: EACH gives an amount of each kind; ANY so much in all, of whichever kinds are asked for;
ANOTHER the same, but only of kinds of which something is given otherwise. `owes` is to be paid of each kind in
addition, () for nothing. A source in several clauses is used in one of these ways, and may give more than is needed.

A *way* to pay is a set of sources none of which could be left out. Sources are picked in a fixed order, that of the
clauses and within one that of their help, so that each way can be picked once.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import lru_cache
from operator import le, sub
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

EACH, ANY, ANOTHER = range(3)
REMEMBERED = 1 << 14  # requirements whose ways are kept
MOST_STEPS = 1_000  # of a search for ways; past them a source is offered when it leaves enough to pay the rest

Amounts = tuple[int, ...]
Clause = tuple[int, list[tuple[int, Amounts, Amounts]]]
Use = tuple[int, Amounts, Amounts]  # sort, gives, owes
Uses = tuple[Use, ...]  # all that one source can be used for
Pool = tuple[tuple[Uses, int], ...]  # sources that can be used alike, and how many there are
Way = tuple[int, ...]  # how many of each entry of a pool
State = tuple[Amounts, int, int]  # what is left of each kind, bits of the kinds given, how much more of these


@dataclass(slots=True, eq=False)
class Offer:
    """Sources by their first clause and what they can be used for. `debts`: all that any of them may owe, if any does.
    `most`: of each kind, the most that they can give of it by itself; `wild`: of kinds that can be chosen. `answers`:
    whether they are enough for a requirement, as far as that was asked.
    """

    sources: dict[tuple[int, Uses], list[int]]
    debts: Amounts
    most: Amounts
    wild: int
    answers: dict[Amounts, bool] = field(default_factory=dict)


def offered(*clauses: Clause) -> Offer:
    """What sources give, made ready."""
    uses: dict[int, list[Use]] = {}
    first: dict[int, int] = {}
    debts: list[Amounts] = []
    for i, (sort, entries) in enumerate(clauses):
        for source, gives, owes in entries:
            first.setdefault(source, i)
            uses.setdefault(source, []).append((sort, gives, owes))
            if owes:
                debts.append(owes)
    found: dict[tuple[int, Uses], list[int]] = {}
    for source, some in uses.items():
        found.setdefault((first[source], tuple(some)), []).append(source)
    most: Amounts = ()
    wild = 0
    for (_, some_uses), sources in found.items():
        fixed, free = _at_most(some_uses)
        wild += free * len(sources)
        if fixed:
            most = tuple([old + one * len(sources) for old, one in zip(most or (0,) * len(fixed), fixed, strict=True)])
    return Offer(found, tuple(map(sum, zip(*debts, strict=True))), most, wild)


@lru_cache(REMEMBERED)
def _at_most(uses: Uses) -> tuple[Amounts, int]:
    """Of each kind the most that a source can give, and the most of kinds that can be chosen."""
    fixed = [gives for sort, gives, _ in uses if sort == EACH]
    return tuple(map(max, zip(*fixed, strict=True))), max(
        (gives[0] for sort, gives, _ in uses if sort != EACH), default=0
    )


def payable(needs: Amounts, offer: Offer) -> bool:
    """Whether the sources are enough."""
    known = offer.answers.get(needs)
    if known is None:
        known = offer.answers[needs] = not any(needs) or (_could_be(needs, offer) and _payable(needs, offer))
    return known


def _could_be(needs: Amounts, offer: Offer) -> bool:
    """Whether there is as much of each kind as is needed, be it several times the same sources."""
    return _missing(needs, offer.most or (0,) * len(needs)) <= offer.wild


def _payable(needs: Amounts, offer: Offer) -> bool:
    most = _most(needs, offer)
    limit = sum(most)
    found: dict[Uses, int] = {}
    help_at_most = 0
    for (_, uses), sources in offer.sources.items():
        useful, helps = _useful(uses, needs, most)
        if useful:
            number = min(found.get(useful, 0) + len(sources), limit)
            found[useful] = number
            help_at_most += len(sources) * helps
    return help_at_most >= sum(needs) and _enough(_dense(needs, most), tuple(sorted(found.items())))


def picks(needs: Amounts, offer: Offer, picked: list[int]) -> list[int]:
    """The sources that can be picked next, after those that are `picked`; none when these are enough."""
    alike = _in_order(needs, offer)
    needs = _dense(needs, _most(needs, offer))
    pool = tuple((uses, len(sources)) for uses, sources in alike)
    taken = tuple(sum(source in picked for source in sources) for _, sources in alike)
    if sum(taken) < len(picked) or _enough(needs, _part(pool, taken)):
        return []
    found: list[int] = []
    for i in range(max((i for i, number in enumerate(taken) if number), default=0), len(pool)):
        sources = alike[i][1]
        later = sources[max((at for at, source in enumerate(sources) if source in picked), default=-1) + 1 :]
        found += later[: len(later) - _more(needs, pool, taken, i, len(later)) + 1]
    return found


def _more(needs: Amounts, pool: Pool, taken: Way, i: int, left: int) -> int:
    """The fewest of entry `i` to be taken beside what is taken of it and before it, of the `left` that come later, so
    that a way goes on with them; more than are left if none does.
    """
    ways = minimal_ways(needs, pool)
    if ways is not None:
        return min((way[i] - taken[i] for way in ways if way[:i] == taken[:i] and way[i] > taken[i]), default=left + 1)
    later = [number for _, number in pool[i + 1 :]]
    enough = (more for more in range(1, left + 1) if _enough(needs, _part(pool, (*taken[:i], taken[i] + more, *later))))
    return next(enough, left + 1)


# ---- sources --------------------------------------------------------------------------------------------------


def _most(needs: Amounts, offer: Offer) -> Amounts:
    """The most of each kind that can come to be needed."""
    return tuple(map(sum, zip(needs, offer.debts, strict=True))) if offer.debts else needs


def _in_order(needs: Amounts, offer: Offer) -> list[tuple[Uses, list[int]]]:
    """What sources can be used for, and which can be used alike, in the order of picking."""
    most = _most(needs, offer)
    found: dict[tuple[int, Uses], list[int]] = {}
    help_of: dict[tuple[int, Uses], int] = {}
    for (clause, uses), sources in offer.sources.items():
        useful, helps = _useful(uses, needs, most)
        if useful:
            found.setdefault((clause, useful), []).extend(sources)
            help_of[clause, useful] = helps
    return [(key[1], sorted(found[key])) for key in sorted(found, key=lambda key: (key[0], -help_of[key]))]


@lru_cache(REMEMBERED)
def _useful(uses: Uses, needs: Amounts, most: Amounts) -> tuple[Uses, int]:
    """What a source can be used for, as far as that can matter, and the most that it can give of what is asked for;
    amounts only of kinds that can come to be needed.
    """
    found = set()
    asked = _dense(needs, most)
    for sort, gives, owes in uses:
        limit, amounts = (_dense(most, most), _dense(gives, most)) if sort == EACH else ((sum(most),), gives)
        helps = tuple([max(min(give, need), 0) for give, need in zip(amounts, limit, strict=True)])
        if any(helps):
            found.add((sort, helps, _dense(owes, most) if any(owes) else ()))
    most_help = (sum(map(min, gives, asked)) if sort == EACH else gives[0] for sort, gives, _ in found)
    return tuple(sorted(found)), max(most_help, default=0)


def _dense(amounts: Amounts, most: Amounts) -> Amounts:
    """The amounts without kinds of which nothing can come to be needed."""
    return tuple([amount for amount, need in zip(amounts, most, strict=True) if need > 0])


def _part(pool: Pool, numbers: Way) -> Pool:
    """So many of each entry of a pool."""
    return tuple((uses, number) for (uses, _), number in zip(pool, numbers, strict=True) if number)


# ---- ways -----------------------------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def _enough(needs: Amounts, pool: Pool) -> bool:
    """Whether a pool covers what is needed."""
    floor = _floor(needs, pool)
    states = frozenset({(needs, 0, 0)})
    for uses, number in pool:
        for _ in range(number):
            states = _after(needs, floor, states, uses)
    return any(_paid(state) for state in states)


@lru_cache(REMEMBERED)
def minimal_ways(needs: Amounts, pool: Pool) -> list[Way] | None:
    """Every way to pay: numbers of the pool's entries that are enough, and that are not with one less of any. None if
    there are too many to look for.
    """
    floor = _floor(needs, pool)
    found: list[Way] = []
    steps = itertools.count()
    left = _left(needs, pool)

    def search(i: int, taken: Way, states: frozenset[State]) -> None:
        """`taken` of the entries before `i`; `states` are what can have come of that. Ways with less come first."""
        if any(map(_paid, states)):
            way = taken + (0,) * (len(pool) - len(taken))
            if not any(all(map(le, other, way)) for other in found):
                found.append(way)
            return
        fixed, wild = left[i]
        if next(steps) > MOST_STEPS or i == len(pool):
            return
        if not any(_missing(rest, fixed) <= wild + more for rest, _, more in states):
            return
        uses, number = pool[i]
        for taking in range(number + 1):
            search(i + 1, (*taken, taking), states)
            before, states = states, _after(needs, floor, states, uses)
            if states == before:
                return

    search(0, (), frozenset({(needs, 0, 0)}))
    return found if next(steps) <= MOST_STEPS else None


def _left(needs: Amounts, pool: Pool) -> list[tuple[Amounts, int]]:
    """For each entry, what it and those after it can give at most: of each kind, and of kinds that can be chosen."""
    found: list[tuple[Amounts, int]] = [((0,) * len(needs), 0)]
    for uses, number in reversed(pool):
        fixed, free = _at_most(uses)
        before, wild = found[-1]
        after = tuple([old + number * one for old, one in zip(before, fixed, strict=True)]) if fixed else before
        found.append((after, wild + number * free))
    return found[::-1]


def _missing(needs: Amounts, most: Amounts) -> int:
    """How much is needed beyond the most that there is of each kind."""
    return sum([need - there for need, there in zip(needs, most, strict=True) if need > there])


def _floor(needs: Amounts, pool: Pool) -> Amounts:
    """How far below nothing a kind can usefully be paid: as far as sources can come to owe it."""
    debts = [owes for uses, number in pool for _ in range(number) for _, _, owes in uses if owes]
    return tuple(-sum(owes[kind] for owes in debts) for kind in range(len(needs)))


def _paid(state: State) -> bool:
    rest, given, more = state
    still_open = [(left, given >> kind & 1) for kind, left in enumerate(rest) if left > 0]
    return not still_open or (sum(left for left, _ in still_open) <= more and all(known for _, known in still_open))


def _after(needs: Amounts, floor: Amounts, states: frozenset[State], uses: Uses) -> frozenset[State]:
    """What can come of one more source. It is left unused only where every use of it owes something."""
    found = set(states) if all(owes for _, _, owes in uses) else set()
    return frozenset(found.union(*(_used(needs, floor, state, use) for state in states for use in uses)))


@lru_cache(REMEMBERED)
def _used(needs: Amounts, floor: Amounts, state: State, use: Use) -> frozenset[State]:
    """What can come of using a source in one way."""
    sort, gives, owes = use
    rest, given, more = state
    if sort == EACH:
        states = {_giving(needs, floor, state, gives)}
    elif sort == ANY:
        states = {state}
        for _ in range(gives[0]):
            states = {one for old in states for one in _giving_one(needs, floor, old)} or states
    else:
        states = {(rest, given, min(more + gives[0], sum(needs) - sum(floor)))}
    if owes:
        states = {(tuple(map(sum, zip(left, owes, strict=True))), bits, extra) for left, bits, extra in states}
    return frozenset(states)


def _giving(needs: Amounts, floor: Amounts, state: State, gives: Amounts) -> State:
    rest, given, more = state
    for kind, (give, need) in enumerate(zip(gives, needs, strict=True)):
        if give and need:
            given |= 1 << kind
    return tuple(map(max, map(sub, rest, gives), floor)), given, more


def _giving_one(needs: Amounts, floor: Amounts, state: State) -> Iterator[State]:
    """One given of any kind that is asked for."""
    rest, given, more = state
    for kind, left in enumerate(rest):
        if needs[kind] and left > floor[kind]:
            yield (*rest[:kind], left - 1, *rest[kind + 1 :]), given | 1 << kind, more
