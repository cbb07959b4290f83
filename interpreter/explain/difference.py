"""What differs between two games in meaning, part by part, in sentences.

Layout, comments, names of variables, colours and translations are no meaning.
"""

from __future__ import annotations

from dataclasses import field
from difflib import SequenceMatcher
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from interpreter.engine.names import named, value_names
from interpreter.explain.fingerprint import own_fingerprint
from interpreter.model.passages import passages
from interpreter.model.scope import BOX, Constant
from interpreter.model.types import Type
from interpreter.source import NO_SPAN
from interpreter.source.records import kept, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from interpreter.explain.speaker import Speaker
    from interpreter.model import Model
    from interpreter.model.game import Attribute, PieceKind, Rule, SpaceKind, TokenKind
    from interpreter.model.passages import Passage
    from interpreter.source import Span

    Said = Callable[[], dict[str, dict[str, str]]]

_SAID_ALONE = ("rule", "icon", "free")


@record
class Part:
    """A part of a game. meaning: differs when the part means something else, or what is printed on it does.
    printed: what the effects printed on it mean.  called, said: give `heading` and `lines`, for of most parts nobody
    wants to know.
    """

    __slots__ = ("_heading", "_lines")

    sort: str
    name: str
    called: Callable[[], str] = field(compare=False)
    meaning: object
    said: Callable[[], Iterable[str]] = field(compare=False)
    span: Span = NO_SPAN
    printed: tuple[object, ...] = ()

    @property
    def heading(self) -> str:
        """What it is called."""
        return _heading(self)

    @property
    def lines(self) -> tuple[str, ...]:
        """It in sentences."""
        return _lines(self)


@kept("_heading")
def _heading(part: Part) -> str:
    return part.called()


@kept("_lines")
def _lines(part: Part) -> tuple[str, ...]:
    return tuple(part.said())


@record
class Difference:
    """A part that differs; before, after: None where there is no such part."""

    before: Part | None
    after: Part | None

    @property
    def part(self) -> Part:
        """The part as it is now, or was."""
        found = self.after or self.before
        assert found is not None  # noqa: S101 - one of the two is there
        return found

    def lines(self) -> tuple[list[str], list[str]]:
        """The sentences that are no longer there, and the new ones; both empty where the sentences do not show it."""
        old = () if self.before is None else self.before.lines
        new = () if self.after is None else self.after.lines
        gone: list[str] = []
        come: list[str] = []
        for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind != "equal":
                gone += old[i:j]
                come += new[k:m]
        return gone, come


def differences(before: Sequence[Part], after: Sequence[Part]) -> list[Difference]:
    """The parts that differ, in the order of the second game, then those that are gone."""
    old = {(part.sort, part.name): part for part in before}
    new = {(part.sort, part.name): part for part in after}
    changed = [
        Difference(old.get(key), part)
        for key, part in new.items()
        if key not in old or (old[key].meaning, old[key].printed) != (part.meaning, part.printed)
    ]
    return changed + [Difference(part, None) for key, part in old.items() if key not in new]


def parts(speaker: Speaker) -> list[Part]:
    """Every part of a model, in the order in which a game is told."""
    said = cache(speaker.say_parts)
    texts = (one for one in passages(speaker.model) if one.sort != "card")
    return [*_material(speaker, said), *(_passage(speaker, one, said) for one in texts)]


def material(speaker: Speaker) -> list[Part]:
    """What a game is made of: every part but the texts of its rules."""
    return _material(speaker, cache(speaker.say_parts))


def _material(speaker: Speaker, said: Said) -> list[Part]:
    return [
        *_seats(speaker),
        *_components(speaker),
        *_places(speaker, said),
        *_counters(speaker, said),
        *_parameters(speaker, said),
    ]


# ---- what a game is made of -----------------------------------------------------------------------------


def _seats(speaker: Speaker) -> Iterator[Part]:
    model = speaker.model
    for index, seat in enumerate(model.seats):
        meaning = (index, model.teams[seat.team])
        yield Part("seat", seat.name, partial(speaker.say_player, index), meaning, partial(_seat, speaker, index))


