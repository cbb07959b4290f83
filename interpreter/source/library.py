"""Where games and overlays are found, and how a game with its overlays is read from disk."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.resources import data_dir
from interpreter.source.diagnostic import Diagnostic, did_you_mean, error, warning
from interpreter.source.files import children, is_folder, is_there, resolved, shown
from interpreter.source.records import record
from interpreter.source.span import NO_SPAN, SourceFile, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_FILES = 200
VARIANTS = "variants"
"""The folder of a game's own overlays."""
SCENARIOS = "scenarios"
"""The folder of scenarios, in a game's folder or beside an overlay."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SEPARATORS = "/" if os.sep == "/" else "/" + os.sep


@record
class OverlayFile:
    """An overlay that was found: its name and the file that holds it."""

    name: str
    path: Path


@record
class GameFolder:
    """A game that was found. Paths are absolute and free of links.

    files: the YAML files at the folder's top, by name.  overlays: those asked for, lowest first.
    """

    name: str
    root: Path
    files: tuple[Path, ...]
    overlays: tuple[OverlayFile, ...] = ()

    @property
    def title(self) -> str:
        """The game and its overlays, as one types them: `game+overlay+overlay`."""
        return "+".join([self.name, *(overlay.name for overlay in self.overlays)])

    @property
    def homes(self) -> tuple[Path, ...]:
        """The folders that may hold names (`locales/`) and pictures (`art/`) of its parts: the game's own; then, for
        each overlay that does not lie in it, the one that is called like the overlay and lies beside it.
        """
        elsewhere = (overlay.path for overlay in self.overlays if not overlay.path.is_relative_to(self.root))
        return (self.root, *(path.with_suffix("") for path in elsewhere))


@record
class Listing:
    """A game that could be asked for, with the overlays in its own `variants/`."""

    name: str
    root: Path
    overlays: tuple[str, ...]


class GameLibrary:
    """The directories that games are looked for in, in order: the caller's, KAMON_PATH, the user's, the games that
    come with the program, and installed packages. The first that has a name wins.
    """

    def __init__(self, extra_dirs: Iterable[str | Path] = ()) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._extra = [Path(directory) for directory in extra_dirs]

    @property
    def directories(self) -> Iterator[Path]:
        """The existing search directories, free of links, each once. Each is looked for when it is asked for."""
        seen: set[Path] = set()
        for path in self._candidates():
            if is_folder(path) and (found := resolved(path)) not in seen:
                seen.add(found)
                yield found

    def _candidates(self) -> Iterator[Path]:
        from platformdirs import user_data_path

        yield from self._extra
        yield from (Path(part) for part in os.environ.get("KAMON_PATH", "").split(os.pathsep) if part)
        yield user_data_path("kamon", appauthor=False) / "games"
        yield data_dir("games")
        yield from self._installed()

    def _installed(self) -> Iterator[Path]:
        """Directories that entry points name: a path, or a package whose directory it is."""
        from importlib.metadata import entry_points

        for entry in sorted(entry_points(group="kamon.games"), key=lambda point: point.name):
            try:
                target = entry.load()
            except Exception as problem:  # noqa: BLE001 - whatever a foreign package raises
                reason = f"{type(problem).__name__}: {problem}"
                self.diagnostics.append(warning("games-package", NO_SPAN, name=entry.value, reason=reason))
                continue
            yield from map(Path, [target] if isinstance(target, str | os.PathLike) else target.__path__)

    def list_games(self) -> list[Listing]:
        """Every game to be found, by name."""
        found: dict[str, Listing] = {}
        for directory in self.directories:
            for root in children(directory):
                if root.name not in found and _NAME.fullmatch(root.name) and _is_game(root, directory):
                    overlays = tuple(path.stem for path in _overlay_files(root))
                    found[root.name] = Listing(root.name, resolved(root), overlays)
        return [found[name] for name in sorted(found)]

    def resolve(self, wanted: str) -> tuple[GameFolder | None, list[Diagnostic]]:
        """Find `game`, `game+overlay+…`, or the same with a path to the game's folder in front."""
        base, names = split_spec(wanted)
        source = SourceFile("<game>", wanted)
        place = Span(source, 0, len(base))
        found = _named_by_path(base, place) if is_path(base) else self._named(base, place)
        if isinstance(found, Diagnostic):
            return None, [*self.diagnostics, found]
        files = _game_files(found, place)
        if isinstance(files, Diagnostic):
            return None, [*self.diagnostics, files]
        overlays: list[OverlayFile] = []
        problems: list[Diagnostic] = []
        start = len(base) + 1
        for name in names:
            overlay = self._overlay(found, name, Span(source, start, start + len(name)))
            if isinstance(overlay, Diagnostic):
                problems.append(overlay)
            elif overlay in overlays:
                problems.append(error("overlay-twice", Span(source, start, start + len(name)), name=name))
            else:
                overlays.append(overlay)
            start += len(name) + 1
        folder = GameFolder(found.name, found, files, tuple(overlays))
        return None if problems else folder, [*self.diagnostics, *problems]

    def _named(self, name: str, place: Span) -> Path | Diagnostic:
        if bad := bad_name(name, place):
            return bad
        for directory in self.directories:
            root = directory / name
            if is_folder(root) and not _inside(root, directory):
                return error("outside-folder", place, path=shown(root), folder=shown(directory))
            if _is_game(root, directory):
                return resolved(root)
        hint = did_you_mean(name, [game.name for game in self.list_games()])
        if yaml_files(Path(name)):
            hint = ("hint.folder", {"path": f"./{name}"})
        return error("unknown-game", place, hint=hint, name=name)

    def _overlay(self, root: Path, name: str, place: Span) -> OverlayFile | Diagnostic:
        """In the game's own `variants/`, else beside the games, else in another game's `variants/`."""
        if bad := bad_name(name, place):
            return bad
        for path, folder in self._overlay_places(root, name):
            if is_there(path):
                if not _inside(path, folder):
                    return error("outside-folder", place, path=shown(path), folder=shown(folder))
                return OverlayFile(name, resolved(path))
        known = [path.stem for path in self._all_overlays(root)]
        own = tuple(path.stem for path in _overlay_files(root))
        hint = did_you_mean(name, known) or (("hint.there-is", {"names": own}) if own else None)
        return error("unknown-overlay", place, hint=hint, name=name, game=root.name)

    def _overlay_places(self, root: Path, name: str) -> Iterator[tuple[Path, Path]]:
        yield root / VARIANTS / f"{name}.yaml", root
        for directory in self.directories:
            yield directory / f"{name}.yaml", directory
            yield from ((game / VARIANTS / f"{name}.yaml", directory) for game in children(directory))

    def _all_overlays(self, root: Path) -> Iterator[Path]:
        yield from _overlay_files(root)
        for directory in self.directories:
            yield from yaml_files(directory)[:MAX_FILES]


