"""What the commands say: texts of a locale, and whether they are painted."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from interpreter.explain import LocaleError, resolve_locale, text

if TYPE_CHECKING:
    from typing import TextIO

_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Words:
    """The commands' texts in one locale; None: the user's, or English when nobody speaks that.

    Raises LocaleError for a locale that nobody speaks.
    """

    def __init__(self, locale: str | None) -> None:
        self.locale = _users_own() if locale is None else resolve_locale(locale)

    def __call__(self, message: str, /, **args: str | int) -> str:
        return text(message, self.locale, **args)


def _users_own() -> str:
    wished = next((os.environ[name] for name in _LOCALE_VARIABLES if os.environ.get(name)), "C")
    preferred = os.environ.get("LANGUAGE", "").split(":") if wished not in ("C", "POSIX") else []
    for wish in (*filter(None, preferred), wished):
        try:
            return resolve_locale(wish)
        except LocaleError:
            continue
    return "en"


def colour_wanted(stream: TextIO) -> bool:
    """Whether a stream shows colours: a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """The cells of a line of the terminal; 80 where there is none."""
    return shutil.get_terminal_size().columns
