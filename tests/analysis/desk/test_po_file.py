"""PO files as tools write them: nothing is lost on the way through."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.analysis.desk.merge import update
from interpreter.analysis.desk.notes import Notes, notes
from interpreter.analysis.desk.po_file import parse, read
from interpreter.explain.po import forms, identity
from tests.analysis.desk.stall import ENGLISH, entry, needs, stall

if TYPE_CHECKING:
    from pathlib import Path

EDITED = r"""# Names, by hand
#
msgid ""
msgstr ""
"X-Generator: Poedit 3.4\n"
"Language: de\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"Last-Translator: Nobody <n@example.org>\n"
"Content-Type: text/plain; charset=UTF-8\n"
"X-Own: kept\n"

# A remark
#. English: oak (4 coins,
#. 2 apples)
#: game.yaml:3 other.yaml:4
#, fuzzy
#| msgid "member.old"
msgid "member.oak"
msgstr ""
"Eiche "
"(4 Münzen, \"2\" Äpfel\tund "
"mehr)"

msgid "counter.coin"
msgid_plural "counter.coin.plural"
msgstr[0] "Münze"
msgstr[1] "Münzen"

#~ msgid "icon.old"
#~ msgstr "Alt"
"""


def test_what_an_editor_wrote_comes_through() -> None:
    first = parse(EDITED, "de")
    text = first.text()
    again = parse(text, "de")
    assert text.startswith(EDITED[: EDITED.index("\n# A remark")])
    assert '#| msgid "member.old"' in text
    for file in (first, again):
        oak = entry(file, "member.oak")
        assert forms(oak) == ('Eiche (4 Münzen, "2" Äpfel\tund mehr)',)
        assert oak.fuzzy
        assert "A remark" in oak.user_comments
        assert notes(oak.auto_comments)[0].english == "oak (4 coins, 2 apples)"
        assert forms(entry(file, "counter.coin")) == ("Münze", "Münzen")
        assert [identity(one) for one in file.catalog.obsolete.values()] == ["icon.old"]
    assert again.text() == text


def test_line_breaks_of_another_system_are_read() -> None:
    assert parse(EDITED.replace("\n", "\r\n"), "de").text() == parse(EDITED, "de").text()


def test_a_catalogue_that_is_not_there_begins_with_a_header(tmp_path: Path) -> None:
    text = read(tmp_path / "pl.po", "pl").text()
    assert "Language: pl" in text
    assert "nplurals=3" in text


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")
def test_gettext_accepts_and_rewraps_what_is_written(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH)
    file = parse(EDITED, "de")
    update(file.catalog, "de", needs(root))
    path = tmp_path / "de.po"
    path.write_text(file.text(), encoding="utf-8")
    subprocess.run(["msgfmt", "--check-format", "-o", tmp_path / "de.mo", path], check=True)
    subprocess.run(["msgcat", "--width=40", "--sort-output", "-o", path, path], check=True)
    again = read(path, "de")
    assert {identity(one): (forms(one), one.fuzzy, notes(one.auto_comments)) for one in again.catalog} == {
        identity(one): (forms(one), one.fuzzy, notes(one.auto_comments)) for one in parse(file.text(), "de").catalog
    }
    assert update(again.catalog, "de", needs(root)).changed == []


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc"), include_characters="\n\t"), min_size=1, max_size=120)


@settings(max_examples=30)
@given(texts=st.dictionaries(st.from_regex(r"[a-z]+\.[a-z_0-9]+", fullmatch=True), TEXTS, max_size=4))
def test_every_text_comes_through(texts: dict[str, str]) -> None:
    file = parse("", "de")
    for name, words in texts.items():
        file.catalog[name] = Message(name, words)
    again = parse(file.text(), "de")
    assert {identity(one): forms(one)[0] for one in again.catalog if identity(one)} == texts


@given(
    st.builds(
        Notes, *(st.text("ab :{}[]→…Was说", max_size=90).map(lambda text: " ".join(text.split())) for _ in range(7))
    )
)
def test_notes_come_through_however_they_are_wrapped(kept: Notes) -> None:
    file = parse("", "de")
    file.catalog["a.b"] = Message("a.b", "text", auto_comments=kept.lines())
    (entry,) = (one for one in parse(file.text(), "de").catalog if identity(one))
    assert notes(entry.auto_comments) == (kept, [])
