"""The toys: one at least for every construct, each without a fault, two of them with published counts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.analysis.perft import perft
from interpreter.analysis.scenario import check_scenarios
from interpreter.language import tables
from interpreter.language.constructs import CONSTRUCTS, Construct
from interpreter.model import check_definition, dsl_scalars, load_definition
from tests.engine.found import load

if TYPE_CHECKING:
    from interpreter.model.definition import Definition

HERE = Path(__file__).resolve().parent
TOYS = sorted(path.parent.name for path in HERE.glob("*/game.yaml"))
CLASSICS = ["connect_four", "tic_tac_toe"]
COMBINED = ["free_actions", "graph", "modifiers", "options", "recursion", "teams", "track"]


@cache
def definition(toy: str) -> Definition:
    found, problems = load_definition(HERE / toy)
    assert found is not None, problems
    return found


@cache
def rules_of_grammar_in(toy: str) -> frozenset[str]:
    """The grammar rules and aliases that occur in the texts of a toy."""
    texts = dsl_scalars(definition(toy).root)
    trees = [tables.parser().parse(text.text, start=f"start_{start}") for text, start in texts]
    return frozenset(str(part.data) for tree in trees for part in tree.iter_subtrees())


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.name)
def test_every_construct_is_shown_by_its_toy(construct: Construct) -> None:
    assert construct.toy in TOYS
    assert construct.grammar_rule in rules_of_grammar_in(construct.toy)


def test_every_toy_is_there_for_something() -> None:
    assert sorted({*(construct.toy for construct in CONSTRUCTS), *CLASSICS, *COMBINED}) == TOYS


@pytest.mark.parametrize("toy", TOYS)
def test_a_toy_has_no_faults(toy: str) -> None:
    assert check_definition(definition(toy)) == []


@pytest.mark.parametrize("toy", TOYS)
def test_a_toy_has_scenarios(toy: str) -> None:
    assert 1 <= len(check_scenarios(load(str(HERE / toy))).outcomes) <= 3


def test_games_of_three_in_a_row() -> None:
    """Published: 255,168 games can be played to their end, the shortest of five moves."""
    found = perft(load(str(HERE / "tic_tac_toe")).start(seed=1), 9)
    assert found.nodes == (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
    assert found.finished == (0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872)
    assert sum(found.finished) == 255_168


def test_positions_of_four_in_a_row() -> None:
    """Published up to eight; here as far as does not take long."""
    found = perft(load(str(HERE / "connect_four")).start(seed=1), 7)
    assert found.nodes == (7, 49, 343, 2401, 16_807, 117_649, 823_536)
    assert found.finished[:6] == (0, 0, 0, 0, 0, 0)
