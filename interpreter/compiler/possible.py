"""Whether an effect can be done: a condition derived from the effect itself.

Costs must be payable, mandatory choices non-empty, places free. Payments and gains made earlier in the same effect are
taken into account; other changes that it makes on the way are not.
"""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import (
    FALSE,
    TRUE,
    all_of,
    any_of,
    compared,
    conjuncts,
    differs,
    fold,
    one_if,
    select,
)
from interpreter.compiler.intervals import interval
from interpreter.compiler.lower_gifts import GiftLowering
from interpreter.compiler.lowering import Scope
from interpreter.model import typed
from interpreter.model.game import Attribute, PieceKind, Rule, SpaceKind, Zone
from interpreter.model.types import NUMBER

Outcome = tuple[ir.Expr, Scope]
MOST_ENTERED = 3  # rules that call each other, written out within one condition


class PossibleLowering(GiftLowering):
    """Adds `possible` and `can` to the lowering of values."""

    recursive: frozenset[str] = frozenset()
    entered: frozenset[str] = frozenset()

    def possible(self, effect: typed.Effect, scope: Scope) -> ir.Expr:
        return self.outcome(effect, scope)[0]

    def outcome(self, effect: typed.Effect, scope: Scope) -> Outcome:
        """The condition, and the scope in which counters have changed as the effect changes them."""
        self.count_parts(1)
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
                who = self.value(player, scope)
                held = self.possible(body, scope.as_player(who))
                return all_of([self.present(who, player.type), held]), scope
            case typed.Choose():
                return self._choosable(effect, scope), scope
            case typed.Let(variable=variable, value=value, body=body):
                return self.outcome(body, scope.bind(variable, self.sized(self.either(value, scope))))
            case typed.CallRule(rule=rule, arguments=arguments):
                return self._rule(rule, [self.sized(self.value(argument, scope)) for argument in arguments], scope)
            case typed.Cover():
                return self.payable(effect, scope), scope
            case typed.SomeOf(limit="exactly"):
                return self._enough_of(effect, scope), scope
            case typed.ModifiedGain(whole=whole):
                return self.outcome(whole, scope)
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

    def _enough_of(self, effect: typed.SomeOf, scope: Scope) -> ir.Expr:
        """As many parts as are wanted, if they must differ, else one, which can be carried out again and again."""
        held = [self.possible(item, scope) for item in effect.items]
        wanted = self.amount(effect.amount, scope)
        if not effect.different or wanted == ir.Const(1):
            return any_of([compared("<=", wanted, FALSE), *held])
        if all(condition == TRUE for condition in held):
            return compared(">=", ir.Const(len(held)), wanted)
        return ir.Compare(">=", ir.Op("+", tuple(one_if(condition) for condition in held)), wanted)

    def _rule(self, rule: Rule, arguments: list[ir.Expr], scope: Scope) -> Outcome:
        """Rules that call themselves are written out once; what they come to after that is taken to be possible."""
        if rule.name in self.entered or (rule.name in self.recursive and len(self.entered) == MOST_ENTERED):
            return TRUE, scope
        inner = scope
        for parameter, argument in zip(rule.parameters, arguments, strict=True):
            inner = inner.bind(parameter, argument)
        outer = self.entered
        if rule.name in self.recursive:
            self.entered = outer | {rule.name}
        held, after = self.outcome(rule.body, inner)
        self.entered = outer
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
            outer, self.entered = self.entered, frozenset({rule.name})
            self.functions[name] = ((me, *parameters), self.possible(rule.body, scope))
            self.entered = outer
        return ir.Invoke(name, (player, *arguments), frozenset({"anything"}))

    def _printed(self, attribute: Attribute, target: typed.Value, scope: Scope) -> ir.Expr:
        kind = self.model.pieces[target.type.name]
        name = f"can_do_{kind.name}_{attribute.name}"
        if name in self.pending_functions and name not in self.functions:
            return TRUE  # effects that lead to each other
        if name not in self.functions:
            self.pending_functions.add(name)
            me = ir.Var("me_now", 0, len(self.model.seats) - 1)
            piece = ir.Var("piece", kind.first, kind.nothing)
            inner = Scope({}, me)
            effects, table = self.printed_effects(attribute, kind)
            outer, self.entered = self.entered, frozenset()
            held = [*(self.possible(effect, inner) for effect in effects), FALSE]
            self.entered = outer
            self.functions[name] = ((me, piece), chosen(ir.Table(table, piece), held))
        return ir.Invoke(name, (scope.me, self.value(target, scope)), frozenset({"anything"}))

    def printed_effects(self, attribute: Attribute, kind: PieceKind) -> tuple[list[typed.Effect], str]:
        """The different effects printed on a kind's pieces, and the table that says which each piece has; past the
        last for none.
        """
        effects: list[typed.Effect] = []
        for effect in attribute.effects:
            if effect is not None and effect not in effects:
                effects.append(effect)
        entries = [len(effects) if effect is None else effects.index(effect) for effect in attribute.effects]
        before = (len(effects),) * kind.first
        return effects, self.tables.add(f"printed_{kind.name}_{attribute.name}", (*before, *entries))

    def _primitive(self, effect: typed.Effect, scope: Scope) -> Outcome:
        match effect:
            case typed.Gain(amount=amount):
                return self._gained(amount, scope)
            case typed.Pay(costs=costs, body=body):
                return self._paid(costs, body, scope)
            case typed.Lose(amount=amount):
                return self._lost(amount, scope)
            case typed.SetCounter(counter=counter, owner=owner, value=value):
                slot = self.counter_slot(counter, owner, scope)
                after = scope.after(slot, lambda: self.sized(self.within(self.value(value, scope), counter)))
                return self.owner_present(owner, scope), after
            case typed.SetVariable(target=target, value=value):
                return all_of([self.is_there(target, scope), self.is_there(value, scope)]), scope
            case typed.Roll(target=target):
                return self.is_there(target, scope), scope
            case _:
                return self._movement(effect, scope), scope

    def _gained(self, amount: typed.Amount, scope: Scope) -> Outcome:
        counter, limit = amount.counter, ir.Const(amount.counter.maximum)
        slot = self.counter_slot(counter, amount.owner, scope)

        def gained() -> ir.Expr:
            return fold("+", (scope.counted(slot), self.amount(amount.amount, scope)))

        held = ir.Compare("<=", gained(), limit) if counter.strict else TRUE
        after = scope.after(slot, lambda: self.sized(fold("min", (gained(), limit))))
        return all_of([self.owner_present(amount.owner, scope), held]), after

    def _lost(self, amount: typed.Amount, scope: Scope) -> Outcome:
        slot = self.counter_slot(amount.counter, amount.owner, scope)

        def left() -> ir.Expr:
            less = fold("-", (scope.counted(slot), self.amount(amount.amount, scope)))
            return self.sized(self.within(less, amount.counter))

        return self.owner_present(amount.owner, scope), scope.after(slot, left)

    def _paid(self, costs: tuple[typed.Amount, ...], body: typed.Effect | None, scope: Scope) -> Outcome:
        held: list[ir.Expr] = []
        for cost in costs:
            payable, scope = self._cost(cost, scope)
            held.append(payable)
        if body is not None:
            then, scope = self.outcome(body, scope)
            held.append(then)
        return all_of(held), scope

    def _cost(self, cost: typed.Amount, scope: Scope) -> Outcome:
        slot = self.counter_slot(cost.counter, cost.owner, scope)
        left = self.sized(fold("-", (scope.counted(slot), self.amount(cost.amount, scope))))
        held = [self.owner_present(cost.owner, scope), at_least(left, cost.counter.minimum)]
        return all_of(held), scope.after(slot, lambda: left)

    def is_there(self, value: typed.Value, scope: Scope) -> ir.Expr:
        """The condition that a value is not nothing."""
        return self.present(self.value(value, scope), value.type)

    def owner_present(self, owner: typed.Value | None, scope: Scope) -> ir.Expr:
        return TRUE if owner is None else self.is_there(owner, scope)

    # -- movement -----------------------------------------------------------------------------------------------

    def _movement(self, effect: typed.Effect, scope: Scope) -> ir.Expr:
        match effect:
            case typed.MovePieces():
                return self._movable(effect, scope)
            case typed.MoveTokens():
                return self._tokens_movable(effect, scope)
            case typed.Draw(source=source, to=to):
                enough = ir.Compare(">=", self.count(source, scope), ir.Const(1))
                return all_of([enough, self._place_present(to, scope), self._fits(to, ir.Const(1), scope)])
            case typed.FlipToken(token=token, place=place, side=side):
                slot = self.token_load(token.name, place, scope)
                return all_of([self.occupied(slot), self.is_there(side, scope)])
            case _:
                return TRUE

    def _place_present(self, place: typed.Value, scope: Scope) -> ir.Expr:
        """The condition that there is such a place: an owner's zone, if there is an owner."""
        if isinstance(place, typed.ZoneOf):
            return self.owner_present(place.owner, scope)
        return self.is_there(place, scope)

    def _movable(self, effect: typed.MovePieces, scope: Scope) -> ir.Expr:
        what, to = effect.what, effect.to
        held = [self._place_present(to, scope)]
        if what.type.kind == "set":
            assert what.type.element is not None
            if self.room(to, scope) is not None:
                var = ir.Var("moved", *self.bounds(what.type.element))
                moved = ir.Reduce("count", var, self.iterate(what, scope), None, None)
                held.append(self._fits(to, moved, scope))
            return all_of(held)
        return all_of([*held, self.is_there(what, scope), self._fits(to, ir.Const(1), scope)])

    def _fits(self, place: typed.Value, pieces: ir.Expr, scope: Scope) -> ir.Expr:
        """The condition that so many more pieces fit in a place."""
        room = self.room(place, scope)
        if room is None:
            return TRUE
        if pieces == ir.Const(1):
            return ir.Compare("<", self.count(place, scope), room)
        return ir.Compare("<=", fold("+", (self.count(place, scope), pieces)), room)

    def room(self, place: typed.Value, scope: Scope) -> ir.Expr | None:
        """The most pieces that a place holds, None when all that could come fit."""
        if isinstance(place, typed.ZoneOf):
            limit = self._tight(place.zone)
            return None if limit is None else ir.Const(limit)
        if place.type.kind == "space":
            limit = self._tight(self.model.spaces[place.type.name])
            return None if limit is None else ir.Const(limit)
        homes: list[SpaceKind | Zone] = [*self.model.spaces.values(), *self.model.zones.values()]
        limits = [ir.UNKNOWN[1]] * (len(self.model.place_names) + 1)
        for home in homes:
            size = len(home.members) if isinstance(home, SpaceKind) else home.owners
            limits[home.first : home.first + size] = [self._tight(home) or ir.UNKNOWN[1]] * size
        if all(limit == ir.UNKNOWN[1] for limit in limits):
            return None
        return ir.Table(self.tables.add("room_in", tuple(limits)), self.value(place, scope))

    def _tight(self, home: SpaceKind | Zone) -> int | None:
        """The most pieces that fit in a place, None when all that could come would."""
        total = sum(len(self.model.pieces[name].members) for name in home.holds if name in self.model.pieces)
        return home.capacity if home.capacity is not None and home.capacity < total else None

    def _tokens_movable(self, effect: typed.MoveTokens, scope: Scope) -> ir.Expr:
        token, amount = effect.token, self.amount(effect.amount, scope)
        held = [self.owner_present(effect.owner, scope)]
        if effect.side is not None:
            held.append(self.is_there(effect.side, scope))
        singles = [self.is_single(place) for place in (effect.source, effect.to)]
        if any(singles):
            held.append(compared("==", amount, ir.Const(1)))
        held.append(self._token_there(effect, scope) if singles[0] else self._tokens_there(effect, amount, scope))
        if singles[1]:
            slot = self.token_load(token.name, effect.to, scope)
            held.append(ir.Compare("==", slot, ir.Const(slot.high)))
        else:
            held += [self._place_present(effect.to, scope), self._keeps(effect, effect.to, scope)]
            held.append(self._tokens_fit(effect, amount, scope))
        return all_of(held)

    def _token_there(self, effect: typed.MoveTokens, scope: Scope) -> ir.Expr:
        """Whether the token is on a space that holds one."""
        if effect.owner is None:
            return self.occupied(self.token_load(effect.token.name, effect.source, scope))
        there = self.token_on(typed.TokenOn(effect.token, effect.source, type=effect.owner.type), scope)
        return ir.Compare("==", there, self.value(effect.owner, scope))

    def _tokens_there(self, effect: typed.MoveTokens, amount: ir.Expr, scope: Scope) -> ir.Expr:
        slot = self.tokens_there(effect, effect.source, self.value(effect.source, scope), scope)
        enough = ir.Compare(">=", slot, amount)
        return all_of([self._place_present(effect.source, scope), self._keeps(effect, effect.source, scope), enough])

    def _keeps(self, effect: typed.MoveTokens, place: typed.Value, scope: Scope) -> ir.Expr:
        """Whether a place that is only known in play is one that holds such tokens by number."""
        if isinstance(place, typed.ZoneOf) or place.type.kind == "space":
            return TRUE
        at = self.value(place, scope)
        return differs(self.token_slot(effect.token.name, place, at, effect.token.owners), self.layout.no_list)

    def _tokens_fit(self, effect: typed.MoveTokens, amount: ir.Expr, scope: Scope) -> ir.Expr:
        """Room for more tokens of a kind, each kind by itself."""
        token, to = effect.token, effect.to
        home: SpaceKind | Zone | None = to.zone if isinstance(to, typed.ZoneOf) else None
        if home is None and to.type.kind == "space":
            home = self.model.spaces[to.type.name]
        if home is None or home.capacity is None or home.capacity >= token.count * token.owners:
            return TRUE
        here = self.token_count(typed.TokenCount(token, None, to, type=NUMBER), scope)
        return ir.Compare("<=", fold("+", (here, amount)), ir.Const(home.capacity))

    def tokens_there(self, effect: typed.MoveTokens, place: typed.Value, at: ir.Expr, scope: Scope) -> ir.Load:
        """The slot that counts the effect's tokens in a place, numbered `at`, that holds many."""
        token = effect.token
        base = self.token_slot(token.name, place, at, token.owners)
        owner = ir.Const(0) if effect.owner is None else self.value(effect.owner, scope)
        return ir.Load(fold("+", (base, owner)), f"token:{token.name}", 0, token.count)


