"""Agents as one types them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.agents import AGENTS, FORMS, HeuristicAgent, MctsAgent, make_agent
from interpreter.cli.shared import BOTS
from interpreter.engine import AgentError

if TYPE_CHECKING:
    from pathlib import Path


def test_the_commands_say_how_bots_are_written() -> None:
    assert ", ".join(form for forms in FORMS.values() for form in forms) == BOTS


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts", "mcts:1", "mcts:1000", "mcts:2s", "mcts:0.5s"])
def test_an_agent_is_made(spec: str) -> None:
    assert type(make_agent(spec, 1)).__name__.lower().startswith(spec.partition(":")[0])


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "bot:two.yaml"
    file.write_text("kamon: 1\npoints: 2\n", encoding="utf-8")
    assert isinstance(make_agent(f"heuristic:{file}", 1), HeuristicAgent)


def test_a_search_does_as_it_is_told() -> None:
    counted, timed = make_agent("mcts:70", 1), make_agent("mcts:0.25s", 1)
    assert isinstance(counted, MctsAgent)
    assert isinstance(timed, MctsAgent)
    assert (counted.iterations, counted.seconds) == (70, None)
    assert timed.seconds == 0.25


@pytest.mark.parametrize(
    "spec",
    ["random:1", "greedy:", "mcts:", "mcts:0", "mcts:-1", "mcts:x", "mcts:0s", "mcts:1e3", "mcts:٣", "mcts:s",
     "mcts:9999999999999", "mcts:1000000s", "mcts:1.s", "heuristic", "heuristic:"],
)  # fmt: skip
def test_what_an_agent_cannot_be_told_is_refused(spec: str) -> None:
    name = spec.partition(":")[0]
    with pytest.raises(AgentError) as refused:
        make_agent(spec, 1)
    assert refused.value.code == "agent-argument"
    assert str(refused.value) == f"'{spec}' is no way to write this agent; it is written: {', '.join(FORMS[name])}"


@pytest.mark.parametrize("spec", ["gredy", "gredy:3"])
def test_an_unknown_agent_is_refused_with_the_nearest(spec: str) -> None:
    with pytest.raises(AgentError, match=r"no agent 'gredy', only: .*did you mean 'greedy'"):
        make_agent(spec, 1)


def test_every_agent_can_be_written() -> None:
    assert set(FORMS) == set(AGENTS)
