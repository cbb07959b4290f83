"""Phrases: words that take the form their place in a sentence asks for, and the patterns that ask.

A pattern such as `move {what:acc} {to:to}` names, after the colon, the form in which it wants a part. Forms:
cases `acc`, `dat`, `poss`; places `from`, `to`, `in`; sets `many`, `one`, `each`, `all`; with an article, `the` and
`this`, which have cases of their own such as `this.dat`; `measure`, a noun as it stands behind a number. A language
writes only those forms that it has; each other form is the plain one, and that of a case the one without case.
"""

from __future__ import annotations

import re
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

    def filled(found: re.Match[str]) -> str:
        part = parts.get(found.group(1))
        if part is None:
            return found.group()
        return part.form(found.group(2) or "") if isinstance(part, Phrase) else str(part)

    return _PLACEHOLDER.sub(filled, pattern)


def placeholders(pattern: str) -> frozenset[str]:
    """The names of the parts that a pattern wants."""
    return frozenset(found.group(1) for found in _PLACEHOLDER.finditer(pattern))
