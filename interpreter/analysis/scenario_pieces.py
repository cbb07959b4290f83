"""Pieces laid where a scenario says: each stays in exactly one place, and others make room."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.engine.save_check import holds
from interpreter.source import error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine import Rules
    from interpreter.model.game import PieceKind
    from interpreter.source import Diagnostic, Span

    Lying = dict[int, list[int]]


@dataclass(slots=True)
class Contents:
    """What was said to lie where.

    listed: a place's pieces, the bottom one first, each where it is named.  single: where a piece is, on top
    of what lies there.  rest: the place that takes what has to leave another one.  spans: where each of these
    places is spoken of.
    """

    listed: dict[int, list[tuple[int, Span]]] = field(default_factory=dict)
    single: dict[int, int] = field(default_factory=dict)
    rest: int | None = None
    spans: dict[int, Span] = field(default_factory=dict)


def place_pieces(rules: Rules, array: list[int], wanted: Contents) -> list[Diagnostic]:
    """Lays the pieces as wanted; returns what is wrong, and then the array is as it was.

    What has to leave a listed place goes where a piece of its kind came from; when there are more, they go to
    the place for the rest if that holds them, else to where they start, unless that place is itself listed.
    """
    if not wanted.spans:
        return []
    layout = rules.program.layout
    before = {place: layout.contents(array, place) for place in range(len(rules.program.model.place_names))}
    after = {place: list(pieces) for place, pieces in before.items()}
    findings = [*_lay(wanted, after), *_move_out(rules, wanted, before, after)]
    changed = [place for place, pieces in after.items() if pieces != before[place]]
    findings += _unfit(rules, wanted, {place: after[place] for place in changed})
    if not findings:
        for place in changed:
            layout.fill(array, place, after[place])
    return findings


def _lay(wanted: Contents, after: Lying) -> Iterator[Diagnostic]:
    """Takes every named piece from where it is and puts it where it is said to be."""
    named: set[int] = set()
    for piece, span in (spot for pieces in wanted.listed.values() for spot in pieces):
        if piece in named or piece in wanted.single:
            yield error("given-piece-twice", span, text=span.text)
        named.add(piece)
    for pieces in after.values():
        pieces[:] = [piece for piece in pieces if piece not in named and piece not in wanted.single]
    for place, spots in wanted.listed.items():
        after[place] = [piece for piece, _ in spots]
    for piece, place in wanted.single.items():
        after[place].append(piece)


def _move_out(rules: Rules, wanted: Contents, before: Lying, after: Lying) -> Iterator[Diagnostic]:
    """Finds a place for what has to leave."""
    there = {piece for pieces in after.values() for piece in pieces}
    kind_of = _kinds(rules)
    free = [(kind_of[piece], place) for place, piece in _left(wanted, before)]
    for place in wanted.listed:
        homeless = []
        for piece in (piece for piece in before[place] if piece not in there):
            kind = kind_of[piece]
            home = kind.starts[piece - kind.first]
            vacant = next((spot for spot in free if spot[0] is kind), None)
            if vacant is not None:
                free.remove(vacant)
                after[vacant[1]].append(piece)
            elif wanted.rest is not None and kind.name in holds(rules).get(wanted.rest, ()):
                after[wanted.rest].append(piece)
            elif home not in wanted.listed:
                after[home].append(piece)
            else:
                homeless.append(rules.program.model.piece_names[piece])
        if homeless:
            yield error("given-homeless", wanted.spans[place], pieces=tuple(homeless))


def _left(wanted: Contents, before: Lying) -> Iterator[tuple[int, int]]:
    """Each listed piece that came from a place about which nothing is said, after that place."""
    places = {piece: place for place, pieces in before.items() for piece in pieces}
    for piece in (piece for spots in wanted.listed.values() for piece, _ in spots):
        place = places.get(piece)
        if place is not None and place not in wanted.listed and place != wanted.rest:
            yield place, piece


def _unfit(rules: Rules, wanted: Contents, changed: Lying) -> Iterator[Diagnostic]:
    """Places that do not hold such pieces, or not so many."""
    model, held, kind_of = rules.program.model, holds(rules), _kinds(rules)
    limits = {zone.first + i: zone.capacity for zone in model.zones.values() for i in range(zone.owners)}
    for space in model.spaces.values():
        if space.capacity is not None:
            limits |= dict.fromkeys(range(space.first, space.nothing), space.capacity)
    any_span = next(iter(wanted.spans.values()))
    for place, pieces in changed.items():
        name, span = model.place_names[place], wanted.spans.get(place, any_span)
        for piece in pieces:
            if kind_of[piece].name not in held.get(place, ()):
                yield error("given-not-held", span, piece=model.piece_names[piece], place=name)
        if len(pieces) > limits.get(place, len(pieces)):
            yield error("given-full", span, place=name, limit=limits[place])


def _kinds(rules: Rules) -> dict[int, PieceKind]:
    kinds = rules.program.model.pieces.values()
    return {piece: kind for kind in kinds for piece in range(kind.first, kind.nothing)}
