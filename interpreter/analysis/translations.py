"""A game's catalogues held against its parts: names that it lacks, and names of parts that it does not have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.engine import GameError
from interpreter.explain import LocaleError, available_locales, wanted
from interpreter.explain.catalogue import game_catalogue
from interpreter.source import Mapping, SourceFile, Span, did_you_mean, warning
from interpreter.source.files import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.engine import Game
    from interpreter.model.game import Model
    from interpreter.source import Diagnostic

MOST_NAMED = 8
_MESSAGE = re.compile(r'^msgid "([^".]+\.[^"]+)"', re.MULTILINE)


def check_translations(games: Sequence[Game]) -> list[Diagnostic]:
    """What is wrong with the catalogues of a game; `games` are that game without and with overlays."""
    found: list[Diagnostic] = []
    built = {game.title: list(_models(game)) for game in games}
    models = [model for some in built.values() for model in some]
    known = {name for game in games for name in _declared(game)}
    known |= {name for model in models for name in _parts(model)}
    needed = {name for some in built.values() if some for name in wanted(*some)}
    patterns = {name: pattern for model in models for name, pattern in _patterns(model)}
    root = games[0].folder.root
    for path in sorted((root / "locales").glob("*.po")):
        try:
            catalogue = game_catalogue(root, path.stem)
        except LocaleError as problem:
            found.append(problem.diagnostic)
            continue
        source = SourceFile(shown(path), path.read_text(encoding="utf-8"))
        found += _unknown(source, known)
        gaps = sorted(name for name in needed if not {name, patterns.get(name)} & catalogue.texts.keys())
        found += _untranslated(source, path.stem, gaps)
    return found


def _models(game: Game) -> Iterator[Model]:
    """The game for every number of players; none that is refused: that is said elsewhere."""
    for players in game.player_counts:
        try:
            yield game.model(players)
        except GameError:
            continue


def _patterns(model: Model) -> Iterator[tuple[str, str]]:
    """The message for each single member, and the one that names all of its kind instead."""
    for piece in model.pieces.values():
        yield from ((f"member.{name}", f"piece.{piece.name}.member") for name in piece.members)
    for space in model.spaces.values():
        yield from ((f"member.{name}", f"space.{space.name}.member") for name in space.members)


def _unknown(source: SourceFile, known: set[str]) -> Iterator[Diagnostic]:
    for match in _MESSAGE.finditer(source.text):
        name = ".".join(match[1].split(".")[:2])
        if name not in known:
            hint = did_you_mean(name, known)
            yield warning("unknown-message", Span(source, match.start(1), match.end(1)), hint=hint, name=name)


def _untranslated(source: SourceFile, locale: str, gaps: Sequence[str]) -> Iterator[Diagnostic]:
    place = Span(SourceFile(source.name, ""), 0, 0)
    if locale not in available_locales():
        hint = did_you_mean(locale, available_locales())
        yield warning("unknown-locale", place, hint=hint, name=locale, known=", ".join(available_locales()))
        return
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
