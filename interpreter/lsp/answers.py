"""What is answered to an editor's questions about one place of one file. Needs no server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from interpreter.language import format_document
from interpreter.lsp import describe
from interpreter.lsp.words import Word, words_of
from interpreter.model import dsl_scalars
from interpreter.source import SourceFile, Span, read_document, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.lsp.describe import Describer
    from interpreter.lsp.places import Places
    from interpreter.lsp.project import Project, Symbol
    from interpreter.source import Diagnostic

_LEXEME = re.compile(r"[a-z_][a-z0-9_]*")


def word_at(source: SourceFile, offset: int) -> Word | None:
    """The word at an offset, or just before it; of a file that is no YAML at the moment, by its letters alone."""
    words = words_of(source)
    found = next((word for word in words if word.span.start <= offset <= word.span.end and word.use != "sign"), None)
    if found is not None or words:
        return found
    start, end = source.line_bounds(source.position(offset)[0])
    for one in _LEXEME.finditer(source.text, start, end):
        if one.start() <= offset <= one.end():
            return Word(Span(source, *one.span()), one.group(), "name")
    return None


def hover(
    project: Project, source: SourceFile, offset: int, describer: Describer | None, places: Places
) -> types.Hover | None:
    """What the effect around a place does and what the word there stands for."""
    word = word_at(source, offset)
    if word is None:
        return None
    said = []
    effect = project.effect_at(source, word.span.start)
    if effect is not None and describer is not None:
        said.append(describer.effect(effect))
    symbol = project.symbol(word)
    said.append(describe.keyword(word.text) if symbol is None else describe.told(project, symbol, describer))
    text = "\n\n---\n\n".join(dict.fromkeys(part for part in said if part))
    if not text:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), places.range(word.span))


def symbol_at(project: Project, source: SourceFile, offset: int) -> Symbol | None:
    """What the word at an offset stands for, if it is known by that name anywhere."""
    word = word_at(source, offset)
    symbol = None if word is None else project.symbol(word)
    return symbol if symbol in project.places else None


def declarations(project: Project, symbol: Symbol) -> list[Span]:
    """Where a thing is declared: the words that make it, else where the rules found it."""
    made = [word.span for word in project.places.get(symbol, ()) if word.declares]
    scope = project.scope
    if made or scope is None or symbol[0] != "name":
        return made
    named = scope.names.get(symbol[1])
    found = [] if named is None else [named.span]
    found += [member.span for member in scope.members.get(symbol[1], ())]
    return list(dict.fromkeys(span for span in found if span is not None))


def locations(spans: Iterable[Span], uri: Callable[[str], str], places: Places) -> list[types.Location]:
    """Spans as the protocol writes them."""
    return [types.Location(uri(span.file), places.range(span)) for span in spans]


def edits(words: Iterable[Word], name: str, uri: Callable[[str], str], places: Places) -> types.WorkspaceEdit:
    """A new name for words of any files."""
    changes: dict[str, list[types.TextEdit]] = {}
    for word in words:
        changes.setdefault(uri(word.span.file), []).append(types.TextEdit(places.range(word.span), name))
    return types.WorkspaceEdit(changes=changes)


def formatted(source: SourceFile, places: Places) -> list[types.TextEdit]:
    """One edit that lays out the texts of a file as `kamon fmt` does; none when nothing changes."""
    document, _ = read_document((source.name, source.text.encode()))
    old = source.text
    new = old if document is None else format_document(old, dsl_scalars(document.root))
    if new == old:
        return []
    same = min(len(old), len(new))
    start = next((i for i in range(same) if old[i] != new[i]), same)
    tail = next((i for i in range(same - start) if old[-1 - i] != new[-1 - i]), same - start)
    place = Span(source, start, len(old) - tail)
    return [types.TextEdit(places.range(place), new[start : len(new) - tail])]


def diagnostic(found: Diagnostic, uri: Callable[[str], str], places: Places, locale: str) -> types.Diagnostic:
    """A finding with its hint, its reference and its other places."""
    parts = [say(found.code, found.args, locale)]
    parts += [] if found.hint is None else [say(*found.hint, locale)]
    parts += [] if found.reference is None else [found.reference]
    severity = types.DiagnosticSeverity.Error if found.severity == "error" else types.DiagnosticSeverity.Warning
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(uri(label.span.file), places.range(label.span)), say(label.code, label.args, locale)
        )
        for label in found.labels
    ]
    return types.Diagnostic(
        places.range(found.span),
        "\n".join(parts),
        severity=severity,
        code=found.code,
        source="kamon",
        related_information=related or None,
    )
