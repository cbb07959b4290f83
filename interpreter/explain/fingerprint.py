"""The semantic fingerprint: a hash of what a text means, whatever way it is written and wherever it stands.

Layout, comments, names of variables and places in files leave it alone. A number, a cost, an order that
matters, a target, or the meaning of anything that is called changes it.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from interpreter.model import typed
from interpreter.model.game import (
    Attribute,
    Counter,
    Function,
    PieceKind,
    Rule,
    StateVariable,
    TokenKind,
    Zone,
)
from interpreter.model.types import Type
from interpreter.model.walk import nodes
from interpreter.source import Span
from interpreter.source.records import kept

if TYPE_CHECKING:
    from collections.abc import Mapping

Tree = tuple[object, ...]
_UNORDERED = (
    typed.AnyOrder,
    typed.Alternatives,
    typed.SomeOf,
    typed.Or,
    typed.And,
    typed.SetOf,
    typed.MinMax,
)
_PAST_NUMBERS = 1 << 40
_MIRRORED = {">": "<", ">=": "<="}


def fingerprint(meaning: typed.Effect | typed.Value | Rule, *, called_within: bool = True) -> str:
    """64 hexadecimal digits that stand for the meaning of an effect, a value or a rule.

    called_within: with the meaning of what it calls; else that counts by its name only.
    """
    called: dict[str, Rule | Function] = {}
    root = _whole(meaning, called) if isinstance(meaning, Rule) else _tree(meaning, {}, called)
    trees: dict[str, Tree] = {}
    while called_within and (waiting := [name for name in called if name not in trees]):
        for name in waiting:
            trees[name] = _whole(called[name], called)
    return hashlib.sha256(repr((root, sorted(trees.items()))).encode()).hexdigest()


@kept("_meaning")
def own_fingerprint(meaning: typed.Effect | typed.Value) -> str:
    """The same of what is written there alone: what it calls counts by its name, and so does a parameter."""
    by_name = _by_name(meaning) if any(map(_is_parameter, nodes(meaning))) else meaning
    return hashlib.sha256(repr(_tree(by_name, {}, {})).encode()).hexdigest()


def _is_parameter(node: typed.Node) -> bool:
    return isinstance(node, typed.Const) and node.type.kind == "number" and node.label != ""


def _by_name(part: Any) -> Any:
    """A tree in which each named number has a value of its own, whatever it is in this game."""
    match part:
        case typed.Const(label=label) if _is_parameter(part):
            return replace(part, value=int.from_bytes(label.encode(), "big") + _PAST_NUMBERS)
        case typed.Node():
            parts = {spec.name: getattr(part, spec.name) for spec in fields(part)}
            return replace(part, **{name: _by_name(one) for name, one in parts.items()})
        case tuple():
            return tuple(map(_by_name, part))
        case _:
            return part


def _whole(callee: Rule | Function, called: dict[str, Rule | Function]) -> Tree:
    """A rule or a named value with its parameters."""
    levels = {parameter.uid: level for level, parameter in enumerate(callee.parameters)}
    types = tuple(_type(parameter.type) for parameter in callee.parameters)
    return (types, _tree(callee.body, levels, called))


def _tree(node: object, levels: Mapping[int, int], called: dict[str, Rule | Function]) -> Tree:
    """The node without what takes no part in its meaning. `levels` numbers variables from the outside in."""
    match node:
        case typed.Const():
            return ("Const", _type(node.type), *_constant(node))
        case typed.Local(variable=variable):
            return ("Local", levels.get(variable.uid, -1))
        case typed.Let(variable=variable, value=value, body=body):
            inner = {**levels, variable.uid: len(levels)}
            return ("Let", _tree(value, levels, called), _tree(body, inner, called))
        case typed.Sequence(items=items):
            return ("Sequence", *_steps(items, levels, called))
        case typed.Compare(operator=operator, left=left, right=right):
            sides = (_tree(left, levels, called), _tree(right, levels, called))
            return _comparison(operator, *sides)
        case typed.Arithmetic(operator="+" | "*" as operator, left=left, right=right):
            sides = (_tree(left, levels, called), _tree(right, levels, called))
            return (operator, *sorted(sides, key=repr))
        case typed.Pay(costs=costs, body=body):
            paid = sorted((_tree(cost, levels, called) for cost in costs), key=repr)
            return ("Pay", *paid, _part(body, levels, called))
        case _:
            return _fields(node, levels, called)


def _constant(node: typed.Const) -> Tree:
    """Numbers by value; members by name, for their numbers shift when others are added."""
    if node.type.kind in ("number", "boolean") or not node.label:
        return (node.value,)
    if node.label == "nothing" or node.type.kind in ("piece", "space", "place"):
        return (node.label,)
    return (node.label, node.value)


def _comparison(operator: str, left: Tree, right: Tree) -> Tree:
    """`a > b` is `b < a`, and equality has no sides."""
    if operator in ("=", "!="):
        left, right = sorted((left, right), key=repr)
    if operator in _MIRRORED:
        operator, left, right = _MIRRORED[operator], right, left
    return ("Compare", operator, left, right)


def _steps(
    items: tuple[typed.Effect, ...], levels: Mapping[int, int], called: dict[str, Rule | Function]
) -> list[Tree]:
    """The steps of a sequence; those of a sequence within it are its own."""
    found: list[Tree] = []
    for item in items:
        if isinstance(item, typed.Sequence):
            found += _steps(item.items, levels, called)
        else:
            found.append(_tree(item, levels, called))
    return found


def _fields(node: object, levels: Mapping[int, int], called: dict[str, Rule | Function]) -> Tree:
    """A node by its class and its parts. A binder's variable counts in the parts that follow the domain."""
    if not is_dataclass(node):
        raise TypeError(type(node).__name__)
    inner = dict(levels)
    binder = node if isinstance(node, typed.Binder) else getattr(node, "binder", None)
    if isinstance(binder, typed.Binder):
        inner[binder.variable.uid] = len(levels)
    parts: list[object] = [type(node).__name__]
    for spec in fields(node):
        if spec.name in ("span", "variable") and not isinstance(getattr(node, spec.name), StateVariable):
            continue
        scope = levels if spec.name in ("domain", "binder", "amount", "limit") else inner
        parts.append(_part(getattr(node, spec.name), scope, called, ordered=not isinstance(node, _UNORDERED)))
    return tuple(parts)


def _part(
    part: object, levels: Mapping[int, int], called: dict[str, Rule | Function], *, ordered: bool = True
) -> object:
    match part:
        case None | bool() | int() | str():
            return part
        case Type():
            return _type(part)
        case Span():
            return None
        case Rule() | Function():
            name = f"{type(part).__name__} {part.name}"
            called[name] = part
            return name
        case StateVariable(name=name, kind=kind):
            return (kind, name)
        case Attribute() | Counter() | PieceKind() | TokenKind() | Zone():
            return part.name
        case tuple():
            items = [_part(item, levels, called) for item in cast("tuple[object, ...]", part)]
            return tuple(items if ordered else sorted(items, key=repr))
        case _:
            return _tree(part, levels, called)


def _type(kind: Type) -> Tree:
    return (kind.kind, kind.name, None if kind.element is None else _type(kind.element))
