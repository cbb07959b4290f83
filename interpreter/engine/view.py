"""What one player may know of a state: for players at other tables, agents, and everything that is shown."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.compiler import ME
from interpreter.engine.names import HIDDEN_NAME, Written
from interpreter.engine.sight import HIDDEN

if TYPE_CHECKING:
    from interpreter.engine.decision import Decision
    from interpreter.engine.state import State


class View:
    """A state as a player sees it.

    seat: the player's seat number.  array: the state's slots, HIDDEN (-2) where the player sees nothing.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.game = state.game
        self.rules = state.rules
        self.seat = seat
        self._state = state.copy()

    @property
    def player(self) -> str:
        """The player's name."""
        return self.rules.players[self.seat]

    @property
    def players(self) -> tuple[str, ...]:
        """All players' names in turn order."""
        return self._state.players

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def decider(self) -> str | None:
        """The name of the player who decides now."""
        return None if self.over else self.rules.players[self._state.array[ME]]

    @property
    def decision(self) -> Decision | None:
        """The pending decision, if it is this player's."""
        return self._state.decision if self._state.array[ME] == self.seat else None

    @cached_property
    def array(self) -> tuple[int, ...]:
        """Every slot's value, HIDDEN where this player may not know it."""
        return tuple(self.rules.sights[self.seat].mask(self._state.array))

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many pieces lie in each place that the player cannot look into, where that is open."""
        counts = self.rules.sights[self.seat].counts(self._state.array)
        return {self.rules.program.model.place_names[place]: count for place, count in counts.items()}

    @cached_property
    def contents(self) -> dict[str, tuple[str, ...] | None]:
        """The pieces in each place, the bottom one first; None where the player cannot look."""
        layout, closed = self.rules.program.layout, self.rules.sights[self.seat].closed
        model = layout.model
        here: dict[int, list[int]] = {place: [] for place in range(len(model.place_names))}
        for piece, place in sorted(layout.places(self._state.array).items()):
            here.setdefault(place, []).append(piece)
        for place in (*layout.lists, *layout.sets):
            here[place] = layout.contents(self._state.array, place)
        return {
            name: None if place in closed else tuple(model.piece_names[piece] for piece in here[place])
            for place, name in enumerate(model.place_names)
        }

    def values(self) -> dict[str, Written]:
        """Every slot by name, pieces and places by theirs, `hidden` where this player may not know it."""
        names = self.rules.slot_names
        return {
            slot.name: HIDDEN_NAME if value == HIDDEN else names.text(i, value)
            for i, (slot, value) in enumerate(zip(self.rules.program.layout.slots, self.array, strict=True))
        }

    def determinise(self, seed: int) -> State:
        """A state that looks to this player as the real one does. See `State.determinise`."""
        return self._state.determinise(self.seat, seed)

    def __repr__(self) -> str:
        asked = "over" if self.over else f"{self.decider} decides"
        return f"<View of {self.game.title} for {self.player}, {len(self.players)} players, {asked}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        mine, theirs = (self.seat, self.array, self.counts), (other.seat, other.array, other.counts)
        return mine == theirs and self.game.same_rules(other.game)

    def __hash__(self) -> int:
        return hash((self.seat, self.array))
