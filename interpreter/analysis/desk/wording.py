"""Texts held against what they mean: numbers, things, gains and costs, order."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from interpreter.analysis.desk.merge import TEXT
from interpreter.analysis.desk.numbers import numbers, stated
from interpreter.explain import LocaleError
from interpreter.explain import text as program_text
from interpreter.explain.words import BETWEEN_SYNONYMS
from interpreter.model import typed
from interpreter.model.game import Rule
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.analysis.desk.entries import Entry, Meant

Direction = Literal["gain", "cost"]
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


@dataclass(frozen=True)
class Thing:
    """What an effect deals with: the message that names it, and whether it is got or given."""

    noun: str
    direction: Direction | None


class Wording:
    """The words of one locale, and the names that a game has there. `texts`: the forms of the game's messages."""

    def __init__(self, locale: str, texts: Mapping[str, tuple[str, ...]]) -> None:
        self._texts = texts
        self._counts = {word: number for number, word in enumerate(_words("numbers", locale), 1)}
        self._verbs: dict[Direction, list[str]] = {"gain": _words("gain", locale), "cost": _words("cost", locale)}
        self._in_order, self._any_order = _words("in_order", locale), _words("any_order", locale)
        self._joins = _words("joins", locale)

    def faults(self, message: str, text: str, entry: Entry) -> Iterator[Fault]:
        """What a text says that is not so, and, if it is a text of its own and no mere name, what it leaves out."""
        meant = Counter(number for one in entry.meant for number in _numbers(one)) + Counter(entry.numbers)
        named = Counter(number for one in entry.meant for number in _named(one))
        for number, times in Counter(stated(text, message)).items():
            if number >= _MANY and times > meant[number] + named[number]:
                yield "text-number", str(number)
        if message.endswith(TEXT):
            yield from self._left_out(text, entry, meant)

    def _left_out(self, text: str, entry: Entry, meant: Counter[int]) -> Iterator[Fault]:
        said = Counter(numbers(text)) + Counter(self._written_out(text))
        for number in sorted(meant):
            if number >= _MANY and number not in said:
                yield "text-lacks-number", str(number)
        for thing in dict.fromkeys(thing for one in entry.meant for thing in _things(one)):
            if not self._names(thing.noun, text):
                yield "text-lacks-noun", self._texts.get(thing.noun, (thing.noun,))[0]
            elif thing.direction is not None and self._turned(text, thing.noun, thing.direction):
                yield _TURNED[thing.direction], self._texts.get(thing.noun, (thing.noun,))[0]
        yield from self._misordered(text, entry)

    def _written_out(self, text: str) -> Iterator[int]:
        return (number for word, number in self._counts.items() if _holds(text, word))

    def _names(self, noun: str, text: str) -> bool:
        """Whether a text has a noun in one of its forms or synonyms; what has no name here cannot be missed."""
        forms = self._forms.get(noun, ())
        return not forms or any(_holds(text, form, whole=False) for form in forms)

    @cached_property
    def _forms(self) -> dict[str, list[str]]:
        """The forms and synonyms of each noun, which is a message of two steps."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for message, texts in self._texts.items():
            noun = ".".join(message.split(".")[:2])
            for text in texts:
                bare = _PLACEHOLDER.sub(" ", text)
                found[noun] += [word for part in BETWEEN_SYNONYMS.split(bare) if (word := part.strip())]
        return found

    def _turned(self, text: str, noun: str, direction: Direction) -> bool:
        """Whether every clause that speaks of something has words for the other direction, and none for this one."""
        other: Direction = "cost" if direction == "gain" else "gain"
        parts = [part for clause in _CLAUSES.split(text) for part in self._joint.split(clause)]
        clauses = [part for part in parts if self._names(noun, part)]
        right = any(_holds(clause, word) for clause in clauses for word in self._verbs[direction])
        wrong = any(_holds(clause, word) for clause in clauses for word in self._verbs[other])
        return wrong and not right

    @cached_property
    def _joint(self) -> re.Pattern[str]:
        """A word such as "and" with a verb behind it, which says nothing of what stands before."""
        verbs = _any_of([verb for words in self._verbs.values() for verb in words])
        return re.compile(rf"{_any_of(self._joins)}\s*(?={verbs})", re.IGNORECASE)

    def _misordered(self, text: str, entry: Entry) -> Iterator[Fault]:
        kinds = {type(node) for one in entry.meant for node in _nodes(one)}
        if not kinds & _LEFT_OPEN:
            yield from (("text-order", word) for word in self._any_order if _holds(text, word))
        if typed.AnyOrder in kinds and not kinds & _ORDERED:
            yield from (("text-order", word) for word in self._in_order if _holds(text, word))


LISTS = ("numbers", "gain", "cost", "in_order", "any_order", "joins")
"""What there are lists of words for, in the catalogues of the programs' texts."""


def _words(name: str, locale: str) -> list[str]:
    """A list of words in a locale; none in one that nobody speaks."""
    try:
        return [word for word in program_text(f"translate.words.{name}", locale).split("|") if word]
    except LocaleError:
        return []


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


def _nodes(meant: Meant) -> tuple[typed.Node, ...]:
    return nodes(meant.body if isinstance(meant, Rule) else meant)


def _numbers(meant: Meant) -> Iterator[int]:
    for node in _nodes(meant):
        if isinstance(node, typed.Const) and node.type.kind == "number":
            yield abs(node.value)


def _named(meant: Meant) -> Iterator[int]:
    """The numbers in the ids of single parts, which their names may have, too."""
    for node in _nodes(meant):
        if isinstance(node, typed.Const) and node.type.kind != "number":
            yield from numbers(node.label.replace("_", " "))


def _things(meant: Meant) -> Iterator[Thing]:
    for node in _nodes(meant):
        match node:
            case typed.Gain(amount=amount):
                yield Thing(f"counter.{amount.counter.name}", "gain")
            case typed.Lose(amount=amount):
                yield Thing(f"counter.{amount.counter.name}", "cost")
            case typed.Pay(costs=costs):
                yield from (Thing(f"counter.{cost.counter.name}", "cost") for cost in costs)
            case typed.MoveTokens(token=token):
                yield Thing(f"token.{token.name}", None)
            case typed.Choose(binder=binder) if binder.variable.type.kind in ("piece", "space"):
                yield Thing(f"{binder.variable.type.kind}.{binder.variable.type.name}", None)
            case _:
                pass
