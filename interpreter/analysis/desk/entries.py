"""What the messages of a game's catalogues stand for: text in the language, sentence, place, source and meaning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.analysis.origins import origins
from interpreter.engine import GameError
from interpreter.explain import Speaker, fingerprint
from interpreter.model import typed
from interpreter.model.game import Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from interpreter.analysis.origins import Origin
    from interpreter.engine import Game
    from interpreter.model.game import Model, PieceKind
    from interpreter.source import Span

Meant = typed.Effect | typed.Value | Rule
LENGTH = 16
"""Hexadecimal digits of a fingerprint that a catalogue keeps."""
_KINDS = {
    "board": ("space",),
    "zones": ("zone",),
    "components": ("piece", "token"),
    "counters": ("counter",),
    "values": ("value",),
    "rules": ("rule", "free", "modifier"),
    "icons": ("icon",),
    "lines": ("score",),
    "ties": ("tie",),
    "seats": ("player",),
    "options": ("option",),
    "parameters": ("parameter",),
    "enums": ("enum",),
}
"""The kinds of messages that name the parts of a section."""


@dataclass(frozen=True)
class Entry:
    """What a message stands for.

    dsl: what the author wrote, on one line; empty for mere parts.  said: the same as an English sentence.
    numbers: what is printed on it beside effects.  meant: the typed texts.
    source: the id of a source, or why it is reconstructed; empty when nobody says.
    """

    message: str
    dsl: str = ""
    said: str = ""
    numbers: tuple[int, ...] = ()
    meant: tuple[Meant, ...] = ()
    place: Span | None = None
    source: str = ""

    @cached_property
    def meaning(self) -> str:
        """The fingerprint of what its own text says; what that calls counts by its name. Empty for mere parts."""
        return "-".join(fingerprint(one, called_within=False)[:LENGTH] for one in self.meant)


def entries(games: Sequence[Game]) -> dict[str, Entry]:
    """What can be said of each message, by its id. `games` are a game without and with overlays; of one that is
    refused nothing is said.
    """
    found: dict[str, Entry] = {}
    for game in games:
        origin = _origins(game)
        for model in models(game):
            if _ids(model) <= found.keys():
                continue
            speaker = Speaker(model, "en", game.folder.homes)
            for entry in (*_rules(model, speaker), *_values(model, speaker), *_members(model, speaker), *_parts(model)):
                if entry.message not in found:
                    found[entry.message] = _placed(entry, origin.get(entry.message))
    return found


def _ids(model: Model) -> set[str]:
    """The ids of all that there is to tell about a model."""
    named = {f"{rule.kind}.{rule.name}" for rule in model.rules.values()} | {entry.message for entry in _parts(model)}
    named |= {f"member.{name}" for kind in model.pieces.values() for name in kind.members}
    named |= {f"value.{name}" for name in model.functions}
    named |= {f"modifier.{one.name}" for some in model.modifiers.values() for one in some}
    named |= {f"tie.{line.name}" for line in model.score.ties}
    return named | {f"score.{line.name}" for line in model.score.lines}


def models(game: Game) -> Iterator[Model]:
    """The game for every number of players; none that is refused: that is said elsewhere."""
    for players in game.player_counts:
        try:
            yield game.model(players)
        except GameError:
            continue


def base(message: str, known: Mapping[str, Entry]) -> Entry | None:
    """What a message or a form of one, such as `rule.turn.title`, stands for."""
    steps = message.split(".")
    names = (".".join(steps[:end]) for end in range(len(steps), 0, -1))
    return next((known[name] for name in names if name in known), None)


def _rules(model: Model, speaker: Speaker) -> Iterator[Entry]:
    for rule in model.rules.values():
        yield Entry(f"{rule.kind}.{rule.name}", rule.body.span.words, speaker.say_body(rule), meant=(rule,))


def _values(model: Model, speaker: Speaker) -> Iterator[Entry]:
    said = speaker.say_parts()["values"]
    for function in model.functions.values():
        yield _value(f"value.{function.name}", function.body, said[function.name])
    for counter, modifiers in model.modifiers.items():
        for one in modifiers:
            yield _value(f"modifier.{one.name}", one.body, speaker.say_modifier(counter, one))
    lines = [(f"score.{line.name}", line) for line in model.score.lines]
    lines += [(f"tie.{line.name}", line) for line in model.score.ties]
    indented = [line.strip() for line in speaker.say_score() if line.startswith(" ")]
    for (message, line), words in zip(lines, indented, strict=True):
        yield _value(message, line.value, words)


def _value(message: str, value: typed.Value, said: str) -> Entry:
    return Entry(message, value.span.words, said, meant=(value,))


def _members(model: Model, speaker: Speaker) -> Iterator[Entry]:
    """Single pieces with the effects and numbers that are printed on them."""
    for kind in model.pieces.values():
        for index, name in enumerate(kind.members):
            effects = [(one.name, one.effects[index]) for one in kind.attributes.values() if one.effects]
            printed = [(attribute, effect) for attribute, effect in effects if effect is not None]
            named = len(effects) > 1
            yield Entry(
                f"member.{name}",
                "; ".join(f"{attribute}: {effect.span.words}" for attribute, effect in printed),
                " ".join(speaker.say_printed(attribute if named else "", effect) for attribute, effect in printed),
                _numbers(kind, index),
                tuple(effect for _, effect in printed),
                kind.span,
            )


def _numbers(kind: PieceKind, index: int) -> tuple[int, ...]:
    numbers = (one for one in kind.attributes.values() if one.type.kind == "number" and one.values)
    return tuple(one.values[index] for one in numbers)


def _parts(model: Model) -> Iterator[Entry]:
    """Parts that have a place and no meaning of their own."""
    for space in model.spaces.values():
        yield Entry(f"space.{space.name}", place=space.span)
        yield from (Entry(f"member.{name}", place=space.span) for name in space.members)
    yield from (Entry(f"zone.{one.name}", place=one.span) for one in model.zones.values())
    yield from (Entry(f"piece.{one.name}", place=one.span) for one in model.pieces.values())
    yield from (Entry(f"token.{one.name}", place=one.span) for one in model.tokens.values())
    yield from (Entry(f"counter.{one.name}", place=one.span) for one in model.counters.values())
    yield from (Entry(f"player.{one.name}") for one in model.seats)


def _placed(entry: Entry, origin: Origin | None) -> Entry:
    """The entry with its place and source as the game's files have them."""
    if origin is None:
        return entry
    return replace(entry, place=origin.span, source=_source(origin))


def _source(origin: Origin) -> str:
    if origin.reason is not None:
        return f"reconstructed: {origin.reason}"
    sure = f" ({origin.confidence})" if origin.confidence else ""
    return f"{origin.source}{sure}" if origin.source else ""


def _origins(game: Game) -> dict[str, Origin]:
    """Where parts are declared, by the ids of the messages that name them."""
    found: dict[str, Origin] = {}
    for one in origins(game.definition().root):
        section, *names = one.path.partition("(")[0].split(".")
        kinds = ("member",) if len(names) > 1 else _KINDS.get(section, ())
        for kind in kinds:
            found.setdefault(f"{kind}.{names[-1]}", one)
    return found
