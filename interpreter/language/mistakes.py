"""A parser's refusal in an author's words: what was expected, or which common mistake was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.source import Diagnostic, error

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedToken

    from interpreter.language.scan import SpanOf


def explain(problem: UnexpectedToken, text: str, span_of: SpanOf) -> Diagnostic:
    """The error at the place where the parser stopped."""
    end = len(text.rstrip())
    start = min(problem.token.start_pos or 0, end)
    return error("syntax", span_of(start, end))
