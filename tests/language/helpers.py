"""Reading texts in tests."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import yaml

from interpreter.language import SpanOf, Start, ast, parse_effect, parse_signature, parse_value
from interpreter.source import Diagnostic, SourceFile, Span

PARSERS = {"effect": parse_effect, "value": parse_value, "signature": parse_signature}


def span_of(text: str) -> SpanOf:
    """Places in a file that holds nothing but the text."""
    source = SourceFile("rules", text)
    return lambda start, end: Span(source, start, end)


def read(start: Start, text: str) -> ast.Node:
    tree, found = PARSERS[start](text, span_of(text))
    assert tree is not None, found
    assert found == []
    return tree


def refused(start: Start, text: str) -> Diagnostic:
    """The one finding about a text that cannot be read."""
    tree, found = PARSERS[start](text, span_of(text))
    assert tree is None
    assert len(found) == 1
    return found[0]


def effect(text: str) -> ast.Effect:
    tree = read("effect", text)
    assert isinstance(tree, ast.Effect)
    return tree


def value(text: str) -> ast.Value:
    tree = read("value", text)
    assert isinstance(tree, ast.Value)
    return tree


def signature(text: str) -> ast.Signature:
    tree = read("signature", text)
    assert isinstance(tree, ast.Signature)
    return tree


def nodes(part: object) -> Iterator[ast.Node]:
    """A node and all below it."""
    if isinstance(part, tuple):
        for item in part:
            yield from nodes(item)
    elif isinstance(part, ast.Node):
        yield part
        for each in fields(part):
            yield from nodes(getattr(part, each.name))


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a data file that lies beside the tests."""
    content = yaml.safe_load((Path(__file__).parent / name).read_text(encoding="utf-8"))
    assert isinstance(content, list)
    return content
