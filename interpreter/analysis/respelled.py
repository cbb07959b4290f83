"""How a changed node of the rules reads before and after, in the spelling of the formatter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.language import ast, format_effect, format_value, parse_effect, parse_value
from interpreter.language.format import ONE_LINE
from interpreter.model import typed
from interpreter.source import NO_SPAN

if TYPE_CHECKING:
    from typing import TypeAlias

    from interpreter.source import Span

    _Written: TypeAlias = ast.Effect | ast.Value


def respelled(before: typed.Node, after: typed.Node) -> tuple[str, str] | None:
    """A node and what it was changed into, each on one line. None where no author wrote it so, but the program."""
    words = before.span.words
    match before, after:
        case typed.Const(value), typed.Const(other):
            return (words, str(other)) if words == str(value) else None
        case typed.Me(), _:
            return (words, f"next({words})") if words == "me" else None
        case typed.Extremal(kind=kind), typed.Extremal(kind=other):
            return words, words.replace(kind, other, 1)
        case _:
            written = _effect(before) if isinstance(before, typed.Effect) else _value(before)
            reads = None if written is None else _changed(written, before, after)
            return None if written is None or reads is None else (_told(written), _told(reads))


def swapped(first: typed.Effect, second: typed.Effect) -> tuple[str, str] | None:
    """Two neighbouring steps of a sequence and the same in the other order. None where no author wrote two."""
    one, two = _effect(first), _effect(second)
    if one is None or two is None or first.span == second.span:
        return None
    return _told(ast.Sequence((one, two))), _told(ast.Sequence((two, one)))


def _effect(node: typed.Effect) -> ast.Effect | None:
    return parse_effect(node.span.text, _nowhere)[0]


def _value(node: typed.Node) -> ast.Value | None:
    """What is written where a value stands that was put together of others; None where one of them is not in it."""
    span = node.span
    match node:
        case typed.Compare(_, left, right) | typed.Arithmetic(_, left, right):
            parts: tuple[typed.Value, ...] = (left, right)
        case typed.And(items) | typed.Or(items) | typed.MinMax(_, items):
            parts = items
        case typed.Not(value):
            parts = (value,)
        case _:
            return None
    inside = all(span.start <= part.span.start and part.span.end <= span.end and part.span != span for part in parts)
    return parse_value(span.text, _nowhere)[0] if inside else None


def _nowhere(_start: int, _end: int) -> Span:
    return NO_SPAN


def _told(node: _Written) -> str:
    return format_effect(node, ONE_LINE) if isinstance(node, ast.Effect) else format_value(node, ONE_LINE)


def _changed(written: _Written, before: typed.Node, after: typed.Node) -> _Written | None:
    """What is written with the same change in it. None where something else stands there than what was changed."""
    match written, before, after:
        case ast.Pay(body=body), typed.Pay(), _:
            return ast.NoEffect() if body is None else body
        case ast.Move(), typed.MovePieces(), typed.MovePieces(at_bottom=at_bottom):
            return replace(written, at_bottom=at_bottom)
        case ast.SomeOf(bound=bound), typed.SomeOf(), typed.SomeOf(limit=limit):
            return replace(written, bound=replace(bound, kind=limit))
        case ast.Choose(bound=ast.Bound() as bound), typed.Choose(), typed.Choose(limit=limit) if limit is not None:
            return replace(written, bound=replace(bound, kind=limit))
        case ast.Compare(operator=sign), typed.Compare(operator=known), typed.Compare(operator=new) if sign == known:
            return replace(written, operator=new)
        case ast.Arithmetic(sign), typed.Arithmetic(known), typed.Arithmetic(operator=other) if sign == known:
            return replace(written, operator=other)
        case ast.Call(name=name), typed.MinMax(kind=kind), typed.MinMax(kind=wanted) if name == kind:
            return replace(written, name=wanted)
        case ast.And(items=items), typed.And(), typed.Or():
            return ast.Or(items)
        case ast.Or(items=items), typed.Or(), typed.And():
            return ast.And(items)
        case ast.Not(value=value), typed.Not(), _:
            return value
        case _:
            return None
