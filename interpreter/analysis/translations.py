"""A game's catalogues held against its parts: names that it lacks, and names of parts that it does not have."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.analysis.desk.entries import entries, models, part_of
from interpreter.analysis.desk.findings import text_findings
from interpreter.analysis.desk.merge import Needs
from interpreter.engine import GameError, load
from interpreter.explain import LocaleError, available_locales, wanted
from interpreter.explain.catalogue import game_catalogue, names
from interpreter.model.types import BOOLEAN
from interpreter.source import Mapping, SourceFile, Span, did_you_mean, error, warning
from interpreter.source.files import shown
from interpreter.source.library import catalogue_file, catalogue_files, overlays_of
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from interpreter.engine import Game
    from interpreter.model.game import Model
    from interpreter.source import Diagnostic

MOST_NAMED = 8
_MESSAGE = re.compile(r'^msgid "([^".]+\.[^"]+)"', re.MULTILINE)
_LINE = re.compile(r'^[ \t]*(msg\w+)?(?:\[\d+\])?[ \t]*"(.*)"', re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{(\w+)(?::[\w.]+)?\}")


@record
class Desk:
    """The catalogues that name the same parts, `locales/LOCALE.po` in their home.

    games: those whose parts they name, at least one.  others: those whose parts have their names elsewhere.
    """

    home: Path
    games: tuple[Game, ...]
    others: tuple[Game, ...] = ()

    def path(self, locale: str) -> Path:
        """Where the catalogue of a locale is, or would be."""
        return catalogue_file(self.home, locale)

    @property
    def below(self) -> tuple[Path, ...]:
        """The homes of further names that are in use with these."""
        homes = self.games[0].folder.homes
        return homes[: homes.index(self.home)]

    @property
    def locales(self) -> list[str]:
        """Of the catalogues that are there."""
        return [path.stem for path in catalogue_files(self.home)]


def desks(game: Game) -> list[Desk]:
    """The game's own, then one for each of its overlays that lies elsewhere. Raises GameError."""
    root, *elsewhere = game.folder.homes
    return [own_desk(root), *(desk_of(game, home) for home in elsewhere)]


def own_desk(root: Path) -> Desk:
    """That of the game in a folder, without and with each overlay of its own. Raises GameError."""
    return Desk(root, (load(root), *(load(f"{root}+{overlay}") for overlay in overlays_of(root))))


def desk_of(game: Game, home: Path) -> Desk:
    """That of the overlay of a game that has this home. Raises GameError."""
    return Desk(home, (game,), (*own_desk(game.folder.root).games, *_without(game, home)))


def _without(game: Game, home: Path) -> Iterator[Game]:
    """The game without the overlay that has this home; none where the others do not do without it."""
    try:
        yield game.without(home.name)
    except GameError:
        return


def check_translations(desk: Desk, locales: Collection[str] | None = None) -> list[Diagnostic]:
    """What is wrong with the catalogues of a desk, or only with those of some locales."""
    found: list[Diagnostic] = []
    built = [model for game in desk.games for model in models(game)]
    whole = len(built) == sum(len(game.player_counts) for game in desk.games)
    needs = needs_of(desk)
    fillers = _fillers(built)
    for one in desk.locales:
        if locales is not None and one not in locales:
            continue
        try:
            catalogue = game_catalogue(desk.home, one)
        except LocaleError as problem:
            found.append(problem.diagnostic)
            continue
        path = desk.path(one)
        source = SourceFile(shown(path), path.read_text(encoding="utf-8"))
        found += _unknown(source, needs.known) if whole else ()  # what is refused may have the part
        found += _unfilled(source, needs.known, catalogue.texts, fillers)
        gaps = [name for name in needs.wanted if not {name, needs.patterns.get(name)} & catalogue.texts.keys()]
        found += _untranslated(source, one, sorted(gaps))
        found += text_findings(source, one, needs, names(desk.below, one).texts)
    return found


def needs_of(desk: Desk) -> Needs:
    """What games ask of the catalogues of a desk. They may name parts that have their names elsewhere, too."""
    built = [list(models(game)) for game in desk.games]
    every = [model for some in built for model in some]
    known = _known(desk.games)
    elsewhere = {"game", *_known(desk.others)} if desk.others else set()
    wanted_names = {name for some in built if some for name in wanted(*some) if part_of(name) not in elsewhere}
    try:
        english = game_catalogue(desk.home, "en").texts
    except LocaleError:  # said where the catalogue itself is looked at
        english = {}
    place = {name: number for number, name in enumerate(english)}
    in_order = sorted(wanted_names, key=lambda name: (place.get(name, len(place)), name))
    patterns = {name: pattern for model in every for name, pattern in _patterns(model)}
    return Needs(entries(desk.games), in_order, known, patterns, english)


def _known(games: Iterable[Game]) -> set[str]:
    """The ids of all that games have names for."""
    parts = {name for game in games for model in models(game) for name in _parts(model)}
    return parts | {name for game in games for name in _declared(game)}


def _patterns(model: Model) -> Iterator[tuple[str, str]]:
    """The message for each single member, and the one that names all of its kind instead."""
    for piece in model.pieces.values():
        yield from ((f"member.{name}", f"piece.{piece.name}.member") for name in piece.members)
    for space in model.spaces.values():
        yield from ((f"member.{name}", f"space.{space.name}.member") for name in space.members)


