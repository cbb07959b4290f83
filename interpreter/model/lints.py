"""Warnings: what is declared and never used, what is never reached, what is always so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.constants import Constants, NotConstantError
from interpreter.model.scope import Constant
from interpreter.model.walk import nodes, printed, reached, roots
from interpreter.source import Diagnostic, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.model.game import Model
    from interpreter.model.scope import Scope
    from interpreter.source import Span

_CONDITIONAL = (typed.Conditional, typed.OnlyIf, typed.RepeatUntil, typed.TakeTurns, typed.IfValue)


def lint(model: Model, scope: Scope) -> list[Diagnostic]:
    """Every warning about a model that has no errors."""
    return [*_unused(model, scope), *_always(model, scope), *_negative(model)]


def _unused(model: Model, scope: Scope) -> Iterator[Diagnostic]:
    """Names that no text uses, and rules and values that only unused ones use."""
    rules, functions = reached([*roots(model), *scope.at_load])
    for name, named in scope.names.items():
        if named.span is None or name in model.pieces or name in model.tokens or name in model.spaces:
            continue
        if name not in scope.used:
            yield warning("unused", named.span, name=name)
        elif (name in model.rules and id(model.rules[name]) not in rules) or (
            name in model.functions and id(model.functions[name]) not in functions
        ):
            yield warning("unreachable", named.span, name=name)
    for kind in model.pieces.values():
        for variable in kind.variables:
            if f"{variable} of {kind.name}" not in scope.used:
                yield warning("unused-variable", kind.span, name=variable, kind=kind.name)


def _negative(model: Model) -> Iterator[Diagnostic]:
    """Printed numbers below 0 that are paid or lost: nothing is then."""
    for text in _texts(model):
        for node in nodes(text):
            if isinstance(node, typed.Pay):
                for cost in node.costs:
                    yield from _below_nothing(model, cost.amount)
            elif isinstance(node, typed.Lose):
                yield from _below_nothing(model, node.amount.amount)


def _below_nothing(model: Model, amount: typed.Value) -> Iterator[Diagnostic]:
    if isinstance(amount, typed.AttributeOf):
        name = amount.target.type.name
        members = model.pieces[name].members if name in model.pieces else model.spaces[name].members
        for name, value in zip(members, amount.attribute.values, strict=False):
            if value < 0:
                yield warning("negative-cost", amount.span, name=name, value=value)


def _texts(model: Model) -> Iterator[typed.Node]:
    """Every text of a model."""
    yield from roots(model)
    yield from (rule.body for rule in model.rules.values())
    yield from (function.body for function in model.functions.values())
    yield from (modifier.body for modifiers in model.modifiers.values() for modifier in modifiers)
    for kind in model.pieces.values():
        yield from (effect for attribute in kind.attributes.values() for effect in printed(attribute))


def _always(model: Model, scope: Scope) -> Iterator[Diagnostic]:
    """Conditions that come out the same whatever happens, and not because of an option or parameter."""
    constants = {name for name, named in scope.names.items() if isinstance(named.entity, Constant)}
    for text in _texts(model):
        for span, condition in _conditions(text):
            if any(isinstance(node, typed.Const) and node.label in constants for node in nodes(condition)):
                continue  # an option, a parameter or the number of players decides
            try:
                truth = Constants(scope).number(condition)
            except NotConstantError:
                continue
            yield warning("always-true", span) if truth else warning("always-false", span)


def _conditions(text: typed.Node) -> Iterator[tuple[Span, typed.Value]]:
    for node in nodes(text):
        if isinstance(node, _CONDITIONAL):
            yield node.condition.span, node.condition
        elif isinstance(node, typed.Binder) and node.where is not None:
            yield node.where.span, node.where
