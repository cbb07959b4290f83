"""A match that was played, written as a scenario that passes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from interpreter.engine import SaveError
from interpreter.source import NO_SPAN, error

if TYPE_CHECKING:
    from interpreter.engine import Session, State

WIDTH = 110
AT_A_TIME = 10
"""Choices between two looks at the counters."""


class _Dumper(yaml.SafeDumper):
    """Breaks lines between the items of a list only: a text stays in one line, as `fmt` has it."""

    def write_plain(self, text: str, split: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002 - PyYAML's own
        super().write_plain(text, split=False)

    def write_single_quoted(self, text: str, split: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002 - the same
        super().write_single_quoted(text, split=False)

    def write_double_quoted(self, text: str, split: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002 - the same
        super().write_double_quoted(text, split=False)


def recorded(session: Session, name: str) -> str:
    """A scenario file with one scenario: the match's players, options and seed, its choices, and what came of them.

    name: any text, of which the scenario's name is made. Raises SaveError for a match whose past is not known.
    """
    if session.seed is None:
        raise SaveError(error("save-without-choices", NO_SPAN))
    state = session.state
    scenario: dict[str, object] = {
        "title": "A match as it was played",
        "options": {key: value for key, value in session.game.options.items() if value != _default(session, key)},
        "players": len(state.players),
        "seed": session.seed,
        "steps": _steps(session),
        **_end(session),
    }
    document: dict[str, object] = {
        "kamon": 1,
        "for": session.game.title,
        "scenarios": {_id(name): {key: value for key, value in scenario.items() if value not in ({}, [])}},
    }
    return yaml.dump(
        document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=WIDTH, default_flow_style=None
    )


def _default(session: Session, key: str) -> object:
    return session.game.definition().options[key].default


def _steps(session: Session) -> list[dict[str, object]]:
    """The choices, some at a time, and the counters that are others after them."""
    keys = [step.key for step in session.steps[1:]]
    states = [*(moment.state for moment in session.moments), session.state]
    found: list[dict[str, object]] = []
    before = _counters(states[0])
    for start in range(0, len(keys), AT_A_TIME):
        chosen = keys[start : start + AT_A_TIME]
        after = _counters(states[start + len(chosen)])
        changed = [f"{name} = {value}" for name, value in after.items() if before[name] != value]
        found.append({"choose": chosen, **({"expect": changed} if changed else {})})
        before = after
    return found


def _counters(state: State) -> dict[str, int]:
    """What each counter is, by what a scenario calls it."""
    model, layout = state.rules.program.model, state.rules.program.layout
    found = {}
    for counter in model.counters.values():
        owners = {"player": state.players, "team": model.teams, "game": ("",)}[counter.per]
        for number, owner in enumerate(owners):
            name = f"{counter.name} of {owner}" if owner else counter.name
            found[name] = state.array[layout.counters[counter.name] + number]
    return found


def _end(session: Session) -> dict[str, object]:
    """What a scenario can expect of the state in which the match stands."""
    state = session.state
    if state.decision is not None:
        return {"offered": [option.key for option in state.decision.options]}
    scores = state.score_lines() if len(state.rules.lines) > 1 else state.scores()
    return {"over": True, "scores": scores, "winners": list(state.winners())}


def _id(name: str) -> str:
    """A name as scenarios have them."""
    words = re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")
    return words if re.match("[a-z]", words) else f"match_{words}".rstrip("_")
