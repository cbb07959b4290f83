"""The page that `kamon simulate --report` writes."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from tests.cli.conftest import Run

DO = Path(__file__).resolve().parent.parent / "toys" / "do"
EMPTY = {"meta", "rect", "path", "circle"}


class Page(HTMLParser):
    """What stands in a page: its headings, the cells of its tables by row, how many pictures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []
        self.rows: list[list[str]] = []
        self.pictures = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - its name is the parser's
        if tag not in EMPTY:
            self.open.append(tag)
        self.pictures += tag == "svg"
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def report(kamon: Run, folder: Path, *arguments: str) -> str:
    ran = kamon("simulate", DO, "-n", "60", *arguments, "--report", folder / "out.html")
    assert ran.code == 0
    return (folder / "out.html").read_text(encoding="utf-8")


def test_a_report_has_a_picture_for_everything(kamon: Run, tmp_path: Path) -> None:
    text = report(kamon, tmp_path, "--locale", "en")
    page = Page(text)
    assert page.open == []
    assert page.headings == [
        "Effects printed on cards: 60 matches, seed 0",
        "Wins",
        "Points",
        "Decisions in a match",
        "Where points come from",
        "Cards and pieces",
        "Options",
        "Decisions with one option",
    ]
    rows = {row[0]: row for row in page.rows if row[0]}
    assert {"ann", "bob", "Baker", "Throw away"} <= set(rows)
    assert page.pictures >= 2 + len(page.rows) - 5
    assert not re.search(r"(src|href)=|https?:|url\(|<script", text)


def test_a_report_is_in_the_users_language(kamon: Run, tmp_path: Path) -> None:
    page = Page(report(kamon, tmp_path, "--locale", "de"))
    assert "Woher Punkte kommen" in page.headings
    points = next(row for row in page.rows if row[0] == "Baker")
    assert re.fullmatch(r"\d,\d\d", points[1])


def test_without_details_a_report_has_what_every_run_has(kamon: Run, tmp_path: Path) -> None:
    page = Page(report(kamon, tmp_path, "--details", "0", "--locale", "en"))
    assert page.headings[1:] == ["Wins", "Points", "Decisions in a match"]


def test_names_are_no_markup(kamon: Run, race: Path, tmp_path: Path) -> None:
    game = race / "game.yaml"
    game.write_text(f"{game.read_text(encoding='utf-8')}\ntitle: <b>&\n", encoding="utf-8")
    ran = kamon("simulate", race, "-n", "5", "--report", tmp_path / "out.html", "--locale", "en")
    assert ran.code == 0
    assert "<h1>&lt;b&gt;&amp;: 5 matches, seed 0</h1>" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_without_its_packages_a_report_is_refused_before_anything_is_played(
    kamon: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.cli.shared.find_spec", lambda _: None)
    ran = kamon("simulate", DO, "--report", tmp_path / "out.html", "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "jinja2" in ran.err
