"""A game as its authors wrote it, read and merged: what every model of it is built from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.model.draft import TextCache, text, words
from interpreter.model.sections import option_default, option_values
from interpreter.model.shape import check_shape
from interpreter.source import Diagnostic, GameLibrary, Mapping, at, error, has_errors, read_game

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from interpreter.model.game import Model
    from interpreter.model.scope import Scope
    from interpreter.source import GameFolder

Choices = tuple[int, tuple[tuple[str, str | int], ...]]
"""A number of players, and options with their values, by name."""


@dataclass(frozen=True, slots=True)
class Option:
    """What an option can be set to, and what it is when nobody sets it."""

    values: tuple[str | int, ...]
    default: str | int


@dataclass(slots=True)
class Work:
    """What has been made of a definition so far: its texts parsed, its models with what was found."""

    texts: TextCache = field(default_factory=dict)
    models: dict[Choices, tuple[Model | None, Scope]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Definition:
    """A game with its overlays, for any number of players. `fingerprint` covers everything that was read."""

    name: str
    title: str
    overlays: tuple[str, ...]
    folder: Path
    root: Mapping
    fingerprint: str
    player_counts: tuple[int, ...]
    options: dict[str, Option]
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
    source, found = read_game(folder)
    if source is None or has_errors(found):
        return None, found
    found += check_shape("game", source.root, source.fingerprint)
    found += _check_head(folder.name, source.root)
    if has_errors(found):
        return None, found
    overlays = tuple(overlay.name for overlay in folder.overlays)
    return Definition(
        folder.name,
        text(source.root.get("title"), folder.name),
        overlays,
        folder.root,
        source.root,
        source.fingerprint,
        _player_counts(source.root),
        _options(source.root),
        _work(folder, tuple(one.source.name for one in source.documents), source.fingerprint),
    ), found


@lru_cache(maxsize=8)
def _work(_folder: GameFolder, _names: tuple[str, ...], _fingerprint: str) -> Work:
    """Shared by all definitions that were read from the same files under the same names."""
    return Work()


def _check_head(name: str, root: Mapping) -> list[Diagnostic]:
    """What the schema cannot say: the game's name, and seats for everyone."""
    found: list[Diagnostic] = []
    game = root.get("game")
    if game is not None and text(game) != name:
        found.append(error("game-name", game.span, name=text(game), folder=name))
    seats = at(root, ("players", "seats"))
    if not isinstance(seats, Mapping):
        return found
    return found + [
        error("too-few-seats", count.span, count=count.value, seats=len(seats))
        for count in words(at(root, ("players", "counts")))
        if type(count.value) is int and count.value > len(seats)
    ]


def _player_counts(root: Mapping) -> tuple[int, ...]:
    counts = (word.value for word in words(at(root, ("players", "counts"))))
    return tuple(count for count in counts if type(count) is int)


def _options(root: Mapping) -> dict[str, Option]:
    node = root.get("options")
    found: dict[str, Option] = {}
    for name, entry in node.items() if isinstance(node, Mapping) else ():
        default = option_default(entry.value)
        if default is not None:
            found[name] = Option(tuple(option_values(entry.value)), default)
    return found
