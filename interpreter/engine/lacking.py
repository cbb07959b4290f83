"""Of what there is too little where an effect cannot be done: of counters to pay with, of sources to cover with."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.compiler.algebra import conjuncts
from interpreter.model import typed
from interpreter.model.walk import nodes
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.compiler import ir
    from interpreter.compiler.covering import Offer
    from interpreter.model.types import Type

_CHANGING = (typed.CallRule, typed.Gain, typed.SetCounter)
"""What can change what there is to pay with."""
Unpaid = tuple[typed.Amount, int, int]
"""A cost that cannot be paid, what there is, what is needed."""


class Eyes(Protocol):
    """Those of the player who decides."""

    def evaluated(self, value: typed.Value) -> int | None:
        """A single value; None when it is not to be told, or depends on what is not known yet."""

    def members(self, domain: typed.Value) -> list[int] | None:
        """The elements of a set; None as of a value."""


@record
class Uncovered:
    """A requirement that sources do not cover. Of each member of `kind` that is needed: its number, how much is needed,
    and the most that sources give of it by itself. wild: what they give of any kind.
    """

    kind: Type
    parts: tuple[tuple[int, int, int], ...]
    wild: int


def uncovered(expr: ir.Expr, payment: Callable[[ir.Payable], tuple[tuple[int, ...], Offer] | None]) -> Uncovered | None:
    """The first requirement that a condition asks about and that is not covered. `payment`: what is needed of each kind
    and what sources offer, None where that is not to be told.
    """
    from interpreter.compiler import ir
    from interpreter.compiler.covering import payable

    for part in conjuncts(expr):
        found = payment(part) if isinstance(part, ir.Payable) else None
        if found is not None and isinstance(part, ir.Payable) and not payable(*found):
            needs, offer = found
            most = offer.most or (0,) * len(needs)
            parts = zip(range(len(needs)), needs, most, strict=True)
            return Uncovered(part.kind, tuple(part for part in parts if part[1]), offer.wild)
    return None


def unpaid(eyes: Eyes, effect: typed.Effect) -> Iterator[Unpaid]:
    """The costs at the beginning of an effect that cannot be paid: what there is, and what is needed."""
    match effect:
        case typed.Sequence(items=items):
            for item in items:
                yield from unpaid(eyes, item)
                if any(isinstance(part, _CHANGING) for part in nodes(item)):
                    return
        case typed.Let(variable=variable, value=value, body=body):
            yield from unpaid(eyes, substituted(body, variable, value))
        case typed.OnlyIf(body=body):
            yield from unpaid(eyes, body)
        case typed.Conditional(condition=condition, then=then, otherwise=otherwise):
            holds = eyes.evaluated(condition)
            chosen = None if holds is None else then if holds else otherwise
            if chosen is not None:
                yield from unpaid(eyes, chosen)
        case typed.CallRule(rule=rule, arguments=arguments):
            body = rule.body
            for parameter, argument in zip(rule.parameters, arguments, strict=True):
                body = substituted(body, parameter, argument)
            yield from unpaid(eyes, body)
        case typed.Choose(limit=limit) if limit != "at_most":
            yield from _least_unpaid(eyes, effect)
        case typed.Pay(costs=costs):
            for cost in costs:
                counter = typed.CounterOf(cost.counter, cost.owner, type=cost.amount.type)
                here, needed = eyes.evaluated(counter), eyes.evaluated(cost.amount)
                if here is not None and needed is not None and here - needed < cost.counter.minimum:
                    yield cost, here, needed
        case _:
            return


def _least_unpaid(eyes: Eyes, choice: typed.Choose) -> Iterator[Unpaid]:
    """Of what can be chosen, when nothing of it can be paid, that for which the least is lacking."""
    variable, domain, where = choice.binder.variable, choice.binder.domain, choice.binder.where
    members = eyes.members(domain)
    if members is None:
        yield from unpaid(eyes, choice.body)
        return
    found: list[Unpaid | None] = []
    for number in members:
        known = typed.Const(number, type=variable.type)
        if where is None or eyes.evaluated(substituted(where, variable, known)):
            found.append(next(unpaid(eyes, substituted(choice.body, variable, known)), None))
    short = [one for one in found if one is not None]
    if found and len(short) == len(found):
        yield min(short, key=lambda one: one[2] - one[1])


def substituted(node: Any, variable: typed.Variable, known: typed.Value) -> Any:
    """The tree with a value in place of a variable."""
    if isinstance(node, typed.Local) and node.variable == variable:
        return known
    if isinstance(node, tuple):
        return tuple(substituted(item, variable, known) for item in node)
    if not isinstance(node, typed.Node):
        return node
    parts = {spec.name: getattr(node, spec.name) for spec in fields(node) if spec.name != "span"}
    changed = {name: substituted(part, variable, known) for name, part in parts.items()}
    return replace(node, **changed)
