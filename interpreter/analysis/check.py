"""Everything that is wrong with games: their rules, set-up, scenarios and translations.

What was found is remembered until a file changes that could make it different.
"""

from __future__ import annotations

import hashlib
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from interpreter.analysis.forked import beside
from interpreter.engine import GameError, cache, check_game, load
from interpreter.source import GameLibrary, has_errors
from interpreter.source.files import read_bytes, shown
from interpreter.source.library import VARIANTS, yaml_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from interpreter.source import Diagnostic, GameFolder

MOST_FILES = 2_000


def check_games(specs: Sequence[str], dirs: Sequence[Path]) -> tuple[tuple[Diagnostic, ...], ...]:
    """What is wrong with each of these: a game, and the same game with overlays. Never raises for what files hold.

    What is wrong with the game's catalogues is said with the first: they name the parts of all overlays in its folder.
    """
    if not specs:
        return ()
    key = _key(specs, dirs)
    known = None if key is None else cache.read(key)
    if isinstance(known, tuple):
        return known
    first, *others = specs
    with_others = beside(partial(_checked, others, dirs))
    rules = check_game(first, dirs)
    translated = beside(partial(check_catalogues, first, dirs))
    found = [*rules, *([] if has_errors(rules) else check_in_play(first, dirs)), *translated()]
    checked = (tuple(found), *map(tuple, with_others()))
    if key is not None:
        cache.write(key, checked)
    return checked


def _checked(specs: Sequence[str], dirs: Sequence[Path]) -> list[list[Diagnostic]]:
    """What is wrong with the rules, the set-up and the scenarios of each of these."""
    rules = [check_game(spec, dirs) for spec in specs]
    return [
        found if has_errors(found) else [*found, *check_in_play(spec, dirs)]
        for spec, found in zip(specs, rules, strict=True)
    ]


def check_in_play(spec: str, dirs: Sequence[Path]) -> list[Diagnostic]:
    """What is wrong with the set-up and the scenarios of a game whose rules are sound."""
    from interpreter.analysis.scenario import check_scenarios
    from interpreter.analysis.setup import check_setup

    report = check_scenarios(spec, dirs)
    of_scenarios = (*report.findings, *(one for each in report.outcomes for one in each.findings))
    return [*check_setup(load(spec, dirs=dirs)), *of_scenarios]


def check_catalogues(spec: str, dirs: Sequence[Path]) -> list[Diagnostic]:
    """What is wrong with the translations of a game and of the overlays in its folder."""
    from interpreter.analysis.translations import check_translations, with_overlays

    try:
        return check_translations(list(with_overlays(load(spec, dirs=dirs))))
    except GameError:
        return []  # said where the game itself is checked


# ---- what is remembered ----------------------------------------------------------------------------------


def _key(specs: Sequence[str], dirs: Sequence[Path]) -> str | None:
    """For all that the findings depend on; None when that cannot be read whole."""
    library = GameLibrary(dirs)
    folders = [folder for folder, _ in map(library.resolve, specs) if folder is not None]
    parts = [_part(path) for path in _files(folders)]
    if len(folders) < len(specs) or None in parts or len(parts) > MOST_FILES:
        return None
    elsewhere = [f"{path} {path.lstat().st_mtime_ns}" for path in _overlays(library)]
    return cache.key_of(("check", *specs, *filter(None, parts), *elsewhere))


def _files(folders: Sequence[GameFolder]) -> Iterator[Path]:
    """All files below the games' folders, and the overlays that lie elsewhere with those beside them."""
    roots = dict.fromkeys(folder.root for folder in folders)
    overlays = dict.fromkeys(overlay.path.parent for folder in folders for overlay in folder.overlays)
    homes = [*roots, *(home for home in overlays if not any(home.is_relative_to(root) for root in roots))]
    found = (path for home in homes for path in home.rglob("*") if not path.is_dir() or path.is_symlink())
    return islice(found, MOST_FILES + 1)


def _part(path: Path) -> str | None:
    content = read_bytes(path)
    return f"{shown(path)} {hashlib.sha256(content).hexdigest()}" if isinstance(content, bytes) else None


def _overlays(library: GameLibrary) -> Iterator[Path]:
    """What a scenario file can say it is for, wherever it lies."""
    for directory in library.directories:
        yield from yaml_files(directory)
        for path in directory.glob(f"*/{VARIANTS}"):
            yield from yaml_files(path)
