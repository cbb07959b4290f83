"""Whether an effect can be done: a condition derived from the effect itself.

Costs must be payable, mandatory choices non-empty, places free. Payments and gains made earlier in the same effect are
taken into account; other changes that it makes on the way are not.
"""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import FALSE, TRUE, all_of, any_of, conjuncts, fold
from interpreter.compiler.intervals import interval
from interpreter.compiler.layout import variant_names
from interpreter.compiler.lower_values import ValueLowering
from interpreter.compiler.lowering import Scope
from interpreter.model import typed
from interpreter.model.game import Attribute, Rule

Outcome = tuple[ir.Expr, Scope]


class PossibleLowering(ValueLowering):
    """Adds `possible` and `can` to the lowering of values."""

    recursive: frozenset[str] = frozenset()

    def possible(self, effect: typed.Effect, scope: Scope) -> ir.Expr:
        return self.outcome(effect, scope)[0]

    def outcome(self, effect: typed.Effect, scope: Scope) -> Outcome:
        """The condition, and the scope in which counters have changed as the effect changes them."""
        match effect:
            case typed.Sequence(items=items):
                return self._all_in_order(items, scope)
            case typed.AnyOrder(items=items) | typed.Alternatives(items=items):
                return any_of([self.possible(item, scope) for item in items]), scope
            case typed.Otherwise(first=first, second=second):
                return any_of([self.possible(first, scope), self.possible(second, scope)]), scope
            case typed.Conditional(condition=condition, then=then, otherwise=other):
                held = self.value(condition, scope)
                otherwise = TRUE if other is None else self.possible(other, scope)
                return select(held, self.possible(then, scope), otherwise), scope
            case typed.OnlyIf(condition=condition, body=body):
                held, after = self.outcome(body, scope)
                return all_of([self.value(condition, scope), held]), after
            case typed.AsPlayer(player=player, body=body):
                return self.possible(body, scope.as_player(self.value(player, scope))), scope
            case typed.Choose():
                return self._choosable(effect, scope), scope
            case typed.Let(variable=variable, value=value, body=body):
                return self.outcome(body, scope.bind(variable, self.value(value, scope)))
            case typed.CallRule(rule=rule, arguments=arguments):
                return self._rule(rule, [self.value(argument, scope) for argument in arguments], scope)
            case typed.SomeOf(limit="exactly", items=items):
                return any_of([self.possible(item, scope) for item in items]), scope
            case typed.Do(attribute=attribute, target=target):
                return self._printed(attribute, target, scope), scope
            case _:
                return self._primitive(effect, scope)

    def _all_in_order(self, items: tuple[typed.Effect, ...], scope: Scope) -> Outcome:
        held: list[ir.Expr] = []
        for item in items:
            condition, scope = self.outcome(item, scope)
            held.append(condition)
        return all_of(held), scope

    def _choosable(self, effect: typed.Choose, scope: Scope) -> ir.Expr:
        if effect.limit == "at_most":
            return TRUE
        var, over, where = self.binder(effect.binder, scope)
        body = self.possible(effect.body, scope.bind(effect.binder.variable, var))
        each = all_of(drop_implied([TRUE if where is None else where, body], self.tables.values))
        if effect.amount is None:
            return ir.Reduce("exists", var, over, each, None)
        count = ir.Reduce("count", var, over, each, None)
        return ir.Compare(">=", count, self.value(effect.amount, scope))

    def _rule(self, rule: Rule, arguments: list[ir.Expr], scope: Scope) -> Outcome:
        if rule.name in self.recursive:
            return self.can(rule, arguments, scope.me), scope
        inner = scope
        for parameter, argument in zip(rule.parameters, arguments, strict=True):
            inner = inner.bind(parameter, argument)
        held, after = self.outcome(rule.body, inner)
        return held, Scope(scope.variables, scope.me, after.changed)

    def can(self, rule: object, arguments: list[ir.Expr], player: ir.Expr) -> ir.Expr:
        """A pure function of the player and the rule's parameters, made once."""
        assert isinstance(rule, Rule)
        name = f"can_{rule.name}"
        if name not in self.functions and name not in self.pending_functions:
            self.pending_functions.add(name)
            me = ir.Var("me_now", 0, len(self.model.seats) - 1)
            parameters = [self.fresh(parameter) for parameter in rule.parameters]
            scope = Scope({}, me)
            for parameter, var in zip(rule.parameters, parameters, strict=True):
                scope = scope.bind(parameter, var)
            self.functions[name] = ((me, *parameters), self.possible(rule.body, scope))
        return ir.Invoke(name, (player, *arguments), frozenset({"anything"}))

    def _printed(self, attribute: Attribute, target: typed.Value, scope: Scope) -> ir.Expr:
        kind = self.model.pieces[target.type.name]
        name = f"can_do_{kind.name}_{attribute.name}"
        if name not in self.functions and name not in self.pending_functions:
            self.pending_functions.add(name)
            me = ir.Var("me_now", 0, len(self.model.seats) - 1)
            piece = ir.Var("piece", kind.first, kind.nothing)
            inner = Scope({}, me)
            result: ir.Expr = FALSE
            for effect, pieces in group_effects(attribute, kind.first):
                held = self.possible(effect, inner)
                result = select(one_of(piece, pieces), held, result)
            self.functions[name] = ((me, piece), result)
        return ir.Invoke(name, (scope.me, self.value(target, scope)), frozenset({"anything"}))

    def _primitive(self, effect: typed.Effect, scope: Scope) -> Outcome:
        held_all: list[ir.Expr]
        match effect:
            case typed.Gain(amount=amount):
                counter = amount.counter
                slot = self.counter_slot(counter, amount.owner, scope)
                gained = fold("+", (self.counted(slot, scope), self.value(amount.amount, scope)))
                limit = ir.Const(counter.maximum)
                held: ir.Expr = ir.Compare("<=", gained, limit) if counter.strict else TRUE
                unbounded = counter.maximum == ir.UNKNOWN[1]
                return held, scope.after(slot, gained if unbounded else fold("min", (gained, limit)))
            case typed.Pay(costs=costs, body=body):
                held_all = []
                for cost in costs:
                    slot = self.counter_slot(cost.counter, cost.owner, scope)
                    left = fold("-", (self.counted(slot, scope), self.value(cost.amount, scope)))
                    held_all.append(at_least(left, cost.counter.minimum))
                    scope = scope.after(slot, left)
                if body is not None:
                    held, scope = self.outcome(body, scope)
                    held_all.append(held)
                return all_of(held_all), scope
            case typed.Lose(amount=amount):
                slot = self.counter_slot(amount.counter, amount.owner, scope)
                left = fold("-", (self.counted(slot, scope), self.value(amount.amount, scope)))
                return TRUE, scope.after(slot, fold("max", (left, ir.Const(amount.counter.minimum))))
            case typed.SetCounter(counter=counter, owner=owner, value=value):
                slot = self.counter_slot(counter, owner, scope)
                return TRUE, scope.after(slot, self.value(value, scope))
            case typed.MovePieces():
                return self._movable(effect, scope), scope
            case typed.MoveTokens():
                return self._tokens_movable(effect, scope), scope
            case typed.Draw(source=source, to=to):
                held_all = [ir.Compare(">=", self.count(source, scope), ir.Const(1))]
                room = self._room(to)
                if room is not None:
                    held_all.append(ir.Compare("<", self.count(to, scope), ir.Const(room)))
                return all_of(held_all), scope
            case typed.FlipToken(token=token, place=place):
                slot = self.token_load(token.name, place, scope)
                return all_of([differs(slot, slot.high), differs(slot, -1)]), scope
            case _:
                return TRUE, scope

    def counted(self, slot: ir.Load, scope: Scope) -> ir.Expr:
        return scope.changed.get(slot, slot)

    def _movable(self, effect: typed.MovePieces, scope: Scope) -> ir.Expr:
        held: list[ir.Expr] = []
        if effect.to.type.nullable:
            held.append(differs(self.value(effect.to, scope), self.nothing(effect.to.type)))
        room = self._room(effect.to)
        if effect.what.type.kind == "set":
            if room is not None:
                var = ir.Var("moved", *self.bounds(effect.what.type.element or effect.what.type))
                moved = ir.Reduce("count", var, self.iterate(effect.what, scope), None, None)
                held.append(ir.Compare("<=", fold("+", (self.count(effect.to, scope), moved)), ir.Const(room)))
            return all_of(held)
        if effect.what.type.nullable:
            held.append(differs(self.value(effect.what, scope), self.nothing(effect.what.type)))
        if room is not None:
            held.append(ir.Compare("<", self.count(effect.to, scope), ir.Const(room)))
        return all_of(held)

    def _room(self, place: typed.Value) -> int | None:
        """The most pieces that fit there, None when all that could come would fit."""
        if isinstance(place, typed.ZoneOf):
            holds, capacity = place.zone.holds, place.zone.capacity
        elif place.type.kind == "space":
            space = self.model.spaces[place.type.name]
            if space.capacity is None or space.first not in self.layout.lists:
                return None
            holds, capacity = space.holds, space.capacity
        else:
            return None
        total = sum(len(self.model.pieces[name].members) for name in holds if name in self.model.pieces)
        return capacity if capacity < total else None

    def _tokens_movable(self, effect: typed.MoveTokens, scope: Scope) -> ir.Expr:
        token = effect.token
        if self.is_single(token.name, effect.source):
            slot = self.token_load(token.name, effect.source, scope)
            held = [differs(slot, slot.high), differs(slot, -1)]
            if effect.owner is not None:
                there = self.token_on(typed.TokenOn(token, effect.source, type=effect.owner.type), scope)
                held = [ir.Compare("==", there, self.value(effect.owner, scope))]
        else:
            amount = self.value(effect.amount, scope)
            held = [ir.Compare(">=", self.tokens_there(effect, effect.source, scope), amount)]
        if self.is_single(token.name, effect.to):
            slot = self.token_load(token.name, effect.to, scope)
            held.append(ir.Compare("==", slot, ir.Const(slot.high)))
        elif effect.to.type.nullable:
            held.append(differs(self.value(effect.to, scope), self.nothing(effect.to.type)))
        return all_of(held)

    def tokens_there(self, effect: typed.MoveTokens, place: typed.Value, scope: Scope) -> ir.Load:
        """The slot that counts the effect's tokens in a place that holds many."""
        token = effect.token
        base = self.token_slot(token.name, place, scope, token.owners)
        owner = ir.Const(0) if effect.owner is None else self.value(effect.owner, scope)
        return ir.Load(fold("+", (base, owner)), f"token:{token.name}", 0, token.count)

    def empty_variant(self, token: str) -> int:
        return len(variant_names(self.model, self.model.tokens[token]))


