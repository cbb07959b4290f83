"""What the reader makes of values, and what it refuses: hostile files end soon, with a place."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.source import Mapping, Scalar, SourceFile, at, plain, read_document
from interpreter.source.files import FORBIDDEN
from interpreter.source.reader import MAX_FINDINGS, _compose


def findings(data: bytes | str) -> list[tuple[str, int, int]]:
    content = data.encode() if isinstance(data, str) else data
    _, found = read_document(("x.yaml", content))
    return [(one.code, one.span.line, one.span.column) for one in found]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("2001-01-01", "2001-01-01"),
        ("0o17", 15),
        ("0x1F", 31),
        ("017", 17),
        ("-5", -5),
        ("+5", 5),
        ("1.5", 1.5),
        (".5e1", 5.0),
        ("1e3", 1000.0),
        (".inf", math.inf),
        ("-.INF", -math.inf),
        ("~", None),
        ("", None),
        ("Null", None),
        ("TRUE", True),
        ("false", False),
        ("tRue", "tRue"),
        ("'5'", "5"),
        ('"true"', "true"),
        ("2147483647", 2147483647),
        ("-2147483648", -2147483648),
        ("<=", "<="),
    ],
)
def test_values_are_those_of_yaml_1_2(text: str, value: object) -> None:
    document, found = read_document(("x.yaml", f"k: [{text}]\n".encode()))
    assert document is not None
    assert not found
    got = plain(document.root)
    assert isinstance(got, dict)
    expected = [] if text == "" else [value]
    assert got["k"] == expected
    assert [type(one) for one in got["k"]] == [type(one) for one in expected]


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**31), 2**31 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S", "Zs"))),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abcxyz_", min_size=1), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize("python_parser", [False, True])
@given(value=JSON_VALUES)
def test_json_is_read_as_json_reads_it(python_parser: bool, value: object) -> None:
    text = json.dumps(value)
    document, found = _compose(SourceFile("x", text), python_parser=python_parser)
    assert not found
    assert document is not None
    assert plain(document.root) == json.loads(text)


def test_spans_cover_what_was_written() -> None:
    text = "a:\n  b: [1, {c: 2}]\n  d: e\n\n# end\nf: 'g'\n"
    document, _ = read_document(("x.yaml", text.encode()))
    assert document is not None
    root = document.root
    places: list[tuple[list[str | int], str]] = [
        (["a"], "b: [1, {c: 2}]\n  d: e"),
        (["a", "b"], "[1, {c: 2}]"),
        (["a", "b", 1], "{c: 2}"),
        (["a", "b", 1, "c"], "2"),
        (["f"], "'g'"),
    ]
    for path, written in places:
        node = at(root, path)
        assert node is not None
        assert node.span.text == written
    assert at(root, ["a", "b", 7]) is None
    assert at(root, ["a", "x", "y"]) is None
    assert isinstance(root, Mapping)
    assert root.entries["f"].key.span.line == 6
    assert ("f" in root, "g" in root, len(root)) == (True, False, 2)


def test_nodes_are_equal_wherever_they_stand() -> None:
    first, _ = read_document(("x.yaml", b"a: [1, x]\n"))
    second, _ = read_document(("y.yaml", b"# c\na:\n- 1\n- 'x'\n"))
    assert first is not None
    assert second is not None
    assert first.root == second.root


def test_whole_numbers_serve_as_keys() -> None:
    document, found = read_document(("x.yaml", b"1: a\nno: b\n"))
    assert document is not None
    assert not found
    assert plain(document.root) == {"1": "a", "no": "b"}


def test_aliases_repeat_the_anchored_node() -> None:
    document, found = read_document(("x.yaml", b"a: &x\n  b: 1\nc: *x\nd: &y z\ne: *y\n"))
    assert document is not None
    assert not found
    assert plain(document.root) == {"a": {"b": 1}, "c": {"b": 1}, "d": "z", "e": "z"}


def test_the_byte_order_mark_is_kept_in_the_text_but_in_no_column() -> None:
    data = "\ufeffa: b\r\n".encode()
    document, _ = read_document(("x.yaml", data))
    assert document is not None
    assert document.source.text.encode() == data
    assert document.root.span.column == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("file-empty", 1, 1)),
        ("# nothing\n\n", ("file-empty", 1, 1)),
        ("a: 1\nb: 2\na: 3\n", ("duplicate-key", 3, 1)),
        ("1: a\n'1': b\n", ("duplicate-key", 2, 1)),
        ("x: {a: 1, a: 2}\n", ("duplicate-key", 1, 11)),
        ("true: 1\n", ("bad-key", 1, 1)),
        ("1.5: 1\n", ("bad-key", 1, 1)),
        ("~: 1\n", ("bad-key", 1, 1)),
        ("? [a]\n: b\n", ("bad-key", 1, 3)),
        ("<<: {a: 1}\n", ("merge-key", 1, 1)),
        ("a: !!python/object/apply:os.system [ls]\n", ("yaml-tag", 1, 4)),
        ("a: !mine x\n", ("yaml-tag", 1, 4)),
        ("!!map\na: x\n", ("yaml-tag", 1, 1)),
        ("a: *b\n", ("unknown-anchor", 1, 4)),
        ("a: &b [*b]\n", ("alias-cycle", 1, 8)),
        ("a: &b {c: {d: *b}}\n", ("alias-cycle", 1, 15)),
        ("a: 1\n---\nb: 2\n", ("several-documents", 2, 1)),
        ("a:\n\tb: 1\n", ("yaml-tab", 2, 1)),
        ("a:\n  b: 1\n\tc: 1\n", ("yaml-tab", 3, 1)),
        ("a: b: c\n", ("yaml-unexpected-colon", 1, 5)),
        ("a: - b\n", ("yaml-unexpected-dash", 1, 4)),
        ("a: @b\n", ("yaml-reserved-character", 1, 4)),
        ("a: 1\nbcd\n", ("yaml-missing-colon", 2, 1)),
        ("a: [1, 2\nb: 3\n", ("yaml-never-closed", 1, 4)),
        ("a: {b: 1]\n", ("yaml-unclosed-bracket", 1, 9)),
        ("a:\n  b: 1\n c: 2\n", ("yaml-indentation", 3, 2)),
        ("- a\nb: 1\n", ("yaml-indentation", 2, 1)),
        ("a: 'b\nc: d\n", ("yaml-unclosed-quote", 1, 4)),
        ('a: "\\q"\n', ("yaml-bad-escape", 1, 5)),
        ("a: |x\n  b\n", ("yaml-bad-block", 1, 5)),
        ("a: b\x00c\n", ("control-character", 1, 5)),
        ("a: b\x1bc\n", ("control-character", 1, 5)),
        ("a: b\u2028c\n", ("control-character", 1, 5)),
        ("a: b\u202ec\n", ("control-character", 1, 5)),
        ("a: b\ufeffc\n", ("control-character", 1, 5)),
        ('a: "\\e[31m"\n', ("control-character", 1, 4)),
        ('a: "\\0"\n', ("control-character", 1, 4)),
        ("a: 2147483648\n", ("integer-range", 1, 4)),
        ("a: -0x1\nb: -2147483649\n", ("integer-range", 2, 4)),
        ("a: " + "9" * 100_000 + "\n", ("integer-range", 1, 4)),
    ],
)
def test_a_bad_file_is_refused_at_its_place(text: str, expected: tuple[str, int, int]) -> None:
    assert findings(text) == [expected]


def test_which_characters_a_file_may_hold() -> None:
    allowed = ["\t", "\n", "\r", "\x20-\x7e", "\xa0-\u2027", "\u202f-\u2065", "\u206a-\ud7ff"]
    allowed += ["\ue000-\ufefe", "\uff00-\ufffd", "\U00010000-\U0010ffff"]
    every = "".join(map(chr, range(0x110000)))
    assert FORBIDDEN.findall(every) == re.findall(f"[^{''.join(allowed)}]", every)


@pytest.mark.parametrize("text", ["[" * 10_000, "{a: " * 66, "- " * 10_000, "[" * 65 + "]" * 65])
def test_deep_nesting_is_refused(text: str) -> None:
    assert [code for code, *_ in findings(text)] == ["too-deep"]
    assert not findings("[" * 64 + "]" * 64)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a: 1\nb: x\xffy\n", ("invalid-utf8", 2, 5)),
        ("é: 1\n".encode("latin-1"), ("invalid-utf8", 1, 1)),
        ("字: ".encode() + b"\xed\xa0\x80", ("invalid-utf8", 1, 4)),
        ("a: 1\n".encode("utf-16"), ("file-not-utf8", 1, 1)),
        ("a: 1\n".encode("utf-32"), ("file-not-utf8", 1, 1)),
        (b"a: 1\n" * 500_000, ("file-too-large", 1, 1)),
    ],
)
def test_bytes_that_are_no_utf8_text_are_refused(data: bytes, expected: tuple[str, int, int]) -> None:
    assert findings(data) == [expected]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"[" + b"a," * 900_000 + b"]", "too-many-nodes"),
        (b"a: &b x\nc: [" + b"*b," * 600_000 + b"]", "alias-explosion"),
        (
            b"a0: &a0 [x, x]\n" + b"".join(b"a%d: &a%d [*a%d, *a%d]\n" % (n, n, n - 1, n - 1) for n in range(1, 50)),
            "alias-explosion",
        ),
        (
            b"a0: &a0 [x]\n" + b"".join(b"a%d: &a%d [*a%d]\n" % (n, n, n - 1) for n in range(1, 400)),
            "too-deep",
        ),
        (b"".join(b"k%d: 1\n" % (n % 2) for n in range(10_000)), "too-many-errors"),
    ],
)
def test_a_file_that_explodes_is_given_up(data: bytes, code: str) -> None:
    document, found = read_document(("x.yaml", data))
    assert document is None
    assert found[-1].code == code
    assert len(found) <= MAX_FINDINGS + 1


def test_both_places_of_a_duplicate_key_are_named() -> None:
    document, (found,) = read_document(("x.yaml", b"a: 1\nb: 2\na: 3\n"))
    assert [(label.code, label.span.line) for label in found.labels] == [("label.first-here", 1)]
    assert document is not None
    assert plain(document.root) == {"a": 1, "b": 2}


def test_several_findings_are_told_at_once() -> None:
    text = "a: !t 1\na: 2\ntrue: 3\nb: *c\nd: 99999999999\n"
    assert [code for code, *_ in findings(text)] == [
        "yaml-tag",
        "duplicate-key",
        "bad-key",
        "unknown-anchor",
        "integer-range",
    ]


@pytest.mark.parametrize("python_parser", [False, True])
@given(text=st.text(st.sampled_from("ab:-[]{}&*!|>'\"#%@?,\n \t1~<"), max_size=40))
def test_no_text_makes_the_reader_raise(python_parser: bool, text: str) -> None:
    document, found = _compose(SourceFile("x", text), python_parser=python_parser)
    assert document is not None or found
    for one in found:
        assert 0 <= one.span.start <= one.span.end <= len(text)


@given(data=st.binary(max_size=60))
def test_no_bytes_make_the_reader_raise(data: bytes) -> None:
    document, found = read_document(("x", data))
    assert document is not None or found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: [1, 2\nb: 3\n", "yaml-never-closed"),
        ("a:\n  b: 1\n c: 2\n", "yaml-indentation"),
        ("a: 'b\nc: d\n", "yaml-unclosed-quote"),
        ('a: "\\q"\n', "yaml-bad-escape"),
        ("a: 1\nbcd\n", "yaml-missing-colon"),
        ("a:\n\tb: 1\n", "yaml-tab"),
        ("[" * 5_000, "too-deep"),
    ],
)
def test_without_libyaml_the_same_is_refused(text: str, code: str) -> None:
    _, found = _compose(SourceFile("x", text), python_parser=True)
    assert [one.code for one in found] == [code]


def code_of(path: Path) -> str:
    document, (found,) = read_document(path)
    assert document is None
    return found.code


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: 1\n")
    (tmp_path / "link.yaml").symlink_to(file)
    os.mkfifo(tmp_path / "pipe.yaml")
    document, found = read_document(file)
    assert document is not None
    assert not found
    assert isinstance(document.root, Mapping)
    assert isinstance(document.root.get("a"), Scalar)
    assert code_of(tmp_path) == "file-directory"
    assert code_of(tmp_path / "none.yaml") == "file-missing"
    assert code_of(tmp_path / "link.yaml") == "file-symlink"
    assert code_of(tmp_path / "pipe.yaml") == "file-special"
    assert code_of(file / "inside.yaml") == "file-unreadable"
    assert code_of(Path("a\0b")) == "file-unreadable"


def test_files_are_named_from_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    file = tmp_path / "games" / "a.yaml"
    file.write_text("a: 1\n")
    monkeypatch.chdir(tmp_path)
    document, _ = read_document(file)
    assert document is not None
    assert document.source.name == "games/a.yaml"
    monkeypatch.chdir("/")
    other, _ = read_document(file, name="mine.yaml")
    assert other is not None
    assert other.source.name == "mine.yaml"


def test_importing_the_package_loads_no_heavy_library() -> None:
    heavy = {"babel", "lark", "jsonschema", "networkx", "importlib.metadata", "yaml", "rich"}
    script = f"import sys, interpreter.source; print(sorted(set(sys.modules) & {heavy!r}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
