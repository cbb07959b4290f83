"""Which scalars of a file are in the language, and what a file's shape may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.language import parse_effect, parse_signature, parse_value
from interpreter.model import check_shape, dsl_scalars
from interpreter.source import Mapping, Node, read_document

GAMES = Path(__file__).parents[2] / "games"
FILES = sorted(GAMES.glob("*/*.yaml")) + sorted(GAMES.glob("*/variants/*.yaml"))
PARSERS = {"effect": parse_effect, "value": parse_value, "signature": parse_signature}


def root(text: str) -> Node:
    document, found = read_document(("game.yaml", text.encode()))
    assert document is not None, found
    return document.root


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_text_of_a_shipped_file_parses(path: Path) -> None:
    document, _ = read_document(path)
    assert document is not None
    for scalar, start in dsl_scalars(document.root):
        assert PARSERS[start](scalar.text, scalar.span_of)[1] == []


def test_texts_are_found_wherever_they_stand() -> None:
    text = """
kamon: 1
title: coin 1
parameters: {a: 5, b: a + 1, c: {2: a}}
setup: "coin 1"
flow: "coin 2"
values: {v: coin, "w(p: player)": {value: coin of p, source: x}}
rules: {r: coin 3}
icons: {i: {effect: coin 4, glyph: coin}}
score: {lines: {l: coin + 1}, ties: {t: coin + 2}}
invariants: {n: coin < 3}
board: {b: {linked: a = b}}
components: {card: {attributes: {act: effect, n: number}, cards: {x: {act: coin 5, n: 1 + 2}, y: {}}}}
"""
    found = [(scalar.text, start) for scalar, start in dsl_scalars(root(text))]
    assert found == [
        ("coin 1", "effect"),
        ("coin 2", "effect"),
        ("v", "signature"),
        ("coin", "value"),
        ("w(p: player)", "signature"),
        ("coin of p", "value"),
        ("r", "signature"),
        ("coin 3", "effect"),
        ("i", "signature"),
        ("coin 4", "effect"),
        ("a + 1", "value"),
        ("coin < 3", "value"),
        ("coin + 1", "value"),
        ("coin + 2", "value"),
        ("a = b", "value"),
        ("coin 5", "effect"),
    ]


def test_an_overlay_has_texts_in_what_it_adds_and_replaces() -> None:
    text = """
kamon: 1
overlay: more
extends: game
add: {rules: {r: coin 3}}
replace: {flow: coin 2}
remove: {rules: s}
"""
    found = [(scalar.text, start) for scalar, start in dsl_scalars(root(text))]
    assert found == [("r", "signature"), ("coin 3", "effect"), ("coin 2", "effect")]


@pytest.mark.parametrize("text", ["5", "[]", "{rules: 5}", "{rules: {a: [b]}}", "{components: {card: {cards: 3}}}"])
def test_a_file_of_any_shape_has_some_or_no_texts(text: str) -> None:
    assert all(start == "signature" for _, start in dsl_scalars(root(text)))


def test_an_overlay_and_a_scenario_have_shapes_of_their_own() -> None:
    overlay = root("{kamon: 1, overlay: a, extends: b, add: {rules: {c: pass}}, ad: {}}")
    known = ("kamon", "overlay", "extends", "title", "add", "replace", "remove")
    assert [(one.code, one.hint) for one in check_shape("overlay", overlay)] == [
        ("unknown-key", ("hint.there-is", {"names": known})),
    ]
    scenario = root("{kamon: 1, scenarios: {a: {players: 2, seed: -1, given: {coin: 3}, choose: [pass], ovr: true}}}")
    assert [one.code for one in check_shape("scenario", scenario)] == ["number-limit", "unknown-key"]


def test_every_key_has_a_place() -> None:
    node = root("kamon: 1\ngame: 5\nplayers: []\n")
    assert isinstance(node, Mapping)
    found = [(one.code, one.span.line, one.span.column) for one in check_shape("game", node)]
    assert found == [("missing-key", 1, 1), ("wrong-shape", 2, 7), ("wrong-shape", 3, 10)]


def test_what_scenarios_expect_is_in_the_language() -> None:
    text = """
        kamon: 1
        scenarios:
          one: {choose: [a], expect: [x = 1, true], steps: [{expect: [count(pile)=2]}, {choose: [b]}]}
          two: {title: t}
    """
    found = [(scalar.text, start) for scalar, start in dsl_scalars(root(text))]
    assert found == [("x = 1", "value"), ("count(pile)=2", "value")]
