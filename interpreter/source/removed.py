"""Which names overlays take out of a game, so that whoever still uses one can be told where it went."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.source.nodes import Mapping, Scalar, Sequence
from interpreter.source.overlay import removals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.source.nodes import Document, Node
    from interpreter.source.span import Span

_NAME = re.compile(r"[a-z_][a-z0-9_]*")


def removed_names(base: Mapping, overlays: Iterable[Document]) -> dict[str, Span]:
    """Each name that an overlay's `remove` takes out of the joined document, or that goes with it, and where."""
    found: dict[str, Span] = {}
    for document in overlays:
        change = document.root.get("remove") if isinstance(document.root, Mapping) else None
        for name, span, node in _leaves(base, change):
            for word in (*_NAME.findall(name)[:1], *(_names(node))):
                found.setdefault(word, span)
    return found


def _leaves(base: Node | None, change: Node | None) -> Iterator[tuple[str, Span, Node | None]]:
    """(id, its place in the overlay, what stands under it) of everything that is removed whole."""
    for name, span, inner in () if change is None else removals(change):
        node = base.get(name) if isinstance(base, Mapping) else None
        if inner is None:
            yield name, span, node
        else:
            yield from _leaves(node, inner)


def _names(node: Node | None) -> Iterator[str]:
    """The words that a node could give names with: its keys, and items of lists."""
    match node:
        case Mapping():
            for name, entry in node.items():
                yield from _NAME.findall(name)[:1]
                yield from _names(entry.value)
        case Sequence():
            yield from (item.text for item in node if isinstance(item, Scalar))