def _seat(speaker: Speaker, index: int) -> Iterator[str]:
    model = speaker.model
    yield speaker.say_player(index)
    if len(model.teams) < len(model.seats):
        yield speaker.say_team(model.seats[index].team)


def _components(speaker: Speaker) -> Iterator[Part]:
    model = speaker.model
    for kind in model.pieces.values():
        starts = tuple(model.place_names[place] for place in kind.starts)
        variables = tuple((one.name, one.low, one.high, one.starts) for one in kind.variables.values())
        yield _component(speaker, kind, (kind.members, starts, variables, kind.told_apart_by))
    for token in model.tokens.values():
        starts = tuple(model.place_names[place] for place in token.starts)
        yield _component(speaker, token, (token.count, token.per, token.sides, starts))
    for kind in model.pieces.values():
        for index, member in enumerate(kind.members):
            yield _card(speaker, kind, index, member)


def _component(speaker: Speaker, kind: PieceKind | TokenKind, meaning: object) -> Part:
    said = partial(speaker.say_component, kind)
    return Part("component", kind.name, said, meaning, lambda: (said(),), kind.span)


def _card(speaker: Speaker, kind: PieceKind, index: int, member: str) -> Part:
    """A piece with its attributes and what is printed on it."""
    meaning: list[object] = []
    fingerprints: list[object] = []
    span = kind.span
    for attribute in kind.attributes.values():
        if not attribute.effects:
            meaning.append((attribute.name, _name(speaker.model, attribute.type, attribute.values[index])))
            continue
        printed = attribute.effects[index]
        meaning.append((attribute.name, printed is not None))
        if printed is not None:
            fingerprints.append((attribute.name, own_fingerprint(printed)))
            span = printed.span
    heading = partial(speaker.say_element, Type("piece", kind.name), kind.first + index)
    lines = partial(_card_lines, speaker, kind, index)
    return Part("piece", member, heading, tuple(meaning), lines, span, tuple(fingerprints))


def _card_lines(speaker: Speaker, kind: PieceKind, index: int) -> Iterator[str]:
    for attribute in kind.attributes.values():
        if not attribute.effects:
            yield _fact(speaker, attribute, attribute.values[index])
        elif (printed := attribute.effects[index]) is not None:
            yield speaker.say_printed(attribute.name, printed)


def _fact(speaker: Speaker, attribute: Attribute, value: int) -> str:
    """What a piece or space has by a name."""
    return speaker.say_told(speaker.say_name(f"attribute.{attribute.name}"), _said(speaker, attribute.type, value))


def _places(speaker: Speaker, said: Said) -> Iterator[Part]:
    model = speaker.model
    for zone in model.zones.values():
        if zone.name != BOX:
            limit = zone.capacity if zone.capacity < sum(map(model.how_many, zone.holds)) else None
            facts = (zone.per, zone.holds, limit, zone.seen_by, zone.count_seen_by)
            lines = partial(_one_of, said, "places", zone.name)
            yield Part("zone", zone.name, _named(speaker, f"zone.{zone.name}"), facts, lines, zone.span)
    for space in model.spaces.values():
        meaning = (space.members, space.holds, space.capacity, space.seen_by)
        lines = partial(_one_of, said, "places", space.name)
        yield Part("space", space.name, _named(speaker, f"space.{space.name}"), meaning, lines, space.span)
        for index, member in enumerate(space.members):
            yield _space(speaker, space, index, member)


def _named(speaker: Speaker, name: str) -> Callable[[], str]:
    return partial(speaker.say_name, name)


def _one_of(said: Said, sort: str, name: str) -> tuple[str]:
    return (said()[sort][name],)


def _space(speaker: Speaker, space: SpaceKind, index: int, member: str) -> Part:
    """A space with its attributes and where one gets from it."""
    model = speaker.model
    near = tuple(model.place_names[place] for place in space.neighbours[index]) if space.neighbours else ()
    steps = tuple(named(model.place_names, one[index]) for one in space.steps)
    facts = [one for one in space.attributes.values() if not one.effects]
    meaning = tuple((one.name, _name(model, one.type, one.values[index])) for one in facts)
    heading = partial(speaker.say_element, Type("space", space.name), space.first + index)
    lines = partial(_space_lines, speaker, space, index, near)
    return Part("field", member, heading, (meaning, near, steps), lines, space.span)


