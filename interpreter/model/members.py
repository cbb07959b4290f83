"""Members of enums and kinds: not to be mistaken for anything else, nor for each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.model.game import PieceKind
from interpreter.model.scope import Constant
from interpreter.source import Label, error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.model.draft import Draft
    from interpreter.model.game import SpaceKind


def tell_members_apart(draft: Draft) -> None:
    """Spaces, and pieces, of several kinds that share a name are shown as `name of kind`."""
    scope = draft.scope
    _qualify(scope.place_names, scope.spaces.values())
    _qualify(scope.piece_names, scope.pieces.values())


def _qualify(names: list[str], kinds: Iterable[SpaceKind | PieceKind]) -> None:
    counts = Counter(names)
    for kind in kinds:
        for number, name in enumerate(kind.members, kind.first):
            if counts[name] > 1:
                names[number] = f"{name} of {kind.name}"


def check_members(draft: Draft) -> None:
    """Report members that are called like something declared, except the one piece of a kind of that name."""
    for name, members in draft.scope.members.items():
        named = draft.scope.names.get(name)
        if named is None or (isinstance(named.entity, PieceKind) and named.entity.members == (name,)):
            continue
        for member in members:
            own_option = isinstance(named.entity, Constant) and named.entity.type == member.type
            first, second = named.span, member.span
            if second is None or (first is not None and first.file == second.file and first.start > second.start):
                first, second = second, first
            if second is not None and not own_option:
                labels = [] if first is None else [Label(first, "label.first-here")]
                draft.report(error("duplicate-name", second, labels=labels, name=name))
