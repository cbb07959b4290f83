"""The effect language: text parsed to a syntax tree, a syntax tree spelled as text."""

from interpreter.language import ast
from interpreter.language.parser import parse_effect, parse_signature, parse_value
from interpreter.language.scan import SpanOf
from interpreter.language.tables import RESERVED

__all__ = ["RESERVED", "SpanOf", "ast", "parse_effect", "parse_signature", "parse_value"]
