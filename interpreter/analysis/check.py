"""Everything that is wrong with games: their rules, set-up, scenarios and translations.

What was found in each part is remembered until a file changes that could make it different.
"""

from __future__ import annotations

import hashlib
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from interpreter.analysis.forked import beside
from interpreter.analysis.garbage import left_lying
from interpreter.analysis.remembered import by_file, remembered
from interpreter.engine import GameError, check_game, load
from interpreter.source import GameLibrary, has_errors
from interpreter.source.files import is_there, read_bytes, resolved, shown
from interpreter.source.library import VARIANTS, catalogue_file, catalogue_files, overlays_of, yaml_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from interpreter.engine import Game
    from interpreter.source import Diagnostic, GameFolder


def check_games(specs: Sequence[str], dirs: Sequence[Path]) -> tuple[tuple[Diagnostic, ...], ...]:
    """What is wrong with each of these: a game, and the same game with overlays. Never raises for what files hold.

    What is wrong with the game's catalogues is said with the first: they name the parts of all overlays in its folder.
    """
    if not specs:
        return ()
    with left_lying():
        found = _check(specs, dirs)
    return tuple(tuple(found[spec]) for spec in specs)


def _check(specs: Sequence[str], dirs: Sequence[Path]) -> dict[str, list[Diagnostic]]:
    """Overlays begin at once, though what they read is then read twice: another core would stand idle meanwhile."""
    first, *others = specs
    with_others = beside(partial(_checked, others, dirs)) if others else dict
    rules = check_rules(first, dirs)
    translated = beside(partial(check_catalogues, first, dirs))
    found = [*rules, *([] if has_errors(rules) else check_in_play(first, dirs)), *translated()]
    return {first: found, **with_others()}


def _checked(specs: Sequence[str], dirs: Sequence[Path]) -> dict[str, list[Diagnostic]]:
    """What is wrong with the rules, the set-up and the scenarios of each of these."""
    rules = {spec: check_rules(spec, dirs) for spec in specs}
    return {spec: found if has_errors(found) else [*found, *check_in_play(spec, dirs)] for spec, found in rules.items()}


def check_rules(spec: str, dirs: Sequence[Path]) -> list[Diagnostic]:
    """What is wrong with the rules of a game."""

    def stamps() -> dict[str, str | None]:
        return {spec: _rules(_folders([spec], dirs))}

    return list(remembered(("rules", spec), stamps, lambda _: {spec: check_game(spec, dirs)})[spec])


def check_in_play(spec: str, dirs: Sequence[Path]) -> list[Diagnostic]:
    """What is wrong with the set-up and the scenarios of a game whose rules are sound."""
    game = load(spec, dirs=dirs)
    return [*_set_up(game), *_scenarios(game, dirs)]


def _set_up(game: Game) -> Sequence[Diagnostic]:
    def stamps() -> dict[str, str | None]:
        return {game.title: _rules([game.folder])}

    def check(_: list[str]) -> dict[str, list[Diagnostic]]:
        from interpreter.analysis.setup import check_setup

        return {game.title: check_setup(game)}

    return remembered(("set-up", str(game.folder.root), game.title), stamps, check)[game.title]


def _scenarios(game: Game, dirs: Sequence[Path]) -> list[Diagnostic]:
    from interpreter.analysis.scenario_files import scenario_files

    folder = game.folder
    files = {shown(path): path for path in scenario_files(folder)}
    paths = (*yaml_files(folder.root / VARIANTS), *_overlays(GameLibrary(dirs)))
    overlays = [f"{path} {resolved(path)}" for path in paths]

    def stamps() -> dict[str, str | None]:
        rules = _stamp(_rules([folder]), *overlays)
        return {name: _stamp(rules, _part(path)) for name, path in files.items()}

    def check(names: list[str]) -> dict[str, list[Diagnostic]]:
        from interpreter.analysis.scenario import check_scenarios

        report = check_scenarios(game, dirs, [files[name] for name in names])
        found = by_file(report.findings)
        for outcome in report.outcomes:
            found.setdefault(outcome.scenario.key.span.file, []).extend(outcome.findings)
        return found

    kept = remembered(("scenarios", str(folder.root), folder.title), stamps, check)
    return list(chain.from_iterable(kept.values()))


def check_catalogues(spec: str, dirs: Sequence[Path]) -> list[Diagnostic]:
    """What is wrong with the translations of a game, of the overlays in its folder, and of those asked for that lie
    elsewhere.
    """
    folder, _ = GameLibrary(dirs).resolve(spec)
    homes = () if folder is None else folder.homes  # what cannot be found is told where the game itself is checked
    return [found for number in range(len(homes)) for found in _catalogues(spec, dirs, homes[: number + 1])]


def _catalogues(spec: str, dirs: Sequence[Path], homes: Sequence[Path]) -> list[Diagnostic]:
    """Of the last of these homes, whose texts are held against names in the others."""
    root, home = homes[0], homes[-1]
    files = {shown(path): path for path in catalogue_files(home)}

    def stamps() -> dict[str, str | None]:
        own = [str(root), *(f"{root}+{overlay}" for overlay in overlays_of(root))]
        rules = _rules(_folders(own if home == root else [*own, spec], dirs))
        english = _texts(catalogue_file(home, "en"))
        return {
            name: _stamp(rules, english, *(_texts(catalogue_file(one, path.stem)) for one in homes))
            for name, path in files.items()
        }

    def check(names: list[str]) -> dict[str, list[Diagnostic]]:
        from interpreter.analysis.translations import check_translations, desk_of, own_desk

        try:
            desk = own_desk(root) if home == root else desk_of(load(spec, dirs=dirs), home)
            return by_file(check_translations(desk, [files[name].stem for name in names]))
        except GameError:
            return {}  # said where the game itself is checked

    kept = remembered(("catalogues", spec, str(home)), stamps, check)
    return list(chain.from_iterable(kept.values()))


def _texts(path: Path) -> str | None:
    return _part(path) if is_there(path) else ""


# ---- what findings depend on -----------------------------------------------------------------------------


def _rules(folders: Sequence[GameFolder]) -> str | None:
    """For the rules of these games."""
    paths = [path for one in folders for path in (*one.files, *(overlay.path for overlay in one.overlays))]
    return _stamp(*(folder.title for folder in folders), *map(_part, paths)) if folders else None


def _stamp(*parts: str | None) -> str | None:
    """One for all of these; None when one cannot be had."""
    known = [part for part in parts if part is not None]
    return hashlib.sha256("\n".join(known).encode()).hexdigest() if len(known) == len(parts) else None


def _part(path: Path) -> str | None:
    content = read_bytes(path)
    return f"{path} {hashlib.sha256(content).hexdigest()}" if isinstance(content, bytes) else None


def _folders(specs: Sequence[str], dirs: Sequence[Path]) -> list[GameFolder]:
    """Those of them that there are."""
    library = GameLibrary(dirs)
    return [folder for folder, _ in map(library.resolve, specs) if folder is not None]


def _overlays(library: GameLibrary) -> Iterator[Path]:
    """What a scenario file can say it is for, wherever it lies."""
    for directory in library.directories:
        yield from yaml_files(directory)
        for path in directory.glob(f"*/{VARIANTS}"):
            yield from yaml_files(path)