def split_spec(wanted: str) -> tuple[str, list[str]]:
    """The game's name or path, and the overlays' names. A `+` within the path's directories is theirs."""
    cut = max(wanted.rstrip(_SEPARATORS).rfind(separator) for separator in _SEPARATORS) + 1
    last, *names = wanted[cut:].split("+")
    return wanted[:cut] + last, names


def is_path(base: str) -> bool:
    """Whether a game is asked for by its folder, not by its name."""
    return base.startswith(".") or any(separator in base for separator in _SEPARATORS)


def bad_name(name: str, place: Span) -> Diagnostic | None:
    """Why a game or an overlay cannot be called so. Names are ASCII, so that no two of them look alike."""
    if _NAME.fullmatch(name):
        return None
    for index, char in enumerate(name):
        if ord(char) > 126:
            spot = Span(place.source, place.start + index, place.start + index + 1)
            return error("name-not-ascii", spot, character=char, point=f"U+{ord(char):04X}")
    return error("bad-name", place, name=name)


def _named_by_path(base: str, place: Span) -> Path | Diagnostic:
    """The folder at a path that a person typed; links on the way to it are theirs to follow."""
    try:
        root = resolved(Path(base).expanduser())
        files = bool(yaml_files(root)) if is_folder(root) else None
    except (RuntimeError, ValueError):
        files = None
    if files is None:
        return error("game-not-a-folder", place, path=base)
    if not files:
        return error("game-without-files", place, path=base)
    return bad_name(root.name, place) or root


def yaml_files(folder: Path) -> list[Path]:
    """By name; hidden files, such as editors leave, are no part of a game."""
    return [path for path in children(folder) if path.suffix == ".yaml" and not path.name.startswith(".")]


def catalogue_file(home: Path, locale: str) -> Path:
    """Where the names for a locale are, or would be, in one of a game's homes."""
    return home / "locales" / f"{locale}.po"


def catalogue_files(home: Path) -> list[Path]:
    """All that are there, by name."""
    return sorted((home / "locales").glob("*.po"))


def overlays_of(root: Path) -> list[str]:
    """The names of a game's own overlays."""
    return [path.stem for path in yaml_files(root / VARIANTS)]


def _is_game(root: Path, directory: Path) -> bool:
    return root.name != SCENARIOS and is_folder(root) and _inside(root, directory) and bool(yaml_files(root))


def _inside(path: Path, folder: Path) -> bool:
    return resolved(path).is_relative_to(resolved(folder))


def _overlay_files(root: Path) -> list[Path]:
    """The overlays in a game's `variants/` that do not lead outside the game."""
    found = yaml_files(root / VARIANTS)[:MAX_FILES]
    return [path for path in found if _NAME.fullmatch(path.stem) and _inside(path, root)]


def _game_files(root: Path, place: Span) -> tuple[Path, ...] | Diagnostic:
    paths = yaml_files(root)
    if len(paths) > MAX_FILES:
        return error("too-many-files", place, path=shown(root), count=len(paths), limit=MAX_FILES)
    for path in (*paths, root / VARIANTS):
        if not _inside(path, root):
            return error("outside-folder", place, path=shown(path), folder=shown(root))
    return tuple(map(resolved, paths))
