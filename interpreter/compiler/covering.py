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
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


def payable(needs: Amounts, clauses: Sequence[Clause]) -> bool:
    """Whether the sources are enough."""
    return not any(needs) or _enough(needs, _pool(_useful(needs, clauses)))


def picks(needs: Amounts, clauses: Sequence[Clause], picked: list[int]) -> list[int]:
    """The sources that can be picked next, after those that are `picked`; none when these are enough."""
    uses = _useful(needs, clauses)
    pool = _pool(uses)
    alike = [[source for source, found in uses.items() if found == entry] for entry, _ in pool]
    taken = tuple(sum(source in picked for source in group) for group in alike)
    if sum(taken) < len(picked) or _enough(needs, _part(pool, taken)):
        return []
    found: list[int] = []
    for i in range(max((i for i, number in enumerate(taken) if number), default=0), len(pool)):
        later = alike[i][max((at for at, source in enumerate(alike[i]) if source in picked), default=-1) + 1 :]
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


def _useful(needs: Amounts, clauses: Sequence[Clause]) -> dict[int, Uses]:
    """What each source can be used for, as far as that can matter, in the order of picking."""
    debts = [owes for _, entries in clauses for _, _, owes in entries if owes]
    most = tuple(map(sum, zip(needs, *debts, strict=True)))
    found: dict[int, set[Use]] = {source: set() for _, entries in clauses for source, _, _ in entries}
    clause = {source: i for i, (_, entries) in reversed([*enumerate(clauses)]) for source, _, _ in entries}
    for sort, entries in clauses:
        limit = most if sort == EACH else (sum(most),)
        for source, gives, owes in entries:
            helps = tuple([max(min(give, need), 0) for give, need in zip(gives, limit, strict=True)])
            if any(helps):
                found[source].add((sort, helps, owes if any(owes) else ()))
    uses = {source: tuple(sorted(some)) for source, some in found.items() if some}
    first: dict[Uses, int] = {}
    for entry in uses.values():
        first.setdefault(entry, len(first))
    order = {source: (clause[source], -_help(needs, entry), first[entry]) for source, entry in uses.items()}
    return {source: uses[source] for source in sorted(uses, key=order.__getitem__)}


def _help(needs: Amounts, uses: Uses) -> int:
    """The most that a source can give of what is asked for."""
    return max(sum(map(min, gives, needs)) if sort == EACH else gives[0] for sort, gives, _ in uses)


def _pool(uses: dict[int, Uses]) -> Pool:
    found: dict[Uses, int] = {}
    for entry in uses.values():
        found[entry] = found.get(entry, 0) + 1
    return tuple(found.items())


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
def minimal_ways(needs: Amounts, pool: Pool) -> frozenset[Way] | None:
    """Every way to pay: numbers of the pool's entries that are enough, and that are not with one less of any. None if
    there are too many to look for.
    """
    floor = _floor(needs, pool)
    found: set[Way] = set()
    steps = itertools.count()
    help_left = [0] * (len(pool) + 1)
    for i in reversed(range(len(pool))):
        uses, number = pool[i]
        help_left[i] = help_left[i + 1] + number * max(sum(gives) for _, gives, _ in uses)

    def search(i: int, taken: Way, states: frozenset[State]) -> None:
        """`taken` of the entries before `i`; `states` are what can have come of that."""
        if any(_paid(state) for state in states):
            way = taken + (0,) * (len(pool) - len(taken))
            less = ((*way[:one], way[one] - 1, *way[one + 1 :]) for one in range(len(taken)) if way[one])
            if not any(_enough(needs, _part(pool, some)) for some in less):
                found.add(way)
            return
        if next(steps) > MOST_STEPS or i == len(pool) or min(map(_open, states)) > help_left[i]:
            return
        uses, number = pool[i]
        for taking in range(number + 1):
            search(i + 1, (*taken, taking), states)
            before, states = states, _after(needs, floor, states, uses)
            if states == before:
                return

    search(0, (), frozenset({(needs, 0, 0)}))
    return frozenset(found) if next(steps) <= MOST_STEPS else None


def _floor(needs: Amounts, pool: Pool) -> Amounts:
    """How far below nothing a kind can usefully be paid: as far as it can come to be owed."""
    debts = [owes for uses, number in pool for _ in range(number) for _, _, owes in uses if owes]
    return tuple(-sum(owes[kind] for owes in debts) for kind in range(len(needs)))


def _open(state: State) -> int:
    """How much is still to be paid."""
    rest, _, more = state
    return sum(left for left in rest if left > 0) - more


def _paid(state: State) -> bool:
    rest, given, _ = state
    return _open(state) <= 0 and all(left <= 0 or given >> kind & 1 for kind, left in enumerate(rest))


def _after(needs: Amounts, floor: Amounts, states: frozenset[State], uses: Uses) -> frozenset[State]:
    """What can come of one more source. It is left unused only where every use of it owes something."""
    found = set(states) if all(owes for _, _, owes in uses) else set()
    for state in states:
        for sort, gives, owes in uses:
            for rest, given, more in _used(needs, floor, state, sort, gives):
                found.add((tuple(map(sum, zip(rest, owes, strict=True))) if owes else rest, given, more))
    return frozenset(found)


def _used(needs: Amounts, floor: Amounts, state: State, sort: int, gives: Amounts) -> set[State]:
    if sort == EACH:
        return {_giving(needs, floor, state, gives)}
    if sort == ANY:
        states = {state}
        for _ in range(gives[0]):
            states = {one for old in states for one in _giving_one(needs, floor, old)} or states
        return states
    rest, given, more = state
    return {(rest, given, min(more + gives[0], sum(needs) - sum(floor)))}


def _giving(needs: Amounts, floor: Amounts, state: State, gives: Amounts) -> State:
    rest, given, more = state
    for kind, (give, need) in enumerate(zip(gives, needs, strict=True)):
        if give and need:
            given |= 1 << kind
    return tuple(map(max, (left - give for left, give in zip(rest, gives, strict=True)), floor)), given, more


def _giving_one(needs: Amounts, floor: Amounts, state: State) -> Iterator[State]:
    """One given of any kind that is asked for."""
    rest, given, more = state
    for kind, left in enumerate(rest):
        if needs[kind] and left > floor[kind]:
            yield (*rest[:kind], left - 1, *rest[kind + 1 :]), given | 1 << kind, more
