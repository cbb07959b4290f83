"""Scenarios: a game's own tests, read from its files, played and held against what they expect.

`kamon test` and the tests of the games run them through `run_scenarios`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.analysis.scenario_checks import check, chosen
from interpreter.analysis.scenario_files import Scenario, bad_place, find_scenarios, items, scalar, scalars
from interpreter.analysis.scenario_given import adjusted
from interpreter.compiler import RulesError
from interpreter.engine import GameError, load
from interpreter.source import Mapping, Scalar, error

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from interpreter.engine import Game, State
    from interpreter.source import Diagnostic


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
    def failures(self) -> tuple[Diagnostic, ...]:
        """Everything that went wrong, each at its place."""
        return (*self.findings, *(found for outcome in self.outcomes for found in outcome.findings))


def run_scenarios(spec: str | Path, dirs: Iterable[str | Path] = ()) -> Report:
    """Plays every scenario of a game with its overlays (`game+overlay`). Never raises for what files hold."""
    found = list(dirs)
    scenarios, findings = find_scenarios(spec, found)
    outcomes = tuple(Outcome(one, tuple(run_scenario(one, spec, found))) for one in scenarios)
    return Report(str(spec), outcomes, tuple(findings))


def run_scenario(scenario: Scenario, spec: str | Path, dirs: Iterable[str | Path] = ()) -> list[Diagnostic]:
    """Plays one scenario. Returns what did not go as it expects; the first such thing of a step ends it."""
    node = scenario.node
    try:
        game = load(spec, _options(node), dirs)
        state = _start(game, node)
    except GameError as problem:
        return [bad_place(found, scenario) for found in problem.diagnostics]
    for step in (node, *(step for step in items(node, "steps") if isinstance(step, Mapping))):
        state, findings = _played(state, step)
        if findings:
            return findings
    return []


def _options(node: Mapping) -> dict[str, str | int]:
    options = node.get("options")
    entries = options.items() if isinstance(options, Mapping) else ()
    values = {name: entry.value.value for name, entry in entries if isinstance(entry.value, Scalar)}
    return {name: value for name, value in values.items() if isinstance(value, str | int)}


def _start(game: Game, node: Mapping) -> State:
    players, seed = scalar(node, "players"), scalar(node, "seed")
    return game.start(None if players is None else int(players.text), 0 if seed is None else int(seed.text))


def _played(state: State, step: Mapping) -> tuple[State, list[Diagnostic]]:
    """The state after a step's adjustments and choices, and what is not as the step expects."""
    given = step.get("given")
    if isinstance(given, Mapping):
        changed, findings = adjusted(state, given)
        if findings:
            return state, findings
        state = changed
    for label in scalars(step, "choose"):
        option, findings = chosen(state, label)
        if option is None:
            return state, findings
        try:
            state.choose(option)
        except RulesError as problem:
            return state, [error("scenario-rules", label.span, text=label.text, reason=str(problem))]
    return state, check(state, step)
