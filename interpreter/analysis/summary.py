"""A game said whole: what it is made of, what its icons, cards and rules do, what counts at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from interpreter.model.types import Type

if TYPE_CHECKING:
    from interpreter.engine import Game
    from interpreter.explain import Speaker
    from interpreter.model.game import Model, PieceKind, SpaceKind, TokenKind

MOST_LISTED = 12
Said = dict[str, list[str]]
"""What is said about each part, by its id."""


def summary(game: Game, speaker: Speaker) -> dict[str, Said]:
    """What is said about a game's parts, by section: its model is the speaker's."""
    model = speaker.model
    rules = model.rules.values()
    parts = {name: {key: [said] for key, said in one.items()} for name, one in speaker.say_parts().items()}
    options = game.option_values
    kinds: list[PieceKind | TokenKind] = [*model.pieces.values(), *model.tokens.values()]
    return {
        "options": {
            name: [speaker.say_choice(name, values), f"  --option {name}={'|'.join(map(str, values))}"]
            for name, values in options.items()
        },
        "components": {kind.name: [speaker.say_component(kind)] for kind in kinds},
        "places": parts["places"]
        | {space.name: [*parts["places"][space.name], *_single(space, speaker)] for space in model.spaces.values()},
        "counted": parts["counted"],
        "setup": {"setup": speaker.say_steps(model.setup)},
        "flow": {"flow": speaker.say_steps(model.flow)},
        "rules": {rule.name: speaker.say_rule(rule) for rule in rules if rule.kind == "rule"}
        | _modifiers(model, speaker),
        "free": {rule.name: speaker.say_rule(rule) for rule in rules if rule.kind == "free"},
        "values": parts["values"],
        "icons": {rule.name: [speaker.say_icon(rule)] for rule in rules if rule.kind == "icon"},
        "cards": _printed(model, speaker),
        "score": _score(model, speaker),
    }


def members(speaker: Speaker, known: set[str]) -> Said:
    """Single spaces and pieces, with what each has; not those of which nothing is to be told but what is `known`."""
    every = [(kind, i, name) for _, kind in kinds_with_members(speaker.model) for i, name in enumerate(kind.members)]
    return {
        name: [speaker.say_member(kind, i)]
        for kind, i, name in every
        if name not in known or speaker.has_facts(kind, i)
    }


def kinds_with_members(model: Model) -> list[tuple[Literal["piece", "space"], PieceKind | SpaceKind]]:
    """What has members with names of their own, each with its sort."""
    return [*(("space", kind) for kind in model.spaces.values()), *(("piece", kind) for kind in model.pieces.values())]


def _single(space: SpaceKind, speaker: Speaker) -> list[str]:
    """The single spaces of a kind that have more than a name; none of many, such as those of a grid."""
    if len(space.members) > MOST_LISTED:
        return []
    return [f"  {speaker.say_member(space, i)}" for i in range(len(space.members)) if speaker.has_facts(space, i)]


def _modifiers(model: Model, speaker: Speaker) -> Said:
    """What is added to gains of counters."""
    every = ((counter, modifier) for counter, modifiers in model.modifiers.items() for modifier in modifiers)
    return {modifier.name: [speaker.say_modifier(counter, modifier)] for counter, modifier in every}


def _printed(model: Model, speaker: Speaker) -> Said:
    """The effects that are printed on pieces."""
    found: Said = {}
    for kind in model.pieces.values():
        several = sum(bool(attribute.effects) for attribute in kind.attributes.values()) > 1
        for attribute in kind.attributes.values():
            for index, effect in enumerate(attribute.effects):
                if effect is not None:
                    name = speaker.say_element(Type("piece", kind.name), kind.first + index)
                    said = speaker.say_printed(attribute.name if several else "", effect)
                    found.setdefault(kind.members[index], [name]).append(f"  {said}")
    return found


def _score(model: Model, speaker: Speaker) -> Said:
    """The score's lines by name; each heading stands with the first line under it."""
    lines = [line.name for line in model.score.lines]
    ties = [line.name for line in model.score.ties]
    found: Said = {}
    heading: list[str] = []
    names = iter([*lines, *ties])
    for text in speaker.say_score():
        if text.startswith(" "):
            found[next(names)] = [*heading, text]
            heading = []
        else:
            heading.append(text)
    return found or ({"score": heading} if heading else {})
