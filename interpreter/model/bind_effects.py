"""Effects: every kind of effect bound, and what it moves, pays and sets found."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from interpreter.language import ast
from interpreter.model import typed
from interpreter.model.bind_values import ValueBinder
from interpreter.model.binder import ANY_PIECE, ANY_SET, head, is_unknown
from interpreter.model.game import Counter, Function, PieceKind, Rule, TokenKind
from interpreter.model.scope import Env
from interpreter.model.types import BOOLEAN, NUMBER, PLACE, PLAYER
from interpreter.source import Span, did_you_mean, error

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.source.diagnostic import Hint

Limit = Literal["exactly", "at_most"]
MOST_ROUNDS = 10_000
"""How often `repeat` can say to carry something out."""


class EffectBinder(ValueBinder):
    """Binds effects."""

    def effect(self, node: ast.Effect, env: Env) -> typed.Effect:
        """The bound effect; `NoEffect` in the place of what could not be bound."""
        match node:
            case ast.Sequence(items):
                return typed.Sequence(self._effects(items, env), span=node.span)
            case ast.AnyOrder(items):
                return typed.AnyOrder(self._effects(items, env), span=node.span)
            case ast.Alternatives(items):
                return typed.Alternatives(self._effects(items, env), span=node.span)
            case ast.Otherwise(first, second):
                return typed.Otherwise(self.effect(first, env), self.effect(second, env), span=node.span)
            case ast.Invoke():
                return self._invoke(node, env)
            case ast.Pay():
                costs = tuple(self._cost(cost, env) for cost in node.costs)
                body = self._optional(node.body, env)
                return typed.Pay(tuple(c for c in costs if c is not None), body, span=node.span)
            case ast.Cover():
                return self._cover(node, env)
            case ast.Lose(cost):
                amount = self._cost(cost, env)
                return typed.NoEffect(span=node.span) if amount is None else typed.Lose(amount, span=node.span)
            case ast.May(body):
                return typed.May(self.effect(body, env), span=node.span)
            case ast.SomeOf():
                return self._some_of(node, env)
            case ast.Pass():
                return typed.Pass(span=node.span)
            case ast.EndGame():
                return typed.EndGame(span=node.span)
            case ast.NoEffect():
                return typed.NoEffect(span=node.span)
            case _:
                return self._component_effect(node, env)

    def _component_effect(self, node: ast.Effect, env: Env) -> typed.Effect:
        """What happens to components and counters."""
        match node:
            case ast.SetTo():
                return self._set_to(node, env)
            case ast.Move():
                return self._move(node, env)
            case ast.Draw():
                return self._draw(node, env)
            case ast.Shuffle(place):
                return typed.Shuffle(self.value(place, env, PLACE), span=node.span)
            case ast.Roll(target):
                return self._roll(node, self.value(target, env))
            case ast.Flip():
                return self._flip(node, env)
            case ast.Do():
                return self._do(node, env)
            case _:
                return self._control(node, env)

    def _control(self, node: ast.Effect, env: Env) -> typed.Effect:
        """What decides whether, how often and by whom a body is carried out."""
        match node:
            case ast.Conditional(condition, then, otherwise):
                truth = self.value(condition, env, BOOLEAN)
                parts = self.effect(then, env), self._optional(otherwise, env)
                return typed.Conditional(truth, *parts, span=node.span)
            case ast.OnlyIf(condition, body):
                truth = self.value(condition, env, BOOLEAN)
                return typed.OnlyIf(truth, self.effect(body, env), span=node.span)
            case ast.ForEach(binder, any_order, body):
                found, inner = self._kept(binder, env)
                return typed.ForEach(found, any_order, self.effect(body, inner), span=node.span)
            case ast.AtOnce(binder, body):
                found, inner = self._kept(binder, replace(env, me=True))
                return typed.AtOnce(found, self.effect(body, inner), span=node.span)
            case ast.Choose(bound, binder, body):
                found, inner = self._kept(binder, env)
                limit, amount = self._bound(bound, env)
                return typed.Choose(found, limit, amount, self.effect(body, inner), span=node.span)
            case ast.Let(name, value, body):
                bound_value = self.value(value, env)
                self.refuse_groups(bound_value)
                variable = self.scope.variable(name, bound_value.type)
                return typed.Let(variable, bound_value, self.effect(body, env.plus(variable)), span=node.span)
            case _:
                return self._turns(node, env)

    def _kept(self, node: ast.Binder, env: Env) -> tuple[typed.Binder, Env]:
        """The bound set of an effect that goes through it or offers it."""
        found, inner = self.binder(node, env)
        self.refuse_groups(found.domain)
        return found, inner

    def _turns(self, node: ast.Effect, env: Env) -> typed.Effect:
        match node:
            case ast.EachPlayer(start, body):
                first = self._start(start, env)
                return typed.EachPlayer(first, self.effect(body, replace(env, me=True)), span=node.span)
            case ast.AsPlayer(player, body):
                who = self.value(player, env, PLAYER)
                return typed.AsPlayer(who, self.effect(body, replace(env, me=True)), span=node.span)
            case ast.Repeat(times, body):
                how_often = self.value(times, env, NUMBER)
                self._refuse_too_often(how_often)
                return typed.Repeat(how_often, self.effect(body, env), span=node.span)
            case ast.RepeatUntil(condition, body):
                truth = self.value(condition, env, BOOLEAN)
                return typed.RepeatUntil(truth, self.effect(body, env), span=node.span)
            case ast.TakeTurns(start, condition, body):
                first = self._start(start, env)
                truth = self.value(condition, env, BOOLEAN)
                return typed.TakeTurns(first, truth, self.effect(body, replace(env, me=True)), span=node.span)
            case _:
                raise TypeError(type(node).__name__)

    def _effects(self, items: tuple[ast.Effect, ...], env: Env) -> tuple[typed.Effect, ...]:
        return tuple(self.effect(item, env) for item in items)

    def _optional(self, node: ast.Effect | None, env: Env) -> typed.Effect | None:
        return None if node is None else self.effect(node, env)

    def _start(self, node: ast.Value | None, env: Env) -> typed.Value | None:
        return None if node is None else self.value(node, env, PLAYER)

    def _bound(self, node: ast.Bound | None, env: Env) -> tuple[None, None] | tuple[Limit, typed.Value]:
        return (None, None) if node is None else (node.kind, self.value(node.amount, env, NUMBER))

    # ---- counters and rules ----------------------------------------------------------------------

    def _invoke(self, node: ast.Invoke, env: Env) -> typed.Effect:
        """A rule or icon carried out, or so much of a counter gained."""
        named = self.scope.names.get(node.name)
        match named.entity if named else None:
            case Rule() as rule:
                self.scope.used.add(node.name)
                return typed.CallRule(rule, self.arguments(rule, node, env), span=node.span)
            case Counter() as counter:
                self.check_arity(node.name, [0, 1], len(node.arguments), node.span, counter.span)
                gain = typed.Gain(self._amount(counter, node.arguments[:1], node.span, env), span=node.span)
                return self._modified(gain, counter, node.span)
            case None if node.name not in env.locals and node.name not in self.scope.members:
                known = [*self.scope.rules, *self.scope.counters, "pass", "nothing"]
                hint = _near(node.name, known)
                place = head(node.span, node.name)
                self.report(error("unknown-effect", place, hint=hint, name=node.name))
            case _:
                self.report(error("value-as-effect", node.span, name=node.name))
        return typed.NoEffect(span=node.span)

    def _modified(self, gain: typed.Gain, counter: Counter, span: Span) -> typed.Effect:
        """A gain with what the counter's modifiers add, each if there is something to add and to add to."""
        modifiers = self.scope.modifiers.get(counter.name)
        if modifiers is None:
            return gain
        more = tuple(self._added(gain.amount, modifier, span) for modifier in modifiers)
        return typed.ModifiedGain(gain, self._if_any(gain.amount, "", gain.amount.amount, more, span), span=span)

    def _added(self, amount: typed.Amount, modifier: Function, span: Span) -> typed.Effect:
        """What one modifier adds."""
        return self._if_any(amount, modifier.name, self.call_function(modifier, (), span), (), span)

    def _if_any(
        self, amount: typed.Amount, modifier: str, value: typed.Value, then: tuple[typed.Effect, ...], span: Span
    ) -> typed.Effect:
        """A gain of so many, if that is any; a modifier's is only then noted."""
        variable = self.scope.variable("gained", NUMBER)
        many = typed.Local(variable, type=NUMBER, span=span)
        some = typed.Compare(">", many, self.number(0, span), type=BOOLEAN, span=span)
        gain = typed.Gain(replace(amount, amount=many), modifier, span=span)
        if modifier:
            return typed.Let(variable, value, typed.Conditional(some, gain, None, span=span), span=span)
        more = typed.Conditional(some, typed.Sequence(then, span=span), None, span=span)
        return typed.Let(variable, value, typed.Sequence((gain, more), span=span), span=span)

    def _amount(self, counter: Counter, amount: tuple[ast.Value, ...], span: Span, env: Env) -> typed.Amount:
        self.scope.used.add(counter.name)
        how_many = self.value(amount[0], env, NUMBER) if amount else self.number(1, span)
        return typed.Amount(counter, self.owner(counter.per, span, env), how_many, span=span)

    def _cost(self, node: ast.Cost, env: Env) -> typed.Amount | None:
        counter = self.scope.counters.get(node.name)
        if counter is None:
            hint = _near(node.name, self.scope.counters)
            self.report(error("unknown-counter", head(node.span, node.name), hint=hint, name=node.name))
            return None
        return self._amount(counter, () if node.amount is None else (node.amount,), node.span, env)

    def _cover(self, node: ast.Cover, env: Env) -> typed.Effect:
        kinds, inner = self.binder(node.binder, env)
        named = kinds.variable.type.kind == "enum" and isinstance(kinds.domain, typed.All) and kinds.where is None
        if not named and not is_unknown(kinds.variable.type):
            self.report(error("kinds-not-enum", node.binder.span))
            return typed.NoEffect(span=node.span)
        need = self.value(node.need, inner, NUMBER)
        sources = tuple(self._source(source, kinds.variable, env) for source in node.sources)
        return typed.Cover(kinds, need, sources, span=node.span)

    def _source(self, node: ast.Source, kind: typed.Variable, env: Env) -> typed.Source:
        found, own = self._kept(node.binder, env)
        if found.variable.type.kind != "piece":
            self._refuse(found.domain, "not-to-pay-with")
        with_kind = own.plus(kind)
        gives = self.value(node.gift.amount, with_kind if node.gift.kind == "each" else own, NUMBER)
        owes = None if node.owing is None else self.value(node.owing, with_kind, NUMBER)
        return typed.Source(found, node.gift.kind, gives, owes, self.effect(node.body, own), span=node.span)

    def _some_of(self, node: ast.SomeOf, env: Env) -> typed.Effect:
        limit, amount = self._bound(node.bound, env)
        items = self._effects(node.items, env)
        if limit is None or amount is None:
            return typed.Alternatives(items, span=node.span)
        self._refuse_too_often(amount)
        return typed.SomeOf(limit, amount, node.different, items, span=node.span)

    def _refuse_too_often(self, times: typed.Value) -> None:
        if isinstance(times, typed.Const) and times.value > MOST_ROUNDS:
            self.report(error("repeat-too-often", times.span, limit=MOST_ROUNDS))

    def _set_to(self, node: ast.SetTo, env: Env) -> typed.Effect:
        match self.value(node.target, env):
            case typed.CounterOf(counter, owner):
                value = self.value(node.value, env, NUMBER, counter.span)
                return typed.SetCounter(counter, owner, value, span=node.span)
            case typed.VariableOf(variable, target):
                value = self.value(node.value, env, variable.type)
                return typed.SetVariable(variable, target, value, span=node.span)
            case found:
                self._refuse(found, "not-settable")
                return typed.NoEffect(span=node.span)

    def _refuse(self, found: typed.Value, code: str) -> None:
        """Report a value of the wrong sort, unless it is wrong in itself."""
        if not is_unknown(found.type):
            self.report(error(code, found.span))

    # ---- components ------------------------------------------------------------------------------

    def _move(self, node: ast.Move, env: Env) -> typed.Effect:
        kind = self._named_kind(node.what, env)
        if isinstance(kind, TokenKind):
            return self._move_tokens(node, env)
        if node.amount is not None:
            self.report(error("amount-of-pieces", node.amount.span))
        if node.showing is not None:
            self.report(error("no-sides", node.showing.span))
        what = self._moved(node, kind, env)
        to = self.value(node.to, env, PLACE)
        piece = what.type.element or what.type
        if piece.kind == "piece":
            self.check_holds(piece.name, to, node.span)
        return typed.MovePieces(what, to, node.at_bottom, span=node.span)

    def _moved(self, node: ast.Move, kind: PieceKind | TokenKind | None, env: Env) -> typed.Value:
        """The piece or pieces to move."""
        if node.source is not None:
            source = self.value(node.source, env, PLACE)
            if isinstance(kind, PieceKind):
                self.check_holds(kind.name, source, node.source.span)
                return self.contents(source, kind, node.what.span)
            self.report(error("source-of-piece", node.source.span))
        wanted = ANY_SET if self._is_zone(node.what) else None
        what = self.value(node.what, env, wanted)
        if not is_unknown(what.type) and (what.type.element or what.type).kind != "piece":
            self._refuse(what, "not-a-component")
        return what

    def _is_zone(self, node: ast.Value) -> bool:
        name = node.id if isinstance(node, ast.Name) else node.name if isinstance(node, ast.Of) else ""
        return name in self.scope.zones

    def _named_kind(self, node: ast.Value, env: Env) -> PieceKind | TokenKind | None:
        match node:
            case ast.Name(name) if name not in env.locals:
                return self.scope.tokens.get(name) or self.scope.pieces.get(name)
            case ast.Of(name):
                return self.scope.tokens.get(name)
            case _:
                return None

    def _move_tokens(self, node: ast.Move, env: Env) -> typed.Effect:
        token, owner = self.component(node.what, env)
        if not isinstance(token, TokenKind):
            return typed.NoEffect(span=node.span)
        amount = self.number(1, node.span) if node.amount is None else self.value(node.amount, env, NUMBER)
        to = self.value(node.to, env, PLACE)
        self.check_holds(token.name, to, node.span)
        if node.source is None:
            self.report(error("source-missing", node.what.span, name=token.name))
            return typed.NoEffect(span=node.span)
        source = self.value(node.source, env, PLACE)
        self.check_holds(token.name, source, node.source.span)
        whose = owner or self.owner(token.per, node.what.span, env)
        side = self._side(token, node, env)
        return typed.MoveTokens(token, whose, amount, source, to, side, span=node.span)

    def _side(self, token: TokenKind, node: ast.Move, env: Env) -> typed.Value | None:
        if node.showing is None:
            return None
        if token.side_type is None:
            self.report(error("no-sides", node.showing.span))
            return None
        return self.value(node.showing, env, token.side_type, token.span)

    def _draw(self, node: ast.Draw, env: Env) -> typed.Effect:
        amount = self.number(1, node.span) if node.amount is None else self.value(node.amount, env, NUMBER)
        source = self.value(node.source, env, PLACE)
        to = self.value(node.to, env, PLACE)
        for name in self.holds(source) if isinstance(source, typed.ZoneOf) else ():
            self.check_holds(name, to, node.span)
        return typed.Draw(amount, source, to, span=node.span)

    def _roll(self, node: ast.Roll, found: typed.Value) -> typed.Effect:
        if isinstance(found, typed.VariableOf) and found.variable.type == NUMBER:
            return typed.Roll(found.variable, found.target, span=node.span)
        self._refuse(found, "not-rollable")
        return typed.NoEffect(span=node.span)

    def _flip(self, node: ast.Flip, env: Env) -> typed.Effect:
        found = self.value(node.token, env)
        if isinstance(found, typed.TokenOn) and found.token.side_type is not None:
            side = self.value(node.side, env, found.token.side_type, found.token.span)
            return typed.FlipToken(found.token, found.place, side, span=node.span)
        self._refuse(found, "not-flippable")
        return typed.NoEffect(span=node.span)

    def _do(self, node: ast.Do, env: Env) -> typed.Effect:
        target = self.value(node.target, env, ANY_PIECE)
        attribute = self.printed(node, target)
        if attribute is not None:
            return typed.Do(attribute, target, span=node.span)
        if not is_unknown(target.type):
            self.report(error("not-printed", node.span, name=node.attribute, kind=target.type.name))
        return typed.NoEffect(span=node.span)


def _near(name: str, known: Collection[str]) -> Hint | None:
    """What is meant by a name that is none of these: one of them, perhaps with a number that ran together with it."""
    run = re.fullmatch(r"(.+?)_?([0-9]+)", name)
    if run is not None and run[1] in known:
        return "hint.did-you-mean", {"name": f"{run[1]} {run[2]}"}
    return did_you_mean(name, known)
