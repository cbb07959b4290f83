"""`kamon translate`: catalogues listed, checked, printed and rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.analysis.desk.stall import ENGLISH, STALL, stall

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

GERMAN = {"game": "Marktstand", "member.oak": "Eiche (4 Münzen, 2 Äpfel)"}


def test_a_changed_number_is_told_marked_and_counted(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de=GERMAN)
    assert kamon("translate", "update", root).code == 0
    (root / "game.yaml").write_text(STALL.replace("apple 2}", "apple 3}"), encoding="utf-8")
    checked = kamon("translate", "check", root, "--locale", "en")
    assert checked.code == 0
    assert "“Gain 4 coins; gain 2 apples.”, it is now “Gain 4 coins; gain 3 apples.”" in checked.out
    assert kamon("translate", "check", root, "--locale", "en", "--strict").code == 1
    updated = kamon("translate", "update", root, "--locale", "en")
    assert "0 added, 0 no longer needed, 1 to look at again" in updated.out
    assert "member.oak" in updated.out
    status = kamon("translate", "status", root, "--locale", "en").out.splitlines()
    assert status[-1].split()[0] == "en"
    assert status[-1].split()[3] == "1"


def test_a_changed_comment_is_not_told(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH)
    kamon("translate", "update", root)
    (root / "game.yaml").write_text(f"# new\n{STALL}", encoding="utf-8")
    assert "1 to look at" not in kamon("translate", "update", root).out
    assert "text-stale" not in kamon("translate", "check", root, "--locale", "en").out


def test_a_catalogue_is_printed_without_touching_the_games_own(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH)
    before = (root / "locales" / "en.po").read_text(encoding="utf-8")
    assert "#. DSL: pay apple 2 -> coin 5" in kamon("translate", "extract", root).out
    out = tmp_path / "pl.po"
    assert kamon("translate", "extract", root, "--locale", "es", "--out", out).code == 0
    assert "Language: es" in out.read_text(encoding="utf-8")
    assert [path.name for path in (root / "locales").iterdir()] == ["en.po"]
    assert (root / "locales" / "en.po").read_text(encoding="utf-8") == before


def test_a_new_language_begins_with_every_name_missing(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH)
    kamon("translate", "update", root, "--locale", "ja")
    assert 'msgid "icon.both"\nmsgstr ""' in (root / "locales" / "ja.po").read_text(encoding="utf-8")


def test_the_pseudo_locale_is_nobodys_to_translate(kamon: Run, tmp_path: Path) -> None:
    ran = kamon("translate", "update", stall(tmp_path, en=ENGLISH), "--locale", "qps")
    assert ran.code == 2
    assert not (tmp_path / "stall" / "locales" / "qps.po").exists()


def test_a_catalogue_that_is_none_is_misuse(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH)
    (root / "locales" / "en.po").write_bytes(b'msgid "a\n\xff')
    assert kamon("translate", "update", root).code == 2
