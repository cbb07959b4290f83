"""Phrases: words that take the form their place in a sentence asks for, and the patterns that ask.

A pattern such as `move {what:acc} {to:to}` names, after the colon, the form in which it wants a part. Forms:
cases `acc`, `dat`, `poss`; places `from`, `to`, `in`; sets `many`, `one`, `each`, `all`; with an article, `the` and
`this`, which have cases of their own such as `this.dat`; `measure`, a noun as it stands behind a number. A language
writes only those forms that it has; each other form is the plain one, and that of a case the one without case.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+(?:\.\w+)?))?\}")


@record
class Phrase:
    """`form(name)` gives the words in that form; the plain form is named by the empty text."""

    form: Callable[[str], str]

    def __str__(self) -> str:
        return self.form("")


Part = str | int | Phrase


def fixed(words: str) -> Phrase:
    """A phrase that is the same in every form."""
    return Phrase(lambda _: words)


def fill(pattern: str, parts: Mapping[str, Part]) -> str:
    """The pattern with its placeholders filled in; one that nobody fills is left to be seen."""
    words, wants = _cut(pattern)
    if not wants:
        return pattern
    filled = list(words)
    for place, name, form in wants:
        part = parts.get(name)
        if part is not None:
            filled[place] = part.form(form) if isinstance(part, Phrase) else str(part)
    return "".join(filled)


def placeholders(pattern: str) -> frozenset[str]:
    """The names of the parts that a pattern wants."""
    return frozenset(name for _, name, _ in _cut(pattern)[1])


@lru_cache(maxsize=4096)
def _cut(pattern: str) -> tuple[tuple[str, ...], tuple[tuple[int, str, str], ...]]:
    """A pattern in pieces, and which of them are placeholders: the name of the part, and the form that it takes."""
    words: list[str] = []
    wants: list[tuple[int, str, str]] = []
    end = 0
    for found in _PLACEHOLDER.finditer(pattern):
        words += (pattern[end : found.start()], found.group())
        wants.append((len(words) - 1, found[1], found[2] or ""))
        end = found.end()
    return (*words, pattern[end:]), tuple(wants)
