"""Where each piece can come to lie by the rules: what everybody knows of piles that nobody looks into.

Worked out from the texts alone. A piece moves by a statement only if what is printed on it fits the conditions around
the statement; whatever else these turn on may be anything. So a place is left out only if no match leads there.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.walk import PLAYER_GIVERS, children, nodes
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.model.game import Attribute, Model, PieceKind
    from interpreter.model.types import Type

ME = -1  # the acting player among the variables
MOST_CASES = 400  # of what conditions turn on beside the piece, tried for each piece; more are left open

Known = dict[int, int]


@record
class _Move:
    """A statement that moves pieces. `what`: where they come from, or the one variable that stands for the piece.

    guards: conditions around it, and whether they hold there.  scope: the binders of the variables in reach.
    """

    kinds: tuple[PieceKind, ...]
    what: typed.Value
    to: typed.Value
    guards: tuple[tuple[typed.Value, bool], ...]
    scope: Mapping[int, typed.Binder]


def reach(model: Model) -> dict[int, frozenset[int]]:
    """The places of each piece that the rules can bring it to, its first one included."""
    found = {
        piece: {place}
        for kind in model.pieces.values()
        for piece, place in zip(range(kind.first, kind.nothing), kind.starts, strict=True)
    }
    evaluator = _Evaluator(model)
    moves = [
        (piece, sources, targets)
        for move in _moves(model)
        for sources in [evaluator.sources(move)]
        for kind in move.kinds
        for piece in range(kind.first, kind.nothing)
        if (targets := evaluator.targets(move, piece))
    ]
    grown = True
    while grown:
        grown = False
        for piece, sources, targets in moves:
            if (sources is None or sources & found[piece]) and not targets <= found[piece]:
                found[piece] |= targets
                grown = True
    return {piece: frozenset(places) for piece, places in found.items()}


def _moves(model: Model) -> Iterator[_Move]:
    bodies = [model.setup, model.flow, *(rule.body for rule in model.rules.values())]
    for kind in model.pieces.values():
        for attribute in kind.attributes.values():
            bodies += [effect for effect in attribute.effects if effect is not None]
    for body in bodies:
        yield from _within(model, body, (), {})


def _within(
    model: Model, node: typed.Node, guards: tuple[tuple[typed.Value, bool], ...], scope: Mapping[int, typed.Binder]
) -> Iterator[_Move]:
    match node:
        case typed.MovePieces(what=what, to=to):
            name = (what.type.element or what.type).name
            yield _Move((model.pieces[name],), what, to, guards, scope)
        case typed.Draw(source=source, to=to):
            yield _Move(tuple(model.pieces.values()), source, to, guards, scope)
        case typed.Conditional(condition=condition, then=then, otherwise=otherwise):
            yield from _within(model, then, (*guards, (condition, True)), scope)
            if otherwise is not None:
                yield from _within(model, otherwise, (*guards, (condition, False)), scope)
        case typed.OnlyIf(condition=condition, body=body):
            yield from _within(model, body, (*guards, (condition, True)), scope)
        case _:
            if isinstance(node, PLAYER_GIVERS):  # another player acts: what was asked of the one before is left open
                guards = tuple(guard for guard in guards if not _asks_me(guard[0]))
            binder = getattr(node, "binder", None)
            if isinstance(binder, typed.Binder):
                scope = {**scope, binder.variable.uid: binder}
                guards = guards if binder.where is None else (*guards, (binder.where, True))
            for child in children(node):
                if isinstance(child, typed.Effect | typed.Source):
                    yield from _within(model, child, guards, scope)


def _asks_me(value: typed.Value) -> bool:
    return any(isinstance(node, typed.Me | typed.CallFunction) for node in nodes(value))


class _Evaluator:
    """What can be told of values when only what is printed is known: None where anything may be."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def sources(self, move: _Move) -> frozenset[int] | None:
        """Where a statement takes a piece from; None: from anywhere."""
        what = move.what
        if isinstance(what, typed.Local) and what.variable.uid in move.scope:
            what = move.scope[what.variable.uid].domain
        elif isinstance(what, typed.First | typed.Extremal):
            what = what.binder.domain
        if isinstance(what, typed.Contents | typed.TopOf):
            what = what.place
        return self.places(what, {}) if _is_place(what) else None

    def targets(self, move: _Move, piece: int) -> frozenset[int]:
        """Where a statement can bring a piece, wherever it comes from; nowhere if that piece is never meant."""
        known, guards = {}, list(move.guards)
        if isinstance(move.what, typed.Local):
            known[move.what.variable.uid] = piece
        elif isinstance(move.what, typed.First) and move.what.binder.where is not None:
            known[move.what.binder.variable.uid] = piece
            guards.append((move.what.binder.where, True))
        places: set[int] = set()
        for case in self._cases(move, known):
            if all(self.value(condition, case) in (None, int(holds)) for condition, holds in guards):
                places |= self.places(move.to, case)
        return frozenset(places)

    def _cases(self, move: _Move, known: Known) -> Iterator[Known]:
        """What the acting player and the other variables can be, where there are few of each."""
        asked = {node for one in (*(guard for guard, _ in move.guards), move.to) for node in nodes(one)}
        open_variables: dict[int, list[int]] = {}
        for node in asked:
            if isinstance(node, typed.Me):
                open_variables[ME] = list(range(len(self.model.seats)))
            elif isinstance(node, typed.Local) and node.variable.uid in move.scope.keys() - known.keys():
                members = self._members(move.scope[node.variable.uid].domain)
                open_variables |= {} if members is None else {node.variable.uid: members}
        if prod(map(len, open_variables.values())) > MOST_CASES:
            open_variables = {}
        for values in product(*open_variables.values()):
            yield known | dict(zip(open_variables, values, strict=True))

    def _members(self, domain: typed.Value) -> list[int] | None:
        """The elements of a set that is the same in every match."""
        match domain:
            case typed.All(type=kind) if kind.element is not None and kind.element.kind in ("enum", "player"):
                return list(range(self.model.scope.nothing_of(kind.element)))
            case typed.SetOf(items=items) if all(isinstance(item, typed.Const) for item in items):
                return [item.value for item in items if isinstance(item, typed.Const)]
            case _:
                return None

    def places(self, value: typed.Value, known: Known) -> frozenset[int]:
        """The places that a value can be."""
        number = self.value(value, known)
        if number is not None:
            return frozenset([number])
        match value:
            case typed.ZoneOf(zone=zone):
                return frozenset(range(zone.first, zone.first + zone.owners))
            case typed.Value(type=kind) if kind.kind == "space":
                space = self.model.spaces[kind.name]
                return frozenset(range(space.first, space.nothing))
            case _:
                return frozenset(range(len(self.model.place_names)))

    def value(self, value: typed.Value, known: Known) -> int | None:
        """A value's number, if it is sure."""
        match value:
            case typed.Const(value=number):
                return number
            case typed.Me():
                return known.get(ME)
            case typed.Local(variable=variable):
                return known.get(variable.uid)
            case typed.ZoneOf(zone=zone, owner=owner):
                index = 0 if owner is None else self.value(owner, known)
                return None if index is None else zone.first + index
            case typed.AttributeOf(attribute=attribute, target=target):
                member = self.value(target, known)
                return None if member is None else self._attribute(attribute, target.type, member)
            case typed.Compare(operator=operator, left=left, right=right):
                one, other = self.value(left, known), self.value(right, known)
                if one is None or other is None or operator not in ("=", "!="):
                    return None
                return int((one == other) == (operator == "="))
            case typed.Not(value=inner):
                holds = self.value(inner, known)
                return None if holds is None else 1 - holds
            case typed.And(items=items) | typed.Or(items=items):
                return _joined([self.value(item, known) for item in items], int(isinstance(value, typed.Or)))
            case _:
                return None

    def _attribute(self, attribute: Attribute, target: Type, number: int) -> int | None:
        """What is printed on a piece or space; nothing compares in a way of its own."""
        kind = self.model.pieces.get(target.name) or self.model.spaces.get(target.name)
        if kind is None or not kind.first <= number < kind.nothing or not attribute.values:
            return None
        found = attribute.values[number - kind.first]
        return None if attribute.type.nullable else found


def _joined(values: list[int | None], sure: int) -> int | None:
    """Whether one (`sure` 1) or all (0) of some conditions hold."""
    if sure in values:
        return sure
    return None if None in values else 1 - sure


def _is_place(value: typed.Value) -> bool:
    return value.type.kind in ("place", "space") and not isinstance(value, typed.PlaceOf)
