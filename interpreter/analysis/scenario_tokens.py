"""Tokens laid where a scenario says: what is not on the board is where tokens start, and none are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler.layout import owner_names, token_slot, variant_names
from interpreter.source import error

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.compiler import Layout
    from interpreter.engine import Rules
    from interpreter.model.game import TokenKind
    from interpreter.source import Diagnostic, Span


def single_slot(layout: Layout, token: TokenKind, place: int) -> int:
    """The slot that says which token lies on a space for one."""
    space = next(one for one in layout.model.spaces.values() if one.first <= place < one.nothing)
    return layout.tokens[token.name, space.name] + place - space.first


def count_slot(layout: Layout, token: TokenKind, place: int, owner: int) -> int | None:
    """The slot that counts an owner's tokens in a place; None when tokens are not counted there."""
    spaces = layout.model.spaces.values()
    if any(one.first <= place < one.nothing and one.capacity == 1 for one in spaces):
        return None
    return token_slot(layout, token, place, owner)


def balanced(rules: Rules, array: list[int], tokens: Mapping[str, Span], fixed: set[int]) -> Iterator[Diagnostic]:
    """Puts the tokens of these kinds that are too few or too many where they start, unless that is fixed."""
    layout = rules.program.layout
    for name, span in tokens.items():
        token = layout.model.tokens[name]
        for owner, start in enumerate(token.starts):
            slot = count_slot(layout, token, start, owner)
            missing = token.count - _laid(layout, array, token, owner)
            if missing == 0:
                continue
            if slot is None or slot in fixed:
                yield error("given-token-count", span, token=name, count=token.count)
            elif array[slot] + missing < 0:
                yield error("given-too-many-tokens", span, token=name, count=token.count)
            else:
                array[slot] += missing


def _laid(layout: Layout, array: list[int], token: TokenKind, owner: int) -> int:
    """How many tokens of an owner there are in all places."""
    model = layout.model
    total = 0
    owners = len(owner_names(model, token.per))
    for zone in model.zones.values():
        base = layout.tokens.get((token.name, zone.name))
        if base is not None:
            total += sum(array[base + owner : base + zone.owners * owners : owners])
    for space in model.spaces.values():
        base = layout.tokens.get((token.name, space.name))
        if base is None:
            continue
        size = len(space.members)
        if space.capacity == 1:
            sides = len(variant_names(model, token)) // owners
            laid = range(owner * sides, (owner + 1) * sides)
            total += sum(value in laid for value in array[base : base + size])
        else:
            total += sum(array[base + owner : base + size * owners : owners])
    return total
