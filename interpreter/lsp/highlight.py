"""The colours of the words in Kamon's language, as the protocol's semantic tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from interpreter.model.bind_calls import FUNCTIONS
from interpreter.model.game import Counter, Enum, Function, PieceKind, Rule, SpaceKind, TokenKind, Zone

if TYPE_CHECKING:
    from interpreter.lsp.places import Places
    from interpreter.lsp.project import Project
    from interpreter.lsp.words import Word
    from interpreter.source import SourceFile

KINDS = (
    "keyword",
    "number",
    "operator",
    "variable",
    "property",
    "function",
    "class",
    "enumMember",
    "namespace",
    "type",
)
DECLARES = 1
LEGEND = types.SemanticTokensLegend(list(KINDS), ["declaration"])
_BY_USE = {"keyword": "keyword", "number": "number", "sign": "operator", "local": "variable", "attribute": "property"}


def tokens(project: Project, source: SourceFile, places: Places) -> list[int]:
    """Five numbers for each word of the texts in a file: lines down, columns on, width, kind, modifiers."""
    found: list[int] = []
    line = column = 0
    for word in project.words(source):
        kind = "" if word.text_start < 0 else _kind(project, word)
        if kind:
            place = places.position(source, word.span.start)
            ahead = place.character - (column if place.line == line else 0)
            found += [place.line - line, ahead, places.units(word.text), KINDS.index(kind), word.declares * DECLARES]
            line, column = place.line, place.character
    return found


def _kind(project: Project, word: Word) -> str:
    """The kind of token; empty for a name that nobody has declared."""
    if word.use in _BY_USE:
        return _BY_USE[word.use]
    if word.use == "of" and word.text in project.attributes:
        return "property"
    scope = project.scope
    named = None if scope is None else scope.names.get(word.text)
    match named.entity if named is not None else None:
        case Rule() | Function():
            return "function"
        case Counter():
            return "variable"
        case Zone() | SpaceKind():
            return "namespace"
        case PieceKind() | TokenKind():
            return "class"
        case Enum():
            return "type"
        case None if scope is not None and word.text in scope.members:
            return "enumMember"
        case None:
            return "function" if word.text in FUNCTIONS else ""
        case _:
            return "enumMember"