def at_least(left: ir.Expr, minimum: int) -> ir.Expr:
    """`slot - cost >= minimum`, written `slot >= cost + minimum`: the form that other conditions repeat."""
    if isinstance(left, ir.Op) and left.kind == "-":
        slot, cost = left.items
        return ir.Compare(">=", slot, fold("+", (cost, ir.Const(minimum))) if minimum else cost)
    return ir.Compare(">=", left, ir.Const(minimum))


def chosen(number: ir.Expr, values: list[ir.Expr], first: int = 0) -> ir.Expr:
    """The value at a place among several, of which the first has the place `first`."""
    if all(value == values[0] for value in values):
        return values[0]
    half = len(values) // 2
    below = chosen(number, values[:half], first)
    return select(ir.Compare("<", number, ir.Const(first + half)), below, chosen(number, values[half:], first + half))


def drop_implied(conditions: list[ir.Expr], tables: dict[str, tuple[object, ...]]) -> list[ir.Expr]:
    """Leaves out what the others already say: `slot = x` proves the slot's place real and the slot not empty."""
    parts = list(dict.fromkeys(part for condition in conditions for part in conjuncts(condition)))
    equals = [
        (part.left, part.right)
        for part in parts
        if isinstance(part, ir.Compare) and part.kind == "==" and isinstance(part.left, ir.Load)
    ]

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