def _unknown(source: SourceFile, known: Collection[str]) -> Iterator[Diagnostic]:
    for name, start, end in _ids(source.text):
        if name not in known:
            hint = did_you_mean(name, known)
            yield warning("unknown-message", Span(source, start, end), hint=hint, name=name)


@lru_cache(maxsize=16)
def _ids(text: str) -> tuple[tuple[str, int, int], ...]:
    """The part that each entry of a catalogue is about, and where its id begins and ends."""
    return tuple((part_of(match[1]), *match.span(1)) for match in _MESSAGE.finditer(text))


def _unfilled(
    source: SourceFile, known: Collection[str], texts: Collection[str], fillers: dict[str, set[str]]
) -> Iterator[Diagnostic]:
    """Placeholders that nothing is put in for. Of messages that are not the game's, or not in use, nothing is said."""
    for name, placeholder, start, end in _placeholders(source.text):
        if part_of(name) not in known or name not in texts:
            continue
        steps = name.split(".")
        wanted = {one for last in range(len(steps)) for one in fillers.get(".".join(steps[: last + 1]), ())}
        if placeholder not in wanted:
            hint = did_you_mean(placeholder, wanted)
            yield error("unknown-placeholder", Span(source, start, end), hint=hint, name=placeholder)


@lru_cache(maxsize=16)
def _placeholders(text: str) -> tuple[tuple[str, str, int, int], ...]:
    """The placeholders in a catalogue's texts: the message, the name, where that begins and ends."""
    found: list[tuple[str, str, int, int]] = []
    message, said = "", False
    for line in _LINE.finditer(text):
        if line[1] is not None:
            said = line[1] == "msgstr"
            message = line[2] if line[1] == "msgid" else message
        if said and "{" in line[2]:
            found += ((message, one[1], *one.span(1)) for one in _PLACEHOLDER.finditer(text, *line.span(2)))
    return tuple(found)


def _fillers(models: Iterable[Model]) -> dict[str, set[str]]:
    """What can be put into each message, by its id or by how that begins: the part that it names."""
    fillers: defaultdict[str, set[str]] = defaultdict(set)
    for model in models:
        for rule in model.rules.values():
            fillers[f"{rule.kind}.{rule.name}"] |= {"element", *(one.name for one in rule.parameters)}
        for function in model.functions.values():
            fillers[f"value.{function.name}"] |= {one.name for one in function.parameters}
        for zone in model.zones:
            fillers[f"zone.{zone}"] |= {"zone", "owner"}
        for counter in model.counters:
            fillers[f"counter.{counter}.of"].add("owner")
        for kind in ("piece", "space"):
            for one in getattr(model, f"{kind}s").values():
                fillers[f"{kind}.{one.name}.member"] |= set(one.attributes)
                for name in one.attributes:
                    fillers[f"attribute.{name}.true"] = fillers[f"attribute.{name}.false"] = {"target"}
        nouns = (("enum", model.enums), ("piece", model.pieces), ("space", model.spaces), ("token", model.tokens))
        for kind, entities in (*nouns, ("counter", model.counters)):
            for name in entities:
                fillers[f"{kind}.{name}.counted"].add("count")
    return fillers


def _untranslated(source: SourceFile, locale: str, gaps: Sequence[str]) -> Iterator[Diagnostic]:
    place = Span(SourceFile(source.name, ""), 0, 0)
    if locale not in available_locales():
        hint = did_you_mean(locale, available_locales())
        yield warning("unknown-locale", place, hint=hint, name=locale, known=", ".join(available_locales()))
    if gaps:
        names = ", ".join(gaps[:MOST_NAMED]) + (", …" if len(gaps) > MOST_NAMED else "")
        yield warning("untranslated", place, count=len(gaps), names=names)


def _declared(game: Game) -> Iterator[str]:
    """The ids of messages about what a definition declares by name."""
    yield from (f"overlay.{name}" for name in game.overlays)
    root = game.definition().root
    for section, kind in (("sources", "source"), ("parameters", "parameter"), ("options", "option")):
        names = root.get(section)
        yield from (f"{kind}.{name}" for name in (names.entries if isinstance(names, Mapping) else ()))


def _parts(model: Model) -> Iterator[str]:
    """The ids of messages about a model's parts."""
    yield from (f"player.{seat.name}" for seat in model.seats)
    yield from (f"team.{name}" for name in model.teams)
    yield from (f"member.{name}" for name in (*model.piece_names, *model.place_names))
    yield from (f"{enum.name}.{member}" for enum in model.enums.values() for member in enum.members)
    yield from (f"{rule.kind}.{rule.name}" for rule in model.rules.values())
    told = [one for rule in model.rules.values() for one in rule.parameters]
    told += [one for function in model.functions.values() for one in function.parameters]
    yield from (f"condition.{one.name}" for one in told if one.type == BOOLEAN)
    yield from (f"modifier.{one.name}" for modifiers in model.modifiers.values() for one in modifiers)
    yield from (f"score.{line.name}" for line in model.score.lines)
    yield from (f"tie.{line.name}" for line in model.score.ties)
    for kind in model.pieces.values():
        yield from (f"attribute.{name}" for name in (*kind.attributes, *kind.variables))
    for space in model.spaces.values():
        yield from (f"attribute.{name}" for name in space.attributes)
    named = (
        ("enum", model.enums),
        ("piece", model.pieces),
        ("token", model.tokens),
        ("counter", model.counters),
        ("space", model.spaces),
        ("zone", model.zones),
        ("value", model.functions),
    )
    yield from (f"{kind}.{name}" for kind, entities in named for name in entities)
