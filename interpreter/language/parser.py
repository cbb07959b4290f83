"""DSL text to syntax tree. The first error of each statement is reported, at its place in the author's file."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from interpreter.language import ast, tables
from interpreter.language.scan import SpanOf, scan
from interpreter.language.statements import others
from interpreter.source import Diagnostic, Span, error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token

    from interpreter.language.plugins import Part

MOST_FURTHER = 20
"""Errors of one text beside the first."""
MAX_DEPTH = 100
"""Levels of a parse tree, so that passes over the syntax tree may recurse."""
_CALCULATED = ("add", "subtract", "multiply", "divide", "modulo")
_ALSO_NAMES = {("call", 0): ("most", "least"), ("parameter", 1): ("player",)}
"""Built-in functions and types that share their names with words, by grammar rule and child of its tree."""


def parse_effect(text: str, span_of: SpanOf) -> tuple[ast.Effect | None, list[Diagnostic]]:
    """The effect that `text` says, or None and what is wrong. `span_of(i, j)` places characters [i, j)."""
    effect, found = _parse("start_effect", text, span_of)
    return effect, [*found, *islice(_further(text, span_of, found), MOST_FURTHER)]


def _further(text: str, span_of: SpanOf, found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """What is wrong in the statements beside the one that is known to be wrong."""
    for first in found:
        for begin, end in others(text, span_of, first):
            yield from parse_effect(text[begin:end], partial(_shifted, span_of, begin))[1]


def _shifted(span_of: SpanOf, begin: int, start: int, end: int) -> Span:
    return span_of(begin + start, begin + end)


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
        tree = _tree(start, text)
    except UnexpectedToken as problem:
        return None, [_explain(problem.token, start, text, span_of)]
    fault = _fault(tree) if tree.height > MAX_DEPTH else None
    if fault is None:
        return Builder(span_of).visit(tree), []
    if isinstance(fault, str):
        return None, [_explain(fault, start, text, span_of)]
    part, calculation = fault
    span = span_of(part.start, part.end)
    if calculation:
        return None, [error("calculation-too-long", span, limit=MAX_DEPTH)]
    return None, [error("text-too-deep", span, limit=MAX_DEPTH)]


@lru_cache(maxsize=4096)
def _tree(start: str, text: str) -> Part:
    """The parse tree, shared by all places that say the same: every number of players, overlays, scenarios."""
    return cast("Part", tables.parser().parse(text, start=start))


def _explain(token: Token, start: str, text: str, span_of: SpanOf) -> Diagnostic:
    from interpreter.language.mistakes import explain

    return explain(token, start, text, span_of)


def _fault(tree: Part) -> Token | tuple[Part, bool] | None:
    """The first word of the language that was used as a name, or the first node that lies too deep, and whether that
    is for the length of a calculation: each part lies in the one after it.
    """
    stack: list[tuple[Token | Part | None, int, int, tuple[str, ...]]] = [(tree, 0, 0, ())]
    while stack:
        part, depth, calculated, also = stack.pop()
        if isinstance(part, str):
            if part in tables.RESERVED and part not in also:
                return part
        elif part is not None:
            if depth > MAX_DEPTH:
                return part, calculated > depth // 2
            calculated += part.data in _CALCULATED
            children = [
                (child, depth + 1, calculated, _ALSO_NAMES.get((part.data, index), ()))
                for index, child in enumerate(part.children)
            ]
            stack.extend(reversed(children))
    return None
