"""Renaming: every word that stands for a thing, its translations' ids, and whether the rules are sound afterwards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.language import RESERVED
from interpreter.lsp.project import Project, path_of
from interpreter.lsp.words import Word
from interpreter.source import Diagnostic, Span, say
from interpreter.source.files import decode, read_bytes, shown, unsaved
from interpreter.source.library import catalogue_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from interpreter.lsp.project import Symbol

_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_ID = re.compile(r'^msgid(?:_plural)? "(?P<kind>\w+)\.(?P<name>\w+)[."]', re.MULTILINE)


class RenameRefusedError(Exception):
    """A name that cannot be given; the text says why."""


def renamed(project: Project, texts: Mapping[Path, str], symbol: Symbol, name: str, locale: str) -> list[Word]:
    """The words that a new name replaces, in rules and translations. Raises RenameRefusedError when it is no name, is
    taken, or something would be wrong afterwards.
    """
    if not _NAME.fullmatch(name):
        raise RenameRefusedError(say("bad-name", {"name": name}, locale))
    if name in RESERVED:
        raise RenameRefusedError(say("reserved-word", {"name": name}, locale))
    words = project.places.get(symbol, [])
    if _is_taken(project, words, symbol, name):
        raise RenameRefusedError(say("duplicate-name", {"name": name}, locale))
    after = Project(project.home, {**texts, **_changed(project, words, name)})
    known = {_said(one, locale) for one in project.findings}
    new = next((text for one in after.findings if (text := _said(one, locale)) not in known), None)
    if new is not None:
        raise RenameRefusedError(new)
    with unsaved(texts):
        return [*words, *_translated(project, symbol)]


def _is_taken(project: Project, words: list[Word], symbol: Symbol, name: str) -> bool:
    """Whether something is called so already: in the same text, or for what all texts know, anywhere."""
    texts = {(word.span.file, word.text_start) for word in words}
    known = (word for places in project.places.values() for word in places if word.text == name)
    return any(symbol[0] != "local" or (word.span.file, word.text_start) in texts for word in known)


def _changed(project: Project, words: list[Word], name: str) -> dict[Path, str]:
    """The texts of the files in which something changes."""
    found: dict[Path, str] = {}
    for word in sorted(words, key=lambda one: -one.span.start):
        path = path_of(word.span.file)
        text = found.get(path, project.documents[path].source.text)
        found[path] = text[: word.span.start] + name + text[word.span.end :]
    return found


def _translated(project: Project, symbol: Symbol) -> Iterator[Word]:
    """The name in the ids of the game's catalogues: `KIND.NAME`, and what a form of it is called."""
    sort, name, _ = symbol
    if sort == "local":
        return
    for path in (path for home in project.homes for path in catalogue_files(home)):
        content = read_bytes(path)
        source, problem = decode(shown(path), b"" if isinstance(content, Diagnostic) else content)
        for line in () if problem is not None else _ID.finditer(source.text):
            kind = line["kind"]
            for part in ("kind", "name") if sort == "name" else ("name",):
                is_meant = part == "kind" or (kind == "attribute") == (sort == "attribute")
                if line[part] == name and is_meant:
                    yield Word(Span(source, *line.span(part)), name, "name")


def _said(found: Diagnostic, locale: str) -> str:
    return say(found.code, found.args, locale)
