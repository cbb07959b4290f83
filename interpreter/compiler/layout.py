"""Where everything lies in the state's flat array, and what each slot is called."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.model.game import Model, SpaceKind, TokenKind, Zone
from interpreter.source.records import record

NOBODY = "(nobody)"  # in the name of a slot that is read where an owner is nothing, and always 0
WIDEST_SET = 60  # pieces whose bits fit a slot of 64, with room for arithmetic


@record
class Slot:
    """A slot's symbolic name and the values it may hold. `area` groups slots that rules write together."""

    name: str
    low: int
    high: int
    area: str


@record
class ZoneList:
    """The pieces in a place: slot `base` holds how many, the `capacity` slots after it which, -1 where none."""

    place: int
    base: int
    capacity: int


@record
class OwnList:
    """A list of the rules' own: slot `base` holds how many, the `capacity` slots after it which. `procedure`: the rule
    with decisions that it belongs to, if that is called from several places.
    """

    base: int
    capacity: int
    procedure: str


@record
class ZoneSet:
    """The pieces in a place whose order means nothing: bit i of slot `slot` says whether piece `first` + i is there."""

    place: int
    slot: int
    first: int


@dataclass(slots=True)
class Layout:
    """`slots[i]` describes slot i. Variables that live across decisions are added by the emitter.

    A zone's pieces are in `lists` if their order matters, else in `sets`. A piece's place is in slot `location` +
    piece, unless its kind is in `untracked`: rules never ask where such a piece is. `tracked`: the pieces of each kind
    that is not. `own_lists` are the rules' own: what is still to be gone through, what has been chosen.
    """

    model: Model
    slots: list[Slot] = field(default_factory=list)
    initial: list[int] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    location: int = 0
    variables: dict[tuple[str, str], int] = field(default_factory=dict)
    lists: dict[int, ZoneList] = field(default_factory=dict)
    sets: dict[int, ZoneSet] = field(default_factory=dict)
    untracked: set[str] = field(default_factory=set)
    tracked: list[range] = field(default_factory=list)
    tokens: dict[tuple[str, str], int] = field(default_factory=dict)
    locals: dict[str, int] = field(default_factory=dict)
    own_lists: list[OwnList] = field(default_factory=list)
    no_list: int = 0

    def add(self, name: str, low: int, high: int, start: int, area: str) -> int:
        self.slots.append(Slot(name, low, high, area))
        self.initial.append(start)
        return len(self.slots) - 1

    def contents(self, state: list[int], place: int) -> list[int]:
        """The pieces in a place: bottom first, or by number where order means nothing."""
        if place in self.sets:
            found = self.sets[place]
            return [found.first + i for i in range(state[found.slot].bit_length()) if state[found.slot] >> i & 1]
        if place in self.lists:
            base = self.lists[place].base
            return state[base + 1 : base + 1 + state[base]]
        return [piece for kind in self.tracked for piece in kind if state[self.location + piece] == place]

    def filled(self, state: list[int]) -> dict[int, list[int]]:
        """The same of every place that has any."""
        kept = {place: found.slot for place, found in self.sets.items()}
        kept |= {place: listed.base for place, listed in self.lists.items()}
        found = {place: self.contents(state, place) for place, slot in kept.items() if state[slot]}
        places = len(self.model.place_names)
        for kind in self.tracked:
            for piece in kind:
                place = state[self.location + piece]
                if place not in kept and place < places:
                    found.setdefault(place, []).append(piece)
        return found

    def fill(self, state: list[int], place: int, pieces: list[int]) -> None:
        """Makes these the pieces of a place, the bottom one first. Other places are left alone."""
        if place in self.sets:
            found = self.sets[place]
            state[found.slot] = sum(1 << (piece - found.first) for piece in pieces)
        elif place in self.lists:
            listed = self.lists[place]
            padding = [-1] * (listed.capacity - len(pieces))
            state[listed.base : listed.base + 1 + listed.capacity] = [len(pieces), *pieces, *padding]
        for piece in pieces:
            if any(piece in kind for kind in self.tracked):
                state[self.location + piece] = place

    def places(self, state: list[int]) -> dict[int, int]:
        """Where every piece is."""
        found = {piece: place for place in (*self.sets, *self.lists) for piece in self.contents(state, place)}
        for kind in self.model.pieces.values():
            if kind.name not in self.untracked:
                found |= {piece: state[self.location + piece] for piece in range(kind.first, kind.nothing)}
        return found

    def untrack(self, kinds: set[str]) -> None:
        """Gives up the locations of these kinds of pieces."""
        self.untracked = kinds
        self.tracked = _pieces_of(self.model, kinds)
        for name in kinds:
            kind = self.model.pieces[name]
            for piece in range(kind.first, kind.nothing):
                slot = self.location + piece
                self.slots[slot] = Slot(self.slots[slot].name, -1, -1, "constant")
                self.initial[slot] = -1

    def add_local(self, name: str, low: int, high: int) -> int:
        """The slot of a variable, made on first use."""
        if name not in self.locals:
            self.locals[name] = self.add(name, min(low, -1), high, -1, "locals")
        return self.locals[name]


