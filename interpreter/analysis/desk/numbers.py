"""Numbers in texts."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\{[^}]*\}|(\d+)")
"""Or a placeholder, whose digits are no number."""


def numbers(text: str) -> list[int]:
    """The numbers that are written in digits, whatever script they are of."""
    return [int(found) for found in _NUMBER.findall(text) if found]


def stated(text: str, message: str) -> list[int]:
    """The numbers of a text without those that only tell parts with similar ids apart, such as 1 of `oak_1`."""
    found = numbers(text)
    for number in numbers(message.replace("_", " ")) if found else ():
        if number in found:
            found.remove(number)
    return found
