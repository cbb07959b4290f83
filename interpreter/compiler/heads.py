"""The options with which an effect begins.

A choice between things that begin with a choice is one decision: its options are the options of all of them.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE, conjuncts
from interpreter.compiler.lowering import Scope
from interpreter.compiler.possible import PossibleLowering, drop_implied
from interpreter.model import typed
from interpreter.source.records import record

PARTS_OF_OPTION = 100  # that an option is worth, beside its conditions


@record
class Head:
    """Options of one kind, and what follows when one of them is chosen.

    `bindings` are variables to set, in order, before `body` runs. `facts`: all that is known to hold when an option is
    offered, the conditions that others imply included. `origin`: the place that the element lies in.
    """

    kind: ir.GroupKind
    name: str
    effect: typed.Effect
    conditions: tuple[tuple[ir.Expr, typed.Node | None], ...]
    scope: Scope
    bindings: tuple[tuple[typed.Variable, typed.Value | ir.Expr], ...] = ()
    variable: typed.Variable | None = None
    var: ir.Var | None = None
    over: ir.Expr | None = None
    body: typed.Effect | None = None
    facts: frozenset[ir.Expr] = frozenset()
    origin: typed.Value | None = None


class HeadLowering(PossibleLowering):
    """Adds `heads`."""

    def heads(self, effect: typed.Effect, scope: Scope, name: str) -> list[Head]:
        """Every option with which the effect begins; `name`: the rule it stands in."""
        self.count_parts(PARTS_OF_OPTION)
        match effect:
            case typed.Alternatives(items=items):
                return [head for item in items for head in self.heads(item, scope, name)]
            case typed.OnlyIf(condition=condition, body=body):
                needed = self.noted(condition, scope)
                return [
                    replace(
                        head,
                        conditions=self.tidy((*needed, *head.conditions)),
                        facts=head.facts | {expr for expr, _ in needed},
                    )
                    for head in self.heads(body, scope, name)
                ]
            case typed.CallRule(rule=rule) if rule.name not in self.recursive:
                return self._rule_heads(effect, scope)
            case typed.Let(variable=variable, value=value, body=body) if begins_with_choice(body):
                inner = scope.bind(variable, self.sized(self.either(value, scope)))
                return [
                    replace(head, bindings=((variable, value), *head.bindings))
                    for head in self.heads(body, inner, name)
                ]
            case typed.Choose(amount=None):
                return [self._element(effect, scope, name)]
            case typed.Pass():
                return [Head("pass", "pass", effect, (), scope, body=effect)]
            case _:
                held = self.noted_expr(self.possible(effect, scope), effect)
                facts = frozenset(expr for expr, _ in held)
                return [Head("rule" if name else "accept", name, effect, held, scope, body=effect, facts=facts)]

    def _rule_heads(self, effect: typed.CallRule, scope: Scope) -> list[Head]:
        inner = scope
        bindings: list[tuple[typed.Variable, typed.Value | ir.Expr]] = []
        for parameter, argument in zip(effect.rule.parameters, effect.arguments, strict=True):
            value = self.sized(self.value(argument, scope))
            inner = inner.bind(parameter, value)
            bindings.append((parameter, value))
        heads = self.heads(effect.rule.body, inner, effect.rule.name)
        if len(heads) == 1 and heads[0].kind in ("rule", "accept") and heads[0].body is effect.rule.body:
            return [replace(heads[0], kind="rule", name=effect.rule.name, effect=effect, body=effect, scope=scope)]
        return [replace(head, bindings=(*bindings, *head.bindings)) for head in heads]

    def _element(self, effect: typed.Choose, scope: Scope, name: str) -> Head:
        binder = effect.binder
        var = self.element(binder.variable)
        over = self.iterate(binder.domain, scope)
        inner = scope.bind(binder.variable, var)
        where = () if binder.where is None else self.noted(binder.where, inner)
        held = self.noted_expr(self.possible(effect.body, inner), effect.body)
        return Head(
            "element",
            name,
            effect,
            self.tidy((*where, *held)),
            scope,
            variable=binder.variable,
            var=var,
            over=over,
            body=effect.body,
            facts=frozenset(expr for expr, _ in (*where, *held)),
            origin=binder.domain.place if isinstance(binder.domain, typed.Contents) else None,
        )

    # -- conditions ---------------------------------------------------------------------------------------------

    def noted(self, condition: typed.Value, scope: Scope) -> tuple[tuple[ir.Expr, typed.Node | None], ...]:
        """The condition's parts, each with its place in the rules."""
        if isinstance(condition, typed.And):
            return tuple(part for item in condition.items for part in self.noted(item, scope))
        return self.noted_expr(self.value(condition, scope), condition)

    def noted_expr(self, expr: ir.Expr, node: typed.Node) -> tuple[tuple[ir.Expr, typed.Node | None], ...]:
        return tuple((part, node) for part in conjuncts(expr) if part != TRUE)

    def tidy(
        self, conditions: tuple[tuple[ir.Expr, typed.Node | None], ...]
    ) -> tuple[tuple[ir.Expr, typed.Node | None], ...]:
        kept = drop_implied([expr for expr, _ in conditions], self.tables.values)
        first = dict(reversed(conditions))
        return tuple((expr, first[expr]) for expr in kept)


def begins_with_choice(effect: typed.Effect) -> bool:
    """Whether the effect's first act is a decision that can be merged with others."""
    match effect:
        case typed.Choose(amount=None) | typed.Alternatives() | typed.Pass():
            return True
        case typed.OnlyIf(body=body) | typed.Let(body=body):
            return begins_with_choice(body)
        case typed.CallRule(rule=rule):
            return begins_with_choice(rule.body)
        case _:
            return False
