"""Which names a game lacks in a locale: all its parts are named and all its texts are said, to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.explain.catalogue import LOCALES
from interpreter.explain.speaker import Speaker
from interpreter.model.types import PLACE, PLAYER, TEAM, Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from interpreter.model import typed
    from interpreter.model.game import Model


_NOWHERE = (LOCALES,)
"""As homes: a folder that holds no game's catalogues."""


def wanted(model: Model, *others: Model) -> list[str]:
    """The ids that every catalogue of the game should have, sorted.

    others: the same game for other numbers of players, with other parts but the same texts.
    """
    found = set(missing(model, "en", _NOWHERE))
    for other in others:
        speaker = Speaker(other, "en", _NOWHERE)
        _name_all(speaker)
        found |= speaker.gaps
    return sorted(found)


def missing(model: Model, locale: str, homes: Sequence[Path]) -> list[str]:
    """The ids that the catalogues in a game's `homes` for this locale should have and lacks, sorted."""
    speaker = Speaker(model, locale, homes)
    _name_all(speaker)
    _say_all(speaker)
    return sorted(speaker.gaps)


def _say_all(speaker: Speaker) -> None:
    """Every text."""
    model = speaker.model
    for rule in model.rules.values():
        speaker.say_rule(rule)
        speaker.say_option("rule", rule.name)
    for effect in (model.setup, model.flow, *dict.fromkeys(_printed(model))):
        speaker.say_effect(effect)
    for function in model.functions.values():
        speaker.say_function(function)
    for counter, modifiers in model.modifiers.items():
        for modifier in modifiers:
            speaker.say_modifier(counter, modifier)
    for invariant in model.invariants:
        speaker.say_value(invariant.condition)
    speaker.say_score()


def _printed(model: Model) -> Iterator[typed.Effect]:
    """The effects that are printed on components."""
    for kind in model.pieces.values():
        for attribute in kind.attributes.values():
            yield from (effect for effect in attribute.effects if effect is not None)


def _name_all(speaker: Speaker) -> None:
    """Every part that play can come to speak of."""
    model = speaker.model
    speaker.say_title()
    types = [(PLAYER, 0, len(model.seats)), (TEAM, 0, len(model.teams))]
    types += [(Type("enum", name), 0, len(enum.members)) for name, enum in model.enums.items()]
    types += [(Type("piece", one.name), one.first, one.nothing) for one in model.pieces.values()]
    types += [(Type("space", one.name), one.first, one.nothing) for one in model.spaces.values()]
    types += [(PLACE, one.first, one.first + one.owners) for one in model.zones.values()]
    for member, first, end in types:
        for number in range(first, end):
            speaker.say_element(member, number)
    for pieces in model.pieces.values():
        speaker.say_component(pieces)
    for tokens in model.tokens.values():
        speaker.say_component(tokens)
    for counter in model.counters:
        speaker.say_many(f"counter.{counter}")
    speaker.say_places()
    speaker.say_counted()
    speaker.say_constants()
