"""What a program with trace has noted: what happened, in which part of the flow, and for which of several pieces."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.walk import PLAYER_GIVERS, children, nodes
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.compiler import Program
    from interpreter.model.game import Model
    from interpreter.source import Span

Happened = tuple[typed.Effect, tuple[int, ...]]
"""An effect and its values."""
ASIDES = typed.Do | typed.CallRule
"""What is noted beside that which happens: whose text is carried out, which part of the flow has begun or is over."""


@record
class Phase:
    """A rule that set-up or flow calls: where its events begin among all, and whose it is, if it is a player's.

    `rule`: None for what set-up or flow does itself afterwards.
    """

    first: int
    rule: str | None
    seat: int | None


@record
class Printed:
    """An effect that is printed on a piece, in one of its attributes, and was begun; `after`: so many events."""

    attribute: str
    piece: int
    after: int


@record
class Notes:
    """What happened, the phases that began meanwhile, and the effects printed on pieces."""

    events: tuple[Happened, ...]
    phases: tuple[Phase, ...]
    printed: tuple[Printed, ...]


def read_notes(program: Program, places: dict[Span, Span]) -> Notes:
    """All that the program has noted.

    places: for places in texts that were compiled those in the text of the piece for which they were carried out last;
    kept up to date. Each effect is told at its own.
    """
    events: list[Happened] = []
    phases: list[Phase] = []
    printed: list[Printed] = []
    for number, values in program.events:
        effect = program.effects[number]
        match effect:
            case typed.Do(attribute=attribute):
                text = _text_of(effect, values[0], program.model)
                if text is not None:
                    places.update(_moved(effect, text))
                    printed.append(Printed(attribute.name, values[0], len(events)))
            case typed.CallRule(rule=rule):
                seat = values[0] if values and _of_a_player(effect, program.model) else None
                phases.append(Phase(len(events), rule.name if values else None, seat))
            case _:
                own = places.get(effect.span, effect.span)
                events.append((effect if own is effect.span else replace(effect, span=own), values))
    return Notes(tuple(events), tuple(phases), tuple(printed))


def _text_of(effect: typed.Do, piece: int, model: Model) -> typed.Effect | None:
    """The effect that is printed on a piece; None where there is none, or the piece is nothing."""
    kind = model.pieces[effect.target.type.name]
    return effect.attribute.effects[piece - kind.first] if kind.first <= piece < kind.nothing else None


def _moved(effect: typed.Do, text: typed.Effect) -> Iterator[tuple[Span, Span]]:
    """From each place in the text that effects printed alike are compiled from to that in a piece's own."""
    first = next(one for one in effect.attribute.effects if one == text)
    if first is not None:
        yield from zip((node.span for node in nodes(first)), (node.span for node in nodes(text)), strict=True)


def _of_a_player(call: typed.CallRule, model: Model) -> bool:
    """Whether a call in set-up or flow stands where one of the players acts."""
    waiting: list[tuple[typed.Node, bool]] = [(model.setup, False), (model.flow, False)]
    while waiting:
        node, given = waiting.pop()
        if node.span == call.span and node == call:
            return given
        waiting += [(child, given or isinstance(node, PLAYER_GIVERS)) for child in children(node)]
    return False