def _space_lines(speaker: Speaker, space: SpaceKind, index: int, near: tuple[str, ...]) -> Iterator[str]:
    for attribute in space.attributes.values():
        if not attribute.effects:
            yield _fact(speaker, attribute, attribute.values[index])
    if near:
        yield f"— {', '.join(near)}"


def _counters(speaker: Speaker, said: Said) -> Iterator[Part]:
    for counter in speaker.model.counters.values():
        meaning = (
            *(counter.per, counter.start, counter.minimum, counter.maximum),
            *(counter.strict, counter.seen_by),
        )
        lines = partial(_one_of, said, "counted", counter.name)
        heading = partial(speaker.say_counter, counter.name)
        yield Part("counter", counter.name, heading, meaning, lines, counter.span)


def _parameters(speaker: Speaker, said: Said) -> Iterator[Part]:
    model = speaker.model
    for one in model.scope.names.values():
        constant = one.entity
        if isinstance(constant, Constant) and one.span is not None and constant.name not in model.options:
            name, meaning = constant.name, _name(model, constant.type, constant.value)
            lines = partial(_one_of, said, "values", name)
            yield Part("parameter", name, partial(speaker.say_parameter, name), meaning, lines)


def _said(speaker: Speaker, kind: Type, value: int) -> str:
    names = value_names(speaker.model, kind)
    if names is not None and not 0 <= value < len(names):
        return "–"
    return speaker.say_element(kind, value)


def _name(model: Model, kind: Type, value: int) -> str:
    return named(value_names(model, kind), value)


# ---- rules ----------------------------------------------------------------------------------------------


def _passage(speaker: Speaker, passage: Passage, said: Said) -> Part:
    model, name = speaker.model, passage.name
    meaning: object = own_fingerprint(passage.tree)
    span = passage.tree.span
    lines: Callable[[], Sequence[str]] = partial(_passage_lines, speaker, passage)
    match passage.sort:
        case "rule" | "icon" | "free":
            rule = model.rules[name]
            types = tuple((one.name, one.type) for one in rule.parameters)
            return Part("rule", name, partial(_title, speaker, rule), (meaning, types), lines, rule.span)
        case "value":
            lines = partial(_one_of, said, "values", name)
            return Part("value", name, _named(speaker, f"value.{name}"), meaning, lines, span)
        case "modifier":
            counter = next(key for key, several in model.modifiers.items() if any(one.name == name for one in several))
            modifier = next(one for one in model.modifiers[counter] if one.name == name)
            lines = lambda: (speaker.say_modifier(counter, modifier),)  # noqa: E731
            return Part("modifier", name, _named(speaker, f"modifier.{name}"), (counter, meaning), lines, span)
        case "score" | "tie":
            heading = _named(speaker, f"{passage.sort}.{name}")
            return Part(passage.sort, name, heading, (model.score.per, meaning), lines, span)
        case _:
            return Part(passage.sort, name, lambda: name, meaning, lines, span)


def _title(speaker: Speaker, rule: Rule) -> str:
    return speaker.say_rule(rule)[0].rstrip(":：")


def _passage_lines(speaker: Speaker, passage: Passage) -> Sequence[str]:
    tree: Any = passage.tree
    match passage.sort:
        case "setup" | "flow":
            return speaker.say_steps(tree)
        case "rule" | "icon" | "free":
            return speaker.say_rule(speaker.model.rules[passage.name])[1:]
        case "score" | "tie":
            return _score_line(speaker, passage)
        case _:
            return (speaker.say_value(tree),)


def _score_line(speaker: Speaker, passage: Passage) -> tuple[str, ...]:
    """The line of the score that a passage is, as it is said among the others."""
    score = speaker.model.score
    names = [("score", line.name) for line in score.lines] + [("tie", line.name) for line in score.ties]
    said = [line for line in speaker.say_score() if line.startswith(" ")]
    return (said[names.index((passage.sort, passage.name))],)
