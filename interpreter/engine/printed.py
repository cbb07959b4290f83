"""Whose text is carried out, of effects that are printed alike on several pieces and compiled once, from the first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.compiler import Program
    from interpreter.model.game import Model
    from interpreter.source import Span


def texts_of(effect: typed.Do, piece: int, model: Model) -> tuple[typed.Effect, typed.Effect] | None:
    """The effect that is printed on the piece, as it is compiled and as it is written there; None where none is."""
    effects = effect.attribute.effects
    own = effects[piece - model.pieces[effect.target.type.name].first] if effects else None
    return None if own is None else (effects[effects.index(own)] or own, own)


def happened(program: Program, places: dict[Span, Span]) -> Iterator[tuple[typed.Effect, tuple[int, ...]]]:
    """What the program has noted, each effect at its place in the text of the piece that it is carried out for.

    places: for places in texts that were compiled those in the text of the piece for which they were carried out last;
    kept up to date.
    """
    for number, values in program.events:
        effect = program.effects[number]
        if isinstance(effect, typed.Do):
            found = texts_of(effect, values[0], program.model)
            if found is not None:
                spans = ([node.span for node in nodes(text)] for text in found)
                places.update(zip(*spans, strict=True))
        else:
            own = places.get(effect.span, effect.span)
            yield (effect if own is effect.span else replace(effect, span=own)), values
