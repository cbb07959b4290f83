"""What each player sees of a state: the slots that hold what he may not know are masked.

A slot that is not known to be seen is hidden. Variables of rules in progress are hidden from everyone: they
can hold what was read from a hidden place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.compiler import Layout
    from interpreter.model.game import Model, Per, SeenBy, Zone

HIDDEN = -2


@record
class Sight:
    """What one player sees.

    seen: the slots seen wherever pieces lie.  closed: the places that he cannot look into.  counted: those of
    them whose pieces he can count.  own: by piece, the slots of its place and its variables, which are hidden
    when the piece is.
    """

    layout: Layout
    seen: frozenset[int]
    closed: tuple[int, ...]
    counted: tuple[int, ...]
    own: dict[int, tuple[int, ...]]

    def mask(self, array: list[int]) -> list[int]:
        """The array with HIDDEN where the player does not see, and without the stack of the rules."""
        seen = self.seen_in(array)
        return [array[slot] if slot in seen else HIDDEN for slot in range(len(self.layout.slots))]

    def seen_in(self, array: list[int]) -> frozenset[int]:
        """The slots that the player sees, as the pieces lie now."""
        return self.seen.difference(*(self.own[piece] for piece in self.hidden_pieces(array)))

    def hidden_pieces(self, array: list[int]) -> Iterator[int]:
        """The pieces that lie where the player cannot look, place by place in their order."""
        for place in self.closed:
            yield from self.layout.contents(array, place)

    def counts(self, array: list[int]) -> dict[int, int]:
        """How many pieces lie in each closed place that shows it."""
        return {place: len(self.layout.contents(array, place)) for place in self.counted}


def sights(model: Model, layout: Layout) -> tuple[Sight, ...]:
    """What each player sees, in seat order."""
    zones = {zone.first + i: zone for zone in model.zones.values() for i in range(zone.owners)}
    own = {
        piece: (
            layout.location + piece,
            *(layout.variables[kind.name, name] + piece for name in kind.variables),
        )
        for kind in model.pieces.values()
        for piece in range(kind.first, kind.nothing)
    }
    found = []
    for player in range(len(model.seats)):
        look = _Look(model, layout, zones, player)
        seen = frozenset([*look.board(), *look.counters(), *look.zones_inside()])
        closed = tuple(look.closed())
        counted = tuple(place for place in closed if look.counts(place))
        found.append(Sight(layout, seen, closed, counted, own))
    return tuple(found)


class Watched(list[int]):
    """A state that notes in `touched` whether somebody has read what is not in `seen`."""

    def __init__(self, array: list[int], seen: frozenset[int]) -> None:
        super().__init__(array)
        self.seen = seen
        self.touched = False

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> int: ...

    @overload
    def __getitem__(self, index: slice[Any, Any, Any], /) -> list[int]: ...

    def __getitem__(self, index: SupportsIndex | slice[Any, Any, Any], /) -> int | list[int]:
        if isinstance(index, slice):
            read = range(*index.indices(len(self)))
            self.touched = self.touched or not self.seen.issuperset(read)
        else:
            self.touched = self.touched or index not in self.seen
        return super().__getitem__(index)


class _Look:
    """Works out which slots one player sees."""

    def __init__(self, model: Model, layout: Layout, zones: dict[int, Zone], player: int) -> None:
        self.model = model
        self.layout = layout
        self.zones = zones
        self.player = player
        self.zone_tokens = dict(self._zone_tokens())
        hidden = [space for space in model.spaces.values() if space.seen_by == "nobody"]
        self.face_down = {space.first + i for space in hidden for i in range(len(space.members))}

    def board(self) -> Iterator[int]:
        """What lies open to all, the pieces' own slots among it, and what the player picked in secret."""
        from interpreter.compiler import ME, PENDING

        yield from (PENDING, ME)
        for slot, known in enumerate(self.layout.slots):
            kind = known.area.partition(":")[0]
            open_to_all = kind in ("constant", "place", "variable")
            on_board = kind == "token" and slot not in self.zone_tokens
            if open_to_all or on_board or known.area == f"secret:{self.player}":
                yield slot
        for place, listed in self.layout.lists.items():
            if place not in self.zones:
                covered = place in self.face_down
                yield from range(listed.base, listed.base + 1 + (0 if covered else listed.capacity))

    def counters(self) -> Iterator[int]:
        for counter in self.model.counters.values():
            for owner in range(counter.owners):
                if self._sees(counter.seen_by, counter.per, owner):
                    yield self.layout.counters[counter.name] + owner

    def zones_inside(self) -> Iterator[int]:
        """Counts and contents of zones, as far as the player sees them."""
        for place, zone in self.zones.items():
            listed = self.layout.lists.get(place)
            if listed is not None and self.counts(place):
                yield listed.base
            if listed is not None and self._looks(place, zone):
                yield from range(listed.base + 1, listed.base + 1 + listed.capacity)
            if place in self.layout.sets and self._looks(place, zone):
                yield self.layout.sets[place].slot
        for slot, (place, alone) in self.zone_tokens.items():
            zone = self.zones[place]
            if self._looks(place, zone) or (alone and self.counts(place)):
                yield slot

    def closed(self) -> Iterator[int]:
        yield from self.face_down
        for place, zone in self.zones.items():
            kept = place in self.layout.lists or place in self.layout.sets
            if kept and not self._looks(place, zone):
                yield place

    def _looks(self, place: int, zone: Zone) -> bool:
        return self._sees(zone.seen_by, zone.per, place - zone.first)

    def counts(self, place: int) -> bool:
        """Whether the player sees how many pieces lie there."""
        zone = self.zones.get(place)
        if zone is None:
            return True
        return self._looks(place, zone) or self._sees(zone.count_seen_by, zone.per, place - zone.first)

    def _zone_tokens(self) -> Iterator[tuple[int, tuple[int, bool]]]:
        """Slots that count tokens in a zone, with its place and whether nothing else is counted there."""
        for zone in self.model.zones.values():
            for name in zone.holds:
                token = self.model.tokens.get(name)
                if token is not None:
                    base = self.layout.tokens[name, zone.name]
                    alone = token.owners == 1 and len(zone.holds) == 1
                    for i in range(zone.owners * token.owners):
                        yield base + i, (zone.first + i // token.owners, alone)

    def _sees(self, seen_by: SeenBy, per: Per, owner: int) -> bool:
        """What belongs to the whole game has no owner to see it."""
        if seen_by == "owner":
            mine = {"player": self.player, "team": self.model.seats[self.player].team}
            return mine.get(per) == owner
        return seen_by == "everyone"
