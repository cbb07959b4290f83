"""What a plain scalar means: YAML 1.2's core schema, and nothing of YAML 1.1."""

from __future__ import annotations

import re

MAX_INTEGER = 2**31 - 1
MIN_INTEGER = -(2**31)

_WORDS: dict[str, bool | float | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **{sign + word: float("inf") for sign in ("", "+") for word in (".inf", ".Inf", ".INF")},
    **{"-" + word: float("-inf") for word in (".inf", ".Inf", ".INF")},
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_NUMBER = re.compile(
    r"(?P<decimal>[-+]?[0-9]+)|0o(?P<octal>[0-7]+)|0x(?P<hex>[0-9a-fA-F]+)"
    r"|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"
)


def resolve(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar. `no` and `12:30` are words.

    Raises OverflowError for an integer that does not fit in 32 bits with sign.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text
    for name, base in (("decimal", 10), ("octal", 8), ("hex", 16)):
        if digits := found[name]:
            return _integer(digits, base)
    return float(text)


def _integer(digits: str, base: int) -> int:
    """The number, refused by length before Python would spend time on it."""
    if len(digits.lstrip("+-0")) > 11:
        raise OverflowError
    value = int(digits, base)
    if not MIN_INTEGER <= value <= MAX_INTEGER:
        raise OverflowError
    return value