def variant_names(model: Model, token: TokenKind) -> tuple[str, ...]:
    """What the token on a single space can be: an owner, a side, or both."""
    owners = owner_names(model, token.per)
    if token.per == "game":
        return token.sides or (token.name,)
    if not token.sides:
        return owners
    return tuple(f"{owner}.{side}" for owner in owners for side in token.sides)


def owner_names(model: Model, per: str) -> tuple[str, ...]:
    """The names of the owners of what there is one of per player, team or game; of the game, one empty name."""
    match per:
        case "player":
            return tuple(seat.name for seat in model.seats)
        case "team":
            return model.teams
        case _:
            return ("",)


def build_layout(model: Model, listed_spaces: frozenset[str], ordered: frozenset[str]) -> Layout:
    """Slots for everything but rule variables. `listed_spaces`: space kinds whose pieces the rules look through;
    `ordered`: zones in which the order of pieces matters.
    """
    layout = Layout(model)
    add = layout.add
    add("pending", 0, 2**31 - 1, 0, "pending")
    add("generator", 0, 2**64 - 1, 0, "generator")
    add("me", 0, len(model.seats) - 1, 0, "me")
    layout.no_list = add("no_list", 0, 0, 0, "constant")
    for i in range(1, max((token.owners for token in model.tokens.values()), default=0)):
        add(f"no_list[{i}]", 0, 0, 0, "constant")
    _add_counters(layout)
    _add_pieces(layout)
    for space in model.spaces.values():
        _add_space_tokens(layout, space)
        if space.name in listed_spaces:
            for i in range(len(space.members)):
                _add_list(layout, space.first + i, space.holds, space.capacity)
    for zone in model.zones.values():
        _add_zone(layout, zone, ordered=zone.name in ordered)
    _fill(layout)
    return layout


def _add_counters(layout: Layout) -> None:
    for counter in layout.model.counters.values():
        layout.counters[counter.name] = len(layout.slots)
        for owner in owner_names(layout.model, counter.per):
            name = f"{counter.name}.{owner}" if owner else counter.name
            layout.add(name, counter.minimum, counter.maximum, counter.start, f"counter:{counter.name}")
        if counter.per != "game":
            layout.add(f"{counter.name}.{NOBODY}", 0, 0, 0, "constant")


def _add_pieces(layout: Layout) -> None:
    """One slot a piece number, the numbers for nothing included, so that a slot is `location` + piece."""
    layout.location = len(layout.slots)
    layout.tracked = _pieces_of(layout.model, set())
    places = len(layout.model.place_names)
    for kind in layout.model.pieces.values():
        for member, start in zip(kind.members, kind.starts, strict=True):
            layout.add(f"place.{member}", 0, places, start, f"place:{kind.name}")
        nowhere = _nowhere(layout.model, kind.name)
        layout.add(f"place.no_{kind.name}", nowhere, nowhere, nowhere, "constant")
    for kind in layout.model.pieces.values():
        for variable in kind.variables.values():
            layout.variables[kind.name, variable.name] = len(layout.slots) - kind.first
            area = f"variable:{kind.name}.{variable.name}"
            for member, start in zip(kind.members, variable.starts, strict=True):
                layout.add(f"{variable.name}.{member}", variable.low, variable.high, start, area)
            layout.add(f"{variable.name}.no_{kind.name}", 0, 0, 0, "constant")


def _pieces_of(model: Model, without: set[str]) -> list[range]:
    """The pieces of each kind but these."""
    return [range(kind.first, kind.nothing) for kind in model.pieces.values() if kind.name not in without]


def _nowhere(model: Model, kind: str) -> int:
    """The number that stands for no place, among the places where pieces of a kind can be."""
    place = model.scope.place_of_pieces(kind)
    return model.spaces[place.name].nothing if place.kind == "space" else len(model.place_names)


