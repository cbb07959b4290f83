"""A game to be played: found, checked and compiled when it is first needed."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Literal

from interpreter.engine import cache
from interpreter.engine.arguments import check_whole, wrong
from interpreter.engine.errors import GameError, NativeError
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.source import NO_SPAN, GameLibrary, error, fingerprint
from interpreter.source.files import read_bytes, shown
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from interpreter.compiler import Program
    from interpreter.engine.native import NativeProgram
    from interpreter.engine.session import Session
    from interpreter.model import Definition, Model
    from interpreter.source import Diagnostic, GameFolder

Value = str | int
Engine = Literal["auto", "native", "python"]
WORTH_COMPILING = 500  # matches that take Python about as long as a compiler takes


@record
class Description:
    """What is known of a game without its rules. `ruled`: the seats that the rules play; `options`: what each is set
    to; `values`: what it can be.
    """

    player_counts: tuple[int, ...]
    ruled: frozenset[int]
    options: dict[str, Value]
    values: dict[str, tuple[Value, ...]]


class Game:
    """A game with its overlays and options.

    folder: where it was found, with the overlays' files.  fingerprint: of everything that was read.
    """

    def __init__(self, folder: GameFolder, fingerprint: str, asked: Mapping[str, Value]) -> None:
        self.folder = folder
        self.fingerprint = fingerprint
        self._definition: Definition | None = None
        self._models: dict[int, Model] = {}
        self._programs: dict[tuple[int, bool, bool], Program] = {}
        self._rules: dict[tuple[int, bool, bool], Rules] = {}
        self._natives: dict[int, NativeProgram] = {}
        self._otherwise: dict[str, Game] = {}
        self._description = self._describe(dict(asked))

    # -- what it is -----------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The game's name, without overlays."""
        return self.folder.name

    @property
    def overlays(self) -> tuple[str, ...]:
        """The overlays' names, lowest first."""
        return tuple(overlay.name for overlay in self.folder.overlays)

    @property
    def title(self) -> str:
        """The game and its overlays as one types them: `game+overlay`."""
        return self.folder.title

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many can play."""
        return self._description.player_counts

    @property
    def ruled(self) -> frozenset[int]:
        """The indices of the seats that the rules play: nothing is ever asked of them."""
        return self._description.ruled

    @property
    def options(self) -> dict[str, Value]:
        """What each option is set to."""
        return dict(self._description.options)

    @property
    def option_values(self) -> dict[str, tuple[Value, ...]]:
        """What each option can be set to."""
        return dict(self._description.values)

    def same_rules(self, other: Game) -> bool:
        """Whether the other game was read from the same texts and has the same options."""
        return (self.title, self.fingerprint, self.options) == (other.title, other.fingerprint, other.options)

    def with_options(self, options: Mapping[str, Value]) -> Game:
        """The same game with these options set, the others as they are by default; opened once."""
        key = _written(options)
        if key not in self._otherwise:
            self._otherwise[key] = Game(self.folder, self.fingerprint, options)
        return self._otherwise[key]

    def without(self, overlay: str) -> Game:
        """The same game without one of its overlays, its options as they are by default. Raises GameError."""
        left = tuple(one for one in self.folder.overlays if one.name != overlay)
        folder = replace(self.folder, overlays=left)
        return Game(folder, _fingerprint(folder), {})

    # -- play -----------------------------------------------------------------------------------------------

    def start(self, players: int | None = None, seed: int = 0) -> State:
        """A new match at its first decision. `players` None: the fewest that can play; `seed`: any whole number, of
        which 64 bits count. Raises GameError, and TypeError for what is no whole number.
        """
        check_whole("seed", seed)
        rules = self.rules(players)
        array = rules.program.new_state(seed)
        return State(self, rules, array, rules.program.begin(array))

    def random_games(
        self, count: int, players: int | None = None, seed: int = 0, engine: Engine = "python"
    ) -> Iterator[State]:
        """Finished matches in which every option was as likely as any other: the quickest way to many of them.

        The same seed gives the same matches on either engine. Raises GameError, NativeError where the native engine
        is asked for and cannot be had, and RulesError for a match without end.
        """
        check_whole("count", count)
        check_whole("seed", seed)
        rules = self.rules(players)
        native, _ = self.native_for(len(rules.players), engine, count)
        if native is not None:
            yield from (State(self, rules, array, []) for array in native.random_arrays(count, seed))
            return
        program = rules.program
        bits = random.Random(seed).getrandbits  # noqa: S311 - play, no secrets
        for _ in range(count):
            array = program.new_state(bits(64))
            rules.play_out(array, bits)
            yield State(self, rules, array, [])

    def rules(self, players: int | None = None, *, trace: bool = False, guards: bool = False) -> Rules:
        """The compiled game for so many players, made once. With `trace` the program notes what happens, with `guards`
        also what is called and what conditions come to.
        """
        if players is not None:
            check_whole("players", players)
        wanted = (min(self.player_counts) if players is None else players, trace, guards)
        if wanted not in self._rules:
            self._rules[wanted] = Rules(self.program(wanted[0], trace=trace, guards=guards))
        return self._rules[wanted]

    def program(self, players: int, *, trace: bool = False, guards: bool = False) -> Program:
        """The program for so many players, compiled or taken from the cache. Raises GameError."""
        wanted = (players, trace, guards)
        if wanted not in self._programs:
            self._programs[wanted] = self._cached_program(players, trace=trace, guards=guards)
        return self._programs[wanted]

    def native(self, players: int) -> NativeProgram:
        """The game as machine code, compiled or taken from the cache. Raises GameError and NativeError."""
        if players not in self._natives:
            from interpreter.engine.native import NativeProgram
            from interpreter.engine.native_build import library

            program = self.program(players)
            self._natives[players] = NativeProgram(program, library(self._native_key(players), program.native_source))
        return self._natives[players]

    def native_for(self, players: int, engine: Engine, matches: int) -> tuple[NativeProgram | None, NativeError | None]:
        """The machine code if so many matches are to be played with it, or why that cannot be.

        `auto` takes it when it is there already, and makes it when the matches are many enough to be worth the wait.
        Raises GameError, and NativeError where the native engine is asked for and cannot be had.
        """
        from interpreter.engine.native_build import is_built

        if engine == "python":
            return None, None
        wanted = engine == "native" or matches >= WORTH_COMPILING
        if not wanted and players not in self._natives and not is_built(self._native_key(players)):
            return None, None
        found, problem = self._native_at_random(players)
        if problem is not None and engine == "native":
            raise problem
        return found, problem

    def _native_at_random(self, players: int) -> tuple[NativeProgram | None, NativeError | None]:
        if self.rules(players).groups_with_unseen:
            return None, NativeError(error("not-in-c", NO_SPAN, why="random choices among hidden pieces"))
        try:
            return self.native(players), None
        except NativeError as problem:
            return None, problem

    def _native_key(self, players: int) -> tuple[str, ...]:
        return (self.title, self.fingerprint, str(players), _written(self.options))

    def prepare_playouts(self, players: int) -> None:
        """Makes the loop of random play now, and keeps it in the cache. Raises GameError."""
        program = self.program(players)
        if program.prepare_playouts():
            cache.write(self._program_key(players), program)

    def _cached_program(self, players: int, *, trace: bool, guards: bool) -> Program:
        from interpreter.compiler import Program, TooLargeError, compile_model

        key = self._program_key(players, trace=trace, guards=guards)
        found = cache.read(key)
        if isinstance(found, Program):
            return found
        try:
            program = compile_model(self.model(players), trace=trace, guards=guards)
        except TooLargeError as problem:
            raise GameError(problem.diagnostic) from None
        cache.write(key, program)
        return program

    def _program_key(self, players: int, *, trace: bool = False, guards: bool = False) -> str:
        notes = ("trace" if trace else "", "guards" if guards else "")
        return self._key("program", str(players), *notes, _written(self.options))

    # -- its rules ------------------------------------------------------------------------------------------

    def model(self, players: int) -> Model:
        """The typed rules for so many players. Raises GameError."""
        if players not in self._models:
            self._models[players] = self._build(players, self.options)
        return self._models[players]

    def definition(self) -> Definition:
        """The game as its authors wrote it. Raises GameError, also when its files have changed meanwhile."""
        if self._definition is None:
            from interpreter.model.definition import define

            definition, found = define(self.folder)
            if definition is None:
                raise GameError(*found)
            if definition.fingerprint != self.fingerprint:
                raise GameError(error("game-changed", NO_SPAN, name=self.title))
            self._definition = definition
        return self._definition

    def cited(self, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Findings about the rules, each with the section of the rulebook that its rule is from, where that is said.
        Raises GameError, also when the game's files have changed meanwhile.
        """
        from interpreter.model.sources import cite

        root = self.definition().root
        return cite(root, list(findings), root)

    def check(self) -> list[Diagnostic]:
        """Everything that is wrong or suspicious, for every number of players and every option."""
        from interpreter.model import check_definition

        return check_definition(self.definition())

    def _build(self, players: int, options: Mapping[str, Value]) -> Model:
        from interpreter.model import build_model

        model, found = build_model(self.definition(), players, options)
        if model is None:
            raise GameError(*found)
        return model

    def _describe(self, asked: dict[str, Value]) -> Description:
        key = self._key("description", _written(asked))
        found = cache.read(key)
        if isinstance(found, Description):
            return found
        definition = self.definition()
        values = {name: option.values for name, option in definition.options.items()}
        chosen = {name: _typed(value, values.get(name, ())) for name, value in asked.items()}
        players = min(definition.player_counts)
        self._models[players] = self._build(players, chosen)
        defaults = {name: option.default for name, option in definition.options.items()}
        description = Description(definition.player_counts, definition.ruled, {**defaults, **chosen}, values)
        cache.write(key, description)
        return description

    def _key(self, *parts: str) -> str:
        """The key under which to keep what the game's files and these parts determine.

        The paths are in it because places in the rules are shown with them.
        """
        files = (shown(self.folder.root), *(shown(overlay.path) for overlay in self.folder.overlays))
        return cache.key_of((self.title, self.fingerprint, *files, *parts))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _reopened, (self.folder, self.fingerprint, tuple(self.options.items()))

    def __repr__(self) -> str:
        return f"<Game {self.title}>"

    @staticmethod
    def from_json(text: str, dirs: Iterable[str | Path] = ()) -> Session:
        """The match that `Session.to_json` wrote, with its past, or `State.to_json`, without one: a Session, whose
        `state` is that moment. Its game is found by name, in `dirs` first; for one in a folder elsewhere there are
        `Session.from_json(game, text)` and `State.from_json(game, text)`. Raises SaveError or GameError.
        """
        from interpreter.engine.restore import load_match

        return load_match(text, dirs)


