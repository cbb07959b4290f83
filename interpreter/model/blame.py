"""Findings that come from one mistake told as one: at the overlay that removes a name, else at the first use of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.source import Label, error

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.source import Diagnostic, Span

OF_MISSING = frozenset(
    {"attribute-missing", "missing-key", "no-such-property", "seat-without-team", "unknown-attribute"}
    | {"unknown-counter", "unknown-effect", "unknown-function", "unknown-kind", "unknown-name", "unknown-rule"}
    | {"unknown-seat", "unknown-source", "unknown-space", "unknown-type"}
)
"""What is said of a name that nothing gives."""
MOST_USES = 3


def blame_overlays(found: Iterable[Diagnostic], removed: Mapping[str, Span]) -> list[Diagnostic]:
    """The findings; those about names that an overlay removed become one for each name, at the place of removal."""
    kept: list[Diagnostic] = []
    uses: dict[str, list[Diagnostic]] = {}
    for one in found:
        name = one.args.get("name")
        if one.code in OF_MISSING and isinstance(name, str) and name in removed:
            uses.setdefault(name, []).append(one)
        else:
            kept.append(one)
    for name, missed in uses.items():
        spans = list(dict.fromkeys(one.span for one in missed))
        labels = [Label(span, "label.needed-here") for span in spans[:MOST_USES]]
        kept.append(error("overlay-removes-needed", removed[name], labels=labels, name=name))
    return kept


def once_each(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings; what is said of a name that nothing gives is said where it is used first, the next uses with it."""
    told: dict[tuple[str, str], Diagnostic] = {}
    for index, one in enumerate(sorted(found, key=lambda one: (one.span.file, one.span.start))):
        name = one.args.get("name")
        missing = one.code.startswith("unknown-") and one.severity == "error"
        key = one.code, str(name if missing and name else index)
        first = told.setdefault(key, one)
        if first is not one and len(first.labels) < MOST_USES:
            told[key] = replace(first, labels=(*first.labels, Label(one.span, "label.also-here")))
    return list(told.values())
