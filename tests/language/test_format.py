"""The formatter says every tree in one way, and what it says is that tree again."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.language import ast, format_effect, format_signature, format_value
from interpreter.language.constructs import CONSTRUCTS, construct
from tests.language.helpers import cases, effect, nodes, read, signature, value
from tests.language.trees import effects, signatures, values

widths = st.one_of(st.integers(1, 120), st.just(10**9))


@given(effects, widths)
def test_an_effect_read_again_is_the_same(tree: ast.Effect, width: int) -> None:
    text = format_effect(tree, width)
    assert effect(text) == tree
    assert format_effect(effect(text), width) == text


@given(values, widths)
def test_a_value_read_again_is_the_same(tree: ast.Value, width: int) -> None:
    text = format_value(tree, width)
    assert value(text) == tree
    assert format_value(value(text), width) == text


@given(signatures)
def test_a_signature_read_again_is_the_same(tree: ast.Signature) -> None:
    assert signature(format_signature(tree)) == tree


@given(effects)
def test_an_effect_fits_on_one_line_when_there_is_room(tree: ast.Effect) -> None:
    line = format_effect(tree, 10**9)
    assert "\n" not in line
    assert format_effect(tree, len(line)) == line
    assert line == " ".join(line.split())
    assert all(part == part.rstrip() for part in format_effect(tree, 1).split("\n"))


CASES = cases("formatting.yaml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['construct']}: {case['text']}")
def test_a_construct_is_spelled_in_one_way(case: dict[str, Any]) -> None:
    if construct(case["construct"]).kind == "value":
        assert format_value(value(case["text"]), case.get("width", 100)) == case["becomes"]
    else:
        spread = case.get("spread", False)
        assert format_effect(effect(case["text"]), case.get("width", 100), spread=spread) == case["becomes"]


def test_every_construct_has_a_case_that_shows_it() -> None:
    shown = {case["construct"] for case in CASES}
    assert shown == {each.name for each in CONSTRUCTS}
    for case in CASES:
        shows = construct(case["construct"])
        assert any(type(node) is shows.node for node in nodes(read(shows.kind, case["text"])))
