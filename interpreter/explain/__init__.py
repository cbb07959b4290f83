"""The typed rules said in a human language, and what they mean as a fingerprint."""

from typing import TYPE_CHECKING

from interpreter.explain.catalogue import LocaleError
from interpreter.explain.fingerprint import fingerprint, own_fingerprint
from interpreter.explain.locales import available_locales, resolve_locale
from interpreter.explain.texts import text
from interpreter.lazy import lazily

if TYPE_CHECKING:
    from interpreter.explain.speaker import Speaker
    from interpreter.explain.unsaid import missing, wanted

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

__getattr__ = lazily(__name__, {"Speaker": "speaker", "missing": "unsaid", "wanted": "unsaid"})
