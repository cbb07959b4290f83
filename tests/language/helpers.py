"""Reading texts in tests."""

from interpreter.language import SpanOf, ast, parse_effect, parse_signature, parse_value
from interpreter.source import Diagnostic, SourceFile, Span


def span_of(text: str) -> SpanOf:
    """Places in a file that holds nothing but the text."""
    source = SourceFile("rules", text)
    return lambda start, end: Span(source, start, end)


def effect(text: str) -> ast.Effect:
    tree, found = parse_effect(text, span_of(text))
    assert tree is not None, found
    return tree


def value(text: str) -> ast.Value:
    tree, found = parse_value(text, span_of(text))
    assert tree is not None, found
    return tree


def signature(text: str) -> ast.Signature:
    tree, found = parse_signature(text, span_of(text))
    assert tree is not None, found
    return tree


def effect_error(text: str) -> Diagnostic:
    tree, found = parse_effect(text, span_of(text))
    assert tree is None
    return found[0]
