"""Texts that want too much of the parser are refused, whatever their size."""

import inspect
import sys

import pytest

from interpreter.language import Start, format_value
from interpreter.language.parser import MAX_DEPTH
from interpreter.language.scan import MAX_BRACKETS, MAX_LENGTH, MAX_NUMBER
from tests.language.helpers import effect, read, refused, value


@pytest.mark.parametrize(
    ("start", "text", "code"),
    [
        ("effect", "a; " * 350_000 + "a", "text-too-long"),
        ("value", " " * (MAX_LENGTH + 1), "text-too-long"),
        ("value", "(" * 9_000 + "a" + ")" * 9_000, "brackets-too-deep"),
        ("value", "{" * 10_000, "brackets-too-deep"),
        ("value", "9" * MAX_LENGTH, "number-too-large"),
        ("value", str(MAX_NUMBER + 1), "number-too-large"),
        ("effect", f"apple {MAX_NUMBER + 1}", "number-too-large"),
        ("value", "a" + " + a" * 4_000, "calculation-too-long"),
        ("value", "f(" + "a" + " - a" * 101 + ")", "calculation-too-long"),
        ("value", "a of " * 3_000 + "a", "text-too-deep"),
        ("value", "-" * 10_000 + "a", "text-too-deep"),
        ("value", "not " * 4_000 + "a", "text-too-deep"),
        ("value", "a" + "^a" * 5_000, "text-too-deep"),
        ("value", "if a then b else " * 1_000 + "c", "text-too-deep"),
        ("value", "f(" * 90 + "a" + ")" * 90, "text-too-deep"),
        ("effect", "may " * 4_000 + "a", "text-too-deep"),
        ("effect", "if a: " * 3_000 + "b", "text-too-deep"),
        ("effect", "pay a -> " * 2_000 + "b", "text-too-deep"),
        ("effect", "a otherwise if b: " * 1_000 + "c", "text-too-deep"),
        ("effect", ";" * MAX_LENGTH, "expected-effect"),
        ("effect", "a " * (MAX_LENGTH // 2), "missing-separator"),
        ("value", "a." * (MAX_LENGTH // 2), "dot"),
        ("value", "=" * MAX_LENGTH, "foreign-sign"),
        ("value", "." * MAX_LENGTH, "foreign-sign"),
        ("signature", "a(" + "b: c, " * 3_000, "expected-name"),
    ],
    ids=lambda part: part[:20],
)
def test_a_text_that_wants_too_much_is_refused(start: Start, text: str, code: str) -> None:
    assert refused(start, text).code == code


def test_what_lies_within_the_limits_is_read() -> None:
    assert value("(" * MAX_BRACKETS + "a" + ")" * MAX_BRACKETS) == value("a")
    assert value("0" * 1000 + str(MAX_NUMBER)) == value(str(MAX_NUMBER))
    assert len(effect("a; " * 5_000 + "a").items) == 5_001  # type: ignore[attr-defined]
    assert len(read("value", "f(" + "a, " * 5_000 + "a)").arguments) == 5_001  # type: ignore[attr-defined]


def test_the_deepest_text_needs_little_of_the_stack() -> None:
    text = "-" * (MAX_DEPTH - 2) + "a"
    before = sys.getrecursionlimit()
    depth = len(inspect.stack())
    try:
        sys.setrecursionlimit(depth + 6 * MAX_DEPTH)
        tree = value(text)
        assert format_value(tree) == text
        assert value(text) == tree
        hash(tree)
    finally:
        sys.setrecursionlimit(before)
    assert refused("value", "--" + text).code == "text-too-deep"
