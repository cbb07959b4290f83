"""A game as it stands in an editor: its files with what is not saved yet, what is wrong with it, and its names."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.lsp.words import Word, words_of
from interpreter.model import build, check_folder, check_shape
from interpreter.model.definition import salvage
from interpreter.model.walk import nodes, printed
from interpreter.source import GameLibrary, Mapping, Scalar, has_errors, read_document
from interpreter.source.files import resolved, unsaved
from interpreter.source.library import SCENARIOS, VARIANTS, overlays_of, yaml_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Mapping as Texts

    from interpreter.model import Model, typed
    from interpreter.model.scope import Scope
    from interpreter.model.types import Type
    from interpreter.source import Diagnostic, Document, GameFolder, SourceFile

Symbol = tuple[str, str, int]
"""What a word stands for: `name` or `attribute` with what it is called, or `local` with its file and place."""


@dataclass(frozen=True, slots=True)
class Home:
    """The game that a file belongs to: what one would ask for, and where to look for it first."""

    spec: str
    dirs: tuple[Path, ...]

    @property
    def base(self) -> str:
        """The game without overlays."""
        folder, _, name = self.spec.rpartition("/")
        return f"{folder}/{name.partition('+')[0]}" if folder else name.partition("+")[0]


def home_of(path: Path) -> Home | None:
    """The game that a YAML file is a part, a scenario or an overlay of; None when it is none of these."""
    folder = path.parent
    if folder.name == SCENARIOS:
        return Home(folder.parent.as_posix(), ()) if yaml_files(folder.parent) else None
    if folder.name == VARIANTS and yaml_files(folder.parent):
        return Home(f"{folder.parent.as_posix()}+{path.stem}", ())
    document, _ = read_document(path)
    extends = document.root.get("extends") if document is not None and isinstance(document.root, Mapping) else None
    if isinstance(extends, Scalar):
        return Home(f"{extends.text}+{path.stem}", (folder,))
    return Home(folder.as_posix(), ()) if any(_names_game(one) for one in yaml_files(folder)) else None


def _names_game(path: Path) -> bool:
    document, _ = read_document(path)
    return document is not None and isinstance(document.root, Mapping) and "game" in document.root


class Project:
    """A game at one moment.

    home: which.  documents: its files, its own overlays and its scenarios, as far as they can be read, by path.
    findings: what is wrong for the fewest players with no option set.  scope: its names.  model: the typed rules. Both
    are those of the moment before, if there was one, while a file cannot be read or, for the model, while something is
    wrong.
    """

    def __init__(self, home: Home, texts: Texts[Path, str], before: Project | None = None) -> None:
        self.home = home
        self.documents: dict[Path, Document] = {}
        self.findings: list[Diagnostic] = []
        self.scope: Scope | None = None if before is None else before.scope
        self.model: Model | None = None if before is None else before.model
        self.homes: tuple[Path, ...] = ()
        with unsaved(texts):
            folder, self.findings = GameLibrary(home.dirs).resolve(home.spec)
            if folder is not None:
                self.homes = folder.homes
                self._read(folder)
                self._bind(folder)

    def _read(self, folder: GameFolder) -> None:
        own = yaml_files(folder.root / VARIANTS), yaml_files(folder.root / SCENARIOS)
        overlays = [overlay.path for overlay in folder.overlays]
        for path in dict.fromkeys([*folder.files, *overlays, *map(resolved, [*own[0], *own[1]])]):
            document, found = read_document(path)
            if document is not None:
                self.documents[path] = document
                if path.parent.name == SCENARIOS:
                    found += check_shape("scenario", document.root)
            if path not in (*folder.files, *overlays):
                self.findings += found

    def _bind(self, folder: GameFolder) -> None:
        definition, found = salvage(folder)
        self.findings += found
        if definition is None or not definition.player_counts:
            return
        model, self.scope = build.assemble(definition, min(definition.player_counts), {})
        self.findings += self.scope.findings
        if model is not None and not has_errors(found):
            self.model = model

    # ---- words -----------------------------------------------------------------------------------------------

    def words(self, source: SourceFile) -> tuple[Word, ...]:
        """The words of one of its files."""
        return words_of(source)

    @cached_property
    def attributes(self) -> frozenset[str]:
        """What pieces and spaces have: attributes and variables of all kinds."""
        found = {word.text for word in self._all_words() if word.use == "attribute"}
        if self.scope is not None:
            found.update(*(kind.attributes for kind in self.scope.pieces.values()))
            found.update(*(kind.attributes for kind in self.scope.spaces.values()))
        return frozenset(found)

    def symbol(self, word: Word) -> Symbol | None:
        """What a word stands for; None for what names nothing."""
        match word.use:
            case "local":
                return ("local", word.span.file, word.home)
            case "attribute":
                return ("attribute", word.text, 0)
            case "of":
                return ("attribute" if word.text in self.attributes else "name", word.text, 0)
            case "name":
                return ("name", word.text, 0)
            case _:
                return None

    @cached_property
    def places(self) -> dict[Symbol, list[Word]]:
        """Every word that stands for something, by what that is, in the order of files and places."""
        found: defaultdict[Symbol, list[Word]] = defaultdict(list)
        for word in self._all_words():
            symbol = self.symbol(word)
            if symbol is not None:
                found[symbol].append(word)
        return dict(found)

    def _all_words(self) -> Iterator[Word]:
        for document in self.documents.values():
            yield from words_of(document.source)

    # ---- effects ---------------------------------------------------------------------------------------------

    @cached_property
    def effects(self) -> dict[str, list[typed.Effect]]:
        """The effects of the model by file."""
        from interpreter.model import typed

        found: defaultdict[str, list[typed.Effect]] = defaultdict(list)
        for root in [] if self.model is None else _bodies(self.model):
            for node in nodes(root):
                if isinstance(node, typed.Effect):
                    found[node.span.file].append(node)
        return dict(found)

    @cached_property
    def variables(self) -> dict[tuple[str, int], Type]:
        """The types of variables, by the file and the place of each word that uses one."""
        from interpreter.model import typed

        texts = () if self.model is None else _texts(self.model)
        every = (node for text in texts for node in nodes(text))
        return {(one.span.file, one.span.start): one.type for one in every if isinstance(one, typed.Local)}

    def effect_at(self, source: SourceFile, offset: int) -> typed.Effect | None:
        """The smallest effect around a place; None when the rules were bound from another text."""
        around = [
            effect
            for effect in self.effects.get(source.name, ())
            if effect.span.start <= offset <= effect.span.end and effect.span.source == source
        ]
        return min(around, key=lambda one: one.span.end - one.span.start, default=None)


def _texts(model: Model) -> Iterator[typed.Node]:
    yield from _bodies(model)
    yield from (function.body for function in model.functions.values())
    yield from (line.value for line in (*model.score.lines, *model.score.ties))


def _bodies(model: Model) -> Iterator[typed.Effect]:
    yield from (model.setup, model.flow)
    yield from (rule.body for rule in model.rules.values())
    for kind in model.pieces.values():
        for attribute in kind.attributes.values():
            yield from printed(attribute)


def check_whole(home: Home, texts: Texts[Path, str], *, saved: bool) -> list[Diagnostic]:
    """Everything that is wrong with a game for every number of players and with every option.

    When all is `saved`, also what its own overlays, its set-up, its scenarios and its translations get wrong.
    """
    with unsaved(texts):
        if saved:
            from interpreter.analysis.check import check_games

            found = [one for some in check_games(_specs(home), home.dirs) for one in some]
        else:
            folder, found = GameLibrary(home.dirs).resolve(home.spec)
            found = found if folder is None else [*found, *check_folder(folder)]
    return list({repr(one): one for one in found}.values())


def _specs(home: Home) -> Sequence[str]:
    """A game with each of its own overlays, if no overlay is asked for."""
    if home.spec != home.base:
        return (home.spec,)
    return (home.base, *(f"{home.base}+{overlay}" for overlay in overlays_of(Path(home.base))))


def path_of(name: str) -> Path:
    """The file that people are shown by this name. See `source.files.shown`."""
    return resolved(Path(name))
