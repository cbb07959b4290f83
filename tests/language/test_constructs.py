"""The registry holds everything that the language can say, and nothing else."""

import pytest

from interpreter.language import ast, tables
from interpreter.language.constructs import CONSTRUCTS, Construct, construct, constructs_of
from tests.language.helpers import nodes, read

# Rules that say a part of a construct and nothing by themselves.
PARTS = {
    "start_effect",
    "start_value",
    "start_signature",
    "parameter",
    "in_any_order",
    "exactly",
    "at_most",
    "costs",
    "cost",
    "source",
    "each_kind",
    "any_kind",
    "another_of_kind",
    "different",
    "at_bottom",
    "amount",
    "arguments",
    "with_most",
    "with_least",
}
ARGUMENTS = (ast.Binder, ast.Comprehension)


def said_by_the_grammar() -> set[str]:
    """The names of all trees that the parser makes. A `?` rule makes none of its own."""
    rules = tables.parser().rules
    named = {rule.alias or rule.origin.name for rule in rules if rule.alias or not rule.options.expand1}
    return {name for name in named if not name.startswith("_")}


def node_classes(base: type[ast.Node]) -> set[type[ast.Node]]:
    return {kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, base)} - {base}


def test_every_grammar_rule_has_one_construct() -> None:
    rules = [each.grammar_rule for each in CONSTRUCTS]
    assert sorted([*rules, *PARTS]) == sorted(said_by_the_grammar())


@pytest.mark.parametrize(("kind", "base"), [("effect", ast.Effect), ("value", ast.Value)])
def test_every_node_class_has_a_construct(kind: str, base: type[ast.Node]) -> None:
    assert {each.node for each in CONSTRUCTS if each.kind == kind} == node_classes(base)


@pytest.mark.parametrize("each", CONSTRUCTS, ids=lambda each: each.name)
def test_an_example_shows_its_construct(each: Construct) -> None:
    tree = read(each.kind, each.example)
    assert any(type(node) is each.node for node in nodes(tree))
    assert each.node in ARGUMENTS or type(tree) is each.node
    parsed = tables.parser().parse(each.example, start=f"start_{each.kind}")
    assert len(list(parsed.find_data(each.grammar_rule))) == 1


@pytest.mark.parametrize("each", CONSTRUCTS, ids=lambda each: each.name)
def test_a_summary_is_one_sentence(each: Construct) -> None:
    assert each.summary.endswith(".")
    assert each.summary[0].isupper()
    assert len(each.summary) <= 100
    assert each.summary.count(".") == 1


def test_constructs_are_found_by_name_and_by_class() -> None:
    assert len({each.name for each in CONSTRUCTS}) == len(CONSTRUCTS)
    assert all(construct(each.name) is each for each in CONSTRUCTS)
    assert [each.name for each in constructs_of(ast.Pay)] == ["pay", "pay_then"]
    assert constructs_of(ast.Parameter) == ()
    with pytest.raises(KeyError):
        construct("goto")
