"""A game as its authors wrote it, read and merged: what every model of it is built from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.model.blame import blame_overlays
from interpreter.model.draft import PARSERS, TextCache, text, words
from interpreter.model.salvage import sound_part
from interpreter.model.sections import option_default, option_values
from interpreter.model.shape import check_shape
from interpreter.model.sources import dsl_scalars
from interpreter.source import Diagnostic, GameLibrary, Mapping, at, error, has_errors, read_document, read_game
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from interpreter.model.game import Model
    from interpreter.model.scope import Scope
    from interpreter.source import Document, GameFolder, Span

Choices = tuple[int, tuple[tuple[str, str | int], ...]]
"""A number of players, and options with their values, by name."""


_HARMLESS = frozenset(
    {"duplicate-id", "duplicate-key", "overlay-exists", "overlay-misses", "overlay-name", "overlay-unknown-key"}
)
"""Errors of reading that take nothing away without which the rest would look wrong."""


@record
class Option:
    """What an option can be set to, and what it is when nobody sets it."""

    values: tuple[str | int, ...]
    default: str | int


@dataclass(slots=True)
class Work:
    """What has been made of a definition so far: its texts parsed, the words of its parts, its models with what was
    found.
    """

    texts: TextCache = field(default_factory=dict)
    words: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    models: dict[Choices, tuple[Model | None, Scope]] = field(default_factory=dict)


@record
class Definition:
    """A game with its overlays, for any number of players.

    fingerprint: covers everything that was read.  left_out: names that may be missing because what gave them was
    wrong; none in a game to be played.  removed: names that an overlay takes out, and where.
    ruled: the indices of the seats that the rules play.
    """

    name: str
    title: str
    overlays: tuple[str, ...]
    folder: Path
    root: Mapping
    fingerprint: str
    player_counts: tuple[int, ...]
    options: dict[str, Option]
    left_out: frozenset[str] = frozenset()
    removed: dict[str, Span] = field(default_factory=dict)
    ruled: frozenset[int] = frozenset()
    work: Work = field(default_factory=Work, compare=False, repr=False)


def load_definition(spec: str | Path, dirs: Iterable[str | Path] = ()) -> tuple[Definition | None, list[Diagnostic]]:
    """The game that `spec` names (`game+overlay`, or a path), found in `dirs` or where games are kept.

    None when it cannot be read or its shape is wrong; the diagnostics say why.
    """
    folder, found = GameLibrary(dirs).resolve(str(spec))
    if folder is None:
        return None, found
    definition, problems = define(folder)
    return definition, [*found, *problems]


def define(folder: GameFolder) -> tuple[Definition | None, list[Diagnostic]]:
    """The game in a folder that was found, as `load_definition` gives it."""
    definition, found = salvage(folder)
    return None if has_errors(found) else definition, found


def salvage(folder: GameFolder) -> tuple[Definition | None, list[Diagnostic]]:
    """The game in a folder that was found, without what has the wrong shape: to be checked, not to be played.

    None when it cannot be read.
    """
    source, found = read_game(folder)
    if source is None or has_errors(one for one in found if one.code not in _HARMLESS):
        return None, [*found, *_unreadable_texts(folder)]
    shape = blame_overlays(check_shape("game", source.root), source.removed)
    root, left_out = sound_part(source.root) if shape else (source.root, frozenset[str]())
    overlays = tuple(overlay.name for overlay in folder.overlays)
    return Definition(
        folder.name,
        text(root.get("title"), folder.name),
        overlays,
        folder.root,
        root,
        source.fingerprint,
        _player_counts(root),
        _options(root),
        left_out,
        source.removed,
        _ruled(root),
        _work(folder, tuple(one.source.name for one in source.documents), source.fingerprint),
    ), [*found, *shape, *_check_head(folder.name, source.root)]


def _unreadable_texts(folder: GameFolder) -> list[Diagnostic]:
    """What is wrong with the texts of the files that can be read, whatever stands in the others."""
    found: list[Diagnostic] = []
    for path in (*folder.files, *(overlay.path for overlay in folder.overlays)):
        document, _ = read_document(path)
        found += [] if document is None else unread_texts(document)
    return found


def unread_texts(document: Document) -> list[Diagnostic]:
    """What is wrong with texts of the rules' language that cannot be read."""
    texts = dsl_scalars(document.root)
    return [one for scalar, start in texts for one in PARSERS[start](scalar.text, scalar.span_of)[1]]


@lru_cache(maxsize=8)
def _work(_folder: GameFolder, _names: tuple[str, ...], _fingerprint: str) -> Work:
    """Shared by all definitions that were read from the same files under the same names."""
    return Work()


def _check_head(name: str, root: Mapping) -> list[Diagnostic]:
    """What the schema cannot say: the game's name, and seats for everyone."""
    found: list[Diagnostic] = []
    game = root.get("game")
    if game is not None and text(game) != name:
        hint = ("hint.game-folder", {"name": text(game)})
        found.append(error("game-name", game.span, hint=hint, name=text(game), folder=name))
    seats = at(root, ("players", "seats"))
    if not isinstance(seats, Mapping):
        return found
    return found + [
        error("too-few-seats", count.span, count=count.value, seats=len(seats))
        for count in words(at(root, ("players", "counts")))
        if type(count.value) is int and count.value > len(seats)
    ]


def _player_counts(root: Mapping) -> tuple[int, ...]:
    """How many can play: as many as there are seats when that is not said."""
    counts = (word.value for word in words(at(root, ("players", "counts"))))
    seats = at(root, ("players", "seats"))
    found = tuple(count for count in counts if type(count) is int)
    return found or ((len(seats),) if isinstance(seats, Mapping) else ())


def _ruled(root: Mapping) -> frozenset[int]:
    seats = at(root, ("players", "seats"))
    values = [entry.value for _, entry in seats.items()] if isinstance(seats, Mapping) else []
    plays = [text(value.get("plays")) if isinstance(value, Mapping) else "" for value in values]
    return frozenset(index for index, who in enumerate(plays) if who == "rules")


def _options(root: Mapping) -> dict[str, Option]:
    node = root.get("options")
    found: dict[str, Option] = {}
    for name, entry in node.items() if isinstance(node, Mapping) else ():
        default = option_default(entry.value)
        if default is not None:
            found[name] = Option(tuple(option_values(entry.value)), default)
    return found
