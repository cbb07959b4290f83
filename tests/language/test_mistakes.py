"""What authors are told about texts that cannot be read."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import interpreter.language
from interpreter.language import RESERVED, Start, parse_effect, parse_signature, parse_value
from interpreter.language.parser import MOST_FURTHER
from interpreter.source import render_text, say
from tests.language.helpers import cases, refused, span_of

CASES = cases("mistakes.yaml")
# What needs a text too long or too odd for a data file, tested in Python.
ELSEWHERE = {"text-too-long", "text-too-deep", "calculation-too-long", "brackets-too-deep", "invisible-character"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['start']}: {case['text']}")
def test_a_mistake_is_explained(case: dict[str, Any]) -> None:
    assert render_text([refused(case["start"], case["text"])]) == f"{case['says']}\n1 error\n"


def test_every_error_of_the_language_is_shown() -> None:
    folder = Path(interpreter.language.__file__).parent
    raised = {code for path in folder.glob("*.py") for code in re.findall(r'error\(\s*"([a-z-]+)"', path.read_text())}
    shown = {found for case in CASES for found in re.findall(r"error\[([a-z-]+)\]", case["says"])}
    assert len(raised) > 30
    assert raised - shown == ELSEWHERE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\u00a0b", "U+00A0 (no-break space)"),
        ("a\u200bb", "U+200B (zero width space)"),
        ("a\u3000b", "U+3000 (ideographic space)"),
        ("a\ufeffb", "U+FEFF (zero width no-break space)"),
        ("a\u2028b", "U+2028 (line separator)"),
        ("a\0b", "U+0000 (u+0000)"),
    ],
)
def test_an_invisible_character_is_named(text: str, said: str) -> None:
    found = refused("value", text)
    assert found.code == "invisible-character"
    assert (found.span.start, found.span.end) == (1, 2)
    assert said in say(found.code, found.args)


def test_an_error_at_the_end_stands_behind_the_last_token() -> None:
    found = refused("effect", "draw 1 from deck to  \n\n  ")
    assert (found.span.start, found.span.end) == (19, 19)


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_no_word_of_the_language_can_be_a_name(word: str) -> None:
    assert refused("effect", f"let {word} = 1: a").code in ("reserved-word", "expected-name")
    assert refused("signature", word).code in ("reserved-word", "expected-name")


words = st.sampled_from(
    [*sorted(RESERVED), "a", "b", "7", *"(){},:;&|=<>+-*/^.#", "->", "..", "!=", "\n", " ", "é", "А"]
)


@given(
    st.lists(words, max_size=25).map(" ".join) | st.text(max_size=30),
    st.sampled_from(["effect", "value", "signature"]),
)
def test_any_text_is_read_or_refused_at_a_place_in_it(text: str, start: Start) -> None:
    parse = {"effect": parse_effect, "value": parse_value, "signature": parse_signature}[start]
    tree, found = parse(text, span_of(text))
    assert (tree is None) == bool(found)
    assert len(found) <= (1 + MOST_FURTHER if start == "effect" else 1)
    for diagnostic in found:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        assert say(diagnostic.code, diagnostic.args) != diagnostic.code
        assert "{" not in re.sub(r"'[^']*'", "", say(diagnostic.code, diagnostic.args))
