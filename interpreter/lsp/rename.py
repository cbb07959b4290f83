"""Renaming: every word that stands for a thing, and whether the rules still say the same afterwards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.language import RESERVED
from interpreter.lsp.project import Project, path_of
from interpreter.source import say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from interpreter.lsp.project import Symbol
    from interpreter.lsp.words import Word
    from interpreter.source import Diagnostic

_NAME = re.compile(r"[a-z_][a-z0-9_]*")


class RenameRefusedError(Exception):
    """A name that cannot be given; the text says why."""


def renamed(project: Project, texts: Mapping[Path, str], symbol: Symbol, name: str, locale: str) -> list[Word]:
    """The words that a new name replaces. Raises RenameRefusedError when the rules would break or mean something
    else.
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
    return words


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


def _said(found: Diagnostic, locale: str) -> str:
    return say(found.code, found.args, locale)
