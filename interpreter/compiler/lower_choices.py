"""Decisions that are asked in several steps, calls of rules with decisions, and the whole game put together."""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE, add, fold
from interpreter.compiler.heads import Head
from interpreter.compiler.layout import OwnList
from interpreter.compiler.lower_cover import CoverLowering
from interpreter.compiler.lowering import Scope
from interpreter.compiler.slots import ME, PENDING
from interpreter.model import typed
from interpreter.model.game import Model, Rule

BITS = 31  # of a slot that says what is done


class GameLowering(CoverLowering):
    """Everything of a model as blocks, functions and tables."""

    def __init__(self, model: Model, *, guards: bool = False) -> None:
        super().__init__(model, guards=guards)
        self.procedures: dict[str, ir.Procedure] = {}
        self.entry = self.block()

    def lower(self) -> None:
        self.enter(self.entry)
        self.rule_name = "setup"
        self.effect(self.model.setup, self.base_scope())
        self.rule_name = "flow"
        self.effect(self.model.flow, self.base_scope())
        self.write(ir.Store(ir.Const(PENDING), ir.Const(0), "pending"))
        self.end(ir.End())
        self._lower_score()

    def _lower_score(self) -> None:
        score = self.model.score
        owners = len(self.model.teams if score.per == "team" else self.model.seats)
        owner = ir.Var("owner", 0, owners - 1)
        scope = Scope({score.owner.uid: owner}, owner)
        for i, line in enumerate(score.lines):
            self.functions[f"score_{i}"] = ((owner,), self.value(line.value, scope))
        for i, line in enumerate(score.ties):
            self.functions[f"tie_{i}"] = ((owner,), self.value(line.value, scope))
        for i, invariant in enumerate(self.model.invariants):
            self.functions[f"invariant_{i}"] = ((), self.value(invariant.condition, self.base_scope()))

    # -- rules --------------------------------------------------------------------------------------------------

    def call_rule(self, effect: typed.CallRule, scope: Scope) -> None:
        with self.phase(effect):
            self._called(effect, scope)

    def _called(self, effect: typed.CallRule, scope: Scope) -> None:
        rule = effect.rule
        arguments = [self.value(argument, scope) for argument in effect.arguments]
        if self.inlined(rule):
            inner = scope
            for parameter, argument in zip(rule.parameters, arguments, strict=True):
                inner = self.bound(parameter, argument, inner)
            outer, self.rule_name = self.rule_name, rule.name
            self.effect(rule.body, inner)
            self.rule_name = outer
            return
        self.call_procedure(rule, arguments)

    def call_procedure(self, rule: Rule, arguments: list[ir.Expr]) -> None:
        """Calls a rule's blocks, and goes on behind the call."""
        procedure = self.procedure(rule)
        given = zip(arguments, rule.parameters, strict=True)
        values = tuple(self.kept(argument, "argument", parameter.type) for argument, parameter in given)
        back = self.block()
        self.end(ir.Call(procedure, values, procedure.entry, back))
        self.enter(back)

    def procedure(self, rule: Rule) -> ir.Procedure:
        """The rule's blocks, written on its first call."""
        if rule.name in self.procedures:
            return self.procedures[rule.name]
        state = (self.current, self.out, self.proven, self.rule_name, self.procedure_name, self.instead_of)
        self.procedure_name = self.rule_name = rule.name
        self.instead_of = 0
        parameters = tuple(self.fresh(parameter) for parameter in rule.parameters)
        cycle = self.analysis.cycles.get(rule.name, frozenset())
        back = ir.Var(f"{rule.name}_back", 0, ir.UNKNOWN[1])
        procedure = ir.Procedure(rule.name, self.block(), back, parameters, cycle)
        self.procedures[rule.name] = procedure
        scope = self.base_scope()
        for parameter, var in zip(rule.parameters, parameters, strict=True):
            scope = scope.bind(parameter, var)
        self.enter(procedure.entry)
        self.effect(rule.body, scope)
        self.end(ir.Return(procedure))
        self.current, self.out, self.proven, self.rule_name, self.procedure_name, self.instead_of = state
        return procedure

    # -- several steps ------------------------------------------------------------------------------------------

    def each_element(self, effect: typed.ForEach, scope: Scope) -> None:
        """The set is fixed when the loop begins."""
        variable = effect.binder.variable
        base = self.own_list(f"each_{variable.name}", *self.extent(effect.binder.domain))
        self.fill(base, self.filtered(effect.binder, scope))
        head, after = self.block(), self.block()
        self.goto(head)
        self.enter(head)
        count = ir.Load(ir.Const(base), "lists")
        var = self.element(variable)

        def body() -> None:
            self.write(ir.Take(var, ir.Const(-1), ir.ListAt(ir.Const(base))))
            self.effect(effect.body, self.rebased(scope).bind(variable, var))

        if effect.any_order:
            items = self.own_items(base)
            option = Head("element", "", effect, (), scope, variable=variable, var=var, over=items)
            self.ask([option], effect, after, lambda _: body())
            self.goto(head)
        else:
            inside = self.block()
            self.end(ir.Branch(ir.Compare("==", count, ir.Const(0)), after, inside))
            self.enter(inside)
            self.write(ir.Assign(var, ir.Load(ir.Const(base + 1), "lists", var.low, var.high)))
            body()
            self.goto(head)
        self.enter(after)

    def choose_several(self, effect: typed.Choose, scope: Scope) -> None:
        """Different elements one by one, each carried out at once; none, if they are not as many as there must be."""
        assert effect.amount is not None
        variable = effect.binder.variable
        beyond = self._begin_if_possible(effect, scope)
        chosen = self.own_list(f"chosen_{variable.name}", *self.extent(effect.binder.domain))
        items = self.own_items(chosen)
        if self.procedure_name in self.recursive:
            self.write(ir.Run("clear", (ir.Const(chosen),), ("lists",)))
        left = self.kept(self.amount(effect.amount, scope), "left", None)
        among = self._formed_once(effect.binder, scope)
        head, asking, after = self.block(), self.block(), self.block()
        self.goto(head)
        self.enter(head)
        self.end(ir.Branch(ir.Compare(">", left, ir.Const(0)), asking, after))
        self.enter(asking)
        single = typed.Choose(effect.binder, None, None, effect.body, span=effect.span)
        option = self._element(single, self.rebased(scope), "")
        if among is not None:
            option = replace(option, over=among)
        assert option.var is not None
        each = self.fresh_number("each")
        fresh = ir.Not(ir.Reduce("exists", each, items, ir.Compare("==", each, option.var), None))
        option = replace(option, conditions=((fresh, effect.binder), *option.conditions))

        def follow(chosen_head: Head) -> None:
            if chosen_head.kind == "done":
                self.goto(after)
                return
            assert chosen_head.var is not None
            self.write(ir.Run("append", (ir.Const(chosen), chosen_head.var), ("lists",)))
            self.write(ir.Assign(left, ir.Op("-", (left, ir.Const(1)))))
            self.follow(chosen_head)
            self.goto(head)

        heads = [option]
        if effect.limit == "at_most":
            heads.append(self.added("done", effect, scope))
        self.ask(heads, effect, after, follow)
        self.goto(after)
        self.enter(after)
        self.write(ir.Run("clear", (ir.Const(chosen),), ("lists",)))
        self._go_beyond(beyond)

    def _formed_once(self, binder: typed.Binder, scope: Scope) -> ir.ZoneItems | None:
        """The list that keeps a set of those with most or least of something, as it was before the first choice."""
        if not isinstance(binder.domain, typed.Extremal):
            return None
        base = self.own_list(f"each_{binder.variable.name}", *self.extent(binder.domain))
        self.fill(base, self.iterate(binder.domain, scope))
        return self.own_items(base)

    def _begin_if_possible(self, effect: typed.Effect, scope: Scope) -> ir.Block | None:
        """Goes on in a block where the effect is known to be possible. Returns the block beyond it, None for no need:
        it always is.
        """
        condition = self.unproven(self.possible(effect, scope))
        if condition == TRUE:
            return None
        begin, beyond = self.block(), self.block()
        self.end(ir.Branch(condition, begin, beyond))
        self.enter(begin)
        return beyond

    def _go_beyond(self, beyond: ir.Block | None) -> None:
        if beyond is not None:
            self.goto(beyond)
            self.enter(beyond)

    def some_of(
        self,
        effect: typed.Effect,
        items: tuple[typed.Effect, ...],
        amount: ir.Expr | None,
        scope: Scope,
        *,
        different: bool,
    ) -> None:
        """Items one by one in the order the player likes; `used` have a bit for each that is done."""
        beyond = self._begin_if_possible(effect, scope) if isinstance(effect, typed.SomeOf) else None
        left = self.kept(ir.Const(len(items)) if amount is None else amount, "left", None)
        used = [self.kept(ir.Const(0), "used", None) for _ in range(0, len(items), BITS)]
        head, asking, after = self.block(), self.block(), self.block()
        self.goto(head)
        self.enter(head)
        self.end(ir.Branch(ir.Compare(">", left, ir.Const(0)), asking, after))
        self.enter(asking)
        heads: list[Head] = []
        bits: dict[int, tuple[ir.Var, ir.Const]] = {}
        for i, item in enumerate(items):
            own, bit = used[i // BITS], ir.Const(1 << i % BITS)
            unused = ir.Compare("==", fold("%", (fold("//", (own, bit)), ir.Const(2))), ir.Const(0))
            for option in self.heads(item, self.rebased(scope), ""):
                conditions = ((unused, effect), *option.conditions) if different else option.conditions
                heads.append(replace(option, conditions=conditions))
                bits[id(heads[-1])] = own, bit
        if isinstance(effect, typed.SomeOf) and effect.limit == "at_most":
            heads.append(self.added("done", effect, scope))

        def follow(option: Head) -> None:
            if option.kind == "done":
                self.goto(after)
                return
            if different:
                own, bit = bits[id(option)]
                self.write(ir.Assign(own, fold("+", (own, bit))))
            self.write(ir.Assign(left, ir.Op("-", (left, ir.Const(1)))))
            self.follow(option)
            self.goto(head)

        self.ask(heads, effect, after, follow)
        self.goto(after)
        self.enter(after)
        self._go_beyond(beyond)

    def at_once(self, effect: typed.AtOnce, scope: Scope) -> None:
        """Every seat's choice is kept in a slot that only that seat sees; then all are carried out."""
        variable = effect.binder.variable
        low, high = self.limits(variable)
        self.counter += 1
        picks = len(self.layout.slots)
        for i, seat in enumerate(self.model.seats):
            self.layout.add(f"pick_{self.counter}.{seat.name}", low, high, high, f"secret:{i}")
        self.layout.own_lists.append(OwnList(picks, len(self.model.seats) - 1, self.procedure_name))
        before = self.kept(self.me, "me_before", None)
        self.write(ir.Store(ir.Const(ME), ir.Const(0), "me"))
        self.round_of_seats(lambda: self._pick(effect, picks, high, scope))
        self.round_of_seats(lambda: self._carry_out(effect, picks, high, scope))
        self.write(ir.Store(ir.Const(ME), before, "me"))

    def _pick(self, effect: typed.AtOnce, picks: int, nothing: int, scope: Scope) -> None:
        slot = ir.Load(add(ir.Const(picks), self.me), "secret", 0, nothing)
        self.store(slot, ir.Const(nothing))
        single = typed.Choose(effect.binder, None, None, effect.body, span=effect.span)
        option = self._element(single, self.rebased(scope), "")

        def follow(chosen: Head) -> None:
            assert chosen.var is not None
            self.store(slot, chosen.var)

        self.ask([option], effect, None, follow, alone=True)

    def _carry_out(self, effect: typed.AtOnce, picks: int, nothing: int, scope: Scope) -> None:
        variable = effect.binder.variable
        low, high = self.limits(variable)
        slot = ir.Load(add(ir.Const(picks), self.me), "secret", low, high)
        var = self.fresh(variable)
        self.write(ir.Assign(var, slot))
        then, after = self.block(), self.block()
        self.end(ir.Branch(ir.Compare("!=", var, ir.Const(nothing)), then, after))
        self.enter(then)
        self.store(slot, ir.Const(nothing))
        self.effect(effect.body, self.rebased(scope).bind(variable, var))
        self.goto(after)
        self.enter(after)
