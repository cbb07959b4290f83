"""What differs between two games in meaning, part by part, in sentences.

Layout, comments, names of variables, colours and translations are no meaning.
"""

from __future__ import annotations

from dataclasses import field
from difflib import SequenceMatcher
from functools import partial
from typing import TYPE_CHECKING, cast

from interpreter.engine.names import named, value_names
from interpreter.explain.fingerprint import own_fingerprint
from interpreter.model.passages import passages
from interpreter.model.scope import BOX
from interpreter.model.types import Type
from interpreter.source import NO_SPAN
from interpreter.source.records import kept, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.explain.speaker import Speaker
    from interpreter.model import Model, typed
    from interpreter.model.game import Function, PieceKind, SpaceKind, TokenKind
    from interpreter.model.passages import Passage
    from interpreter.source import Span

    Said = tuple[str, tuple[str, ...]]
    """What a part is called, and it in sentences."""


@record
class Part:
    """A part of a game. meaning: differs when the part means something else.  say: what it is called, and it in
    sentences; asked for only where that is told.  printed: what the effects printed on it mean.
    """

    __slots__ = ("_said",)

    sort: str
    name: str
    meaning: object
    say: Callable[[], Said] = field(compare=False)
    span: Span = NO_SPAN
    printed: tuple[object, ...] = ()

    @property
    def heading(self) -> str:
        """What it is called."""
        return _said(self)[0]

    @property
    def lines(self) -> tuple[str, ...]:
        """It in sentences."""
        return _said(self)[1]


@kept("_said")
def _said(part: Part) -> Said:
    return part.say()


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
    texts = (one for one in passages(speaker.model) if one.sort != "card")
    return [*material(speaker), *(_passage(speaker, one) for one in texts)]


def material(speaker: Speaker) -> list[Part]:
    """What a game is made of: every part but the texts of its rules."""
    of_each_kind = (_seats, _components, _places, _counters, _parameters)
    return [part for kind in of_each_kind for part in kind(speaker)]


# ---- what a game is made of -----------------------------------------------------------------------------


def _seats(speaker: Speaker) -> Iterator[Part]:
    model = speaker.model
    for index, seat in enumerate(model.seats):
        meaning = (index, model.teams[seat.team])
        yield Part("seat", seat.name, meaning, partial(_seat, speaker, index, seat.team))


def _seat(speaker: Speaker, index: int, team: int) -> Said:
    name = speaker.say_player(index)
    in_teams = len(speaker.model.teams) < len(speaker.model.seats)
    return name, (name, speaker.say_team(team)) if in_teams else (name,)


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
    def say() -> Said:
        said = speaker.say_component(kind)
        return said, (said,)

    return Part("component", kind.name, meaning, say, kind.span)


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

    def say() -> Said:
        heading = speaker.say_element(Type("piece", kind.name), kind.first + index)
        return heading, tuple(_facts(speaker, kind, index))

    return Part("piece", member, tuple(meaning), say, span, tuple(fingerprints))


def _facts(speaker: Speaker, kind: PieceKind | SpaceKind, index: int) -> Iterator[str]:
    """What a piece or space has by a name, and what is printed on it."""
    for attribute in kind.attributes.values():
        printed = attribute.effects[index] if attribute.effects else None
        if printed is not None:
            yield speaker.say_printed(attribute.name, printed)
        elif not attribute.effects:
            value = _value(speaker, attribute.type, attribute.values[index])
            yield speaker.say_told(speaker.say_name(f"attribute.{attribute.name}"), value)


def _places(speaker: Speaker) -> Iterator[Part]:
    model = speaker.model
    for zone in model.zones.values():
        if zone.name != BOX:
            limit = zone.capacity if zone.capacity < sum(map(model.how_many, zone.holds)) else None
            meaning = (zone.per, zone.holds, limit, zone.seen_by, zone.count_seen_by)
            yield Part("zone", zone.name, meaning, partial(_place, speaker, "zone", zone.name), zone.span)
    for space in model.spaces.values():
        facts = (space.members, space.holds, space.capacity, space.seen_by)
        yield Part("space", space.name, facts, partial(_place, speaker, "space", space.name), space.span)
        for index, member in enumerate(space.members):
            yield _space(speaker, space, index, member)