def load(spec: str | Path, options: Mapping[str, Value] | None = None, dirs: Iterable[str | Path] = ()) -> Game:
    """The game that `spec` names: `game`, `game+overlay`, or a path to a game's folder.

    Games are looked for in `dirs`, then where games are kept. Raises GameError, which says what is wrong, and
    TypeError for arguments of a wrong type.
    """
    if not isinstance(spec, str | PathLike):
        raise wrong("spec", "a game's name or a path", spec)
    if isinstance(dirs, str | PathLike):
        raise wrong("dirs", "a list of paths", dirs)
    if not isinstance(options or {}, Mapping):
        raise wrong("options", "a mapping of names to values", options)
    folder, found = GameLibrary(dirs).resolve(str(spec))
    if folder is None:
        raise GameError(*found)
    return Game(folder, _fingerprint(folder), options or {})


@functools.cache
def _reopened(folder: GameFolder, fingerprint: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """The game that another process sent, compiled at most once."""
    return Game(folder, fingerprint, dict(options))


def check_game(spec: str | Path, dirs: Iterable[str | Path] = ()) -> list[Diagnostic]:
    """Everything that is wrong or suspicious with a game, however broken it is."""
    from interpreter.model import check_folder

    folder, found = GameLibrary(dirs).resolve(str(spec))
    return found if folder is None else [*found, *check_folder(folder)]


def _fingerprint(folder: GameFolder) -> str:
    """Of the files as they are now, unread; raises GameError when one of them cannot be had."""
    paths = [(path.name, path) for path in folder.files]
    paths += [(f"+{overlay.name}", overlay.path) for overlay in folder.overlays]
    parts = []
    for name, path in paths:
        content = read_bytes(path)
        if not isinstance(content, bytes):
            raise GameError(content)
        parts.append((name, content))
    return fingerprint(parts)


def _typed(value: Value, values: tuple[Value, ...]) -> Value:
    """The allowed value that is written like this one: the command line knows no numbers."""
    return next((allowed for allowed in values if str(allowed) == str(value)), value)


def _written(options: Mapping[str, Value]) -> str:
    return repr(sorted((name, repr(value)) for name, value in options.items()))
