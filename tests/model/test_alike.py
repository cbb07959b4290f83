"""Models for other choices of options share what the options do not reach, and are what they would be by themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.compiler import Program
from interpreter.model import Definition, Model, build_model, check_definition, load_definition, typed
from interpreter.model.check import combinations
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from tests.model.conftest import Define

EVERYTHING = Path(__file__).parent / "games" / "everything"
TEXT = """
options:
  harvest: {values: {min: 1, max: 3}, default: 2}
parameters:
  barn: 4
  yield: harvest * 2
zones:
  field: {holds: [sheep]}
components:
  sheep: {count: 3, starts: field}
counters:
  wheat: {per: player, maximum: 10}
  hay: {maximum: barn}
values:
  reaped: yield + 1
  stored: hay + 1
rules:
  reap: wheat(reaped)
  store: hay(stored)
  "work(n: number)": reap; store
setup: hay 1
flow: as red:(reap; store; work(2)); end game
score:
  for: player
  lines: {grain: wheat}
"""


def built(definition: Definition, **choices: str | int) -> Model:
    model, found = build_model(definition, definition.player_counts[0], choices)
    assert model is not None, found
    return model


def test_only_what_an_option_reaches_is_bound_anew(define: Define) -> None:
    definition = define(TEXT)
    model, other = built(definition), built(definition, harvest=3)
    anew = {name for name, rule in model.rules.items() if other.rules[name] is not rule}
    anew |= {name for name, function in model.functions.items() if other.functions[name] is not function}
    assert anew == {"reaped", "reap", "work"}
    assert other.setup is model.setup
    assert other.score is model.score
    assert other.flow is not model.flow
    assert other.counters["hay"] is model.counters["hay"]


def test_what_is_bound_anew_has_the_values_chosen_and_refers_to_its_own_model(define: Define) -> None:
    definition = define(TEXT)
    model, other = built(definition), built(definition, harvest=3)
    assert (model.options, other.options) == ({"harvest": "2"}, {"harvest": "3"})
    for one, value in ((model, 4), (other, 6)):
        numbers = (node.value for node in nodes(one.functions["reaped"].body) if isinstance(node, typed.Const))
        assert next(numbers) == value
        called = [node.rule for node in nodes(one.flow) if isinstance(node, typed.CallRule)]
        assert called == [one.rules["reap"], one.rules["store"], one.rules["work"]]
        assert list(one.rules) == ["reap", "store", "work"]
        assert list(one.scope.names) == list(model.scope.names)


def test_where_components_depend_on_an_option_the_model_is_built_whole(define: Define) -> None:
    definition = define(TEXT.replace("count: 3", "count: harvest"))
    model, other = built(definition), built(definition, harvest=3)
    assert (model.how_many("sheep"), other.how_many("sheep")) == (2, 3)
    assert other.rules["store"] is not model.rules["store"]


def test_an_option_that_can_be_a_word_or_a_number_changes_its_type(define: Define) -> None:
    definition = define(TEXT.replace("{min: 1, max: 3}, default: 2", "[2, 3, plenty]"))
    assert built(definition).scope.names["harvest"] != built(definition, harvest=3).scope.names["harvest"]
    model, found = build_model(definition, 2, {"harvest": "plenty"})
    assert model is None
    assert [one.code for one in found] == ["wrong-type"]


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("reap: wheat(reaped)", "reap: repeat harvest:repeat harvest:repeat harvest:wheat", "too-much-work"),
        ("yield: harvest * 2", "yield: 6 / (harvest - 3)", "no-result"),
        ("reap: wheat(reaped)", "reap: set wheat to harvest", "set-past-limit"),
    ],
)
def test_what_is_wrong_with_one_value_is_found(define: Define, before: str, after: str, code: str) -> None:
    definition = define(TEXT.replace("{min: 1, max: 3}", "[1, 2, 3, 1000]").replace(before, after))
    assert [one.code for one in build_model(definition, 2, {"harvest": 2})[1]] == []
    assert code in [one.code for one in check_definition(definition)]


def test_a_model_made_from_another_runs_as_one_built_by_itself() -> None:
    definition, _ = load_definition(EVERYTHING)
    assert definition is not None
    players = definition.player_counts[0]
    choices = [chosen for count, chosen in combinations(definition) if count == players][:4]
    made = [built(definition, **chosen) for chosen in choices]
    assert all(model.pieces is made[0].pieces for model in made)
    for model, chosen in zip(made, choices, strict=True):
        definition.work.models.clear()
        alone = built(definition, **chosen)
        assert alone.pieces is not model.pieces
        assert Program(alone, trace=True).source == Program(model, trace=True).source
