"""Whether an array could be a state of the game: pieces and tokens each in one place, invariants kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler import PENDING
from interpreter.source import NO_SPAN, error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine.rules import Rules
    from interpreter.source import Diagnostic


def check_array(rules: Rules, array: list[int]) -> Diagnostic | None:
    """The first thing that is wrong, or None. Every value lies within its slot's range already."""
    if array[PENDING] > len(rules.sites):
        return error("save-pending", NO_SPAN, value=array[PENDING])
    for findings in (_lists(rules, array), _pieces(rules, array), _tokens(rules, array)):
        for found in findings:
            return found
    for invariant, held in zip(rules.program.model.invariants, rules.program.invariants(array), strict=True):
        if not held:
            return error("save-invariant", NO_SPAN, name=invariant.name)
    return None


def _lists(rules: Rules, array: list[int]) -> Iterator[Diagnostic]:
    """Lists that are not filled from the bottom."""
    model = rules.program.model
    for place, listed in rules.program.layout.lists.items():
        items = array[listed.base + 1 : listed.base + 1 + listed.capacity]
        count = array[listed.base]
        if -1 in items[:count] or any(item != -1 for item in items[count:]):
            yield error("save-list", NO_SPAN, place=model.place_names[place])


def _pieces(rules: Rules, array: list[int]) -> Iterator[Diagnostic]:
    """Pieces that are not in exactly one place, one that holds their kind and that they name."""
    model, layout = rules.program.model, rules.program.layout
    held = holds(rules)
    found: dict[int, list[int]] = {}
    for place in (*layout.lists, *layout.sets):
        for piece in layout.contents(array, place):
            found.setdefault(piece, []).append(place)
    for kind in model.pieces.values():
        for piece in range(kind.first, kind.nothing):
            places = found.pop(piece, [])
            own = array[layout.location + piece]
            if kind.name not in layout.untracked and own not in layout.lists and own not in layout.sets:
                places.append(own)
            told = kind.name in layout.untracked or places == [own]
            if len(places) != 1 or not told or kind.name not in held.get(places[0], ()):
                yield error("save-piece", NO_SPAN, piece=model.piece_names[piece])
    for places in found.values():
        yield error("save-list", NO_SPAN, place=model.place_names[places[0]])


def holds(rules: Rules) -> dict[int, tuple[str, ...]]:
    """The kinds that each place holds."""
    model = rules.program.model
    found = {}
    for space in model.spaces.values():
        found.update(dict.fromkeys(range(space.first, space.nothing), space.holds))
    for zone in model.zones.values():
        found.update(dict.fromkeys(range(zone.first, zone.first + zone.owners), zone.holds))
    return found


def _tokens(rules: Rules, array: list[int]) -> Iterator[Diagnostic]:
    """Kinds of tokens of which there are not as many as there should be."""
    for token in rules.program.model.tokens.values():
        if sum(_counts(rules, array, token.name)) != token.count * token.owners:
            yield error("save-tokens", NO_SPAN, token=token.name)


def _counts(rules: Rules, array: list[int], token: str) -> Iterator[int]:
    """How many tokens of a kind each slot stands for."""
    model, layout = rules.program.model, rules.program.layout
    owners = model.tokens[token].owners
    for zone in model.zones.values():
        base = layout.tokens.get((token, zone.name))
        if base is not None:
            yield from array[base : base + zone.owners * owners]
    for space in model.spaces.values():
        base = layout.tokens.get((token, space.name))
        if base is None:
            continue
        if space.capacity == 1:
            slots = range(base, base + len(space.members))
            yield from (int(0 <= array[slot] < layout.slots[slot].high) for slot in slots)
        else:
            yield from array[base : base + len(space.members) * owners]
