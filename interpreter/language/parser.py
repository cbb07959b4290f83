"""DSL text to syntax tree. The first error of a text is reported, at its place in the author's file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.language import ast, tables
from interpreter.language.scan import SpanOf, scan
from interpreter.source import Diagnostic, error

if TYPE_CHECKING:
    from lark import Token, Tree

MAX_DEPTH = 100
"""Levels of a parse tree, so that passes over the syntax tree may recurse."""
_ALSO_NAMES = {"call": ("most", "least"), "parameter": ("player",)}
"""Built-in functions and types that share their names with words of the language, by grammar rule."""


def parse_effect(text: str, span_of: SpanOf) -> tuple[ast.Effect | None, list[Diagnostic]]:
    """The effect that `text` says, or None and what is wrong. `span_of(i, j)` places characters [i, j)."""
    return _parse("start_effect", text, span_of)


def parse_value(text: str, span_of: SpanOf) -> tuple[ast.Value | None, list[Diagnostic]]:
    """The value that `text` says, or None and what is wrong. `span_of(i, j)` places characters [i, j)."""
    return _parse("start_value", text, span_of)


def parse_signature(text: str, span_of: SpanOf) -> tuple[ast.Signature | None, list[Diagnostic]]:
    """The name and parameters that `text` says, or None and what is wrong. `span_of(i, j)` places [i, j)."""
    return _parse("start_signature", text, span_of)


def _parse(start: str, text: str, span_of: SpanOf) -> tuple[Any, list[Diagnostic]]:
    found = scan(text, span_of)
    if found is not None:
        return None, [found]
    from lark.exceptions import UnexpectedToken

    from interpreter.language.transform import Builder

    try:
        tree = tables.parser().parse(text, start=start)
    except UnexpectedToken as problem:
        from interpreter.language.mistakes import explain

        return None, [explain(problem.token, start, text, span_of)]
    found = _fault(tree, span_of)
    return (None, [found]) if found else (Builder(span_of).visit(tree), [])


def _fault(tree: Tree[Token], span_of: SpanOf) -> Diagnostic | None:
    """The first word of the language that was used as a name, or the first node that lies too deep."""
    from lark import Token, Tree

    stack: list[tuple[object, int, str]] = [(tree, 0, "")]
    while stack:
        part, depth, rule = stack.pop()
        if isinstance(part, Tree):
            if depth > MAX_DEPTH:
                return error(
                    "text-too-deep", span_of(part.meta.start_pos, part.meta.end_pos), limit=MAX_DEPTH
                )
            stack.extend((child, depth + 1, part.data) for child in reversed(part.children))
        elif isinstance(part, Token) and part in tables.RESERVED and part not in _ALSO_NAMES.get(rule, ()):
            return error("reserved-word", span_of(part.start_pos or 0, part.end_pos or 0), name=str(part))
    return None
