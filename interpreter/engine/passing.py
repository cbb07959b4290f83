"""What lay open between two decisions, if only for a moment: what is told of a step goes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.model import typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.compiler import Layout, ir
    from interpreter.engine.decision import Option
    from interpreter.engine.session import Event
    from interpreter.engine.sight import Sight

MOVES = typed.MovePieces | typed.Draw


def lain_open(sight: Sight, before: list[int], events: Sequence[Event]) -> set[int]:
    """The pieces that events put where the player can look, beginning from the state before them.

    Of what cannot be followed, such as a shuffled pile or pieces picked by a condition, nothing is known from then on
    but which single pieces the events name.
    """
    found: set[int] = set()
    if not any(isinstance(one.effect, MOVES) and one.values[-1] not in sight.closed for one in events):
        return found
    moved = _Moved(sight.layout, before)
    for event in events:
        pieces, place = moved.by(event)
        if place not in sight.closed:
            found.update(pieces)
    return found


def paid_openly(site: ir.Site, option: Option, events: Sequence[Event]) -> bool:
    """Whether the number that was chosen is just what was paid of something that everybody sees."""
    chosen = site.group(option.code).variable
    return any(
        isinstance(cost.amount, typed.Local) and cost.amount.variable == chosen and cost.counter.seen_by == "everyone"
        for event in events
        if isinstance(event.effect, typed.Pay)
        for cost in event.effect.costs
    )


class _Moved:
    """Where pieces lie from event to event, each place's bottom one first."""

    def __init__(self, layout: Layout, array: list[int]) -> None:
        self._followed = True
        self._places = layout.places(array)
        self._here: dict[int, list[int]] = {}
        for piece, place in self._places.items():  # those of lists and sets come first, in order
            self._here.setdefault(place, []).append(piece)

    def by(self, event: Event) -> tuple[list[int], int]:
        """The pieces that an event moves, as far as they are known, and where to; none, if it moves none."""
        match event.effect, event.values:
            case typed.MovePieces(what=typed.Contents(kind=kind), at_bottom=at_bottom), (source, to):
                here = self._here.get(source, [])
                return self._move([one for one in here if kind.first <= one < kind.nothing], to, at_bottom=at_bottom)
            case typed.MovePieces(at_bottom=at_bottom), (piece, to):
                self._move([piece], to, at_bottom=at_bottom)
                return [piece], to
            case typed.Draw(), (number, source, to):
                here = self._here.get(source, [])
                return self._move(here[len(here) - number :][::-1], to, at_bottom=False)
            case (typed.MovePieces(), (to,)) | (typed.Shuffle(), (to,)):
                self._followed = False
                return [], to
            case _:
                return [], -1

    def _move(self, pieces: list[int], to: int, *, at_bottom: bool) -> tuple[list[int], int]:
        if not self._followed:
            return [], to
        for piece in pieces:
            if piece in self._places:
                self._here[self._places[piece]].remove(piece)
            self._places[piece] = to
        there = self._here.setdefault(to, [])
        there[:] = [*pieces, *there] if at_bottom else [*there, *pieces]
        return pieces, to
