"""How findings look in a terminal, to an editor and on a forge."""

from __future__ import annotations

import json

import pytest
from wcwidth import wcswidth

from interpreter.source import (
    NO_SPAN,
    Diagnostic,
    Label,
    SourceFile,
    Span,
    did_you_mean,
    error,
    has_errors,
    nearest,
    render_github,
    render_json,
    render_text,
    warning,
)


def span(text: str, part: str, name: str = "x.yaml") -> Span:
    start = text.index(part)
    return Span(SourceFile(name, text), start, start + len(part))


def excerpt(place: Span) -> list[str]:
    return render_text([error("file-empty", place)]).splitlines()[1:3]


TEXT = "kamon: 1\niron: 2\nirno: 3\n"


def full() -> Diagnostic:
    return error(
        "duplicate-key",
        span(TEXT, "irno"),
        labels=[Label(span(TEXT, "iron"), "label.first-here")],
        hint=did_you_mean("irno", ["iron", "food"]),
        reference="page 7",
        name="irno",
    )


def test_a_finding_is_shown_with_all_its_parts() -> None:
    other = warning("unknown-game", NO_SPAN, name="x")
    assert render_text([full(), other]) == (
        "warning[unknown-game]: there is no game called 'x'\n"
        "\n"
        "x.yaml:3:1: error[duplicate-key]: the key 'irno' is given twice\n"
        "    3 | irno: 3\n"
        "      | ^^^^\n"
        "  x.yaml:2:1: first given here\n"
        "    2 | iron: 2\n"
        "      | ----\n"
        "  hint: did you mean 'iron'?\n"
        "  rulebook: page 7\n"
        "\n"
        "1 error, 1 warning\n"
    )


def test_nothing_found_is_nothing_said() -> None:
    assert render_text([]) == ""
    assert render_json([]) == "[]\n"
    assert render_github([]) == ""


def test_findings_come_by_file_and_line() -> None:
    files = [SourceFile(name, "a\nb\nc\n") for name in ("b.yaml", "a.yaml")]
    found = [error("file-empty", Span(file, offset, offset + 1)) for file in files for offset in (4, 0)]
    headers = [line.split(" ")[0] for line in render_text(found).splitlines() if "error[" in line]
    assert headers == ["a.yaml:1:1:", "a.yaml:3:1:", "b.yaml:1:1:", "b.yaml:3:1:"]
    assert render_text(found).endswith("\n4 errors\n")


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("名前: 鐵 2\n", "鐵", ["    1 | 名前: 鐵 2", "      |       ^^"]),
        ("e\u0301 x\n", "x", ["    1 | e\u0301 x", "      |   ^"]),
        ("\ta\tb\n", "b", ["    1 |  a b", "      |    ^"]),
        ("a\x1b[31m b\n", "b", ["    1 | a\ufffd[31m b", "      |        ^"]),
        ("👩\u200d🔧 b\n", "b", ["    1 | 👩\u200d🔧 b", "      |    ^"]),
        ("\ufeffab: c\r\nd\r\n", "ab", ["    1 | ab: c", "      | ^^"]),
        ("a: [b,\n  c]\n", "[b,\n  c]", ["    1 | a: [b,", "      |    ^^^"]),
    ],
)
def test_marks_stand_under_what_is_seen(text: str, part: str, expected: list[str]) -> None:
    assert excerpt(span(text, part)) == expected


def test_a_place_behind_the_last_character_is_marked() -> None:
    assert excerpt(Span(SourceFile("x", "a: b"), 4, 4)) == ["    1 | a: b", "      |     ^"]
    assert excerpt(Span(SourceFile("x", "a: b\n"), 5, 5)) == ["    2 |", "      | ^"]


@pytest.mark.parametrize("offset", [0, 500_000, 999_999])
def test_a_long_line_is_cut_around_the_mark(offset: int) -> None:
    text = "y" * offset + "X" + "y" * (999_999 - offset)
    line, marks = excerpt(Span(SourceFile("x", text), offset, offset + 1))
    assert len(line) < 130
    assert line[marks.index("^")] == "X"
    assert line.startswith("    1 | …") == (offset > 0)
    assert line.endswith("…") == (offset < 999_999)


