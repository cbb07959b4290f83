"""What can be written at a place: names of the game, variables of the text, and what the language can say."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from lsprotocol import types

from interpreter.language import RESERVED
from interpreter.language.constructs import CONSTRUCTS, FUNCTION_TEXTS
from interpreter.lsp.describe import signature
from interpreter.model.game import Counter, Enum, Function, PieceKind, Rule, SpaceKind, TokenKind, Zone
from interpreter.model.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.lsp.project import Project
    from interpreter.model.scope import Entity

_WORD = re.compile(r"[a-z_][a-z0-9_]*|[0-9]+")
_BOUND = re.compile(r"\b(?:let|choose|each|for|once choose|exists|no|every|[0-9)])\s+([a-z_][a-z0-9_]*)\s+(?:in\b|=)")
_GIVEN = re.compile(r"([a-z_][a-z0-9_]*)\s*:\s*[a-z_]+\s*[,)]")
_ENTRY = re.compile(r"^ {0,2}[^\s#]", re.MULTILINE)
_KINDS: tuple[tuple[type[Entity], types.CompletionItemKind], ...] = (
    (Rule, types.CompletionItemKind.Function),
    (Function, types.CompletionItemKind.Function),
    (Counter, types.CompletionItemKind.Variable),
    (Zone, types.CompletionItemKind.Module),
    (SpaceKind, types.CompletionItemKind.Module),
    (PieceKind, types.CompletionItemKind.Class),
    (TokenKind, types.CompletionItemKind.Class),
    (Enum, types.CompletionItemKind.Enum),
)


def completions(project: Project, text: str, offset: int) -> list[types.CompletionItem]:
    """Everything that can stand at an offset of a file's text, which need be no YAML at the moment.

    Only what begins as the word at the offset does; nothing in a comment. What a name stands for can be asked later,
    with its `data`.
    """
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if re.search(r"(^|\s)#", line):
        return []
    begun = re.search(r"[a-z0-9_]*\Z", line)
    prefix = "" if begun is None else begun.group()
    found = [*_variables(text, offset), *_names(project), *_language()]
    return list({(one.label, one.kind): one for one in found if one.label.startswith(prefix)}.values())


def _variables(text: str, offset: int) -> Iterator[types.CompletionItem]:
    """The variables that are made before the place in the same entry of the file."""
    entries = [found.start() for found in _ENTRY.finditer(text, 0, offset)]
    before = text[entries[-1] if entries else 0 : offset]
    for name in dict.fromkeys(_GIVEN.findall(before.partition("\n")[0]) + _BOUND.findall(before)):
        yield types.CompletionItem(name, kind=types.CompletionItemKind.Variable, sort_text=f" {name}")


def _names(project: Project) -> Iterator[types.CompletionItem]:
    scope = project.scope or Scope()
    for name, named in scope.names.items():
        kinds = (kind for sort, kind in _KINDS if isinstance(named.entity, sort))
        yield _name(project, name, next(kinds, types.CompletionItemKind.Constant))
    for name in scope.members:
        if name not in scope.names:
            yield _name(project, name, types.CompletionItemKind.EnumMember)
    for name in sorted(project.attributes):
        yield types.CompletionItem(
            name, kind=types.CompletionItemKind.Property, data=["attribute", name, project.home.spec]
        )


def _name(project: Project, name: str, kind: types.CompletionItemKind) -> types.CompletionItem:
    detail = "" if project.scope is None else signature(project.scope, name)
    return types.CompletionItem(name, kind=kind, detail=detail or None, data=["name", name, project.home.spec])


@cache
def _language() -> tuple[types.CompletionItem, ...]:
    """Constructs by the words that they begin with, functions, and the remaining words."""
    found = []
    for construct in CONSTRUCTS:
        first = _WORD.match(construct.example)
        if first is not None and first.group() in {*RESERVED, *FUNCTION_TEXTS}:
            found.append(
                types.CompletionItem(
                    construct.example,
                    kind=types.CompletionItemKind.Snippet,
                    detail=construct.name,
                    documentation=construct.summary,
                    insert_text=_with_stops(construct.example),
                    insert_text_format=types.InsertTextFormat.Snippet,
                )
            )
    for name, (spelled, said) in FUNCTION_TEXTS.items():
        kind = types.CompletionItemKind.Function
        found.append(types.CompletionItem(name, kind=kind, detail=spelled, documentation=said))
    found += (types.CompletionItem(word, kind=types.CompletionItemKind.Keyword) for word in sorted(RESERVED))
    return tuple(found)


def _with_stops(example: str) -> str:
    """An example as a snippet, in which one goes from name to name and number to number."""
    numbers: dict[str, int] = {}

    def stop(found: re.Match[str]) -> str:
        word = found.group()
        if word in RESERVED or word in FUNCTION_TEXTS:
            return word
        number = numbers.setdefault(word, len(numbers) + 1)
        return f"${{{number}:{word}}}"

    return _WORD.sub(stop, example.replace("\\", "\\\\").replace("}", "\\}"))
