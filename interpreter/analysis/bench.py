"""A game that is being worked on: what each save of a file does to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.analysis.changes import Sense, changes
from interpreter.analysis.check import check_catalogues, check_in_play
from interpreter.analysis.forked import beside
from interpreter.analysis.scenario import Outcome, run_scenario, table_of
from interpreter.analysis.scenario_files import find_scenarios
from interpreter.analysis.touch import Key, Touch
from interpreter.engine import GameError, SaveError, check_game, load, replay_saved
from interpreter.source import has_errors, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from interpreter.analysis.scenario_files import Scenario
    from interpreter.engine import Game, Replay
    from interpreter.source import Diagnostic, Plain

Stamps = dict[Path, tuple[int, int]]
Table = tuple[str, int]
"""Options, as they are written out, and a number of players: what rules are compiled for."""
Played = tuple[tuple["Diagnostic", ...], frozenset[Key]]
"""What did not go as a scenario expects, and the passages that it used."""
_ALONE = 15  # scenarios that take as long as it takes to compile the rules for them


@dataclass(frozen=True, slots=True)
class Look:
    """What there is to say of a game after a change, in the order in which it is known.

    rules: what is wrong with its rules.  game: None where they are not sound.  scenarios: how many there are.
    play: waits for those that the change can affect to be played.  match: plays the choices of the match in play again; None without
    one.  rest: what else is wrong, with set-up, scenario files and translations; it waits for that. `play` and `match`
    raise GameError when a file was written meanwhile.
    """

    rules: tuple[Diagnostic, ...]
    game: Game | None
    scenarios: int
    play: Callable[[], tuple[Outcome, ...]]
    match: Callable[[], Replay | None]
    rest: Callable[[], tuple[Diagnostic, ...]]


class Bench:
    """Looks at a game again and again. match: the text of a saved match of it. Raises GameError where there is none."""

    def __init__(self, spec: str, dirs: Iterable[str | Path] = (), match: str | None = None) -> None:
        self.spec = spec
        self._dirs = tuple(map(Path, dirs))
        self._saved = match
        self._stamps: Stamps = {}
        self.sound: Game | None = None
        """The game when it was looked at last and its rules were sound."""
        self.removed: list[Path] = []
        """The files that the last call of `changed` found no more."""
        self._touched: dict[str, frozenset[Key]] = {}
        self._says: dict[str, Plain] = {}
        self._failing: set[str] = set()
        self._senses: dict[Table, Sense] = {}
        """What the rules of `sound` mean, for tables of its scenarios."""

    def changed(self) -> bool:
        """Whether a file of the game was written, added or removed since the last call; the first time, always."""
        stamps = self._stamp()
        before, self._stamps = self._stamps, stamps
        self.removed = sorted(before.keys() - stamps.keys())
        return before != stamps

    def read(self) -> Game | None:
        """The game as it is now, when it can be read and is about what there is, for every number of players: the first
        that is known after a change.
        """
        try:
            game = load(self.spec, dirs=self._dirs)
            for count in game.player_counts:
                game.model(count)
        except GameError:
            return None
        return game

    def look(self) -> Look:
        """Checks the game; `sound` is this game then, if its rules are. Never raises for what files hold.

        What can be done at the same time is begun. Catalogues are checked in this process, which keeps what it has worked
        out for the next time.
        """
        rules = tuple(check_game(self.spec, self._dirs))
        game = None if has_errors(rules) else self._load()
        catalogues = cache(partial(check_catalogues, self.spec, self._dirs))
        if game is None:
            return Look(rules, None, 0, tuple, lambda: None, partial(_rest, [catalogues]))
        in_play = beside(partial(check_in_play, self.spec, self._dirs))
        scenarios, _ = find_scenarios(game.folder, self._dirs)
        halves = _halves(game, self._affected(game, scenarios))
        played = [(some, beside(partial(_played, game, some))) for some in halves if some]
        self.sound = game

        def play() -> tuple[Outcome, ...]:
            catalogues()
            return self._told(scenarios, {_name(one): it for some, wait in played for one, it in zip(some, wait())})

        return Look(rules, game, len(scenarios), play, self._match, partial(_rest, [in_play, catalogues]))

    def _load(self) -> Game | None:
        try:
            return load(self.spec, dirs=self._dirs)
        except GameError:  # a file was written meanwhile
            return None

    def _affected(self, game: Game, scenarios: Sequence[Scenario]) -> list[Scenario]:
        """The scenarios that are new, say something else, or use what means something else now; those that failed, when
        anything does. They count as new until they have been played.
        """
        same = self.sound is not None and self.sound.same_rules(game)
        found = _Changed(self.sound, game, self._senses)
        affected = []
        for scenario in scenarios:
            name = _name(scenario)
            if self._says.get(name) != plain(scenario.node) or not (same or self._holds(name, found.keys(scenario))):
                self._says.pop(name, None)
                affected.append(scenario)
        if not same:
            self._senses = found.senses
        return affected

    def _holds(self, scenario: str, changed: frozenset[Key] | None) -> bool:
        """Whether a scenario that says the same goes as it did. changed: None for everything."""
        return changed is not None and not (changed if scenario in self._failing else changed & self._touched[scenario])

    def _told(self, scenarios: Sequence[Scenario], played: Mapping[str, Played]) -> tuple[Outcome, ...]:
        """What those came to that were played, in the order in which they are written."""
        outcomes = []
        for scenario in scenarios:
            name = _name(scenario)
            if name in played:
                findings, self._touched[name] = played[name]
                self._says[name] = plain(scenario.node)
                (self._failing.add if findings else self._failing.discard)(name)
                outcomes.append(Outcome(scenario, findings))
        return tuple(outcomes)

    def _match(self) -> Replay | None:
        """The match with its choices played again on the rules as they are."""
        try:
            return None if self._saved is None else replay_saved(self._saved, self.spec, self._dirs)
        except SaveError as problem:
            raise GameError(*problem.diagnostics) from None

    def _stamp(self) -> Stamps:
        """When each file that the game is read from was written, and how large it is."""
        found: Stamps = {}
        for path in self._files():
            try:
                known = path.stat()
            except OSError:
                continue
            found[path] = (known.st_mtime_ns, known.st_size)
        return found

    def _files(self) -> Iterator[Path]:
        from interpreter.source import GameLibrary

        folder, found = GameLibrary(self._dirs).resolve(self.spec)
        if folder is None:
            if self.sound is None:
                raise GameError(*found)
            folder = self.sound.folder
        yield from (path for path in folder.root.rglob("*") if path.suffix in (".yaml", ".po"))
        yield from (overlay.path for overlay in folder.overlays if not overlay.path.is_relative_to(folder.root))


class _Changed:
    """What has changed from one game to another for scenarios that say the same. senses: what the rules of the second
    mean, for the tables that were asked about.
    """

    def __init__(self, before: Game | None, now: Game, known: Mapping[Table, Sense]) -> None:
        self._before = before
        self._now = now
        self._known = known
        self._keys: dict[Table, frozenset[Key] | None] = {}
        self.senses: dict[Table, Sense] = {}

    def keys(self, scenario: Scenario) -> frozenset[Key] | None:
        """What means something else at the scenario's table; None when everything may."""
        if self._before is None:
            return None
        try:
            (before, players), (now, count) = table_of(scenario, self._before), table_of(scenario, self._now)
            if (players, before.options) != (count, now.options):
                return None
            table = _written(now), count
            if table not in self._keys:
                root = now.folder.root
                old = self._known.get(table) or Sense(before.model(count), root)
                self.senses[table] = Sense(now.model(count), root)
                self._keys[table] = changes(old, self.senses[table])
        except GameError:  # there is no such number of players, or no such option, now or before
            return None
        return self._keys[table]


