"""Members of a kind that are one for each combination of some attributes."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from interpreter.model.draft import fields
from interpreter.model.game import Attribute

if TYPE_CHECKING:
    from interpreter.model.draft import Draft
    from interpreter.source import Node


def combinations(draft: Draft, each: Node, most: int) -> tuple[list[str], dict[str, Attribute]] | None:
    """The members' names, their attributes joined, and the attributes; None if there are more than `most`."""
    columns = {key: draft.elements(node) for key, node in fields(each).items()}
    if prod(len(values) for _, values in columns.values()) > most:
        return None
    rows = list(product(*(values for _, values in columns.values())))
    kinds = [kind for kind, _ in columns.values()]
    names = ["_".join(map(draft.label, kinds, row)) for row in rows]
    attributes = {
        key: Attribute(key, kind, (*(row[index] for row in rows), draft.scope.nothing_of(kind)))
        for index, (key, kind) in enumerate(zip(columns, kinds, strict=True))
    }
    return names, attributes