def select(condition: ir.Expr, then: ir.Expr, otherwise: ir.Expr) -> ir.Expr:
    if then == otherwise or condition == TRUE:
        return then
    if condition == FALSE:
        return otherwise
    return ir.Select(condition, then, otherwise)


def differs(expr: ir.Expr, value: int) -> ir.Expr:
    return ir.Compare("!=", expr, ir.Const(value))


def at_least(left: ir.Expr, minimum: int) -> ir.Expr:
    """`slot - cost >= minimum`, written `slot >= cost + minimum`: the form that other conditions repeat."""
    if isinstance(left, ir.Op) and left.kind == "-":
        slot, cost = left.items
        return ir.Compare(">=", slot, fold("+", (cost, ir.Const(minimum))) if minimum else cost)
    return ir.Compare(">=", left, ir.Const(minimum))


def one_of(piece: ir.Expr, numbers: list[int]) -> ir.Expr:
    return any_of([ir.Compare("==", piece, ir.Const(number)) for number in numbers])


def group_effects(attribute: Attribute, first: int) -> list[tuple[typed.Effect, list[int]]]:
    """Each different printed effect, with the pieces that bear it."""
    groups: list[tuple[typed.Effect, list[int]]] = []
    for i, effect in enumerate(attribute.effects):
        if effect is None:
            continue
        for known, pieces in groups:
            if known == effect:
                pieces.append(first + i)
                break
        else:
            groups.append((effect, [first + i]))
    return groups


