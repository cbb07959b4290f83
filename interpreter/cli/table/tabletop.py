"""What lies on the table, as far as somebody may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler.layout import variant_names
from interpreter.engine import HIDDEN
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.compiler import Layout
    from interpreter.engine import State
    from interpreter.model.game import Counter, SpaceKind, TokenKind, Zone


@record
class Tabletop:
    """A state as a player sees it.

    array: every slot, HIDDEN where it is not to be seen.  pieces: by place, the bottom one first; None where
    one cannot look.  counts: how many lie in such a place, where that is open.
    """

    layout: Layout
    array: Sequence[int]
    pieces: dict[int, tuple[int, ...] | None]
    counts: dict[int, int]

    def counter(self, counter: Counter, owner: int) -> int | None:
        """A counter's value; None when it is hidden."""
        value = self.array[self.layout.counters[counter.name] + owner]
        return None if value == HIDDEN else value

    def on_space(self, space: SpaceKind, index: int) -> Iterator[tuple[TokenKind, int, int]]:
        """The tokens on a space: kind, variant and how many."""
        for token in self._tokens(space.holds):
            base = self.layout.tokens[token.name, space.name]
            if space.capacity == 1:
                variant = self.array[base + index]
                if 0 <= variant < len(variant_names(self.layout.model, token)):
                    yield token, variant, 1
            else:
                yield from self._counted(token, base + index * token.owners)

    def in_zone(self, zone: Zone, owner: int) -> Iterator[tuple[TokenKind, int, int]]:
        """The tokens in a zone: kind, variant and how many. None of those that are hidden."""
        for token in self._tokens(zone.holds):
            yield from self._counted(token, self.layout.tokens[token.name, zone.name] + owner * token.owners)

    def _tokens(self, names: tuple[str, ...]) -> list[TokenKind]:
        return [self.layout.model.tokens[name] for name in names if name in self.layout.model.tokens]

    def _counted(self, token: TokenKind, base: int) -> Iterator[tuple[TokenKind, int, int]]:
        """Off a space for a single token only its owner is remembered; what shows then is its first side."""
        sides = len(token.sides) or 1
        for owner in range(token.owners):
            if self.array[base + owner] > 0:
                yield token, owner * sides, self.array[base + owner]


def seen_by(state: State, seat: int | None) -> Tabletop:
    """The table as a player sees it; None: as all players together see it."""
    layout = state.rules.program.layout
    lists = (*layout.lists, *layout.sets)
    pieces: dict[int, tuple[int, ...] | None] = dict.fromkeys(range(len(layout.model.place_names)), ())
    for piece, place in sorted(layout.places(state.array).items()):
        pieces[place] = (*(pieces.get(place) or ()), piece)
    for place in lists:
        pieces[place] = tuple(layout.contents(state.array, place))
    sights = state.rules.sights if seat is None else (state.rules.sights[seat],)
    closed = set.intersection(*(set(sight.closed) for sight in sights))
    counts = {place: len(pieces[place] or ()) for sight in sights for place in sight.counts(state.array)}
    array = state.array if seat is None else sights[0].mask(state.array)
    return Tabletop(layout, array, pieces | dict.fromkeys(closed), counts)