def _add_space_tokens(layout: Layout, space: SpaceKind) -> None:
    """A space of capacity 1 has one slot a token kind: the variant that lies there, or the number past the last
    for none. Other spaces count each owner's. The slots for "no space" hold -1, equal to nothing, or a count of 0.
    """
    model = layout.model
    for name in space.holds:
        token = model.tokens.get(name)
        if token is None:
            continue
        layout.tokens[name, space.name] = len(layout.slots)
        if space.capacity == 1:
            empty = len(variant_names(model, token))
            for member in space.members:
                layout.add(f"{name}.{member}", 0, empty, empty, f"token:{name}")
            layout.add(f"{name}.no_{space.name}", -1, -1, -1, "constant")
        else:
            _add_token_counts(layout, token, (*space.members, f"no_{space.name}"))


def _add_token_counts(layout: Layout, token: TokenKind, places: tuple[str, ...]) -> None:
    owners = owner_names(layout.model, token.per)
    for place in places:
        for owner in owners:
            name = f"{token.name}.{place}.{owner}" if owner else f"{token.name}.{place}"
            layout.add(name, 0, token.count, 0, f"token:{token.name}")


def _add_zone(layout: Layout, zone: Zone, *, ordered: bool) -> None:
    model = layout.model
    names = [f"{zone.name}.{owner}" if owner else zone.name for owner in owner_names(model, zone.per)]
    for i in range(len(names)):
        if ordered or not _add_set(layout, zone.first + i, zone.holds):
            _add_list(layout, zone.first + i, zone.holds, zone.capacity)
    if zone.per != "game" and (zone.first in layout.lists or zone.first in layout.sets):
        layout.add(f"{zone.name}.{NOBODY}", 0, 0, 0, "constant")
    for held in zone.holds:
        token = model.tokens.get(held)
        if token is not None:
            layout.tokens[held, zone.name] = len(layout.slots)
            _add_token_counts(layout, token, tuple(names))
            if zone.per != "game":
                for i in range(token.owners):
                    layout.add(f"{held}.{zone.name}.{NOBODY}[{i}]", 0, 0, 0, "constant")


def _add_list(layout: Layout, place: int, holds: tuple[str, ...], limit: int | None) -> None:
    model = layout.model
    kinds = [model.pieces[name] for name in holds if name in model.pieces]
    if not kinds:
        return
    total = sum(len(kind.members) for kind in kinds)
    capacity = total if limit is None else min(total, limit)
    name = model.place_names[place]
    base = layout.add(f"{name}.count", 0, capacity, 0, "lists")
    for i in range(capacity):
        layout.add(f"{name}[{i}]", -1, len(model.piece_names), -1, "lists")
    layout.lists[place] = ZoneList(place, base, capacity)


def _add_set(layout: Layout, place: int, holds: tuple[str, ...]) -> bool:
    """One slot with a bit a piece, if they fit."""
    kinds = [layout.model.pieces[name] for name in holds if name in layout.model.pieces]
    if not kinds:
        return True
    first = min(kind.first for kind in kinds)
    width = max(kind.nothing for kind in kinds) - first
    if width > WIDEST_SET:
        return False
    slot = layout.add(layout.model.place_names[place], 0, (1 << width) - 1, 0, "sets")
    layout.sets[place] = ZoneSet(place, slot, first)
    return True


def _fill(layout: Layout) -> None:
    """Pieces and tokens where they start."""
    model, initial = layout.model, layout.initial
    for kind in model.pieces.values():
        for i, place in enumerate(kind.starts):
            if place in layout.lists:
                base = layout.lists[place].base
                initial[base] += 1
                initial[base + initial[base]] = kind.first + i
            elif place in layout.sets:
                found = layout.sets[place]
                initial[found.slot] |= 1 << (kind.first + i - found.first)
    for token in model.tokens.values():
        for owner, place in enumerate(token.starts):
            initial[token_slot(layout, token, place, owner)] = token.count


def token_slot(layout: Layout, token: TokenKind, place: int, owner: int) -> int:
    """The slot that counts an owner's tokens in a zone or on a space that holds many."""
    for zone in layout.model.zones.values():
        if zone.first <= place < zone.first + zone.owners:
            return layout.tokens[token.name, zone.name] + (place - zone.first) * token.owners + owner
    for space in layout.model.spaces.values():
        if space.first <= place < space.nothing:
            base = layout.tokens[token.name, space.name]
            return base + (place - space.first) * token.owners + owner
    raise AssertionError(f"{token.name} starts nowhere")
