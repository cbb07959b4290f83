"""Formatting in place changes the texts of the language and not one character around them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.language import Start, ast, format_document, format_effect
from interpreter.source import Mapping, Scalar, read_document
from tests.language.helpers import cases, effect
from tests.language.trees import effects

Places = list[tuple[Scalar, Start]]
STARTS: dict[str, Start] = {"effects": "effect", "values": "value"}


def places(text: str) -> Places:
    """Effects below `effects`, values below `values`, and keys below `values` that are signatures."""
    document, found = read_document(("rules.yaml", text.encode()))
    assert document is not None, found
    assert found == []
    assert isinstance(document.root, Mapping)
    result: Places = []
    for name, entry in document.root.items():
        if name in STARTS:
            assert isinstance(entry.value, Mapping)
            for inner in entry.value.entries.values():
                assert isinstance(inner.value, Scalar)
                result.append((inner.value, STARTS[name]))
                if name == "values":
                    result.append((inner.key, "signature"))
    return result


@pytest.mark.parametrize("case", cases("embedded.yaml"), ids=lambda case: case["note"])
def test_only_the_texts_change(case: dict[str, Any]) -> None:
    text, wanted = case["file"], case.get("becomes", case["file"])
    assert format_document(text, places(text)) == wanted
    assert format_document(wanted, places(wanted)) == wanted
    crlf, wanted_crlf = text.replace("\n", "\r\n"), wanted.replace("\n", "\r\n")
    assert format_document(crlf, places(crlf)) == wanted_crlf
    assert format_document("\ufeff" + crlf, places("\ufeff" + crlf)) == "\ufeff" + wanted_crlf


def indented(text: str, indent: int) -> str:
    return "\n".join(" " * indent + line if line else "" for line in text.split("\n"))


def literal(text: str, header: str, indent: int) -> str:
    return f"{header}\n{indented(text, indent)}\n"


written = st.one_of(
    st.tuples(st.sampled_from(["|", "|-", "|+", ">", ">-", "| # why", "&a |", "|2-"]), st.integers(2, 8)),
    st.sampled_from(["'", '"']),
)


@given(effects, st.integers(1, 120), written, st.sampled_from(["\n", "\r\n"]))
def test_any_effect_in_any_scalar_keeps_its_meaning(
    tree: ast.Effect, width: int, style: str | tuple[str, int], newline: str
) -> None:
    if isinstance(style, tuple):
        header, indent = style
        value = literal(format_effect(tree, width), header, 4 if "2" in header else indent + 2)
    else:
        value = f"{style}{format_effect(tree, 10**9)}{style} # why\n"
    before, after = "# 牌  \neffects:\n  key: ", "\n# the end\nother:   [ 1,2 ]\n"
    text = (before + value + after).replace("\n", newline)
    new = format_document(text, places(text))
    assert new.startswith(before.replace("\n", newline))
    assert new.endswith(after.replace("\n", newline))
    [(scalar, _)] = places(new)
    assert effect(scalar.text) == tree
    assert format_document(new, places(new)) == new
    assert new.count("\n") == new.count(newline)


def test_a_scalar_named_twice_is_replaced_once() -> None:
    text = "effects:\n  a: &x ( apple 2 )\n  b: *x\n"
    assert len(places(text)) == 2
    assert format_document(text, places(text)) == "effects:\n  a: &x apple 2\n  b: *x\n"


def test_lines_in_blocks_leave_room_for_their_indentation() -> None:
    line = "plant(" + ", ".join(f"tree_{number}" for number in range(11)) + ")"
    assert len(line) == 94
    for indent, lines in ((6, 1), (7, 13)):
        text = f"effects:\n  key: |\n{' ' * indent}{line}\n"
        [(scalar, _)] = places(format_document(text, places(text)))
        assert len(scalar.text.splitlines()) == lines
