"""Where lines are broken, in prose, in rows of parts, in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from interpreter.cli.breaking import broken
from interpreter.cli.console import Terminal, flowed, wrapped

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def lines(text: str, width: int) -> list[str]:
    return [line.plain for line in broken(Text(text), width, width)]


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("two words", 5, ["two", "words"]),
        ("dit «\u00a0oui\u00a0»", 7, ["dit", "«\u00a0oui\u00a0»"]),
        ("one — two", 5, ["one —", "two"]),
        ("获得两枚；现为", 8, ["获得两", "枚；现为"]),
        ("打出（牌）", 6, ["打出", "（牌）"]),
        ("用“牌”打出", 8, ["用“牌”打", "出"]),
        ("the wheelbarrow", 6, ["the", "wheelb", "arrow"]),
        ("to space 14", 9, ["to", "space 14"]),
        ("in 2 days; 3 cups", 11, ["in 2 days;", "3 cups"]),
    ],
)
def test_lines_are_broken_where_they_may_be(text: str, width: int, expected: list[str]) -> None:
    assert lines(text, width) == expected


@given(st.text("ab 1—；。（“\N{NO-BREAK SPACE}牌字", max_size=60), st.integers(2, 20), st.integers(2, 20))
def test_nothing_is_lost_and_nothing_too_wide(text: str, first: int, later: int) -> None:
    found = [line.plain for line in broken(Text(text), first, later)]
    assert "".join(found).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= room for line, room in zip(found, [first, *[later] * len(found)], strict=False))


def test_colours_stay_where_they_were() -> None:
    _, second = broken(Text.assemble("one ", ("two", "bold")), 4, 4)
    assert second.plain == "two"
    assert [(span.start, span.end, span.style) for span in second.spans] == [(0, 3, "bold")]


def test_a_line_goes_on_further_right() -> None:
    assert [one.plain for one in wrapped(Terminal(14), "  one two three four")] == ["  one two", "    three four"]
    assert [one.plain for one in wrapped(Terminal(14), "one two three four", 4)] == ["one two three", "    four"]


def test_parts_stay_whole_where_they_fit() -> None:
    parts = [Text(part) for part in ("ann", "clan points 0", "hand one two three four five", "box –")]
    assert [line.plain for line in flowed(Terminal(20), parts, 4)] == [
        "ann   clan points 0",
        "    hand one two",
        "      three four",
        "      five",
        "    box –",
    ]


def test_the_help_keeps_its_columns(kamon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = kamon("play", "rosenkoenig", "--locale", "de", typed="hilfe\n").out
    column = " " * len("eine Möglichkeit  ")
    assert f"warum NAME        warum etwas nicht möglich ist; warum\n{column}allein: alles, was nicht geht\n" in out
    assert "\n  \n" not in out


def test_lines_of_options_end_without_blanks(kamon: Run) -> None:
    out = kamon("play", "rosenkoenig", "--seed", "5", "--locale", "en", typed="xyzzy\nnorth\n").out
    assert "1 Play" in out
    assert [line for line in out.splitlines() if line != line.rstrip() and not line.startswith(">")] == []


def test_a_terminal_gets_problems_in_lines_that_fit(kamon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    whole = kamon("play", "rosenkoenig", "--players", "human", "--locale", "en").err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    err = kamon("play", "rosenkoenig", "--players", "human", "--locale", "en").err
    assert whole.count("\n") == 1
    assert max(map(len, err.splitlines())) <= 40
    assert err.split() == whole.split()
