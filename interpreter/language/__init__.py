"""The effect language: text parsed to a syntax tree, a syntax tree spelled as text."""

from interpreter.language import ast
from interpreter.language.embedded import Start, format_document
from interpreter.language.format import format_effect, format_signature, format_value
from interpreter.language.parser import parse_effect, parse_signature, parse_value
from interpreter.language.scan import SpanOf
from interpreter.language.tables import RESERVED

__all__ = [
    "RESERVED",
    "SpanOf",
    "Start",
    "ast",
    "format_document",
    "format_effect",
    "format_signature",
    "format_value",
    "parse_effect",
    "parse_signature",
    "parse_value",
]
