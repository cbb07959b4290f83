"""The statements of an effect that did not parse: what is wrong in one of them says nothing about the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.language.scan import SpanOf
    from interpreter.source import Diagnostic

Part = tuple[int, int]


def others(text: str, span_of: SpanOf, found: Diagnostic) -> Iterator[Part]:
    """The statements [begin, end) of every list of statements with `found` in it, but not those that hold it: what
    is parted by `;` within the same brackets. None where brackets do not match.
    """
    for parts in _lists(text):
        spans = [span_of(*part) for part in parts]
        held = [span.start <= found.span.start <= span.end for span in spans]
        if any(held):
            yield from (part for part, it in zip(parts, held, strict=True) if not it and text[slice(*part)].strip())


def _lists(text: str) -> list[list[Part]]:
    """The parts between `;` of the whole text and within each pair of parentheses; nothing where brackets do not
    match.
    """
    found: list[list[Part]] = []
    open_lists: list[list[int]] = [[0]]
    for index, sign in enumerate(f"{text})"):
        if not open_lists:
            return []
        if sign in "({":
            open_lists.append([index + 1])
        elif sign == ";":
            open_lists[-1].append(index + 1)
        elif sign in ")}":
            starts = open_lists.pop()
            if sign == ")":
                found.append([*zip(starts, [start - 1 for start in starts[1:]] + [index], strict=True)])
    return [] if open_lists else found
