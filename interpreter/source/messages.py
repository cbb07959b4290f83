"""Texts of diagnostics by message id and locale: gettext catalogues, read when something is first said."""

from __future__ import annotations

import gettext
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

    from interpreter.source.diagnostic import Args, Argument

LOCALES = Path(__file__).resolve().parent.parent / "locales"
FALLBACK = "en"
MAX_ARGUMENT = 80
MAX_ITEMS = 50

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def say(code: str, args: Args, locale: str = FALLBACK) -> str:
    """The text of a message in a locale, else in English, else the bare code with its arguments."""
    for name in dict.fromkeys((locale, locale.partition("_")[0], FALLBACK)):
        text = _text(name, code, args)
        if text:
            return _PLACEHOLDER.sub(lambda found: _argument(args, found), text)
    return " ".join([code, *(f"{name}={_written(value)}" for name, value in args.items())])


def printable(text: str, limit: int = MAX_ARGUMENT) -> str:
    """One line of bounded length, without characters that a terminal acts upon."""
    text = _UNPRINTABLE.sub(" ", text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _argument(args: Args, found: re.Match[str]) -> str:
    name = found.group(1)
    return _written(args[name]) if name in args else found.group()


def _written(argument: Argument) -> str:
    if not isinstance(argument, tuple):
        return printable(str(argument))
    more = ("…",) if len(argument) > MAX_ITEMS else ()
    return ", ".join((*map(printable, argument[:MAX_ITEMS]), *more))


def _text(locale: str, code: str, args: Args) -> str:
    """The catalogue's text, in the plural form that the argument `count` asks for; empty when it has none."""
    catalog = _catalog(locale)
    message = catalog.get(code) if catalog is not None else None
    if catalog is None or message is None or message.fuzzy:
        return ""
    if isinstance(message.string, str):
        return message.string
    forms = message.string or ()
    count = args.get("count", 0)
    index = gettext.c2py(catalog.plural_expr)(0 if isinstance(count, tuple) else int(count))
    return forms[index] if index < len(forms) else ""


@cache
def _catalog(locale: str) -> Catalog | None:
    path = LOCALES / locale / "diagnostics.po"
    if not re.fullmatch(r"[A-Za-z_]+", locale) or not path.is_file():
        return None
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=locale)