def _place(speaker: Speaker, sort: str, name: str) -> Said:
    return speaker.say_name(f"{sort}.{name}"), (speaker.say_places()[name],)


def _space(speaker: Speaker, space: SpaceKind, index: int, member: str) -> Part:
    """A space with its attributes and where one gets from it."""
    model = speaker.model
    near = tuple(model.place_names[place] for place in space.neighbours[index]) if space.neighbours else ()
    steps = tuple(named(model.place_names, one[index]) for one in space.steps)
    plain = [one for one in space.attributes.values() if not one.effects]
    meaning = tuple((one.name, _name(model, one.type, one.values[index])) for one in plain)

    def say() -> Said:
        heading = speaker.say_element(Type("space", space.name), space.first + index)
        return heading, (*_facts(speaker, space, index), *([f"— {', '.join(near)}"] if near else ()))

    return Part("field", member, (meaning, near, steps), say, space.span)


def _counters(speaker: Speaker) -> Iterator[Part]:
    for counter in speaker.model.counters.values():
        meaning = (
            *(counter.per, counter.start, counter.minimum, counter.maximum),
            *(counter.strict, counter.seen_by),
        )
        yield Part("counter", counter.name, meaning, partial(_counter, speaker, counter.name), counter.span)


def _counter(speaker: Speaker, name: str) -> Said:
    return speaker.say_counter(name), (speaker.say_counted()[name],)


def _parameters(speaker: Speaker) -> Iterator[Part]:
    for name, line in speaker.say_constants().items():
        yield Part("parameter", name, line, partial(_parameter, speaker, name, line))


def _parameter(speaker: Speaker, name: str, line: str) -> Said:
    return speaker.say_parameter(name), (line,)


def _value(speaker: Speaker, kind: Type, value: int) -> str:
    names = value_names(speaker.model, kind)
    if names is not None and not 0 <= value < len(names):
        return "–"
    return speaker.say_element(kind, value)


def _name(model: Model, kind: Type, value: int) -> str:
    return named(value_names(model, kind), value)


# ---- rules ----------------------------------------------------------------------------------------------


def _passage(speaker: Speaker, passage: Passage) -> Part:
    model, name = speaker.model, passage.name
    meaning: object = own_fingerprint(passage.tree)
    say = partial(_said_passage, speaker, passage)
    match passage.sort:
        case "rule" | "icon" | "free":
            rule = model.rules[name]
            types = tuple((one.name, one.type) for one in rule.parameters)
            return Part("rule", name, (meaning, types), say, rule.span)
        case "modifier":
            meaning = (_modifier(model, name)[0], meaning)
        case "score" | "tie":
            meaning = (model.score.per, meaning)
        case _:
            pass
    return Part(passage.sort, name, meaning, say, passage.tree.span)


def _said_passage(speaker: Speaker, passage: Passage) -> Said:
    model, name, tree = speaker.model, passage.name, passage.tree
    match passage.sort:
        case "setup" | "flow":
            return name, tuple(speaker.say_steps(cast("typed.Effect", tree)))
        case "rule" | "icon" | "free":
            heading, *lines = speaker.say_rule(model.rules[name])
            return heading.rstrip(":："), tuple(lines)
        case "value":
            return speaker.say_name(f"value.{name}"), (speaker.say_function(model.functions[name]),)
        case "modifier":
            return speaker.say_name(f"modifier.{name}"), (speaker.say_modifier(*_modifier(model, name)),)
        case "score" | "tie":
            line = next(one for one in (*model.score.lines, *model.score.ties) if one.value is tree)
            return speaker.say_name(f"{passage.sort}.{name}"), (f"  {speaker.say_line(passage.sort, line)}",)
        case _:
            return name, (speaker.say_value(cast("typed.Value", tree)),)


def _modifier(model: Model, name: str) -> tuple[str, Function]:
    """The counter that a modifier is for, and the modifier."""
    every = ((counter, one) for counter, several in model.modifiers.items() for one in several)
    return next((counter, one) for counter, one in every if one.name == name)
