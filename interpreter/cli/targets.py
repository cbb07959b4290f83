"""What `check`, `test` and `fmt` are pointed at: games by name, folders of games, single files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli.problems import MisuseError
from interpreter.engine import GameError
from interpreter.source import NO_SPAN, GameLibrary, Mapping, Scalar, error, has_errors, read_document
from interpreter.source.files import children, is_folder, is_there, resolved
from interpreter.source.library import SCENARIOS, VARIANTS, is_path, overlays_of, split_spec, yaml_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.source import Diagnostic


@dataclass(frozen=True, slots=True)
class Target:
    """A game as one asks for it, without and with overlays.

    specs: `game`, `game+overlay`, …  dirs: where to look for what they name.  file: only what is said about
    this file counts.  findings: why there are no specs.
    """

    specs: tuple[str, ...]
    dirs: tuple[Path, ...]
    file: Path | None = None
    findings: tuple[Diagnostic, ...] = ()


def targets(wanted: Sequence[str], dirs: Sequence[Path]) -> Iterator[Target]:
    """What each of the words means. Raises MisuseError and GameError for what does not exist."""
    for word in wanted:
        path = Path(word)
        if not is_path(word) and any(is_folder(directory / split_spec(word)[0]) for directory in dirs):
            yield _named(word, dirs)
        elif is_folder(path):
            yield from _folder(path, dirs)
        elif is_there(path) or path.suffix == ".yaml":
            yield _file(path, dirs)
        else:
            yield _named(word, dirs)


def _named(word: str, dirs: Sequence[Path]) -> Target:
    """A game: by its bare name with every overlay of its own, else exactly as it is asked for."""
    folder, found = GameLibrary(dirs).resolve(word)
    if folder is None:
        raise GameError(*found)
    overlays = () if folder.overlays else overlays_of(folder.root)
    return Target((word, *(f"{word}+{overlay}" for overlay in overlays)), tuple(dirs))


def _folder(path: Path, dirs: Sequence[Path]) -> Iterator[Target]:
    """A game's folder with every overlay in it, or a folder of such folders."""
    roots = [path] if _has_files(path) else [root for root in children(path) if _has_files(root)]
    if not roots:
        raise MisuseError("misuse.no_games", path=str(path))
    for root in roots:
        spec = _spec(root)
        overlays = overlays_of(root)
        yield Target((spec, *(f"{spec}+{overlay}" for overlay in overlays)), tuple(dirs))


def _file(path: Path, dirs: Sequence[Path]) -> Target:
    """A single file: an overlay with the game it extends; a scenario file or a part of a game with the game. Raises
    MisuseError for one that is missing.
    """
    if not is_there(path):
        raise MisuseError("misuse.cannot_read", path=str(path), reason=error("file-missing", NO_SPAN))
    if path.parent.name == SCENARIOS:
        (whole,) = _folder(path.parent.parent, dirs)
        return Target(whole.specs, whole.dirs, file=path)
    document, found = read_document(path)
    if document is None or has_errors(found):
        return Target((), (), path, tuple(found))
    extends = document.root.get("extends") if isinstance(document.root, Mapping) else None
    if not isinstance(extends, Scalar):
        return Target((_spec(path.parent),), tuple(dirs), file=path)
    game, *below = extends.text.split("+")
    inside = path.parent.name == VARIANTS and resolved(path.parent.parent).name == game
    spec = _spec(path.parent.parent) if inside else game
    return Target(("+".join([spec, *below, path.stem]),), (*dirs, path.parent), file=path)


def _spec(root: Path) -> str:
    """A folder as `GameLibrary.resolve` takes it for a path, whatever it is called."""
    return str(root.absolute())


def _has_files(root: Path) -> bool:
    return bool(yaml_files(root))
