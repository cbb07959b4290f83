"""Scenario files: where they are, whether they are sound, and which game with which overlays each is for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.model import check_shape
from interpreter.source import (
    NO_SPAN,
    Diagnostic,
    Entry,
    GameLibrary,
    Mapping,
    Scalar,
    Sequence,
    did_you_mean,
    error,
    has_errors,
    read_document,
)
from interpreter.source.files import file_place, resolved, shown
from interpreter.source.library import SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from interpreter.source import GameFolder, Node

MAX_FILES = 200


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as it is written: its name and what stands under it."""

    key: Scalar
    node: Mapping

    @property
    def name(self) -> str:
        """What it is called in its file."""
        return self.key.text

    @property
    def whole(self) -> Mapping:
        """The scenario as a document of its own."""
        return Mapping({self.name: Entry(self.key, self.node)}, self.key.span.to(self.node.span))


def find_scenarios(
    folder: GameFolder, dirs: Iterable[str | Path] = (), files: Iterable[Path] | None = None
) -> tuple[list[Scenario], list[Diagnostic]]:
    """The scenarios for exactly this game with these overlays, and what is wrong with the files they are in: all that
    there are, if none are given.

    A file is for the game without overlays unless its `for` says otherwise. A scenario in which something has the wrong
    shape is left out, and a file in which something else has.
    """
    library = GameLibrary(dirs)
    scenarios: list[Scenario] = []
    found: list[Diagnostic] = []
    for path in scenario_files(folder) if files is None else files:
        home = path.parent.parent
        if not resolved(path).is_relative_to(home):
            found.append(error("outside-folder", file_place(path), path=shown(path), folder=shown(home)))
            continue
        document, problems = read_document(path)
        if document is not None:
            problems += check_shape("scenario", document.root)
        found += problems
        sound = None if document is None else _sound(document.root, problems)
        if document is None or sound is None:
            continue
        titles = scalars(document.root.get("for") if isinstance(document.root, Mapping) else None)
        if path.is_relative_to(folder.root):
            found += [one for one in (_unknown(title, folder, library) for title in titles) if one]
        if folder.title in ([title.text for title in titles] or [folder.name]):
            scenarios += sound
    return scenarios, found


def scenario_files(folder: GameFolder) -> list[Path]:
    """Every file that could have scenarios for a game: in its `scenarios/`, and for an overlay from elsewhere in
    `scenarios/` beside it.
    """
    overlays = (overlay.path for overlay in folder.overlays)
    homes = [folder.root, *(path.parent for path in overlays if not path.is_relative_to(folder.root))]
    return [path for home in dict.fromkeys(homes) for path in sorted((home / SCENARIOS).glob("*.yaml"))][:MAX_FILES]


def _sound(root: Node, problems: list[Diagnostic]) -> list[Scenario] | None:
    """The scenarios in which there is no error; None when one lies elsewhere."""
    node = root.get("scenarios") if isinstance(root, Mapping) else None
    entries = [entry for _, entry in node.items()] if isinstance(node, Mapping) else []
    wrong = {problem.span.start for problem in problems if problem.severity == "error"}
    within = [{place for place in wrong if entry.key.span.start <= place < entry.value.span.end} for entry in entries]
    if not isinstance(root, Mapping) or wrong - set().union(*within):
        return None
    both = zip(entries, within, strict=True)
    return [Scenario(one.key, one.value) for one, bad in both if not bad and isinstance(one.value, Mapping)]


def _unknown(title: Scalar, folder: GameFolder, library: GameLibrary) -> Diagnostic | None:
    """Why a game's own scenario file cannot be for what it says, or None."""
    name, *overlays = title.text.split("+")
    if name != folder.name:
        hint = did_you_mean(name, [folder.name])
        return error("scenario-other-game", title.span, hint=hint, name=name, game=folder.name)
    _, found = library.resolve("+".join([str(folder.root), *overlays]))
    return replace(found[0], span=title.span) if has_errors(found) else None


def bad_place(found: Diagnostic, scenario: Scenario) -> Diagnostic:
    """A finding about what a scenario asks for, at the place where it asks for it."""
    if found.span != NO_SPAN and found.span.file != "<game>":
        return found
    asked = {"player-count": "players", "unknown-option": "options", "option-value": "options"}
    node = scenario.node.get(asked.get(found.code, ""))
    return replace(found, span=scenario.key.span if node is None else node.span)


def items(node: Node | None) -> tuple[Node, ...]:
    """A list's items, or what is written alone; nothing of nothing."""
    if node is None:
        return ()
    return node.items if isinstance(node, Sequence) else (node,)


def scalars(node: Node | None) -> list[Scalar]:
    """The single values of a list, or the one that is written alone."""
    return [item for item in items(node) if isinstance(item, Scalar)]
