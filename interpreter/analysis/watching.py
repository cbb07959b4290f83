"""Matches that are watched: what was offered, what was chosen, and what came of it, counted for `Details`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.analysis.details import Asked, Details, Uptake
from interpreter.analysis.parts import START, parts_of
from interpreter.compiler import PENDING, RulesError
from interpreter.engine.state import State
from interpreter.model import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.engine import Game, Option

_Change = typed.Gain | typed.Lose | typed.SetCounter | typed.Pay
_CHANGES = (typed.Gain, typed.Lose, typed.SetCounter, typed.Pay)
_Key = tuple[int, bool, str]
"""A seat, whether it is what an option is for and not the option, and a part."""


class Watcher:
    """Watches matches of a game for so many players, one after the other. details: what was counted so far."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.parts = parts_of(game, players)
        self.rules = self.parts.rules
        self.details = Details()
        self._scoring = {name for line in self.parts.counted for name in line}
        self._offered: Counter[_Key] = Counter()
        self._taken: Counter[_Key] = Counter()
        self._used: dict[tuple[int, str], Counter[int]] = {}
        self._points: Counter[tuple[int, str, str]] = Counter()
        self._totals: dict[tuple[str, int], int] = {}

    def play(self, seed: int, choose: Callable[[State], Option | int], limit: int) -> tuple[int, State]:
        """Plays a match to its end or to so many decisions, with what `choose` takes of each decision's options: one of
        them or its index. Returns the number of decisions and the last state. Raises RulesError, also for an invariant
        that does not hold at some decision, and what `choose` does.
        """
        for kept in (self._offered, self._taken, self._used, self._points, self._totals):
            kept.clear()
        program = self.rules.program
        program.events.clear()
        array = program.new_state(seed)
        state = State(self.game, self.rules, array, program.begin(array))
        self._happened(state.seat_to_decide)
        decisions = 0
        self._check_invariants(array, decisions)
        while not state.over and decisions < limit:
            seat = state.seat_to_decide
            self._asked(state, seat)
            choice = choose(state)
            index = choice if isinstance(choice, int) else choice.index
            self._chose(state, seat, index)
            program.events.clear()
            state.choose(index)
            self._happened(seat)
            decisions += 1
            self._check_invariants(array, decisions)
        if state.over:
            self._ended(state)
        return decisions, state

    def _check_invariants(self, array: list[int], decisions: int) -> None:
        program = self.rules.program
        for invariant, held in zip(program.model.invariants, program.invariants(array), strict=True):
            if not held:
                raise RulesError(f"the invariant '{invariant.name}' does not hold after {decisions} decisions")

    # -- during a match -----------------------------------------------------------------------------------------

    def _asked(self, state: State, seat: int) -> None:
        name = self.parts.asking[state.array[PENDING]]
        asked = self.details.asked.setdefault(name, Asked())
        asked.times += 1
        asked.single += len(state.codes) == 1
        self.details.ran.add(name)
        self._offered.update(dict.fromkeys(self._keys(state, seat, state.codes), 1))

    def _chose(self, state: State, seat: int, index: int) -> None:
        self._taken.update(self._keys(state, seat, state.codes[index : index + 1]))

    def _keys(self, state: State, seat: int, codes: Iterable[int]) -> list[_Key]:
        """The options and what they are for, as far as whoever decides can tell."""
        site = state.array[PENDING]
        found: list[_Key] = []
        hidden = state.decision.unseen if state.decision and site in self.rules.groups_with_unseen else ()
        for code in codes:
            option, element = self.parts.option(site, code)
            found.append((seat, False, option))
            if element is not None and code not in hidden:
                found.append((seat, True, element))
        return found

    def _happened(self, seat: int) -> None:
        """Goes through what the program has noted since `seat` chose."""
        effects, homes, icons = self.rules.program.effects, self.parts.homes, self.parts.icons
        for number, values in self.rules.program.events:
            home, effect = homes[number], effects[number]
            self.details.ran.add(home)
            owner = self._counter_changes(home, effect, values) if isinstance(effect, _CHANGES) else None
            if number in icons:
                used = self._used.setdefault((seat if owner is None else owner, home), Counter())
                used[number] += 1

    def _counter_changes(self, home: str, effect: _Change, values: tuple[int, ...]) -> int | None:
        """Notes points by where they are from. Returns the seat whose counter it is."""
        owner = values[-1]
        if isinstance(effect, typed.Pay):
            counter = effect.costs[0].counter
            for cost, amount in zip(effect.costs, values, strict=False):
                self._now(home, cost.counter.name, owner, self._total(cost.counter.name, owner) - amount)
        else:
            counter = effect.counter if isinstance(effect, typed.SetCounter) else effect.amount.counter
            self._now(home, counter.name, owner, values[0])
        return owner if counter.per == "player" and owner >= 0 else None

    def _total(self, counter: str, owner: int) -> int:
        return self._totals.get((counter, owner), self.rules.program.model.counters[counter].start)

    def _now(self, home: str, counter: str, owner: int, total: int) -> None:
        if counter in self._scoring:
            self._points[owner, counter, home] += total - self._total(counter, owner)
            self._totals[counter, owner] = total

    # -- at its end ---------------------------------------------------------------------------------------------

    def _ended(self, state: State) -> None:
        details, owner_of = self.details, self.rules.owner_of
        won = set(self.rules.program.leaders(state.array))
        seats = [seat for seat in range(len(self.rules.players)) if seat not in self.game.ruled]
        owners = sorted({owner_of[seat] for seat in seats})
        details.matches += 1
        for seat in seats:
            details.seats[owner_of[seat] not in won] += 1
        for owner in owners:
            details.owners[owner not in won] += 1
        for known, chances in self._offered.items():
            seat, element, key = known
            of = details.elements if element else details.options
            _count(of, key, chances, self._taken[known], won=owner_of[seat] in won)
        for (seat, key), used in self._used.items():
            if seat in seats:
                _count(details.icons, key, 1, max(used.values()), won=owner_of[seat] in won)
        self._count_points(state, owners, won)

    def _count_points(self, state: State, owners: list[int], won: set[int]) -> None:
        """Each line of the score, its counters by what changed them and the rest under its own name."""
        counters = self.rules.program.model.counters
        score = self.rules.program.score(state.array)
        for owner in owners:
            points: Counter[str] = Counter()
            for name, value, line in zip(self.rules.lines, score[owner], self.parts.counted, strict=True):
                rest = value
                for counter in line:
                    gained = {key: n for (of, what, key), n in self._points.items() if (of, what) == (owner, counter)}
                    points.update({START: counters[counter].start, **gained})
                    rest -= counters[counter].start + sum(gained.values())
                points[f"line:{name}"] += rest
            for key, number in points.items():
                if number:
                    _count(self.details.points, key, 1, number, won=owner in won)


def _count(of: dict[str, Uptake], key: str, chances: int, taken: int, *, won: bool) -> None:
    uptake = of.setdefault(key, Uptake())
    (uptake.winners if won else uptake.others).add(chances, taken)
