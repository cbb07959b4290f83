"""The typed rules said in a human language, and what they mean as a fingerprint."""

from interpreter.explain.catalogue import LocaleError
from interpreter.explain.fingerprint import fingerprint, own_fingerprint
from interpreter.explain.locales import available_locales, resolve_locale
from interpreter.explain.missing import missing, wanted
from interpreter.explain.speaker import Speaker
from interpreter.explain.texts import text

__all__ = [
    "LocaleError",
    "Speaker",
    "available_locales",
    "fingerprint",
    "missing",
    "own_fingerprint",
    "resolve_locale",
    "text",
    "wanted",
]
