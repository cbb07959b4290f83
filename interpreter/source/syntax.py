"""What the YAML parser complains about, said at a better place and in an author's words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.source.diagnostic import Args, Diagnostic, Hint, Label
from interpreter.source.span import SourceFile, Span

if TYPE_CHECKING:
    from yaml.error import MarkedYAMLError

MAX_DEPTH = 64

# The first pattern found in the parser's problem decides. Both of PyYAML's parsers are covered.
_CODES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), code)
    for pattern, code in (
        (r"mapping values are not allowed", "yaml-unexpected-colon"),
        (r"sequence entries (is|are) not allowed", "yaml-unexpected-dash"),
        (r"tab character", "yaml-tab"),
        (r"cannot start any token", "yaml-reserved-character"),
        (r"could not find expected ':'", "yaml-missing-colon"),
        (r"expected ',' or|expected (the )?node content", "yaml-unclosed-bracket"),
        (r"expected '-' indicator|did not find expected key|expected <block end>", "yaml-indentation"),
        (r"unexpected end of stream|unexpected document (indicator|separator)", "yaml-unclosed-quote"),
        (r"unknown escape|hexdecimal|hexadecimal|escape code", "yaml-bad-escape"),
        (r"comment or (a )?line break|indentation indicator|chomping", "yaml-bad-block"),
        (r"document start", "yaml-after-end"),
        (r"nesting depth", "too-deep"),
    )
)  # fmt: skip
_AT_CONTEXT = frozenset({"yaml-missing-colon", "yaml-unclosed-quote"})
_OPENED = frozenset({"yaml-unclosed-bracket", "yaml-indentation"})
_HINTS: dict[str, Hint] = {
    "yaml-unexpected-colon": ("hint.quote-colon", {}),
    "yaml-reserved-character": ("hint.quote", {}),
    "yaml-bad-escape": ("hint.single-quotes", {}),
}


def syntax_error(source: SourceFile, base: int, problem: MarkedYAMLError) -> Diagnostic:
    """The diagnostic for a parser's exception. Its marks count characters from offset `base` of the text."""
    text = problem.problem or ""
    end = len(source.text)
    place = end if problem.problem_mark is None else min(base + problem.problem_mark.index, end)
    context = None if problem.context_mark is None else min(base + problem.context_mark.index, end)
    code = next((code for pattern, code in _CODES if pattern.search(text)), "yaml-syntax")
    if code == "yaml-reserved-character" and source.text[place : place + 1] == "\t":
        code = "yaml-tab"
    if code in _AT_CONTEXT and context is not None:
        place = context
    labels = []
    if code in _OPENED and context is not None and context < place:
        labels.append(Label(Span(source, context, context + 1), "label.began-here"))
    span = _one_line(source, place, code)
    character = source.text[place : place + 1]
    hint = _HINTS.get(code)
    args: Args = {"problem": text, "character": character, "limit": MAX_DEPTH}
    return Diagnostic(code, "error", span, args, tuple(labels), hint)


def _one_line(source: SourceFile, place: int, code: str) -> Span:
    """The character at `place`, or for a missing colon all that was taken for a key on its line."""
    if code != "yaml-missing-colon":
        return Span(source, place, min(place + 1, len(source.text)))
    _, end = source.line_bounds(source.position(place)[0])
    return Span(source, place, max(end, place))
