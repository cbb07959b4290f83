"""Messages of the programs around the rules, such as the command line's, by id and locale."""

from __future__ import annotations

from interpreter.explain.catalogue import LOCALES, read_catalogue
from interpreter.explain.locales import fallbacks
from interpreter.explain.phrases import fill


def text(message: str, locale: str, /, **args: str | int) -> str:
    """The message in the locale, else in English, else its id; the argument `count` chooses a plural form."""
    count = args.get("count")
    for name in fallbacks(locale):
        catalogue = read_catalogue(LOCALES / name / "ui.po", name)
        found = catalogue.text(message, count if isinstance(count, int) else None)
        if found is not None:
            return fill(found, args)
    return message