@pytest.mark.parametrize("text", ["x" * 300, "面" * 300, "x面" * 150, "x" * 60])
@pytest.mark.parametrize("width", [20, 60, 80])
@pytest.mark.parametrize("offset", [0, 3, 30, 59])
def test_an_excerpt_fits_the_terminal(text: str, width: int, offset: int) -> None:
    source = SourceFile("g.yaml", text)
    said = render_text([error("file-empty", Span(source, offset, offset + 1))], width=width)
    line, marks = said.splitlines()[1:3]
    assert max(wcswidth(line), wcswidth(marks)) <= width
    whole = wcswidth(text) <= width - 8
    assert whole == ("…" not in line)
    column = wcswidth(marks) - marks.count("^")
    cells = [wcswidth(line[:index]) for index in range(len(line) + 1)]
    assert line[cells.index(column)] == text[offset]


def test_marks_of_a_long_span_end_with_the_excerpt() -> None:
    line, marks = excerpt(Span(SourceFile("x", "好" * 1_000_000), 0, 1_000_000))
    assert len(line) < 130
    assert len(marks) < 250


def test_colour_adds_only_colour() -> None:
    coloured = render_text([full()], color=True)
    assert "\x1b[31;1merror[duplicate-key]:\x1b[0m" in coloured
    bare = coloured
    for paint in ("31;1", "33;1", "36", "34", "34;1", "1", "0"):
        bare = bare.replace(f"\x1b[{paint}m", "")
    assert bare == render_text([full()])


def test_json_holds_places_and_texts() -> None:
    (found,) = json.loads(render_json([full()]))
    assert found == {
        "file": "x.yaml",
        "line": 3,
        "column": 1,
        "endLine": 3,
        "endColumn": 5,
        "severity": "error",
        "code": "duplicate-key",
        "message": "the key 'irno' is given twice",
        "hint": "did you mean 'iron'?",
        "reference": "page 7",
        "labels": [
            {
                "file": "x.yaml",
                "line": 2,
                "column": 1,
                "endLine": 2,
                "endColumn": 5,
                "message": "first given here",
            }
        ],
    }


def test_annotations_are_one_line_each_and_escaped() -> None:
    text = "100%,: x\n"
    found = warning("unknown-game", span(text, "x", "a,b:c%.yaml"), hint=did_you_mean("a", ["a"]), name="50%")
    assert render_github([full(), found]) == (
        "::warning file=a%2Cb%3Ac%25.yaml,line=1,col=8,endColumn=9,title=unknown-game::"
        "there is no game called '50%25'%0Ahint: did you mean 'a'?\n"
        "::error file=x.yaml,line=3,col=1,endColumn=5,title=duplicate-key::"
        "the key 'irno' is given twice%0Ax.yaml:2:1: first given here%0Ahint: did you mean 'iron'?\n"
    )


def test_the_nearest_name_is_suggested_only_when_near() -> None:
    assert nearest("irn", ["food", "iron"]) == "iron"
    assert nearest("zzz", ["food", "iron"]) is None
    assert nearest("x" * 1_000_000, ["iron"]) is None
    assert did_you_mean("zzz", ["food"]) is None


def test_a_warning_is_no_error() -> None:
    assert has_errors([warning("file-empty", NO_SPAN), error("file-empty", NO_SPAN)])
    assert not has_errors([warning("file-empty", NO_SPAN)])


def test_spans_join_within_a_file() -> None:
    source = SourceFile("x", "abc\r\ndef\rg")
    joined = Span(source, 1, 2).to(Span(source, 5, 8))
    assert (joined.start, joined.end, joined.line, joined.end_line, joined.end_column) == (1, 8, 1, 2, 4)
    assert Span(source, 9, 10).line == 3
    other = Span(SourceFile("y", "abc"), 0, 1)
    assert joined.to(other) == joined
    assert source == SourceFile("x", "abc\r\ndef\rg") != SourceFile("x", "abc")


def test_a_wide_colon_needs_no_blank_behind_it() -> None:
    found = error("unknown-name", NO_SPAN, hint=("hint.did-you-mean", {"name": "coin"}), name="coim")
    said = render_text([found], locale="zh_Hans")
    assert "\n  提示：" in said
    assert "提示： " not in said
