"""The pseudo-locale: English with other letters and greater length, to see where a layout has no room for a language,
and which texts come from no catalogue.
"""

from __future__ import annotations

import re

PSEUDO = "qps"
"""One of the names that ISO 639 leaves to whoever wants one."""
_LETTERS = str.maketrans(
    "aceginosuyzACEGINOSUYZ",
    "\u00e5\u00e7\u00e9\u011d\u00ef\u00f1\u00f6\u0161\u00fc\u00ff\u017e\u00c5\u00c7\u00c9\u011c\u00cf\u00d1\u00d6\u0160\u00dc\u0178\u017d",
)
_KEPT = re.compile(r"(\{[^}]*\})")
_LONGER = 3
"""One letter more for so many."""


def disguise(text: str) -> str:
    """A text that can still be read: letters with marks, every third one twice, {placeholders} as they are."""
    return "".join(part if _KEPT.fullmatch(part) else _longer(part) for part in _KEPT.split(text))


def _longer(part: str) -> str:
    found, seen = [], 0
    for letter in part.translate(_LETTERS):
        seen += letter.isalpha()
        found.append(letter * 2 if letter.isalpha() and seen % _LONGER == 0 else letter)
    return "".join(found)
