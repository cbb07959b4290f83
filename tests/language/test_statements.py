"""Mistakes in several statements of one text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.language import parse_effect
from interpreter.language.parser import MOST_FURTHER
from tests.language.helpers import span_of


def told(text: str) -> list[str]:
    """What is marked in a text, from its beginning to its end."""
    _, found = parse_effect(text, span_of(text))
    return [one.span.text for one in sorted(found, key=lambda one: one.span.start)]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("coin 1; coin two; seal == 3; draw 1", ["two", "==", ""]),
        ("coin two; seal 1", ["two"]),
        ("coin 1; (coin two; seal 2; seal three); seal four", ["two", "three", "four"]),
        ("each player: (coin two | seal 1); seal three", ["two", "three"]),
        ("if coin > 1: coin two; seal 1", ["two"]),
        ("if coin > 1: coin 1; seal 1 else: seal 2", ["else"]),
        ("if coin > 1: coin two else: seal 1; seal three", ["two", "three"]),
        ("coin 1;; seal two", [";", "two"]),
        ("coin two; seal 1;", ["two"]),
        ("coin two; (seal three", ["two"]),
        ("coin two; seal) three; coin four", ["two"]),
        ("count({coin two; seal three})", ["two"]),
        ("coin 1 | coin 2; seal three", [";", "three"]),
    ],
)
def test_each_statement_tells_its_first_mistake(text: str, marked: list[str]) -> None:
    assert told(text) == marked


def test_there_is_an_end_to_mistakes() -> None:
    assert len(told("; ".join(["coin two"] * 1000))) == 1 + MOST_FURTHER


STATEMENTS = st.sampled_from(["coin 1", "draw 1 from deck to hand", "if coin > 1: pass", "(seal 1; pass)", "a | b"])


@given(parts=st.lists(STATEMENTS, min_size=1, max_size=4), at=st.integers(0, 4), inside=st.booleans())
def test_what_is_right_is_never_told(parts: list[str], at: int, *, inside: bool) -> None:
    wrong = "(pass; coin == 2)" if inside else "coin == 2"
    whole = [f"({part})" for part in parts[:at]] + [wrong] + [f"({part})" for part in parts[at:]]
    assert told("; ".join(whole)) == ["=="]
