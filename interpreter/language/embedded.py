"""Formatting of DSL text where it stands inside YAML: only the scalars' own characters change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from interpreter.language.format import ONE_LINE, WIDTH, format_effect, format_signature, format_value
from interpreter.language.parser import parse_effect, parse_signature, parse_value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.source import Scalar

Start: TypeAlias = Literal["effect", "value", "signature"]
"""What a scalar's text is."""

_BREAK = re.compile(r"\r\n|\n|\r")
_NARROWEST = 40
_NOT_PLAIN = re.compile(r"""[-?:](\s|\Z)|[\[\]{},#&*!|>'"%@`]|.*(:\s|:\Z|\s\#)""")
"""Text that YAML would not read as one plain scalar."""


def format_document(text: str, places: Iterable[tuple[Scalar, Start]]) -> str:
    """The file `text` with the scalars that were read from it formatted, and every other character kept.

    Plain and quoted scalars come out on one line; blocks keep their indicator, indentation and kind of line
    break. A scalar that does not parse is left alone, as is a block that is indented by tabs.
    """
    once = {scalar.span.start: (scalar, start) for scalar, start in places}
    parts: list[str] = []
    position = 0
    for _, (scalar, start) in sorted(once.items()):
        first, last, new = _replacement(text, scalar, start)
        parts += [text[position:first], new]
        position = last
    return "".join([*parts, text[position:]])


def _replacement(text: str, scalar: Scalar, start: Start) -> tuple[int, int, str]:
    """New characters for [first, last) of the file."""
    span = scalar.span
    unchanged = (span.start, span.start, "")
    if scalar.style in ("literal", "folded"):
        return _block(text, scalar, start) or unchanged
    line = _formatted(scalar, start, ONE_LINE, spread=False)
    if line is None:
        return unchanged
    if scalar.style == "double":
        return span.start, span.end, f'"{line}"'
    if scalar.style == "single" or _NOT_PLAIN.match(line):
        return span.start, span.end, f"'{line}'"
    return span.start, span.end, line


def _block(text: str, scalar: Scalar, start: Start) -> tuple[int, int, str] | None:
    """New lines between a block's header and the line breaks behind its last word."""
    header = _BREAK.search(text, scalar.span.start, scalar.span.end)
    begin = len(scalar.text) - len(scalar.text.lstrip())
    end = len(scalar.text.rstrip())
    if header is None or begin >= end:
        return None
    word = scalar.offsets[begin]
    line_start = max(text.rfind("\n", 0, word), text.rfind("\r", 0, word)) + 1
    margin = text[line_start:word]
    # With an indentation indicator the first line may begin with blanks that belong to the text.
    own = begin - (scalar.text.rfind("\n", 0, begin) + 1)
    indent = len(margin) - own
    if margin.strip(" "):
        return None
    formatted = _formatted(scalar, start, max(WIDTH - indent, _NARROWEST), spread=True)
    if formatted is None:
        return None
    lines = [" " * indent + line for line in formatted.split("\n")]
    last = scalar.offsets[end - 1] + 1
    while text[last : last + 1] in (" ", "\t"):
        last += 1
    return header.end(), last, header.group().join(lines)


def _formatted(scalar: Scalar, start: Start, width: int, *, spread: bool) -> str | None:
    """The canonical spelling of the scalar's text, or None when it says nothing that can be spelled."""
    match start:
        case "effect":
            effect, _ = parse_effect(scalar.text, scalar.span_of)
            return None if effect is None else format_effect(effect, width, spread=spread)
        case "value":
            value, _ = parse_value(scalar.text, scalar.span_of)
            return None if value is None else format_value(value, width)
        case "signature":
            signature, _ = parse_signature(scalar.text, scalar.span_of)
            return None if signature is None else format_signature(signature)
