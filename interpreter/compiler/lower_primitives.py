"""Effects that change the state at one stroke, lowered to statements; and the bookkeeping that all lowering shares."""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE, add, all_of, conjuncts, fold
from interpreter.compiler.analysis import (
    Analysis,
    Deciding,
    analyse,
    called_values,
    homes,
    inlined,
    listed_spaces,
    ordered_zones,
    parts_of,
    printed_rule,
)
from interpreter.compiler.changes import touches, writes
from interpreter.compiler.extents import Extent, Extents
from interpreter.compiler.heads import HeadLowering, begins_with_choice
from interpreter.compiler.intervals import interval
from interpreter.compiler.layout import OwnList, build_layout
from interpreter.compiler.lowering import Scope
from interpreter.model import typed
from interpreter.model.game import Model, Rule, SpaceKind, StateVariable, Zone
from interpreter.model.types import Type


class PrimitiveLowering(HeadLowering):
    """Writes statements to `out`. `proven` holds conditions known to be true at this point."""

    def __init__(self, model: Model, *, guards: bool = False) -> None:
        found = parts_of(model)
        super().__init__(model, build_layout(model, listed_spaces(model, found.all), ordered_zones(model, found.all)))
        self.analysis: Analysis = analyse(model, found)
        self.recursive = self.analysis.recursive
        self.called_values = called_values(model, found.all)
        self.homes = homes(model, found.effects)
        self.extents = Extents(found.all)
        self.number_limits = self.extents.limits
        self.blocks: list[ir.Block] = []
        self.current = ir.Block(0)
        self.out: list[ir.Stmt] = self.current.statements
        self.proven: frozenset[ir.Expr] = frozenset()
        self.sites: list[ir.Site] = []
        self.effects: list[typed.Effect] = []
        self.origins: dict[ir.Expr, ir.Keeping] = {}
        self.suspends = Deciding(self.analysis.deciding)
        self.notes_guards = guards
        self.printed_rules: dict[str, Rule] = {}
        self.plain_rules: dict[str, tuple[tuple[ir.Var, ...], tuple[ir.Stmt, ...]]] = {}
        self.rule_name = "flow"
        self.instead_of = 0
        """The site that had no options, for the next site to be made."""
        self.procedure_name = ""

    # -- bookkeeping --------------------------------------------------------------------------------------------

    def merges(self, effect: typed.Effect) -> bool:
        return begins_with_choice(effect)

    def inlined(self, rule: Rule) -> bool:
        return inlined(rule, self.analysis)

    def rebased(self, scope: Scope) -> Scope:
        return Scope(scope.variables, self.me)

    def write(self, statement: ir.Stmt) -> None:
        self.out.append(statement)
        written = writes(statement)
        if self.proven and written:
            self.proven = frozenset(fact for fact in self.proven if not touches(fact, written))

    def unproven(self, condition: ir.Expr) -> ir.Expr:
        """The parts of a condition that are not known to hold here."""
        return all_of([part for part in conjuncts(condition) if part not in self.proven])

    def bound(self, variable: typed.Variable, value: ir.Expr, scope: Scope) -> Scope:
        """Keeps a value in a variable; constants need none."""
        if isinstance(value, ir.Const):
            return scope.bind(variable, value)
        var = self.fresh(variable)
        if variable.type.kind == "number":
            low, high = interval(value, self.tables.values)
            var = replace(var, low=low, high=high)
        elif self.may_be_unread(value, variable.type):
            var = replace(var, low=-1)
        return scope.bind(variable, self.keep(var, value))

    def let(self, variable: typed.Variable, value: typed.Value, scope: Scope) -> Scope:
        """The scope in which a name stands for a value; a set is kept in a list of the rules' own."""
        if value.type.kind != "set":
            return self.bound(variable, self.value(value, scope), scope)
        base = self.own_list(f"set_{variable.name}", *self.extent(value))
        self.fill(base, self.iterate(value, scope))
        return scope.bind(variable, ir.ZoneItems(ir.Const(base), *ir.UNKNOWN, all=True))

    def own_list(self, name: str, low: int, high: int, size: int) -> int:
        """A list of the rules' own, kept in the state, of so many numbers from `low` to `high`: its count slot."""
        self.counter += 1
        name = f"{name}_{self.counter}"
        base = self.layout.add(f"{name}.count", 0, size, 0, "lists")
        for i in range(size):
            self.layout.add(f"{name}[{i}]", min(low, -1), high, -1, "lists")
        self.layout.own_lists.append(OwnList(base, size, self.procedure_name))
        return base

    def extent(self, domain: typed.Value) -> Extent:
        """The numbers that a set's elements can be, and how many it can have."""
        assert domain.type.element is not None
        if domain.type.element.kind == "number":
            return self.extents.numbers(domain)
        low, nothing = self.bounds(domain.type.element)
        return low, nothing - 1, nothing - low

    def fill(self, base: int, elements: ir.Expr) -> None:
        """Makes these the elements of a list of the rules' own."""
        self.write(ir.Gather(base, elements))

    def kept(self, value: ir.Expr, name: str, kind: Type | None) -> ir.Var:
        low, high = (0, ir.UNKNOWN[1]) if kind is None else self.bounds(kind)
        self.counter += 1
        return self.keep(ir.Var(f"{name}_{self.counter}", low, high), value)

    def keep(self, var: ir.Var, value: ir.Expr) -> ir.Var:
        self.write(ir.Assign(var, value))
        if not isinstance(value, ir.Const):
            self.proven |= {ir.substitute(fact, value, var) for fact in self.proven}
        return var

    def note(self, effect: typed.Effect, values: tuple[ir.Expr, ...]) -> None:
        self.effects.append(effect)
        self.write(ir.Note(len(self.effects) - 1, values))

    def note_guard(self, guard: typed.Effect | None, *, held: bool) -> None:
        """What came of a condition, where that is wanted: an event of the effect that asks it, with 1 or 0."""
        if self.notes_guards and guard is not None:
            self.note(guard, (ir.Const(int(held)),))

    def site(self, effect: typed.Effect, groups: list[ir.Group]) -> ir.Site:
        site = ir.Site(len(self.sites) + 1, self.rule_name, effect.span, tuple(groups), self.instead_of)
        self.instead_of = 0
        self.sites.append(site)
        return site

    def printed_as_rule(self, effect: typed.Do, scope: Scope) -> tuple[Rule, ir.Expr] | None:
        """Effects printed on pieces as a rule of its own with the piece as parameter, and the piece: if carrying them
        out can come to this again. The rule's own body stands for nothing but the effects.
        """
        name = printed_rule(effect)
        if name not in self.recursive or any(effect is rule.body for rule in self.printed_rules.values()):
            return None
        if name not in self.printed_rules:
            piece = typed.Variable("piece", effect.target.type, -1 - len(self.printed_rules))
            body = typed.Do(effect.attribute, typed.Local(piece, type=piece.type), span=effect.span)
            self.printed_rules[name] = Rule(name, "rule", (piece,), body, span=effect.span)
        return self.printed_rules[name], self.value(effect.target, scope)

    def need_plain_rule(self, rule: Rule) -> None:
        """Writes a rule without decisions as a function of its own, once."""
        if rule.name in self.plain_rules:
            return
        self.plain_rules[rule.name] = ((), ())
        scope = self.base_scope()
        parameters = tuple(self.fresh(parameter) for parameter in rule.parameters)
        for parameter, var in zip(rule.parameters, parameters, strict=True):
            scope = scope.bind(parameter, var)
        outer, proven, procedure = self.out, self.proven, self.procedure_name
        self.out, self.proven, self.procedure_name = [], frozenset(), rule.name
        self.plain(rule.body, scope)
        self.plain_rules[rule.name] = (parameters, tuple(self.out))
        self.out, self.proven, self.procedure_name = outer, proven, procedure

    def plain(self, effect: typed.Effect, scope: Scope) -> None:
        raise NotImplementedError

    # -- primitives ---------------------------------------------------------------------------------------------

    def primitive(self, effect: typed.Effect, scope: Scope) -> None:
        """Does it; where it may be impossible, only if it is possible."""
        if isinstance(effect, typed.ModifiedGain):
            self.plain(effect.whole, scope)
            return
        condition = self.unproven(self.possible(effect, scope))
        if condition == TRUE:
            self.perform(effect, scope)
            return
        outer, self.out = self.out, []
        self.perform(effect, scope)
        statements, self.out = self.out, outer
        self.write(ir.If(condition, tuple(statements)))

    def perform(self, effect: typed.Effect, scope: Scope) -> None:
        match effect:
            case typed.Gain(amount=amount):
                self._gain(effect, amount, scope)
            case typed.Pay(body=body):
                self.pay(effect, scope)
                if body is not None:
                    self.plain(body, scope)
            case typed.Lose(amount=amount):
                slot = self.counter_slot(amount.counter, amount.owner, scope)
                left = fold("-", (slot, self.amount(amount.amount, scope)))
                self.store(slot, fold("max", (left, ir.Const(amount.counter.minimum))))
                self.note(effect, (slot, self._whose(amount.owner, scope)))
            case typed.SetCounter(counter=counter, owner=owner, value=value):
                slot = self.counter_slot(counter, owner, scope)
                self.store(slot, self.within(self.value(value, scope), counter))
                self.note(effect, (slot, self._whose(owner, scope)))
            case typed.SetVariable(variable=variable, target=target, value=value):
                slot = self.variable_slot(variable, target, scope)
                self.store(slot, self.within(self.value(value, scope), variable))
                self.note(effect, (self.value(target, scope), slot))
            case typed.MovePieces():
                self._move_pieces(effect, scope)
            case typed.MoveTokens():
                self._move_tokens(effect, scope)
            case typed.Draw():
                self._draw(effect, scope)
            case typed.Shuffle(place=place):
                self.write(ir.Run("shuffle", (self.list_base(place, scope),), ("lists", "generator")))
                self.note(effect, (self.value(place, scope),))
            case typed.Roll(variable=variable, target=target):
                slot = self.variable_slot(variable, target, scope)
                ends = (ir.Const(variable.low), ir.Const(variable.high))
                self.write(ir.Run("roll", (slot.index, *ends), (slot.area, "generator")))
                self.note(effect, (self.value(target, scope), slot))
            case typed.FlipToken(token=token, place=place, side=side):
                slot = self.token_load(token.name, place, scope)
                variant = self.value(side, scope)
                if token.per != "game":
                    held_by = self.token_on(typed.TokenOn(token, place, type=side.type), scope)
                    variant = fold("+", (fold("*", (held_by, ir.Const(len(token.sides)))), variant))
                self.store(slot, variant)
                self.note(effect, (self.value(place, scope), slot))
            case typed.NoEffect():
                pass
            case _:
                raise AssertionError(f"not a primitive: {type(effect).__name__}")

    def variable_slot(self, variable: StateVariable, target: typed.Value, scope: Scope) -> ir.Load:
        """The slot of a piece's own variable."""
        base = self.layout.variables[variable.kind, variable.name]
        area = f"variable:{variable.kind}.{variable.name}"
        return ir.Load(add(ir.Const(base), self.value(target, scope)), area, variable.low, variable.high)

    def store(self, slot: ir.Load, value: ir.Expr) -> None:
        self.write(ir.Store(slot.index, value, slot.area))

    def _gain(self, effect: typed.Gain, amount: typed.Amount, scope: Scope) -> None:
        slot = self.counter_slot(amount.counter, amount.owner, scope)
        gained = self.fixed(self.amount(amount.amount, scope), "gained", amount.amount.type)
        total, really = fold("+", (slot, gained)), gained
        if not amount.counter.strict:
            most = ir.Const(amount.counter.maximum)
            total, really = fold("min", (total, most)), fold("min", (gained, fold("-", (most, slot))))
        self.note(effect, (total, really, self._whose(amount.owner, scope)))
        self.store(slot, total)

    def pay(self, effect: typed.Pay, scope: Scope) -> None:
        paid: list[ir.Expr] = []
        for cost in effect.costs:
            slot = self.counter_slot(cost.counter, cost.owner, scope)
            paid.append(self.fixed(self.amount(cost.amount, scope), "paid", cost.amount.type))
            self.store(slot, fold("-", (slot, paid[-1])))
        self.note(effect, (*paid, self._whose(effect.costs[0].owner, scope)))

    def _whose(self, owner: typed.Value | None, scope: Scope) -> ir.Expr:
        """Whose counter changes, as it is noted last: -1 for one of the game."""
        return ir.Const(-1) if owner is None else self.value(owner, scope)

    # -- pieces -------------------------------------------------------------------------------------------------

    def _move_pieces(self, effect: typed.MovePieces, scope: Scope) -> None:
        what = effect.what
        if what.type.kind == "set":
            self._move_set(effect, scope)
            return
        piece = self.fixed(self.value(what, scope), "piece", what.type)
        place = self.fixed(self.value(effect.to, scope), "place", effect.to.type)
        self.move_piece(piece, what.type.name, effect.to, place, at_bottom=effect.at_bottom)
        self.note(effect, (piece, place))

    def move_piece(self, piece: ir.Expr, kind: str, to: typed.Value, place: ir.Expr, *, at_bottom: bool) -> None:
        if self._ever_kept(kind):
            known = [
                self.origins[fact]
                for fact in self.proven
                if isinstance(fact, ir.Compare) and fact in self.origins and fact == self.lies_in(piece, fact.right)
            ]
            self.write(ir.Take(piece, self.location_of(piece, kind), known[0] if known else None))
        self.write(ir.Put(piece, place, self.keeping_at(to, place), at_bottom, kind))

    def location_of(self, piece: ir.Expr, kind: str = "") -> ir.Load:
        index = add(ir.Const(self.layout.location), piece)
        return ir.Load(index, f"place:{kind}", 0, len(self.model.place_names))

    def lies_in(self, piece: ir.Expr, place: ir.Expr) -> ir.Compare:
        """The fact that a piece lies in a place."""
        return ir.Compare("==", self.location_of(piece), place)

    def _ever_kept(self, kind: str) -> bool:
        """Whether pieces of the kind are ever in places that keep account of them."""
        if "" in self.homes[kind]:
            return True
        places: dict[str, SpaceKind | Zone] = {**self.model.spaces, **self.model.zones}
        firsts = {places[name].first for name in self.homes[kind] if kind in places[name].holds}
        return not firsts.isdisjoint(self.layout.lists.keys() | self.layout.sets.keys())

    def _move_set(self, effect: typed.MovePieces, scope: Scope) -> None:
        what = effect.what
        assert what.type.element is not None
        kind = what.type.element.name
        whole = isinstance(what, typed.Contents) and self._holds_only(what.place, kind)
        whence: tuple[ir.Expr, ...] = ()
        if isinstance(what, typed.Contents):
            whence = (self.fixed(self.value(what.place, scope), "source", what.place.type),)
        if whole and isinstance(effect.to, typed.ZoneOf) and not effect.at_bottom:
            assert isinstance(what, typed.Contents)
            source, to = self.keeping(what.place, scope), self.keeping(effect.to, scope)
            place = self.value(effect.to, scope)
            if isinstance(source, ir.ListAt | ir.SetAt) and isinstance(to, ir.ListAt | ir.SetAt):
                self.write(ir.MoveAll(source, to, place, kind))
                self.note(effect, (*whence, place))
                return
        var = self.fresh_number(kind)
        over = self.iterate(what, scope)
        if effect.at_bottom:
            over = ir.Reversed(over)
        place = self.fixed(self.value(effect.to, scope), "place", effect.to.type)
        outer, self.out, self.proven = self.out, [], frozenset()
        self.move_piece(var, kind, effect.to, place, at_bottom=effect.at_bottom)
        statements, self.out = self.out, outer
        self.write(ir.For(var, over, tuple(statements)))
        self.note(effect, (*whence, place))

    def _draw(self, effect: typed.Draw, scope: Scope) -> None:
        source, place = self.list_base(effect.source, scope), self.value(effect.to, scope)
        kinds = tuple(name for name in self._held(effect.source) if name in self.model.pieces)
        amount = self.value(effect.amount, scope)
        number: ir.Expr = ir.Const(1)
        if amount != number:
            source = self.fixed(source, "source", None)
            place = self.fixed(place, "place", effect.to.type)
            most: list[ir.Expr] = [amount, self.count(effect.source, scope)]
            room = self.room(effect.to, scope)
            if room is not None:
                most.append(ir.Op("-", (room, self.count(effect.to, scope))))
            number = self.kept(fold("max", (fold("min", tuple(most)), ir.Const(0))), "drawn", None)
        self.counter += 1
        drawn = ir.Var(f"drawn_{self.counter}")
        self.write(ir.PopTo(number, source, place, self.keeping_at(effect.to, place), kinds, drawn))
        self.note(effect, (number, self.value(effect.source, scope), place))

    def _held(self, place: typed.Value) -> tuple[str, ...]:
        if isinstance(place, typed.ZoneOf):
            return place.zone.holds
        return self.model.spaces[place.type.name].holds if place.type.kind == "space" else tuple(self.model.pieces)

    def fixed(self, value: ir.Expr, name: str, kind: Type | None) -> ir.Expr:
        """The value in a variable, unless nothing that an effect does can change it."""
        plain = not any(isinstance(part, ir.Reduce | ir.Invoke) for part in ir.walk(value))
        return value if plain and ir.areas(value) <= {"me"} else self.kept(value, name, kind)

    # -- tokens -------------------------------------------------------------------------------------------------

    def _move_tokens(self, effect: typed.MoveTokens, scope: Scope) -> None:
        """All that says what moves where is worked out before anything does."""
        token = effect.token
        amount = self.fixed(self.amount(effect.amount, scope), "amount", None)
        source = self.fixed(self.value(effect.source, scope), "source", effect.source.type)
        to = self.fixed(self.value(effect.to, scope), "to", effect.to.type)
        variant = self.fixed(self._variant(effect, scope), "side", None)
        if self.is_single(effect.source):
            slot = self.token_load_at(token.name, effect.source, source)
            if effect.side is None:
                variant = self.kept(slot, "side", None)
            self.store(slot, ir.Const(slot.high))
        else:
            slot = self.tokens_there(effect, effect.source, source, scope)
            self.store(slot, fold("-", (slot, amount)))
        if self.is_single(effect.to):
            self.store(self.token_load_at(token.name, effect.to, to), variant)
        else:
            slot = self.tokens_there(effect, effect.to, to, scope)
            self.store(slot, fold("+", (slot, amount)))
        self.note(effect, (amount, source, to, variant))

    def _variant(self, effect: typed.MoveTokens, scope: Scope) -> ir.Expr:
        token = effect.token
        side = ir.Const(0) if effect.side is None else self.value(effect.side, scope)
        if token.per == "game":
            return side
        owner = ir.Const(0) if effect.owner is None else self.value(effect.owner, scope)
        if not token.sides:
            return owner
        return fold("+", (fold("*", (owner, ir.Const(len(token.sides)))), side))
