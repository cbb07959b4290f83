"""Findings as values. Every pass returns (result, diagnostics); only the edge of the program prints them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from interpreter.source.records import record

if TYPE_CHECKING:
    from interpreter.source.span import Span

Severity = Literal["error", "warning"]
Argument = str | int | tuple[str, ...]
Args = Mapping[str, Argument]
Hint = tuple[str, Args]
MOST_LISTED = 12
"""Of more names none is listed, only the nearest is."""


@record
class Label:
    """A secondary place and why it matters. `code`: a message id, mostly one that starts with `label.`."""

    span: Span
    code: str
    args: Args = field(default_factory=dict)


@record
class Diagnostic:
    """One finding. Its texts are the catalogue's entries for `code`, for each label and for the hint.

    code: stable, in kebab case.  span: the primary place.  args: what the text's {placeholders} stand for;
    a tuple is written as a list.
    hint: (message id that starts with `hint.`, its args).  reference: where the rulebook says it.
    """

    code: str
    severity: Severity
    span: Span
    args: Args = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    hint: Hint | None = None
    reference: str | None = None


def error(
    code: str,
    span: Span,
    *,
    labels: Iterable[Label] = (),
    hint: Hint | None = None,
    reference: str | None = None,
    **args: Argument,
) -> Diagnostic:
    """An error at `span`; the keyword arguments fill the text's placeholders."""
    return Diagnostic(code, "error", span, args, tuple(labels), hint, reference)


def warning(
    code: str,
    span: Span,
    *,
    labels: Iterable[Label] = (),
    hint: Hint | None = None,
    reference: str | None = None,
    **args: Argument,
) -> Diagnostic:
    """A warning at `span`; the keyword arguments fill the text's placeholders."""
    return Diagnostic(code, "warning", span, args, tuple(labels), hint, reference)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them is more than a warning."""
    return any(found.severity == "error" for found in diagnostics)


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like `name`, or None when none is near."""
    if len(name) > 100:
        return None
    found = difflib.get_close_matches(name, candidates, n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(name: str, candidates: Iterable[str]) -> Hint | None:
    """The hint that suggests the nearest candidate, if there is one."""
    found = nearest(name, candidates)
    return None if found is None else ("hint.did-you-mean", {"name": found})


def what_there_is(name: str, candidates: Iterable[str]) -> Hint | None:
    """The hint that suggests the nearest candidate, or lists all where none is near and they are few."""
    known = tuple(candidates)
    listed: Hint | None = ("hint.there-is", {"names": known}) if 0 < len(known) <= MOST_LISTED else None
    return did_you_mean(name, known) or listed
