"""Which locales are spoken, and which of them a wish such as `zh_TW` or `de_AT.UTF-8` means."""

from __future__ import annotations

import re
from functools import cache

from interpreter.explain.catalogue import LOCALES, LocaleError
from interpreter.explain.pseudo import PSEUDO
from interpreter.source import NO_SPAN, did_you_mean, error

FALLBACK = "en"
# Chinese is written in two ways, and a country tells which.
_SCRIPTS = {"zh_tw": "zh_Hant", "zh_hk": "zh_Hant", "zh_mo": "zh_Hant", "zh": "zh_Hans"}


@cache
def available_locales() -> tuple[str, ...]:
    """The locales that every sentence can be said in, by name."""
    return tuple(sorted(path.parent.name for path in LOCALES.glob("*/explain.po")))


def resolve_locale(wanted: str) -> str:
    """The spoken locale that is meant: itself, or the nearest that is more general.

    Raises LocaleError, with the nearest name, when there is none.
    """
    plain = re.sub(r"[.@].*", "", wanted).replace("-", "_").lower()
    if plain in ("c", "posix"):
        return FALLBACK
    known = {name.lower(): name for name in (*available_locales(), PSEUDO)} | _SCRIPTS
    parts = plain.split("_")
    for length in range(len(parts), 0, -1):
        found = known.get("_".join(parts[:length]))
        if found is not None:
            return found
    hint = did_you_mean(wanted, available_locales())
    names = ", ".join(available_locales())
    raise LocaleError(error("unknown-locale", NO_SPAN, hint=hint, name=wanted, known=names))


def fallbacks(locale: str) -> tuple[str, ...]:
    """The locales in which a text is looked for, in order."""
    return tuple(dict.fromkeys((resolve_locale(locale), FALLBACK)))
