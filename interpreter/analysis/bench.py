"""A game that is being worked on: what each save of a file does to it."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.analysis.changes import NOTHING, Change, Sense, changes
from interpreter.analysis.check import check_catalogues, check_in_play, check_rules
from interpreter.analysis.forked import beside
from interpreter.analysis.garbage import left_lying
from interpreter.analysis.scenario import Outcome, reasons_of, run_scenario, table_of
from interpreter.analysis.scenario_files import find_scenarios
from interpreter.analysis.touch import Key, Touch
from interpreter.engine import GameError, SaveError, load, replay_saved
from interpreter.source import has_errors, plain
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from interpreter.analysis.scenario_files import Scenario
    from interpreter.engine import Game
    from interpreter.model import Model
    from interpreter.source import Diagnostic, Plain

Stamps = dict[Path, tuple[int, int]]
Table = tuple[tuple[tuple[str, str | int], ...], int]
"""Options and a number of players: what rules are compiled for."""
Tables = dict[str, Table | None]
"""By the name of a scenario. None where it asks for what there is not."""
Changed = dict[Table | None, Change | None]
"""What has changed in the rules, by the table; None where everything may."""
Played = tuple[tuple["Diagnostic", ...], frozenset[Key]]
"""What did not go as a scenario expects, and the passages that it used."""
_ALONE = 15  # scenarios that take as long as it takes to compile the rules for them


@record
class Carried:
    """How far a match can be played again: so many of its choices are done. stopped: why the next no longer fits; None
    when all did.
    """

    done: int
    choices: int
    stopped: Diagnostic | None


@record
class Look:
    """What there is to say of a game after a change, in the order in which it is known.

    rules: what is wrong with its rules.  game: None where they are not sound.  scenarios: how many there are.
    played: waits until those are played that the change can affect.  match: waits until the choices of the match in
    play are played again; None without one.  rest: waits for what else is wrong, with set-up, scenario files and
    translations. Of these the first two raise GameError when a file was written meanwhile.
    """

    rules: tuple[Diagnostic, ...]
    game: Game | None
    scenarios: int
    played: Callable[[], tuple[Outcome, ...]]
    match: Callable[[], Carried] | None
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
        self._says: dict[str, tuple[Table | None, Plain]] = {}
        self._failing: set[str] = set()
        self._there: set[str] = set()
        self._senses: dict[Table, Sense] = {}
        """What the rules of `sound` mean, for tables of its scenarios."""

    def changed(self) -> bool:
        """Whether a file of the game was written, added or removed since the last call; the first time, always."""
        stamps = self._stamp()
        before, self._stamps = self._stamps, stamps
        self.removed = sorted(before.keys() - stamps.keys())
        return before != stamps

    @property
    def failing(self) -> bool:
        """Whether a scenario that there is failed when it was played last."""
        return not self._failing.isdisjoint(self._there)

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

    @left_lying()
    def look(self) -> Look:
        """Checks the game; `sound` is this game then, if its rules are. Never raises for what files hold.

        What can be done at the same time is begun. Catalogues are checked in this process, which keeps what it has
        worked out for the next time.
        """
        rules = tuple(check_rules(self.spec, self._dirs))
        game = None if has_errors(rules) else self.read()
        catalogues = cache(partial(check_catalogues, self.spec, self._dirs))
        if game is None:
            return Look(rules, None, 0, tuple, None, partial(_rest, [catalogues]))
        in_play = beside(partial(check_in_play, self.spec, self._dirs))
        scenarios, _ = find_scenarios(game.folder, self._dirs)
        tables, models = _tables(game, scenarios)
        self._there = set(map(_name, scenarios))
        affected = self._affected(scenarios, tables, self._changed(game, models))
        parts = [(some, beside(partial(_play, game, some))) for some in _halves(affected, tables) if some]
        match = None if self._saved is None else beside(partial(self._carried, self._saved))
        self.sound = game

        @left_lying()
        def played() -> tuple[Outcome, ...]:
            catalogues()
            found = {_name(one): it for some, wait in parts for one, it in zip(some, wait(), strict=True)}
            return self._told(affected, tables, found)

        return Look(rules, game, len(scenarios), played, match, partial(_rest, [in_play, catalogues]))

    def _changed(self, game: Game, models: Mapping[Table, Model]) -> Changed:
        """What is not as it was when the game was sound last."""
        if self.sound is not None and self.sound.same_rules(game):
            return dict.fromkeys((*models, None), NOTHING)
        before = self._senses
        self._senses = now = {table: Sense(model, game.folder.homes) for table, model in models.items()}
        changed: Changed = {None: None}
        for table, sense in now.items():
            changed[table] = changes(before[table], sense) if table in before else None
        return changed

    def _affected(self, scenarios: Sequence[Scenario], tables: Tables, changed: Changed) -> list[Scenario]:
        """The scenarios that are new, say something else, or use what means something else now; those that failed, when
        anything does. They count as new until they have been played.
        """
        affected = []
        for scenario in scenarios:
            name = _name(scenario)
            says = tables[name], plain(scenario.node)
            if self._says.get(name) != says or not self._holds(scenario, changed[tables[name]]):
                self._says.pop(name, None)
                affected.append(scenario)
        return affected

    def _holds(self, scenario: Scenario, change: Change | None) -> bool:
        """Whether a scenario that says the same goes as it did."""
        name = _name(scenario)
        if change is None or name in self._failing:
            return change == NOTHING
        return not change.concerns(self._touched[name], reasons_of(scenario))

    def _told(self, scenarios: Sequence[Scenario], tables: Tables, played: Mapping[str, Played]) -> tuple[Outcome, ...]:
        """What these came to; it is known from now on."""
        for scenario in scenarios:
            name = _name(scenario)
            findings, self._touched[name] = played[name]
            self._says[name] = tables[name], plain(scenario.node)
            (self._failing.add if findings else self._failing.discard)(name)
        return tuple(Outcome(scenario, played[_name(scenario)][0]) for scenario in scenarios)

    def _carried(self, saved: str) -> Carried:
        try:
            replay = replay_saved(saved, self.spec, self._dirs)
        except SaveError as problem:
            raise GameError(*problem.diagnostics) from None
        return Carried(len(replay.session.moments), replay.choices, replay.stopped)

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
        yield from (path for home in folder.homes for path in home.rglob("*") if path.suffix in (".yaml", ".po"))
        yield from (overlay.path for overlay in folder.overlays if not overlay.path.is_relative_to(folder.root))


def _rest(works: Sequence[Callable[[], Sequence[Diagnostic]]]) -> tuple[Diagnostic, ...]:
    try:
        return tuple(found for work in works for found in work())
    except GameError as problem:  # a file was written meanwhile
        return problem.diagnostics


def _name(scenario: Scenario) -> str:
    return f"{scenario.key.span.file} {scenario.name}"


def _tables(game: Game, scenarios: Sequence[Scenario]) -> tuple[Tables, dict[Table, Model]]:
    """The table of each scenario, and the rules at each table."""
    tables: Tables = {}
    models: dict[Table, Model] = {}
    for scenario in scenarios:
        try:
            variant, players = table_of(scenario, game)
            table = tuple(sorted(variant.options.items())), players
            models[table] = variant.model(players)
            tables[_name(scenario)] = table
        except GameError:
            tables[_name(scenario)] = None
    return tables, models


def _halves(scenarios: Sequence[Scenario], tables: Tables) -> tuple[list[Scenario], list[Scenario]]:
    """Scenarios dealt out to two processes: those of a table together."""
    together: dict[Table | None, list[Scenario]] = {}
    for scenario in scenarios:
        together.setdefault(tables[_name(scenario)], []).append(scenario)
    halves: tuple[list[Scenario], list[Scenario]] = ([], [])
    work = [0, 0]
    for some in sorted(together.values(), key=len, reverse=True):
        less = int(work[1] < work[0])
        halves[less].extend(some)
        work[less] += len(some) + _ALONE
    return halves


def _play(game: Game, scenarios: Sequence[Scenario]) -> list[Played]:
    touch = Touch()
    return [(tuple(run_scenario(one, game, touch)), touch.passages(one)) for one in scenarios]
