"""`kamon glossary`, `docs` and `cards`: files that need nothing from elsewhere."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from interpreter.cli import shared
from tests.analysis.desk.stall import ENGLISH, STALL, stall

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

BOARD = "board: {field: {grid: {columns: 2, rows: 2}, holds: card}}\nzones:"


class Addresses(HTMLParser):
    """What a page refers to, and whether its elements are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def addresses(text: str) -> list[str]:
    """The page's addresses but for pictures that are in it."""
    parser = Addresses()
    parser.feed(text)
    assert parser.open == []
    assert "<script" not in text
    assert not re.search(r"url\(|@import", text)
    return [one for one in parser.found if not one.startswith("data:image/")]


def test_a_glossary_is_one_page(kamon: Run, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    root = stall(tmp_path, en={**ENGLISH, "icon.sell": "<b>sale</b>"})
    ran = kamon("glossary", root, "--locales", "en,ja", "--out", out, "--locale", "en")
    assert ran.code == 0
    text = out.read_text(encoding="utf-8")
    assert addresses(text) == []
    assert "&lt;b&gt;sale&lt;/b&gt;" in text
    assert "pay apple 2 -&gt; coin 5" in text


def test_a_games_pages_lead_to_each_other_and_nowhere_else(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, STALL.replace("zones:", BOARD), en=ENGLISH)
    assert kamon("docs", root, "--out", tmp_path / "site" / "en", "--locale", "en").code == 0
    pages = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "site" / "en").iterdir()}
    assert set(pages) == {f"{name}.html" for name in ("index", "components", "icons", "board", "rules", "sources")}
    assert all(set(addresses(text)) == set(pages) for text in pages.values())
    assert "Pay 2 apples to do this: gain 5 coins." in pages["icons.html"]
    assert "<svg" in pages["board.html"]
    assert "The book of stalls" in pages["sources.html"]


def test_a_game_without_board_has_no_page_for_it(kamon: Run, tmp_path: Path) -> None:
    kamon("docs", stall(tmp_path, en=ENGLISH), "--out", tmp_path / "site", "--locale", "en")
    assert not (tmp_path / "site" / "board.html").exists()


def has_pango() -> bool:
    try:
        import weasyprint  # type: ignore[import-untyped]  # noqa: F401
    except OSError:
        return False
    return True


def test_a_missing_library_is_told(kamon: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "weasyprint":
                raise OSError("cannot load library 'libpango'")

    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken, *sys.meta_path])
    monkeypatch.setattr(shared, "find_spec", lambda _: object())
    ran = kamon("cards", stall(tmp_path, en=ENGLISH), "--out", tmp_path / "cards.pdf", "--locale", "en")
    assert ran.code == 2
    assert "Pango: cannot load library 'libpango'" in ran.err


@pytest.mark.skipif(not has_pango(), reason="WeasyPrint does not find Pango")
def test_cards_are_a_file_to_print(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH)
    assert kamon("cards", root, "--out", tmp_path / "cards.pdf", "--locale", "en").code == 0
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF-")
    assert kamon("cards", root, "--kind", "card", "--out", tmp_path / "cards.png").code == 0
    assert (tmp_path / "cards.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("arguments", [("--out", "cards.txt"), ("--out", "cards.pdf", "--kind", "tile")])
def test_cards_that_cannot_be_are_misuse(kamon: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert kamon("cards", stall(tmp_path, en=ENGLISH), *arguments).code == 2


def test_what_has_to_be_installed_is_told(kamon: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "find_spec", lambda _: None)
    ran = kamon("docs", stall(tmp_path, en=ENGLISH), "--out", tmp_path / "site", "--locale", "en")
    assert ran.code == 2
    assert "pip install 'kamon[pages]'" in ran.err
