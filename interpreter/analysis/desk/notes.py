"""What an entry of a catalogue carries in comments that tools leave alone: what the text was written for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.source.records import kept

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.explain.po import Text

_BETWEEN = ": "


@dataclass
class Notes:
    """Each one line, empty when there is nothing to tell.

    meaning: the fingerprint of what the text says.  english: the English text that it was written from.
    dsl, says, printed, source: what it stands for.  was: the sentence before, once the meaning has changed.
    was_english, was_printed: the English text and the numbers before.
    """

    meaning: str = ""
    english: str = ""
    dsl: str = ""
    says: str = ""
    printed: str = ""
    source: str = ""
    was: str = ""
    was_english: str = ""
    was_printed: str = ""

    def lines(self) -> list[str]:
        """As comments."""
        given = ((title, getattr(self, name)) for name, title in _TITLES.items())
        return [f"{title}{_BETWEEN}{text}" for title, text in given if text]


_TITLES = {
    "meaning": "Meaning",
    "english": "English",
    "dsl": "DSL",
    "says": "Says",
    "printed": "Printed",
    "source": "Source",
    "was": "Was",
    "was_english": "Was in English",
    "was_printed": "Was printed",
}
_NAMES = {title: name for name, title in _TITLES.items()}
_PLACES = {name: place for place, name in enumerate(_TITLES)}


@kept("_notes")
def notes_of(text: Text) -> Notes:
    """What the comments of a text say."""
    return notes(text.comments)[0]


def notes(comments: Iterable[str]) -> tuple[Notes, list[str]]:
    """What comments say, whatever way they were wrapped, and the comments that are not ours."""
    found = Notes()
    others: list[str] = []
    current = ""
    for line in comments:
        title, colon, rest = line.partition(":")
        name = _NAMES.get(title, "") if colon else ""
        # Titles come in one order: what looks like an earlier one is a wrapped line.
        if name and (not current or _PLACES[name] > _PLACES[current]):
            current = name
            setattr(found, name, rest.strip())
        elif current:
            setattr(found, current, f"{getattr(found, current)} {line}".strip())
        else:
            others.append(line)
    return found, others
