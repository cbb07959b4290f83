"""Words looked up: patterns of the language in a locale, names of a game in a locale."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.explain.catalogue import LOCALES, Catalogue, names, read_catalogue
from interpreter.explain.locales import fallbacks
from interpreter.explain.phrases import Part, Phrase, fill

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

JOINED = "line.joined"
FRAMED = ("from", "to", "in", "poss")
_ALSO = ".also"
BETWEEN_SYNONYMS = re.compile(r"\s*[,;，；、]\s*")


class Words:
    """Two shelves: patterns for every construct of the language, and the names of one game, from its `homes`.

    `gaps` collects the names that were wanted and that the game's catalogue of this locale lacks.
    """

    def __init__(self, locale: str, homes: Sequence[Path]) -> None:
        locales = fallbacks(locale)
        self.locale = locales[0]
        self.gaps: set[str] = set()
        self._language = [read_catalogue(LOCALES / name / "explain.po", name) for name in locales]
        self._game = [names(homes, name) for name in locales]
        self._joins = _joins(self._language[0])

    # ---- the language ----------------------------------------------------------------------------

    def line(self, message: str, count: int | None = None, /, **parts: Part) -> str:
        """A pattern filled in. One that is missing is its id, to be seen."""
        return self.filled(_look(self._language, message, "", count) or message, parts)

    def filled(self, pattern: str, parts: Mapping[str, Part]) -> str:
        """A pattern filled in, with words that meet in it joined as the language wants it: `de el` is `del`."""
        words = fill(pattern, parts)
        for met, joined in self._joins:
            words = met.sub(joined, words)
        return words

    def say(self, message: str, frame: str = "form", /, **parts: Part) -> Phrase:
        """A phrase from a pattern. `message.FORM` is the pattern of a form; what has none for a place or an
        owner is put into the pattern `frame.FORM`.
        """

        def form(name: str) -> str:
            own = _look(self._language, message, name) if name else None
            if own is None and name in FRAMED:
                return self.line(framed(frame, name), words=Phrase(form))
            return self.line(message, **parts) if own is None else self.filled(own, parts)

        return Phrase(form)

    def shaped(self, message: str, form: str, count: int | None = None) -> str | None:
        """A form that the language's catalogue gives itself, or None."""
        return _look(self._language, message, form, count)

    def inherit(self, message: str, /, **parts: Phrase) -> Phrase:
        """A phrase that passes the form which it is asked for on to its parts."""
        return Phrase(lambda name: self.line(message, **{key: part.form(name) for key, part in parts.items()}))

    # ---- the game --------------------------------------------------------------------------------

    def given(self, message: str, form: str = "", count: int | None = None) -> str | None:
        """What the game's catalogue says for a name in a form of its own, or None."""
        return _look(self._game, message, form, count)

    def named(self, message: str, count: int | None = None) -> str:
        """What the game's catalogue says, else the id's last part with spaces."""
        found = self._game[0].text(message, count)
        if found is None:
            self.gaps.add(message)
            found = _look(self._game, message, "", count)
        return message.rpartition(".")[2].replace("_", " ") if found is None else found

    def name(self, message: str, frame: str = "form", count: int | None = None, /, **parts: Part) -> Phrase:
        """A name of the game as a phrase, with its own forms; in the plural form for a count."""

        def form(name: str) -> str:
            own = self.given(message, name) if name else None
            if own is None and name in FRAMED:
                return self.line(framed(frame, name), words=Phrase(form))
            if own is None and "." in name:
                return form(name.rpartition(".")[0])
            return self.filled(self.named(message, count) if own is None else own, parts)

        return Phrase(form)

    # ---- synonyms --------------------------------------------------------------------------------

    def usual(self, text: str) -> str:
        """A text in which synonyms of the game's names, the messages `NAME.also`, are put into those names."""
        if not self._synonyms:
            return text
        longest_first = sorted(self._synonyms, key=len, reverse=True)
        pattern = "|".join(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in longest_first)
        return re.sub(pattern, lambda found: self._synonyms[found[0].lower()], text, flags=re.IGNORECASE)

    @cached_property
    def _synonyms(self) -> dict[str, str]:
        """Synonyms in small letters, and the names themselves, so that no part of a name is taken for a synonym."""
        texts = self._game[0].texts
        found: dict[str, str] = {}
        for message in (message for message in texts if message.endswith(_ALSO)):
            names = texts.get(message.removesuffix(_ALSO), ())
            for word in (word for form in texts[message] for word in BETWEEN_SYNONYMS.split(form) if word and names):
                found[word.lower()] = names[0]
            found |= {name.lower(): name for name in names}
        return found


def _joins(language: Catalogue) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What becomes of words that meet; a language has rules for that, or none: `pattern>words|pattern>words`."""
    rules = language.text(JOINED, None)
    pairs = [] if rules is None else [rule.split(">") for rule in rules.split("|")]
    return tuple((re.compile(rf"(?<!\w){met}"), joined) for met, joined in pairs)


def framed(frame: str, form: str) -> str:
    """The pattern that puts a phrase into a form; whatever owns something owns it in one way."""
    return "form.poss" if form == "poss" else f"{frame}.{form}"


def _look(shelves: list[Catalogue], message: str, form: str = "", count: int | None = None) -> str | None:
    """The text on the first shelf that has the message. A form of it is looked for on that shelf only, so
    that no sentence mixes two locales.
    """
    for catalogue in shelves:
        if message in catalogue.texts:
            return catalogue.text(f"{message}.{form}" if form else message, count)
    return None