def _rest(works: Sequence[Callable[[], Sequence[Diagnostic]]]) -> tuple[Diagnostic, ...]:
    try:
        return tuple(found for work in works for found in work())
    except GameError as problem:  # a file was written meanwhile
        return problem.diagnostics


def _name(scenario: Scenario) -> str:
    return f"{scenario.key.span.file} {scenario.name}"


def _halves(game: Game, scenarios: Sequence[Scenario]) -> tuple[list[Scenario], list[Scenario]]:
    """Scenarios dealt out to two processes: those of a table together, and to the second no more than to the first."""
    tables: dict[Table, list[Scenario]] = {}
    for scenario in scenarios:
        tables.setdefault(_table(game, scenario), []).append(scenario)
    halves: tuple[list[Scenario], list[Scenario]] = ([], [])
    work = [0, 0]
    for some in sorted(tables.values(), key=len, reverse=True):
        less = int(work[1] < work[0])
        halves[less].extend(some)
        work[less] += len(some) + _ALONE
    return halves


def _table(game: Game, scenario: Scenario) -> Table:
    try:
        table, players = table_of(scenario, game)
    except GameError:
        return "", 0
    return _written(table), players


def _written(game: Game) -> str:
    return repr(sorted(game.options.items()))


def _played(game: Game, scenarios: Sequence[Scenario]) -> list[Played]:
    touch = Touch()
    return [(tuple(run_scenario(one, game, touch)), touch.passages(one)) for one in scenarios]
