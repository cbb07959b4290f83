"""Scenarios: a game's own tests, read from its files, played and held against what they expect.

`kamon test` and the tests of the games run them through `run_scenarios`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.analysis.scenario_checks import check, chosen
from interpreter.analysis.scenario_files import Scenario, bad_place, find_scenarios, items, scalars
from interpreter.analysis.scenario_given import adjusted
from interpreter.analysis.scenario_names import misnamed, plainly, reasons_in
from interpreter.compiler import RulesError
from interpreter.engine import Game, GameError, load
from interpreter.engine.errors import errors_of
from interpreter.engine.state import State
from interpreter.model.sources import check_sources, cite
from interpreter.source import Mapping, Scalar, error, plain, read_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from interpreter.analysis.onlooker import Onlooker
    from interpreter.engine import Rules
    from interpreter.source import Diagnostic, GameFolder, Node


@dataclass(frozen=True, slots=True)
class Outcome:
    """A scenario that was played, and what did not go as it expects: nothing when it passed."""

    scenario: Scenario
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the scenarios of a game.

    title: the game and its overlays.  outcomes: one a scenario, in the order of the files.  findings: what is
    wrong with the game or with scenario files as a whole.
    """

    title: str
    outcomes: tuple[Outcome, ...]
    findings: tuple[Diagnostic, ...]

    @property
    def passed(self) -> int:
        """How many scenarios went as they expect."""
        return sum(not outcome.findings for outcome in self.outcomes)

    @property
    def broken(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the game or with scenario files as a whole; warnings are not."""
        return errors_of(self.findings)

    @property
    def failures(self) -> tuple[Diagnostic, ...]:
        """Everything that went wrong, each at its place; warnings are none."""
        played = (found for outcome in self.outcomes for found in outcome.findings)
        return errors_of((*self.findings, *played))


def run_scenarios(spec: str | Path, dirs: Iterable[str | Path] = (), watch: Onlooker | None = None) -> Report:
    """Plays every scenario of a game with its overlays (`game+overlay`). Never raises for what files hold.

    watch: who looks on.
    """
    try:
        game = load(spec, dirs=dirs)
    except GameError as problem:
        return Report(str(spec), (), problem.diagnostics)
    return _report(game, dirs, None, lambda scenario: run_scenario(scenario, game, watch))


def check_scenarios(game: Game, dirs: Iterable[str | Path] = (), files: Sequence[Path] | None = None) -> Report:
    """What is wrong with the scenarios of a game, as far as it shows without playing them. files: only with these."""
    return _report(game, dirs, files, lambda scenario: _check_scenario(scenario, game))


def _report(
    game: Game,
    dirs: Iterable[str | Path],
    files: Sequence[Path] | None,
    judge: Callable[[Scenario], list[Diagnostic]],
) -> Report:
    scenarios, findings = find_scenarios(game.folder, dirs, files)
    outcomes = tuple(Outcome(scenario, tuple(judge(scenario))) for scenario in scenarios)
    return Report(game.title, outcomes, tuple(findings))


def run_scenario(scenario: Scenario, game: Game, watch: Onlooker | None = None) -> list[Diagnostic]:
    """Plays one scenario. Returns what did not go as it expects; the first step where that is so ends it."""
    try:
        table, players = table_of(scenario, game)
        seed = _number(scenario.node.get("seed"), 0)
        rules = table.rules(players) if watch is None else watch.rules(table, players)
        state = _begun(table, rules, seed)
    except GameError as problem:
        return [bad_place(found, scenario) for found in problem.diagnostics]
    findings = _unsound(scenario, table, players) or _Course(watch).play(state, scenario.node)[1]
    return cite(scenario.whole, findings, game.definition().root)


def table_of(scenario: Scenario, game: Game) -> tuple[Game, int]:
    """The game with the options that a scenario sets, and how many play it. Raises GameError for options that there are
    not.
    """
    table = _with_options(game, scenario.node)
    return table, _number(scenario.node.get("players"), min(table.player_counts))


def _check_scenario(scenario: Scenario, game: Game) -> list[Diagnostic]:
    try:
        return _unsound(scenario, *table_of(scenario, game))
    except GameError as problem:
        return [bad_place(found, scenario) for found in problem.diagnostics]


def _unsound(scenario: Scenario, table: Game, players: int) -> list[Diagnostic]:
    """What is wrong with a scenario whatever is played. Raises GameError when it asks for a game that there is not."""
    found = misnamed(table.model(players), _texts(table.folder, table.fingerprint), _steps(scenario.node))
    return [*check_sources(scenario.node, table.definition().root), *found]


@lru_cache(maxsize=8)
def _texts(folder: GameFolder, _fingerprint: str) -> tuple[str, ...]:
    """The files of a game as they are now, each on one line."""
    paths = (*folder.files, *(overlay.path for overlay in folder.overlays))
    documents = [document for document, _ in map(read_document, paths) if document is not None]
    return tuple(plainly(document.source.text) for document in documents)


def _with_options(game: Game, node: Mapping) -> Game:
    """The game with the options that a scenario sets."""
    options = node.get("options")
    if not isinstance(options, Mapping):
        return game
    values = {name: plain(entry.value) for name, entry in options.items()}
    return game.with_options({k: v for k, v in values.items() if isinstance(v, str | int)})


def _number(node: Node | None, default: int) -> int:
    return int(node.value) if isinstance(node, Scalar) and isinstance(node.value, int | float) else default


def reasons_of(scenario: Scenario) -> set[str]:
    """The reasons that a scenario gives for what is not offered: conditions as they stand in the rules."""
    return reasons_in(_steps(scenario.node))


def _steps(node: Mapping) -> list[Mapping]:
    """A scenario as a step, and the steps in it."""
    return [node, *(step for step in items(node.get("steps")) if isinstance(step, Mapping))]


def _begun(game: Game, rules: Rules, seed: int) -> State:
    array = rules.program.new_state(seed)
    rules.program.events.clear()
    return State(game, rules, array, rules.program.begin(array))


class _Course:
    """The course of a scenario, and who looks on."""

    def __init__(self, watch: Onlooker | None) -> None:
        self._watch = watch

    def play(self, state: State, step: Mapping) -> tuple[State, list[Diagnostic]]:
        """Does what a step says in the order in which it is written, up to where something is not as it expects."""
        findings: list[Diagnostic] = []
        if self._watch is not None:
            self._watch.happened(state)
        for name, entry in step.items():
            if name not in ("given", "choose", "steps"):
                findings += self._check(state, name, entry.value)
                continue
            if not findings:
                state, findings = self._do(state, name, entry.value)
            if findings:
                break
        return state, findings

    def _check(self, state: State, name: str, expected: Node) -> list[Diagnostic]:
        if self._watch is not None and name in ("scores", "winners"):
            self._watch.scored(state)
        return check(state, name, expected)

    def _do(self, state: State, name: str, what: Node) -> tuple[State, list[Diagnostic]]:
        if isinstance(what, Mapping):
            state, findings = adjusted(state, what)
            if self._watch is not None:
                self._watch.happened(state)
            return state, findings
        return (state, self._choose(state, what)) if name == "choose" else self._play_all(state, what)

    def _play_all(self, state: State, steps: Node) -> tuple[State, list[Diagnostic]]:
        findings: list[Diagnostic] = []
        for step in items(steps):
            if isinstance(step, Mapping) and not findings:
                state, findings = self.play(state, step)
        return state, findings

    def _choose(self, state: State, labels: Node) -> list[Diagnostic]:
        """Makes the choices; returns why the first that cannot be made cannot."""
        for label in scalars(labels):
            option, findings = chosen(state, label)
            if option is None:
                return findings
            if self._watch is not None:
                self._watch.chose(state, option)
            try:
                state.choose(option)
            except RulesError as problem:
                return [error("scenario-rules", label.span, text=label.text, reason=str(problem))]
            if self._watch is not None:
                self._watch.happened(state)
        return []
