"""What a player sees of a state as a vector of numbers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from interpreter.compiler import GENERATOR, ME, PENDING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from interpreter.compiler import Layout
    from interpreter.compiler.layout import ZoneSet
    from interpreter.engine import Rules, State

HIDDEN_ENTRY = -1.0
WIDE = 1000  # slots that can hold more values than this are told by the logarithm
TOLD_OTHERWISE = ("pending", "me", "generator", "constant", "sets")


class Observations:
    """The view of a player as numbers from 0 to 1, and HIDDEN_ENTRY (-1) for what he may not know.

    names: what each number is about. First come ones and zeros: who looks, who decides, at which decision; then a
    number for each slot of the state that some player can see, scaled by the slot's bounds; then, for places whose
    order means nothing, one or zero for each piece, and how full they are.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        layout = rules.program.layout
        self._initial = self._numbers(layout.initial)
        self._open = [self._marked(sight.seen) for sight in rules.sights]
        self._deciding = [self._marked(sight.seen | rules.known_variables) for sight in rules.sights]
        told = [slot for slot in np.flatnonzero(np.any(self._deciding, axis=0)).tolist() if _tells(layout, slot)]
        self._slots = np.array(told, np.intp)
        ends = np.array([(layout.slots[slot].low, layout.slots[slot].high) for slot in told], np.float64).reshape(-1, 2)
        self._wide = ends[:, 1] - ends[:, 0] > WIDE
        self._low = self._flat(ends[:, 0])
        self._span = self._flat(ends[:, 1]) - self._low
        self._sets = [(place, found.slot, _pieces(layout, found)) for place, found in layout.sets.items()]
        bits = [(slot, piece - layout.sets[place].first) for place, slot, pieces in self._sets for piece in pieces]
        self._bits = np.array(bits, np.int64).reshape(-1, 2)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each number of a vector is about."""
        rules, model = self.rules, self.rules.program.model
        names = [f"{what} {name}" for what in ("seat", "decides") for name in rules.players]
        names += [f"decision {number} {site.name}" for number, site in enumerate(rules.sites, start=1)]
        names += [rules.program.layout.slots[slot].name for slot in self._slots]
        for place, _, pieces in self._sets:
            names += [f"{model.place_names[place]}: {model.piece_names[piece]}" for piece in pieces]
        return (*names, *(f"{model.place_names[place]}: pieces" for place, *_ in self._sets))

    def __len__(self) -> int:
        return len(self.names)

    def vector(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the player in a seat sees, as many numbers as `names`."""
        numbers, seen = self._numbers(state.array), self._seen(state, seat)
        scaled = (self._flat(numbers[self._slots].astype(np.float64)) - self._low) / self._span
        bits = numbers[self._bits[:, 0]] >> self._bits[:, 1] & 1
        counted = [seen[slot] or place in self.rules.sights[seat].counted for place, slot, _ in self._sets]
        full = np.array([state.array[slot].bit_count() / len(pieces) for _, slot, pieces in self._sets], np.float64)
        parts = (
            self._head(state, seat),
            np.where(seen[self._slots], scaled, HIDDEN_ENTRY),
            np.where(seen[self._bits[:, 0]], bits, HIDDEN_ENTRY),
            np.where(np.array(counted, np.bool_), full, HIDDEN_ENTRY),
        )
        return np.concatenate(parts).astype(np.float32)

    def text(self, state: State, seat: int) -> str:
        """The same in words: each slot that the player sees and that is not as it was before set-up."""
        return f"{self.rules.players[seat]}: {self._words(state, self._seen(state, seat))}"

    def whole_text(self, state: State) -> str:
        """A state in words, with all that is hidden."""
        everything = np.ones(len(self._initial), np.bool_)
        return f"generator={state.array[GENERATOR]}; {self._words(state, everything)}"

    def _words(self, state: State, seen: NDArray[np.bool_]) -> str:
        names, slots = self.rules.slot_names, self.rules.program.layout.slots
        changed = seen & (self._numbers(state.array) != self._initial)
        return "; ".join(f"{slots[i].name}={names.text(i, state.array[i])}" for i in np.flatnonzero(changed).tolist())

    def _seen(self, state: State, seat: int) -> NDArray[np.bool_]:
        """By slot, whether the player may know it; variables of rules in progress only when it is he who decides, and
        none for a piece that has gone where he does not see it.
        """
        sight, array = self.rules.sights[seat], state.array
        seen = (self._deciding if array[ME] == seat else self._open)[seat].copy()
        hidden = set(sight.hidden_pieces(array))
        seen[[slot for piece in hidden for slot in sight.own[piece]]] = False
        seen[[slot for slot in self.rules.piece_slots if array[slot] in hidden]] = False
        return seen

    def _head(self, state: State, seat: int) -> NDArray[np.float64]:
        """Ones for who looks, who decides and which decision it is; no decision when the game is over."""
        players = len(self.rules.players)
        head = np.zeros(2 * players + len(self.rules.sites))
        head[seat] = head[players + state.array[ME]] = 1
        if not state.over:
            head[2 * players + state.array[PENDING] - 1] = 1
        return head

    def _numbers(self, array: list[int]) -> NDArray[np.int64]:
        """The slots of a state without the stack of the rules and the generator, which has too many bits."""
        numbers = array[: len(self.rules.program.layout.slots)]
        numbers[GENERATOR] = 0
        return np.array(numbers, np.int64)

    def _marked(self, slots: frozenset[int]) -> NDArray[np.bool_]:
        marked = np.zeros(len(self._initial), np.bool_)
        marked[list(slots)] = True
        return marked

    def _flat(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of wide slots by their logarithm, keeping the sign, the others as they are."""
        return np.where(self._wide, np.sign(values) * np.log1p(np.abs(values)), values)


def _pieces(layout: Layout, found: ZoneSet) -> list[int]:
    """The pieces that a set has bits for; between two kinds there is a bit for nothing."""
    last = found.first + layout.slots[found.slot].high.bit_length()
    kinds = layout.model.pieces.values()
    return [piece for kind in kinds for piece in range(kind.first, kind.nothing) if found.first <= piece < last]


def _tells(layout: Layout, slot: int) -> bool:
    """Whether a slot has a number of its own: not what is told otherwise, and not what is always the same."""
    known = layout.slots[slot]
    return known.area not in TOLD_OTHERWISE and known.low < known.high