def drop_implied(conditions: list[ir.Expr], tables: dict[str, tuple[object, ...]]) -> list[ir.Expr]:
    """Leaves out what the other conditions already say: `slot = x` proves the slot's place real and the slot not empty."""
    parts = list(dict.fromkeys(part for condition in conditions for part in conjuncts(condition)))
    equals: list[tuple[ir.Load, ir.Expr]] = []
    for part in parts:
        if isinstance(part, ir.Compare) and part.kind == "==" and isinstance(part.left, ir.Load):
            equals.append((part.left, part.right))

    def implied(part: ir.Expr) -> bool:
        if not isinstance(part, ir.Compare) or part.kind != "!=" or not isinstance(part.right, ir.Const):
            return False
        for load, other in equals:
            low, high = interval(other, tables)
            if part.left == load and not low <= part.right.value <= high:
                return True
            if load.low == -1 and low >= 0 and names_place(load.index, part.left):
                return True
        return False

    return [part for part in parts if part != TRUE and not implied(part)]


def names_place(index: ir.Expr, place: ir.Expr) -> bool:
    """Whether a slot's index is the place plus a constant."""
    if index == place:
        return True
    if isinstance(index, ir.Op) and index.kind == "+" and isinstance(index.items[-1], ir.Const):
        return fold("+", index.items[:-1]) == place
    return False
