"""What the messages of a game's catalogues stand for: text in the language, sentence, place, source and meaning."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from interpreter.analysis.desk.meant import Meant, Thing, nodes_of, numbers_in, numbers_named, things
from interpreter.analysis.origins import origins
from interpreter.engine import GameError
from interpreter.explain import Speaker, fingerprint
from interpreter.model import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from interpreter.analysis.origins import Origin
    from interpreter.engine import Game
    from interpreter.model.game import Model, PieceKind
    from interpreter.source import Span

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

    tell: gives `dsl` and `said`.  printed: the numbers on it beside effects, each after what it is.  meant: the typed
    texts.
    source: the id of a source, or why it is reconstructed; empty when nobody says.
    """

    message: str
    tell: Callable[[], tuple[str, str]] = lambda: ("", "")
    printed: tuple[tuple[str, int], ...] = ()
    meant: tuple[Meant, ...] = ()
    place: Span | None = None
    source: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """What is printed on it beside effects."""
        return tuple(number for _, number in self.printed)

    @property
    def dsl(self) -> str:
        """What the author wrote, on one line; empty for mere parts."""
        return self._told[0]

    @property
    def said(self) -> str:
        """The same as an English sentence."""
        return self._told[1]

    @cached_property
    def _told(self) -> tuple[str, str]:
        return self.tell()

    @cached_property
    def meaning(self) -> str:
        """The fingerprint of what its own text says; what that calls counts by its name. Empty for mere parts."""
        return "-".join(fingerprint(one, called_within=False)[:LENGTH] for one in self.meant)

    @cached_property
    def said_numbers(self) -> Counter[int]:
        """The numbers that it says, and those printed beside."""
        return Counter(number for one in self.meant for number in numbers_in(one)) + Counter(self.numbers)

    @cached_property
    def named_numbers(self) -> Counter[int]:
        """The numbers in the ids of what it speaks of."""
        return Counter(number for one in self.meant for number in numbers_named(one))

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """What it deals with, each once."""
        return tuple(dict.fromkeys(thing for one in self.meant for thing in things(one)))

    @cached_property
    def steps(self) -> frozenset[type[typed.Node]]:
        """The kinds of nodes in it."""
        return frozenset(type(node) for one in self.meant for node in nodes_of(one))


def entries(games: Sequence[Game]) -> dict[str, Entry]:
    """What can be said of each message, by its id. `games` are a game without and with overlays; of one that is
    refused nothing is said.
    """
    found: dict[str, Entry] = {}
    for game in games:
        origin = _origins(game)
        for model in models(game):
            speaker = Speaker(model, "en", game.folder.homes)
            for entry in (*_rules(model, speaker), *_values(model, speaker), *_members(model, speaker), *_parts(model)):
                if entry.message not in found:
                    found[entry.message] = _placed(entry, origin.get(entry.message))
    return found


def models(game: Game) -> Iterator[Model]:
    """The game for every number of players; none that is refused: that is said elsewhere."""
    for players in game.player_counts:
        try:
            yield game.model(players)
        except GameError:
            continue


def part_of(message: str) -> str:
    """The id of the part that a message, or a form of it, is about."""
    return ".".join(message.split(".")[:2])


def base(message: str, known: Mapping[str, Entry]) -> Entry | None:
    """What a message or a form of one, such as `rule.turn.title`, stands for."""
    while message and message not in known:
        message = message.rpartition(".")[0]
    return known.get(message)


def _rules(model: Model, speaker: Speaker) -> Iterator[Entry]:
    for rule in model.rules.values():
        yield _entry(f"{rule.kind}.{rule.name}", rule.body, partial(speaker.say_body, rule), rule)


def _values(model: Model, speaker: Speaker) -> Iterator[Entry]:
    for function in model.functions.values():
        yield _entry(f"value.{function.name}", function.body, partial(speaker.say_function, function))
    for counter, modifiers in model.modifiers.items():
        for one in modifiers:
            yield _entry(f"modifier.{one.name}", one.body, partial(speaker.say_modifier, counter, one))
    for line in model.score.lines:
        yield _entry(f"score.{line.name}", line.value, partial(speaker.say_line, "score", line))
    for line in model.score.ties:
        yield _entry(f"tie.{line.name}", line.value, partial(speaker.say_line, "tie", line))


def _entry(message: str, text: typed.Effect | typed.Value, say: Callable[[], str], meant: Meant | None = None) -> Entry:
    return Entry(message, lambda: (text.span.words, say()), meant=(meant or text,))


def _members(model: Model, speaker: Speaker) -> Iterator[Entry]:
    """Single pieces with the effects and numbers that are printed on them."""
    for kind in model.pieces.values():
        lists = [(one.name, one.effects) for one in kind.attributes.values() if one.effects]
        for index, name in enumerate(kind.members):
            printed = [(attribute, effect) for attribute, effects in lists if (effect := effects[index]) is not None]
            tell = partial(_printed, speaker, printed, named=len(lists) > 1)
            meant = tuple(effect for _, effect in printed)
            yield Entry(f"member.{name}", tell, _numbers(kind, index), meant, kind.span)


def _printed(speaker: Speaker, printed: Sequence[tuple[str, typed.Effect]], *, named: bool) -> tuple[str, str]:
    """What is printed on a piece, as written and as said; `named`: with the names of the attributes."""
    dsl = "; ".join(f"{attribute}: {effect.span.words}" for attribute, effect in printed)
    said = " ".join(speaker.say_printed(attribute if named else "", effect) for attribute, effect in printed)
    return dsl, said


def _numbers(kind: PieceKind, index: int) -> tuple[tuple[str, int], ...]:
    numbers = (one for one in kind.attributes.values() if one.type.kind == "number" and one.values)
    return tuple((one.name, one.values[index]) for one in numbers)


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
