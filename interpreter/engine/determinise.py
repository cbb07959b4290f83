"""States that a player cannot tell from the real one: what is hidden from him is dealt anew."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from interpreter.compiler import GENERATOR, ME, PENDING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.engine.rules import Rules

ATTEMPTS = 50


def determinise(rules: Rules, array: list[int], player: int, seed: int) -> tuple[list[int], list[int]]:
    """A new array and its options' codes; the player's view of it is his view of `array`.

    Hidden pieces change places with hidden pieces of their kind, each to where the rules can bring it, hidden
    counters of the same name with each other, secret picks with other legal picks; the generator is seeded anew.
    Where chance gives another player a decision without options, it is asked again; after ATTEMPTS only the generator
    changes.
    """
    draw = random.Random(seed)  # noqa: S311 - play, no secrets
    for _ in range(ATTEMPTS):
        dealt = _deal(rules, array, player, draw)
        _pick_again(rules, dealt, player, draw)
        codes = rules.program.options(dealt)
        if codes or not dealt[PENDING]:
            return dealt, codes
    kept = list(array)
    kept[GENERATOR] = rules.program.new_state(draw.getrandbits(63))[GENERATOR]
    return kept, rules.program.options(kept)


def _deal(rules: Rules, array: list[int], player: int, draw: random.Random) -> list[int]:
    dealt = list(array)
    dealt[GENERATOR] = rules.program.new_state(draw.getrandbits(63))[GENERATOR]
    _exchange(rules, array, dealt, player, draw)
    _mix_counters(rules, dealt, player, draw)
    return dealt


def _exchange(rules: Rules, array: list[int], dealt: list[int], player: int, draw: random.Random) -> None:
    """Puts other pieces wherever hidden ones are: in places, in variables of rules, in their own slots."""
    sight, layout = rules.sights[player], rules.program.layout
    hidden = _hidden(rules, array, player)
    homes = {piece: place for place, pieces in hidden.items() for piece in pieces}
    exchanged = _exchanged(rules, homes, draw)
    for slot in rules.piece_slots:
        dealt[slot] = exchanged.get(array[slot], array[slot])
    for old, new in exchanged.items():
        for source, target in zip(sight.own[old], sight.own[new], strict=True):
            dealt[target] = array[source]
    for place, known in hidden.items():
        pieces = [exchanged[piece] for piece in known]
        # Where pieces of several kinds lie together unseen, their order is unknown too.
        layout.fill(dealt, place, draw.sample(pieces, len(pieces)))


def _hidden(rules: Rules, array: list[int], player: int) -> dict[int, list[int]]:
    """The pieces in each place that the player cannot look into, in an order that tells nothing of which they are.

    It is that of the rules' variables that hold them, and then of what can change about them.
    """
    sight, layout = rules.sights[player], rules.program.layout
    held: dict[int, list[int]] = {}
    for slot in rules.piece_slots:
        held.setdefault(array[slot], []).append(slot)

    def marks(piece: int) -> tuple[list[int], list[int]]:
        return held.get(piece, []), [array[slot] for slot in sight.own[piece][1:]]

    return {place: sorted(layout.contents(array, place), key=marks) for place in sight.closed}


def _exchanged(rules: Rules, homes: dict[int, int], draw: random.Random) -> dict[int, int]:
    """Which hidden piece takes the place of which, both of one kind, each where the rules can bring it. `homes`: where
    each lies.

    The outcome depends on the places alone and not on the pieces that truly lie there.
    """
    exchanged: dict[int, int] = {}
    for kind in rules.program.model.pieces.values():
        pieces = [piece for piece in homes if kind.first <= piece < kind.nothing]
        drawn = draw.sample(sorted(pieces), len(pieces))
        places = [homes[piece] for piece in pieces]
        exchanged.update(zip(pieces, _fitting(rules.reach, places, drawn), strict=True))
    return exchanged


def _fitting(reach: Mapping[int, frozenset[int]], places: list[int], drawn: list[int]) -> list[int]:
    """The pieces in an order in which each can lie in its place, as few as possible of them moved.

    Where they do not fit, as in a position that somebody made up, as they were drawn.
    """
    indices = {piece: index for index, piece in enumerate(drawn) if places[index] in reach[piece]}
    amiss = [piece for piece in drawn if piece not in indices]

    def placed(index: int, tried: set[int]) -> bool:
        """Whether a piece is found for a place, those that have one moving on where they must."""
        for piece in (*amiss, *drawn):
            if piece not in tried and places[index] in reach[piece]:
                tried.add(piece)
                if piece not in indices or placed(indices[piece], tried):
                    indices[piece] = index
                    return True
        return False

    if not all(placed(index, set()) for index in sorted(set(range(len(places))) - set(indices.values()))):
        return drawn
    return sorted(drawn, key=indices.__getitem__)


def _mix_counters(rules: Rules, dealt: list[int], player: int, draw: random.Random) -> None:
    seen = rules.sights[player].seen
    for counter in rules.program.model.counters.values():
        base = rules.program.layout.counters[counter.name]
        slots = [base + owner for owner in range(counter.owners) if base + owner not in seen]
        values = [dealt[slot] for slot in slots]
        for slot, value in zip(slots, draw.sample(sorted(values), len(values)), strict=True):
            dealt[slot] = value


def _pick_again(rules: Rules, dealt: list[int], player: int, draw: random.Random) -> None:
    """What others have picked and not yet shown is any of what they could have picked."""
    asked = dealt[ME]
    for seat, slot, nothing in rules.secrets:
        if seat == player or dealt[slot] == nothing or not dealt[PENDING]:
            continue
        dealt[ME] = seat
        codes = rules.program.options(dealt)
        group = rules.program.sites[dealt[PENDING] - 1].groups[0]
        if codes:
            dealt[slot] = draw.choice(codes) - group.offset
    dealt[ME] = asked
