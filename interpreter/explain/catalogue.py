"""Gettext catalogues, read once and kept in the user's cache folder, so that a warm start needs no Babel."""

from __future__ import annotations

import gettext
import hashlib
import json
import os
import re
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import __version__
from interpreter.explain.po import read_texts
from interpreter.explain.pseudo import PSEUDO, disguise
from interpreter.source import Diagnostic, SourceFile, Span, error
from interpreter.source.files import decode, file_place, read_bytes, resolved, shown
from interpreter.source.library import catalogue_file
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LOCALES = Path(__file__).resolve().parent.parent / "locales"
MOST_PLURALS = 10
"""Plural forms; Arabic has 6."""
_PLURALS = re.compile(r"nplurals[ \t]*=[ \t]*(\d+)")
_ID = re.compile(r'^[ \t]*msgid[ \t]+"(.+)"[ \t]*$', re.MULTILINE)
_BROKEN = re.compile(
    r'^(?=[ \t]*(?:msg\w*(?:\[\d+\])?[ \t]|"))(?![^"\n]*"[^"\\\n]*(?:\\.[^"\\\n]*)*"\s*$).*$', re.MULTILINE
)
"""A line of an entry that is not one text in quotes."""


class LocaleError(Exception):
    """A locale that nobody speaks, or a catalogue that cannot be read. `diagnostic` says which."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code, *diagnostic.args.values())
        self.diagnostic = diagnostic


@record
class Catalogue:
    """`texts` has the plural forms of each message, one form where it has no plural."""

    texts: Mapping[str, tuple[str, ...]]
    plural: Callable[[int], int]

    def text(self, message: str, count: int | None) -> str | None:
        """The text in the form for `count`; without a count the form for many."""
        forms = self.texts.get(message)
        if forms is None:
            return None
        if count is None or len(forms) == 1:
            return forms[-1]
        return forms[min(self.plural(count), len(forms) - 1)]


EMPTY = Catalogue({}, lambda _: 0)


def read_catalogue(path: Path, locale: str) -> Catalogue:
    """The messages of a PO file; none when there is no such file. Fuzzy ones are left out. Those of the pseudo-locale
    are the English ones, disguised.

    Raises LocaleError when the file is no readable catalogue.
    """
    if locale == PSEUDO:
        return _disguised(read_catalogue(_in_english(path), "en"))
    content = read_bytes(path)
    if isinstance(content, Diagnostic):
        if content.code == "file-missing":
            return EMPTY
        raise LocaleError(content)
    return _parsed(path, locale, content)


def game_catalogue(home: Path, locale: str) -> Catalogue:
    """The names in the folder of a game or an overlay; none when it does not speak the locale.

    Raises LocaleError when the file is no readable catalogue, or a link that leads outside the folder.
    """
    path = catalogue_file(home, locale)
    if not resolved(path).is_relative_to(resolved(home)):
        raise LocaleError(error("outside-folder", file_place(path), path=path.name, folder=home.name))
    return read_catalogue(resolved(path), locale)


def names(homes: Sequence[Path], locale: str) -> Catalogue:
    """The names of a game and of overlays that lie elsewhere, as in `GameFolder.homes`: the last that has a name gives
    it, with all its forms. Raises LocaleError.
    """
    found = EMPTY
    for home in homes:
        own = game_catalogue(home, locale)
        if not found.texts:
            found = own
        elif own.texts:
            kept = {message: forms for message, forms in found.texts.items() if not _gives(own, message)}
            found = Catalogue({**kept, **own.texts}, own.plural)
    return found


def _gives(catalogue: Catalogue, message: str) -> bool:
    """Whether a catalogue has a message, or that of which it is a form."""
    steps = message.split(".")
    return any(".".join(steps[:end]) in catalogue.texts for end in range(1, len(steps) + 1))


def _in_english(path: Path) -> Path:
    """The English file for one of the pseudo-locale: the locale names the file, or the folder it is in."""
    return path.with_name("en.po") if path.stem == PSEUDO else path.parent.with_name("en") / path.name


def _disguised(english: Catalogue) -> Catalogue:
    texts = {message: tuple(map(disguise, forms)) for message, forms in english.texts.items()}
    return Catalogue(texts, english.plural)


@lru_cache(maxsize=256)
def _parsed(path: Path, locale: str, content: bytes) -> Catalogue:
    stored = _cache_file(locale, content)
    found = _load(stored)
    if found is None:
        plural, texts = _read_po(path, locale, content)
        try:
            found = Catalogue(texts, gettext.c2py(plural))
        except ValueError as problem:
            raise _unreadable(path, str(problem)) from problem
        _store(stored, plural, texts)
    return found


def _read_po(path: Path, locale: str, content: bytes) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The plural rule, and the forms of each message."""
    from babel.messages.pofile import PoFileError

    source, undecoded = decode(shown(path), content)
    if undecoded is not None:
        raise LocaleError(undecoded)
    _check_entries(source)
    plurals = _PLURALS.search(source.text)
    if plurals is not None and (len(plurals[1]) > 2 or int(plurals[1]) > MOST_PLURALS):
        raise _unreadable(path, f"nplurals={plurals[1][:20]}")
    try:
        found = read_texts(content, locale)
    except PoFileError as problem:
        place = Span(source, *source.line_bounds(problem.lineno + 1))
        raise LocaleError(error("catalogue-entry", place)) from problem
    except ValueError as problem:
        raise _unreadable(path, str(problem)) from problem
    texts = {one.name: one.forms for one in found.texts if one.name and not one.fuzzy and all(one.forms)}
    return found.plural, texts


def _check_entries(source: SourceFile) -> None:
    """Raises LocaleError for a line whose quotes are not in order, where Babel would guess, and for an id that is there
    a second time, of which Babel would drop one.
    """
    line = _BROKEN.search(source.text)
    if line is not None:
        raise LocaleError(error("catalogue-quotes", Span(source, *line.span())))
    seen: set[str] = set()
    for found in _ID.finditer(source.text):
        if found[1] in seen:
            raise LocaleError(error("catalogue-twice", Span(source, *found.span(1)), name=found[1]))
        seen.add(found[1])


def _unreadable(path: Path, reason: str) -> LocaleError:
    return LocaleError(error("catalogue-unreadable", file_place(path), path=path.name, reason=reason))


# ---- the cache -----------------------------------------------------------------------------------


def _cache_file(locale: str, content: bytes) -> Path:
    folder = os.environ.get("KAMON_CACHE_DIR")
    if not folder:
        from platformdirs import user_cache_dir

        folder = user_cache_dir("kamon")
    key = hashlib.sha256(f"{__version__}\0{locale}\0".encode() + content).hexdigest()
    return Path(folder) / f"catalogue-{key[:32]}.json"


def _load(path: Path) -> Catalogue | None:
    """The stored catalogue, or None when there is none or it is damaged."""
    try:
        stored = json.loads(path.read_bytes())
        texts = {str(key): tuple(map(str, forms)) for key, forms in stored["texts"].items()}
        return Catalogue(texts, gettext.c2py(stored["plural"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _store(path: Path, plural: str, texts: dict[str, tuple[str, ...]]) -> None:
    """Write to a file of its own first, so that no reader sees half a catalogue."""
    payload = json.dumps({"plural": plural, "texts": texts}, ensure_ascii=False).encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(payload)
        Path(file.name).replace(path)
    except OSError:
        return
