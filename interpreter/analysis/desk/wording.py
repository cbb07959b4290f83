"""Texts held against what they mean: numbers, things, gains and costs, order."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.analysis.desk.entries import part_of
from interpreter.analysis.desk.merge import TEXT
from interpreter.analysis.desk.numbers import numbers, stated
from interpreter.explain.catalogue import LOCALES, LocaleError, read_catalogue
from interpreter.explain.locales import resolve_locale
from interpreter.explain.words import BETWEEN_SYNONYMS
from interpreter.model import typed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.analysis.desk.entries import Entry
    from interpreter.analysis.desk.meant import Direction
    from interpreter.explain.po import Text

Fault = tuple[str, str]
"""A code, and what is told about."""
_CLAUSES = re.compile(r"[.;:,()→。；：，、（）]|->")
_PLACEHOLDER = re.compile(r"\{[^}]*\}")
_UNDIVIDED = re.compile("[\u3040-\u9fff]")
_LEFT_OPEN = {typed.AnyOrder, typed.ForEach, typed.Choose, typed.SomeOf}
_ORDERED = {typed.Sequence, typed.Pay, typed.Let, typed.Otherwise}
_TURNED: dict[Direction, str] = {"gain": "text-not-gain", "cost": "text-not-cost"}
_MANY = 2
"""Smaller numbers go without saying."""


class Wording:
    """The words of one locale, and the names that a game has there. `texts`: the forms of the game's messages."""

    def __init__(self, locale: str, texts: Mapping[str, tuple[str, ...]]) -> None:
        self._texts = texts
        self._lists = _lists(locale)
        self._counts = {word: number for number, word in enumerate(self._lists["numbers"], 1)}
        self._known: dict[str, list[str]] = {}

    def faults(self, text: Text, entry: Entry) -> Iterator[Fault]:
        """What each form of a text says that is not so, and, if it is a text of its own and no mere name, what it
        leaves out.
        """
        for form, stated_there in zip(text.forms, stated(text), strict=True):
            for number, times in Counter(stated_there).items():
                if number >= _MANY and times > entry.said_numbers[number] + entry.named_numbers[number]:
                    yield "text-number", str(number)
            if text.name.endswith(TEXT):
                yield from self._left_out(form, entry)

    def _left_out(self, text: str, entry: Entry) -> Iterator[Fault]:
        for number in sorted(entry.said_numbers):
            if number >= _MANY and not self._says(number, text):
                yield "text-lacks-number", str(number)
        for thing in entry.things:
            if not self._names(thing.noun, text):
                yield "text-lacks-noun", self._texts.get(thing.noun, (thing.noun,))[0]
            elif thing.direction is not None and self._turned(text, thing.noun, thing.direction):
                yield _TURNED[thing.direction], self._texts.get(thing.noun, (thing.noun,))[0]
        yield from self._misordered(text, entry)

    def _says(self, number: int, text: str) -> bool:
        """Whether a text has a number in digits or as a word."""
        words = (word for word, one in self._counts.items() if one == number)
        return number in numbers(text) or any(_holds(text, word) for word in words)

    def _names(self, noun: str, text: str) -> bool:
        """Whether a text has a noun in one of its forms or synonyms; what has no name here cannot be missed."""
        if noun not in self._known:
            self._known[noun] = list(self._forms(noun))
        forms = self._known[noun]
        return not forms or any(_holds(text, form, whole=False) for form in forms)

    def _forms(self, noun: str) -> Iterator[str]:
        """The forms and synonyms of a noun."""
        for text in (text for message in self._messages.get(noun, ()) for text in self._texts[message]):
            bare = _PLACEHOLDER.sub(" ", text)
            yield from (word for part in BETWEEN_SYNONYMS.split(bare) if (word := part.strip()))

    @cached_property
    def _messages(self) -> Mapping[str, list[str]]:
        """The messages about each noun, which is one of two steps."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for message in self._texts:
            found[part_of(message)].append(message)
        return found

    def _turned(self, text: str, noun: str, direction: Direction) -> bool:
        """Whether every clause that speaks of something has words for the other direction, and none for this one."""
        other: Direction = "cost" if direction == "gain" else "gain"
        parts = [part for clause in _CLAUSES.split(text) for part in self._joint.split(clause)]
        clauses = [part for part in parts if self._names(noun, part)]
        right, wrong = (any(map(self._verbs[one].search, clauses)) for one in (direction, other))
        return wrong and not right

    @cached_property
    def _verbs(self) -> dict[Direction, re.Pattern[str]]:
        """The words for each direction."""
        gain, cost = (re.compile(_any_of(self._lists[name]), re.IGNORECASE) for name in ("gain", "cost"))
        return {"gain": gain, "cost": cost}

    @cached_property
    def _joint(self) -> re.Pattern[str]:
        """A word such as "and" with a verb behind it, which says nothing of what stands before."""
        verbs = _any_of([*self._lists["gain"], *self._lists["cost"]])
        return re.compile(rf"{_any_of(self._lists['joins'])}\s*(?={verbs})", re.IGNORECASE)

    def _misordered(self, text: str, entry: Entry) -> Iterator[Fault]:
        kinds = entry.steps
        if not kinds & _LEFT_OPEN:
            yield from (("text-order", word) for word in self._lists["any_order"] if _holds(text, word))
        if typed.AnyOrder in kinds and not kinds & _ORDERED:
            yield from (("text-order", word) for word in self._lists["in_order"] if _holds(text, word))


LISTS = ("numbers", "gain", "cost", "in_order", "any_order", "joins")
"""What there are lists of words for, in the catalogues `words.po`."""


def _lists(locale: str) -> dict[str, list[str]]:
    """The lists of words of a locale; empty ones in one that nobody speaks."""
    try:
        known = resolve_locale(locale)
    except LocaleError:
        return {name: [] for name in LISTS}
    texts = read_catalogue(LOCALES / known / "words.po", known).texts
    return {name: texts[name][0].split("|") if name in texts else [] for name in LISTS}


def _holds(text: str, word: str, *, whole: bool = True) -> bool:
    """Whether a text has a word, or with `whole` false one that begins so; anywhere where words are not set apart."""
    return re.search(_pattern(word, whole=whole), text, re.IGNORECASE) is not None


def _any_of(words: list[str]) -> str:
    """A pattern for any of the words; for none of no words."""
    return f"(?:{'|'.join(map(_pattern, words))})" if words else "(?!)"


def _pattern(word: str, *, whole: bool = True) -> str:
    """As `_holds` has it."""
    if _UNDIVIDED.search(word):
        return re.escape(word)
    end = r"(?!\w)" if whole else ""
    return rf"(?<!\w){re.escape(word)}{end}"
