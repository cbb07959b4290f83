"""Other words for a game's names, as a catalogue lists them in `NAME.also`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.explain import Speaker
from tests.explain.helpers import workshop

if TYPE_CHECKING:
    from pathlib import Path

CATALOGUES = {
    "en": """\
msgid "piece.card"
msgstr "town crier"

msgid "piece.card.also"
msgstr "herald, town; Messenger"

msgid "piece.die.also"
msgstr "a synonym of nothing"
""",
    "zh_Hans": """\
msgid "piece.card"
msgstr "大名家纹"

msgid "piece.card.also"
msgstr "印章、家纹"
""",
}


@pytest.mark.parametrize(
    ("locale", "text", "usual"),
    [
        ("en", "herald", "town crier"),
        ("en", "the HERALD and the messenger", "the town crier and the town crier"),
        ("en", "heraldry", "heraldry"),
        ("en", "an old town crier", "an old town crier"),
        ("en", "a synonym of nothing", "a synonym of nothing"),
        ("zh_Hans", "1个印章", "1个大名家纹"),
        ("zh_Hans", "大名家纹或家纹", "大名家纹或大名家纹"),
        ("zh_Hans", "herald", "herald"),
    ],
)
def test_synonyms_are_put_into_the_usual_names(tmp_path: Path, locale: str, text: str, usual: str) -> None:
    (tmp_path / "locales").mkdir()
    for name, content in CATALOGUES.items():
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        (tmp_path / "locales" / f"{name}.po").write_text(head + content, encoding="utf-8")
    assert Speaker(workshop()[0], locale, [tmp_path]).usual(text) == usual


def test_a_game_without_synonyms_leaves_texts_as_they_are() -> None:
    model, folder = workshop()
    assert Speaker(model, "en", [folder]).usual("herald") == "herald"
