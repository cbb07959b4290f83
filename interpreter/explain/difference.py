"""What differs between two games in meaning, part by part, in sentences.

Layout, comments, names of variables, colours and translations are no meaning.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from interpreter.engine.names import named, value_names
from interpreter.explain.fingerprint import own_fingerprint
from interpreter.model.passages import passages
from interpreter.model.types import Type
from interpreter.source import NO_SPAN
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.explain.speaker import Speaker
    from interpreter.model import Model
    from interpreter.model.game import Attribute, PieceKind, SpaceKind, TokenKind
    from interpreter.model.passages import Passage
    from interpreter.source import Span

_SAID_ALONE = ("rule", "icon", "free")


@record
class Part:
    """A part of a game. heading: what it is called.  meaning: differs when the part means something else, or what is
    printed on it does.  printed: what the effects printed on it mean.  lines: it in sentences.
    """

    sort: str
    name: str
    heading: str
    meaning: object
    lines: tuple[str, ...]
    span: Span = NO_SPAN
    printed: tuple[object, ...] = ()


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
    values = speaker.say_parts()["values"]
    texts = (one for one in passages(speaker.model) if one.sort != "card")
    return [*material(speaker), *(_passage(speaker, one, values) for one in texts)]


def material(speaker: Speaker) -> list[Part]:
    """What a game is made of: every part but the texts of its rules."""
    said = speaker.say_parts()
    return [
        *_seats(speaker),
        *_components(speaker),
        *_places(speaker, said["places"]),
        *_counters(speaker, said["counted"]),
        *_parameters(speaker, said["values"]),
    ]


# ---- what a game is made of -----------------------------------------------------------------------------


def _seats(speaker: Speaker) -> Iterator[Part]:
    model = speaker.model
    for index, seat in enumerate(model.seats):
        team = speaker.say_team(seat.team) if len(model.teams) < len(model.seats) else ""
        lines = tuple(filter(None, (speaker.say_player(index), team)))
        yield Part("seat", seat.name, lines[0], (index, model.teams[seat.team]), lines)


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
    said = speaker.say_component(kind)
    return Part("component", kind.name, said, meaning, (said,), kind.span)


def _card(speaker: Speaker, kind: PieceKind, index: int, member: str) -> Part:
    """A piece with its attributes and what is printed on it."""
    meaning: list[object] = []
    fingerprints: list[object] = []
    lines, span = [], kind.span
    for attribute in kind.attributes.values():
        if not attribute.effects:
            value = attribute.values[index]
            meaning.append((attribute.name, _name(speaker.model, attribute.type, value)))
            lines.append(_fact(speaker, attribute, value))
            continue
        printed = attribute.effects[index]
        meaning.append((attribute.name, printed is not None))
        if printed is not None:
            fingerprints.append((attribute.name, own_fingerprint(printed)))
            lines.append(speaker.say_printed(attribute.name, printed))
            span = printed.span
    heading = speaker.say_element(Type("piece", kind.name), kind.first + index)
    return Part("piece", member, heading, tuple(meaning), tuple(lines), span, tuple(fingerprints))


def _fact(speaker: Speaker, attribute: Attribute, value: int) -> str:
    """What a piece or space has by a name."""
    return speaker.say_told(speaker.say_name(f"attribute.{attribute.name}"), _said(speaker, attribute.type, value))


def _places(speaker: Speaker, said: dict[str, str]) -> Iterator[Part]:
    model = speaker.model
    for zone in model.zones.values():
        if zone.name in said:
            limit = zone.capacity if zone.capacity < sum(map(model.how_many, zone.holds)) else None
            facts = (zone.per, zone.holds, limit, zone.seen_by, zone.count_seen_by)
            yield Part("zone", zone.name, speaker.say_name(f"zone.{zone.name}"), facts, (said[zone.name],), zone.span)
    for space in model.spaces.values():
        meaning = (space.members, space.holds, space.capacity, space.seen_by)
        heading = speaker.say_name(f"space.{space.name}")
        yield Part("space", space.name, heading, meaning, (said[space.name],), space.span)
        for index, member in enumerate(space.members):
            yield _space(speaker, space, index, member)


def _space(speaker: Speaker, space: SpaceKind, index: int, member: str) -> Part:
    """A space with its attributes and where one gets from it."""
    model = speaker.model
    near = tuple(model.place_names[place] for place in space.neighbours[index]) if space.neighbours else ()
    steps = tuple(named(model.place_names, one[index]) for one in space.steps)
    lines, meaning = [], []
    for attribute in space.attributes.values():
        if not attribute.effects:
            value = attribute.values[index]
            meaning.append((attribute.name, _name(model, attribute.type, value)))
            lines.append(_fact(speaker, attribute, value))
    if near:
        lines.append(f"— {', '.join(near)}")
    heading = speaker.say_element(Type("space", space.name), space.first + index)
    return Part("field", member, heading, (tuple(meaning), near, steps), tuple(lines), space.span)


def _counters(speaker: Speaker, said: dict[str, str]) -> Iterator[Part]:
    for counter in speaker.model.counters.values():
        meaning = (
            *(counter.per, counter.start, counter.minimum, counter.maximum),
            *(counter.strict, counter.seen_by),
        )
        heading = speaker.say_counter(counter.name)
        yield Part("counter", counter.name, heading, meaning, (said[counter.name],), counter.span)


def _parameters(speaker: Speaker, said: dict[str, str]) -> Iterator[Part]:
    functions = speaker.model.functions
    for name, line in said.items():
        if name not in functions:
            yield Part("parameter", name, speaker.say_parameter(name), line, (line,))


def _said(speaker: Speaker, kind: Type, value: int) -> str:
    names = value_names(speaker.model, kind)
    if names is not None and not 0 <= value < len(names):
        return "–"
    return speaker.say_element(kind, value)


def _name(model: Model, kind: Type, value: int) -> str:
    return named(value_names(model, kind), value)


# ---- rules ----------------------------------------------------------------------------------------------


def _passage(speaker: Speaker, passage: Passage, values: dict[str, str]) -> Part:
    model, name = speaker.model, passage.name
    meaning: object = own_fingerprint(passage.tree)
    span = passage.tree.span
    match passage.sort:
        case "setup" | "flow":
            return Part(passage.sort, name, name, meaning, tuple(speaker.say_steps(passage.tree)), span)  # type: ignore[arg-type]
        case "rule" | "icon" | "free":
            rule = model.rules[name]
            heading, *lines = speaker.say_rule(rule)
            types = tuple((one.name, one.type) for one in rule.parameters)
            return Part("rule", name, heading.rstrip(":："), (meaning, types), tuple(lines), rule.span)
        case "value":
            return Part("value", name, speaker.say_name(f"value.{name}"), meaning, (values[name],), span)
        case "modifier":
            counter = next(key for key, several in model.modifiers.items() if any(one.name == name for one in several))
            modifier = next(one for one in model.modifiers[counter] if one.name == name)
            line = speaker.say_modifier(counter, modifier)
            return Part("modifier", name, speaker.say_name(f"modifier.{name}"), (counter, meaning), (line,), span)
        case "score" | "tie":
            heading = speaker.say_name(f"{passage.sort}.{name}")
            return Part(passage.sort, name, heading, (model.score.per, meaning), _score_line(speaker, passage), span)
        case _:
            return Part(passage.sort, name, name, meaning, (speaker.say_value(passage.tree),), span)  # type: ignore[arg-type]


def _score_line(speaker: Speaker, passage: Passage) -> tuple[str, ...]:
    """The line of the score that a passage is, as it is said among the others."""
    score = speaker.model.score
    names = [("score", line.name) for line in score.lines] + [("tie", line.name) for line in score.ties]
    said = [line for line in speaker.say_score() if line.startswith(" ")]
    return (said[names.index((passage.sort, passage.name))],)
