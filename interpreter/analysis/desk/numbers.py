"""Numbers in texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.source.records import kept

if TYPE_CHECKING:
    from interpreter.explain.po import Text

_NUMBER = re.compile(r"\{[^}]*\}|(\d+)")
"""Or a placeholder, whose digits are no number."""


def numbers(text: str) -> list[int]:
    """The numbers that are written in digits, whatever script they are of."""
    return [int(found) for found in _NUMBER.findall(text) if found]


@kept("_stated")
def stated(text: Text) -> tuple[list[int], ...]:
    """The numbers of each form of a text without those that only tell parts with similar ids apart, such as 1 of
    `oak_1`.
    """
    return tuple(_stated(form, text.name) for form in text.forms)


def _stated(form: str, message: str) -> list[int]:
    found = numbers(form)
    for number in numbers(message.replace("_", " ")) if found else ():
        if number in found:
            found.remove(number)
    return found
