"""`kamon translate`: catalogues listed, checked, printed and rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.analysis.desk.stall import ENGLISH, STALL, stall

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

FOUND = ("unknown-locale", "untranslated", "text-number", "lost-placeholder")
"""What `check` says also of a language that Kamon does not speak."""
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


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (b'msgid "a"\n\xff', ":2:1: error[invalid-utf8]"),
        (b'msgid "game"\nmsgstr "Stand"\nnonsense\n', ":3:1: error[catalogue-entry]: an entry"),
        (b'msgid "game"\nmsgid "other"\n', ":1:1: error[catalogue-entry]"),
        (b'msgid "game"\nmsgstr "Stand"\n\nmsgid "game"\nmsgstr "Bude"\n', ":4:8: error[catalogue-twice]"),
        (b'msgid ""\nmsgstr "Plural-Forms: nplurals=999999999; plural=n;\\n"\n', ": error[catalogue-unreadable]"),
    ],
)
def test_a_catalogue_that_is_none_stops_no_other(
    kamon: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: bytes, said: str
) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    root = stall(tmp_path, en=ENGLISH, es={"game": "Puesto"})
    (root / "locales" / "de.po").write_bytes(broken)
    status = kamon("translate", "status", root)
    assert status.code == 1
    assert [row.split()[0] for row in status.out.splitlines()[1:]] == ["de", "en", "es"]
    assert f"{root}/locales/de.po{said}" in status.err
    updated = kamon("translate", "update", root)
    assert updated.code == 1
    assert "es.po" in updated.out
    assert said in updated.err
    assert (root / "locales" / "de.po").read_bytes() == broken


def test_a_catalogue_that_is_none_is_told_in_the_users_language(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, de=GERMAN)
    (root / "locales" / "de.po").write_text('msgid "game"\nnonsense\n', encoding="utf-8")
    for deed in ("status", "check", "update", "extract"):
        ran = kamon("translate", deed, root, "--locale", "de")
        assert ran.code == 1
        assert "ein Eintrag eines Katalogs ist hier nicht vollständig" in ran.out + ran.err


def test_a_language_that_kamon_does_not_speak_can_be_begun(kamon: Run, tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH)
    assert kamon("translate", "update", root, "--locale", "pl").code == 0
    file = root / "locales" / "pl.po"
    text = file.read_text(encoding="utf-8")
    assert '"Language: pl\\n"' in text
    assert "nplurals=3" in text
    assert "#. Says: Pay 2 apples to do this: gain 5 coins." in text
    for old, new in (("icon.sell", "sprzedaż"), ("member.oak", "dąb (5 monet)"), ("icon.some", "weź")):
        begun = f'msgid "{old}"\nmsgstr "'
        assert begun in text
        text = text.replace(begun, begun + new)
    file.write_text(text, encoding="utf-8")
    (row,) = kamon("translate", "status", root, "--locale", "pl").out.splitlines()[1:]
    assert row.split()[0] == "pl"
    assert row.split()[2] == "3"
    checked = kamon("translate", "check", root, "--locale", "pl")
    assert checked.code == 0
    assert [one for one in FOUND if f"[{one}]" in checked.out] == list(FOUND)


def test_what_is_no_language_is_refused(kamon: Run, tmp_path: Path) -> None:
    ran = kamon("translate", "update", stall(tmp_path, en=ENGLISH), "--locale", "xx_nonsense")
    assert (ran.code, ran.out) == (2, "")
    assert "no locale 'xx_nonsense' is spoken" in ran.err
