"""A game that is being worked on: what each save of a file does to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.analysis.check import check_games
from interpreter.analysis.scenario import Outcome, run_scenario
from interpreter.analysis.scenario_files import find_scenarios
from interpreter.analysis.touch import Key, Touch
from interpreter.engine import GameError, SaveError, load, replay_saved
from interpreter.explain import own_fingerprint
from interpreter.model.passages import passages
from interpreter.source import has_errors, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.analysis.scenario_files import Scenario
    from interpreter.engine import Game, Replay
    from interpreter.source import Diagnostic, Plain

Stamps = dict[Path, tuple[int, int]]
Meaning = dict[Key, object]


@dataclass(frozen=True, slots=True)
class Look:
    """What there is to say of a game after a change.

    findings: what `check` finds.  game: None where it is not sound.  outcomes: of the scenarios that the change can
    affect.  scenarios: how many there are.  match: the match in play, with its choices played again; None without one.
    """

    findings: tuple[Diagnostic, ...]
    game: Game | None
    outcomes: tuple[Outcome, ...] = ()
    scenarios: int = 0
    match: Replay | None = None


class Bench:
    """Looks at a game again and again. match: the text of a saved match of it. Raises GameError where there is none."""

    def __init__(self, spec: str, dirs: Iterable[str | Path] = (), match: str | None = None) -> None:
        self.spec = spec
        self._dirs = tuple(map(Path, dirs))
        self._saved = match
        self._stamps: Stamps = {}
        self.sound: Game | None = None
        """The game when it was looked at last and nothing was wrong."""
        self.broken = False
        """Whether there were errors when it was looked at last."""
        self.removed: list[Path] = []
        """The files that the last call of `changed` found no more."""
        self._meaning: Meaning = {}
        self._touched: dict[str, frozenset[Key]] = {}
        self._says: dict[str, Plain] = {}
        self._failing: set[str] = set()

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
        """Checks the game, plays the scenarios that its changes can affect, and the match; `sound` is this game then,
        if it is. Never raises for what files hold.
        """
        look = self._look()
        self.broken = look.game is None
        return look

    def _look(self) -> Look:
        (findings,) = check_games([self.spec], self._dirs)
        if has_errors(findings):
            return Look(findings, None)
        try:
            self.sound = game = load(self.spec, dirs=self._dirs)
            scenarios, _ = find_scenarios(game.folder, self._dirs)
            outcomes = tuple(self._played(game, scenarios))
            return Look(findings, game, outcomes, len(scenarios), self._match())
        except GameError as problem:  # a file was written meanwhile
            return Look(problem.diagnostics, None)

    def _played(self, game: Game, scenarios: Sequence[Scenario]) -> Iterator[Outcome]:
        """The scenarios that are new, say something else, or use what means something else now; those that failed, when
        anything does.
        """
        meaning = _meaning(game)
        changed = {key for key in {*meaning, *self._meaning} if meaning.get(key) != self._meaning.get(key)}
        self._meaning = meaning
        touch = Touch()
        for scenario in scenarios:
            name, says = f"{scenario.key.span.file} {scenario.name}", plain(scenario.node)
            if self._says.get(name) == says and not self._affects(changed, name):
                continue
            touch.spans = set()
            findings = tuple(run_scenario(scenario, game, touch))
            self._says[name] = says
            self._touched[name] = touch.passages(scenario)
            (self._failing.add if findings else self._failing.discard)(name)
            yield Outcome(scenario, findings)

    def _affects(self, changed: set[Key], scenario: str) -> bool:
        """Whether a scenario that says the same can go otherwise now."""
        everywhere = any(sort == "" for sort, _ in changed)
        return bool(changed if scenario in self._failing else everywhere or changed & self._touched[scenario])

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


def _meaning(game: Game) -> Meaning:
    """What each passage means, and under the empty sort all that is no passage."""
    found: Meaning = {}
    for count in game.player_counts:
        model = game.model(count)
        for passage in passages(model):
            known = found.get((passage.sort, passage.name), ())
            found[passage.sort, passage.name] = (known, own_fingerprint(passage.tree))
        found["", str(count)] = _material(game, count)
    return found


def _material(game: Game, players: int) -> object:
    """Everything of a game but its rules: what it is made of, and the numbers that rules go by."""
    from interpreter.explain import Speaker
    from interpreter.explain.difference import material

    speaker = Speaker(game.model(players), "en", game.folder.homes)
    return tuple((part.sort, part.name, part.meaning) for part in material(speaker))
