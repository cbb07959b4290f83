"""Every decoded character of a scalar is found in the file again, whatever style it is written in."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from interpreter.source import Mapping, Scalar, SourceFile
from interpreter.source.reader import _compose

BREAKS = st.sampled_from(["\n", "\r\n", "\r"])
LETTERS = st.characters(
    categories=("L", "N", "S"), include_characters="'\"\\#:,.-|>&*!?{}[]()", exclude_characters="\u0085"
)
WORDS = st.text(LETTERS, min_size=1, max_size=6)
GAPS = st.sampled_from([" ", " ", "  ", "\t", " \t "])
PREFIXES = st.sampled_from(["", "\ufeff", "# 註解 é\n", "\ufeffфу: 字😀\n"])


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """Lines of words, some empty, some with blanks in front or behind."""
    found = []
    for words in draw(st.lists(st.lists(WORDS, max_size=4), min_size=1, max_size=6)):
        line = draw(GAPS).join(words)
        found.append(draw(st.sampled_from(["", "", " ", "  ", "\t"])) + line + draw(st.sampled_from(["", "", " "])))
    return found


def parse(text: str, *, python_parser: bool = False) -> Scalar | None:
    """The scalar under `k`, or None when the text is no YAML or not what was meant."""
    document, found = _compose(SourceFile("x", text), python_parser=python_parser)
    root = None if document is None or found else document.root
    node = root.get("k") if isinstance(root, Mapping) else None
    return node if isinstance(node, Scalar) else None


def example(text: str, *, python_parser: bool = False) -> Scalar:
    node = parse(text, python_parser=python_parser)
    assume(node is not None)
    assert node is not None
    return node


def check(node: Scalar, style: str) -> None:
    source = node.span.source.text
    assert node.style == style
    assert len(node.offsets) == len(node.text) + 1
    assert list(node.offsets) == sorted(node.offsets)
    for index, char in enumerate(node.text):
        offset = node.offsets[index]
        assert node.span.start <= offset < node.span.end
        if char in " \t\n":
            continue
        if style == "double" and source[offset] == "\\":
            escape = node.span_of(index, index + 1).text
            assert yaml.safe_load(f'"{escape}"') == char
        else:
            assert source[offset] == char
            if char != "'" or style != "single":
                assert node.span_of(index, index + 1).text == char


@pytest.mark.parametrize("python_parser", [False, True])
@given(
    body=lines(),
    prefix=PREFIXES,
    indicator=st.sampled_from("|>"),
    chomping=st.sampled_from(["", "+", "-"]),
    explicit=st.booleans(),
    indent=st.integers(1, 4),
    comment=st.sampled_from(["", " # é"]),
    newline=BREAKS,
    end=st.sampled_from(["", "\n", "\n\n", "\n\nl: 1\n", "\n# c\n"]),
)
def test_block_scalars(
    *,
    python_parser: bool,
    body: list[str],
    prefix: str,
    indicator: str,
    chomping: str,
    explicit: bool,
    indent: int,
    comment: str,
    newline: str,
    end: str,
) -> None:
    header = indicator + chomping + (str(indent) if explicit else "") + comment
    text = "\n".join([f"{prefix}k: {header}", *(" " * indent + line for line in body)]) + end
    node = example(text.replace("\n", newline), python_parser=python_parser)
    check(node, {"|": "literal", ">": "folded"}[indicator])


@pytest.mark.parametrize("python_parser", [False, True])
@given(
    body=lines(),
    prefix=PREFIXES,
    indent=st.integers(1, 3),
    newline=BREAKS,
    anchor=st.sampled_from(["", "&a ", "&a\n  "]),
)
def test_plain_and_single_quoted_scalars(
    *, python_parser: bool, body: list[str], prefix: str, indent: int, newline: str, anchor: str
) -> None:
    text = ("\n" + " " * indent).join(body)
    plain = f"{prefix}k: {anchor}{text}\n".replace("\n", newline)
    quoted = f"{prefix}k: {anchor}'{text.replace(chr(39), chr(39) * 2)}'\n".replace("\n", newline)
    check(example(quoted, python_parser=python_parser), "single")
    node = example(plain, python_parser=python_parser)
    assume(node.style == "plain")
    check(node, "plain")


@pytest.mark.parametrize("python_parser", [False, True])
@given(
    text=st.text(st.one_of(LETTERS, st.sampled_from(" \n\t")), max_size=60),
    prefix=PREFIXES,
    width=st.integers(4, 30),
    unicode=st.booleans(),
    newline=BREAKS,
)
def test_double_quoted_scalars(
    *, python_parser: bool, text: str, prefix: str, width: int, unicode: bool, newline: str
) -> None:
    written = yaml.safe_dump({"k": text}, default_style='"', width=width, allow_unicode=unicode)
    node = example((prefix + written.replace('"k"', "k", 1)).replace("\n", newline), python_parser=python_parser)
    assert node.text == text
    check(node, "double")


@given(body=lines(), newline=BREAKS)
def test_double_quoted_lines_with_escapes(body: list[str], newline: str) -> None:
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in body]
    text = 'k: "' + "\\\n  ".join(escaped) + '\n  \\x41\\u00e9\\U0001F600"\n'
    check(example(text.replace("\n", newline)), "double")


@pytest.mark.parametrize(
    ("text", "start", "end", "expected", "line", "column"),
    [
        ("k: iron 2\n", 5, 6, "2", 1, 9),
        ("k: 'it''s iron'\n", 5, 9, "iron", 1, 11),
        ("k: 'it''s iron'\n", 2, 3, "''", 1, 7),
        ('k: "\\u9435 2"\n', 0, 1, "\\u9435", 1, 5),
        ("鐵: 2\nk: >-\n   pay 鐵 1\n   -> 金\n", 8, 10, "->", 4, 4),
        ("\ufeffk: pay\r\n  iron\r\n", 4, 8, "iron", 2, 3),
        ("k: |2\n    a\n\n   b\n", 6, 7, "b", 4, 4),
        ("k: &x # why\n  iron\n", 0, 4, "iron", 2, 3),
    ],
)
def test_a_part_of_a_text_is_found(*, text: str, start: int, end: int, expected: str, line: int, column: int) -> None:
    node = parse(text)
    assert node is not None
    span = node.span_of(start, end)
    assert (span.text, span.line, span.column) == (expected, line, column)


def test_parts_are_clipped_and_may_be_empty() -> None:
    node = parse("k: iron\n")
    assert node is not None
    assert node.span_of(2, 99).text == "on"
    end = node.span_of(99, 99)
    assert (end.text, end.column) == ("", 8)
