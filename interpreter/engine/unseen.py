"""Options for pieces that the player who decides does not see: one for each place, without their names.

Which of the pieces that lie there is meant depends on the generator, so that nobody can tell it beforehand and every
one of them can be it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.compiler import GENERATOR, ME, PENDING
from interpreter.engine.names import Element
from interpreter.model import typed

if TYPE_CHECKING:
    from interpreter.compiler import Program, ir
    from interpreter.engine.rules import Rules

UNSEEN = "unseen"


def groups_with_unseen(program: Program) -> dict[int, tuple[ir.Group, ...]]:
    """By site, the groups in which an option can be for a piece that the player who decides does not see."""
    closed = (zone for zone in program.model.zones.values() if zone.seen_by != "everyone")
    hidden = {kind for zone in closed for kind in zone.holds}
    found = {site.number: tuple(one for one in site.groups if _may_hide(one, hidden)) for site in program.sites}
    return {number: groups for number, groups in found.items() if groups}


def _may_hide(group: ir.Group, hidden: set[str]) -> bool:
    """`hidden`: the kinds of pieces that can lie in places that not everyone sees into."""
    if group.variable is None or group.variable.type.kind != "piece" or group.variable.type.name not in hidden:
        return False
    if not isinstance(group.effect, typed.Choose | typed.ForEach):
        return True
    return not _surely_seen(group.effect.binder.domain)


def _surely_seen(domain: typed.Value) -> bool:
    """Whether the player who decides sees all pieces of a set, wherever they lie: those of one open place, or his."""
    if not isinstance(domain, typed.Contents):
        return False
    place = domain.place
    if not isinstance(place, typed.ZoneOf):
        return place.type.kind == "space"
    mine = place.zone.per == "player" and isinstance(place.owner, typed.Me)
    return place.zone.seen_by == "everyone" or (place.zone.seen_by == "owner" and mine)


def unseen(rules: Rules, array: list[int], codes: list[int]) -> dict[int, Element]:
    """Of these options of the pending decision, those for pieces that are hidden from the player who decides, and what
    they are for as far as he can tell: a kind of piece in a place, whose number the element has.
    """
    groups = rules.groups_with_unseen.get(array[PENDING])
    if groups is None:
        return {}
    pieces = {code: code - one.offset for code in codes for one in groups if one.low <= code <= one.high}
    if not pieces:
        return {}
    program, sight = rules.program, rules.sights[array[ME]]
    closed = {piece: place for place in sight.closed for piece in program.layout.contents(array, place)}
    found = {}
    for code, piece in pieces.items():
        element = rules.group(array[PENDING], code).element(code) if piece in closed else None
        if element is not None:
            place = closed[piece]
            found[code] = replace(element, kind=UNSEEN, number=place, name=program.model.place_names[place])
    return found


def offered(rules: Rules, array: list[int], codes: list[int]) -> list[int]:
    """The options of the pending decision, of those for pieces alike to who decides only one.

    In each group these come last, by their places: their order tells nothing of the pieces.
    """
    hidden = unseen(rules, array, codes)
    if not hidden:
        return codes
    groups = {code: rules.group(array[PENDING], code).low for code in codes}
    meant: dict[tuple[int, int], int] = {}
    for code, element in hidden.items():
        alike = groups[code], element.number
        meant[alike] = min(code, meant.get(alike, code), key=lambda one: hash((array[GENERATOR], one)))
    kept = [code for code in codes if code not in hidden]
    kept += [meant[alike] for alike in sorted(meant)]
    return sorted(kept, key=lambda code: groups[code])
