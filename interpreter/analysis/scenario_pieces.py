"""Pieces laid where a scenario says: each stays in exactly one place, and those that must leave go home."""

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


@dataclass(slots=True)
class Contents:
    """What was said to lie where.

    listed: a place's pieces, the bottom one first.  single: where a piece is, on top of what lies there.
    rest: the place that takes what has to leave another one.
    """

    listed: dict[int, tuple[list[tuple[int, Span]], Span]] = field(default_factory=dict)
    single: dict[int, tuple[int, Span]] = field(default_factory=dict)
    rest: int | None = None


def place_pieces(rules: Rules, array: list[int], wanted: Contents) -> list[Diagnostic]:
    """Lays the pieces as wanted; returns what is wrong, and then the array is as it was.

    What has to leave a listed place goes where a piece of its kind came from; when there are more, they go to
    the place for the rest if that holds them, else to where they start, unless that place is itself listed.
    """
    layout = rules.program.layout
    places = range(len(rules.program.model.place_names))
    before = {place: layout.contents(array, place) for place in places}
    after = {place: list(pieces) for place, pieces in before.items()}
    findings = [*_lay(wanted, after), *_move_out(rules, wanted, before, after)]
    findings += _unfit(rules, wanted, after)
    if not findings:
        for place in places:
            if after[place] != before[place]:
                layout.fill(array, place, after[place])
    return findings


def _lay(wanted: Contents, after: dict[int, list[int]]) -> Iterator[Diagnostic]:
    """Takes every named piece from where it is and puts it where it is said to be."""
    named: dict[int, tuple[int, Span]] = {}
    for place, (pieces, _) in wanted.listed.items():
        for piece, span in pieces:
            if piece in named or piece in wanted.single:
                yield error("given-piece-twice", span, text=span.text)
            named[piece] = (place, span)
    for pieces_there in after.values():
        pieces_there[:] = [p for p in pieces_there if p not in named and p not in wanted.single]
    for place, (pieces, _) in wanted.listed.items():
        after[place] = [piece for piece, _ in pieces]
    for piece, (place, _) in wanted.single.items():
        after[place].append(piece)


def _move_out(
    rules: Rules, wanted: Contents, before: dict[int, list[int]], after: dict[int, list[int]]
) -> Iterator[Diagnostic]:
    """Finds a place for what has to leave."""
    there = {piece for pieces in after.values() for piece in pieces}
    kind_of = _kinds(rules)
    free = [(kind_of[piece], place) for place, piece in _left(wanted, before)]
    for place, (_, span) in wanted.listed.items():
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
                yield error("given-homeless", span, piece=rules.program.model.piece_names[piece])


def _left(wanted: Contents, before: dict[int, list[int]]) -> Iterator[tuple[int, int]]:
    """Each listed piece that came from a place about which nothing is said, after that place."""
    places = {piece: place for place, pieces in before.items() for piece in pieces}
    for piece in (piece for pieces, _ in wanted.listed.values() for piece, _ in pieces):
        place = places.get(piece)
        if place is not None and place not in wanted.listed and place != wanted.rest:
            yield place, piece


def _kinds(rules: Rules) -> dict[int, PieceKind]:
    kinds = rules.program.model.pieces.values()
    return {piece: kind for kind in kinds for piece in range(kind.first, kind.nothing)}


def _unfit(rules: Rules, wanted: Contents, after: dict[int, list[int]]) -> Iterator[Diagnostic]:
    """Pieces in places that do not hold their kind or so many."""
    model = rules.program.model
    held = holds(rules)
    spots = [(piece, place, span) for place, (pieces, _) in wanted.listed.items() for piece, span in pieces]
    spots += [(piece, place, span) for piece, (place, span) in wanted.single.items()]
    kind_of = _kinds(rules)
    for piece, place, span in spots:
        if kind_of[piece].name not in held.get(place, ()):
            there = model.place_names[place]
            yield error("given-not-held", span, piece=model.piece_names[piece], place=there)
    limits = {zone.first + i: zone.capacity for zone in model.zones.values() for i in range(zone.owners)}
    for place, (_, span) in wanted.listed.items():
        limit = limits.get(place)
        if limit is not None and len(after[place]) > limit:
            yield error("given-full", span, place=model.place_names[place], limit=limit)
