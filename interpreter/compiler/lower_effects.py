"""Typed effects lowered to statements and, where somebody decides, to blocks between decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from interpreter.compiler import ir
from interpreter.compiler.heads import Head
from interpreter.compiler.layout import ME, PENDING
from interpreter.compiler.lower_primitives import PrimitiveLowering
from interpreter.compiler.lower_values import TRUE, Scope, conjuncts
from interpreter.compiler.possible import group_effects
from interpreter.model import typed

LOOP_LIMIT = 10_000  # rounds of a loop in which nobody decides anything


class EffectLowering(PrimitiveLowering):
    """Builds the blocks of the whole game."""

    # -- blocks -------------------------------------------------------------------------------------------------

    def block(self) -> ir.Block:
        block = ir.Block(len(self.blocks) + 1, self.procedure_name)
        self.blocks.append(block)
        return block

    def enter(self, block: ir.Block) -> None:
        """Goes on writing in another block; what was proven before need not hold there."""
        self.current = block
        self.out = block.statements
        self.proven = frozenset()

    def end(self, terminator: ir.Terminator) -> None:
        if self.current.end is None:
            self.current.end = terminator

    def goto(self, block: ir.Block) -> None:
        self.end(ir.Goto(block))

    @contextmanager
    def nested(self) -> Iterator[list[ir.Stmt]]:
        """Statements of a branch or loop body, collected apart."""
        outer, proven = self.out, self.proven
        self.out = []
        yield self.out
        self.out = outer
        self.proven = self.proven & proven

    # -- effects ------------------------------------------------------------------------------------------------

    def effect(self, effect: typed.Effect, scope: Scope) -> None:
        if self.suspends(effect):
            self.suspending(effect, scope)
        else:
            self.plain(effect, scope)

    def plain(self, effect: typed.Effect, scope: Scope) -> None:
        """Effects in which nobody decides: nested statements."""
        match effect:
            case typed.Sequence(items=items) | typed.AnyOrder(items=items):
                for item in items:
                    self.plain(item, scope)
            case typed.Conditional(condition=condition, then=then, otherwise=otherwise):
                self._if(self.value(condition, scope), then, otherwise, scope)
            case typed.OnlyIf(condition=condition, body=body):
                self._if(self.value(condition, scope), body, None, scope)
            case typed.Otherwise(first=first, second=second):
                self._if(self.possible(first, scope), first, second, scope)
            case typed.Let(variable=variable, value=value, body=body):
                self.plain(body, self.bound(variable, self.value(value, scope), scope))
            case typed.ForEach(binder=binder, body=body):
                self._for(binder, body, scope)
            case typed.EachPlayer(start=start, body=body):
                self._for_players(start, body, scope)
            case typed.AsPlayer(player=player, body=body):
                self._as_player(self.value(player, scope), lambda: self.plain(body, self.rebased(scope)))
            case typed.Repeat(times=times, body=body):
                with self.nested() as statements:
                    self.plain(body, scope)
                last = ir.Op("-", (self.value(times, scope), ir.Const(1)))
                over = ir.Range(ir.Const(0), last)
                self.write(ir.For(self.fresh_number("round"), over, tuple(statements)))
            case typed.RepeatUntil(condition=condition, body=body):
                with self.nested() as statements:
                    self.plain(body, scope)
                self.proven = frozenset()
                test = ir.Not(self.value(condition, scope))
                self.write(ir.While(test, tuple(statements), LOOP_LIMIT))
            case typed.CallRule():
                self._call_plain(effect, scope)
            case typed.Do(attribute=attribute, target=target):
                piece = self.kept(self.value(target, scope), "piece", target.type)
                kind = self.model.pieces[target.type.name]
                for printed, pieces in group_effects(attribute, kind.first):
                    with self.nested() as statements:
                        self.plain(printed, self.base_scope())
                    self.write(ir.If(self.one_of(piece, pieces), tuple(statements)))
            case _:
                self.primitive(effect, scope)

    def _if(self, condition: ir.Expr, then: typed.Effect, other: typed.Effect | None, scope: Scope) -> None:
        condition = self.unproven(condition)
        if condition == TRUE:
            self.plain(then, scope)
            return
        with self.nested() as yes:
            self.proven |= set(conjuncts(condition))
            self.plain(then, scope)
        with self.nested() as no:
            if other is not None:
                self.plain(other, scope)
        self.write(ir.If(condition, tuple(yes), tuple(no)))

    def _for(self, binder: typed.Binder, body: typed.Effect, scope: Scope) -> None:
        var, over, where = self.binder(binder, scope)
        self.proven = frozenset()
        with self.nested() as statements:
            self.plain(body, scope.bind(binder.variable, var))
        over = over if where is None else ir.Filter(var, over, where)
        self.write(ir.For(var, over, tuple(statements)))

    def _for_players(self, start: typed.Value | None, body: typed.Effect, scope: Scope) -> None:
        seats = len(self.model.seats)
        first = ir.Const(0) if start is None else self.kept(self.value(start, scope), "start", start.type)
        before = self.kept(self.me, "me_before", None)
        turn = self.fresh_number("seat")
        self.proven = frozenset()
        with self.nested() as statements:
            seat: ir.Expr = turn
            if start is not None:
                seat = ir.Op("%", (ir.Op("+", (turn, first)), ir.Const(seats)))
            self.write(ir.Store(ir.Const(ME), seat, "me"))
            self.plain(body, self.rebased(scope))
        self.write(ir.For(turn, ir.Range(ir.Const(0), ir.Const(seats - 1)), tuple(statements)))
        self.write(ir.Store(ir.Const(ME), before, "me"))

    def _as_player(self, player: ir.Expr, body: Callable[[], None]) -> None:
        before = self.kept(self.me, "me_before", None)
        self.write(ir.Store(ir.Const(ME), player, "me"))
        body()
        self.write(ir.Store(ir.Const(ME), before, "me"))

    def _call_plain(self, effect: typed.CallRule, scope: Scope) -> None:
        rule = effect.rule
        arguments = [self.value(argument, scope) for argument in effect.arguments]
        if self.inlined(rule):
            inner = scope
            for parameter, argument in zip(rule.parameters, arguments, strict=True):
                inner = self.bound(parameter, argument, inner)
            self.plain(rule.body, inner)
            return
        self.need_plain_rule(rule)
        self.write(ir.CallPlain(rule.name, tuple(arguments)))

    # -- effects with decisions ---------------------------------------------------------------------------------

    def suspending(self, effect: typed.Effect, scope: Scope) -> None:
        match effect:
            case typed.Sequence(items=items):
                for item in items:
                    self.effect(item, scope)
            case typed.Alternatives() | typed.Choose(amount=None) | typed.Pass():
                self.ask(self.heads(effect, scope, ""), effect)
            case typed.Otherwise(first=first, second=second):
                self._otherwise(first, second, scope)
            case typed.Conditional(condition=condition, then=then, otherwise=otherwise):
                self._branch(self.value(condition, scope), then, otherwise, scope)
            case typed.OnlyIf(condition=condition, body=body):
                self._branch(self.value(condition, scope), body, None, scope)
            case typed.Let(variable=variable, value=value, body=body):
                self.effect(body, self.bound(variable, self.value(value, scope), scope))
            case typed.EachPlayer(start=start, body=body):
                self._each_player(start, body, scope)
            case typed.AsPlayer(player=player, body=body):
                self._as_player(self.value(player, scope), lambda: self.effect(body, self.rebased(scope)))
            case typed.TakeTurns(start=start, condition=condition, body=body):
                self._take_turns(start, condition, body, scope)
            case typed.RepeatUntil(condition=condition, body=body):
                head, after = self.block(), self.block()
                self.goto(head)
                self.enter(head)
                inside = self.block()
                self.end(ir.Branch(self.value(condition, scope), after, inside))
                self.enter(inside)
                self.effect(body, scope)
                self.goto(head)
                self.enter(after)
            case typed.Repeat(times=times, body=body):
                rounds = self.kept(self.value(times, scope), "rounds_left", None)
                self._while_left(rounds, lambda: self.effect(body, scope))
            case typed.Pay(body=body):
                assert body is not None
                self._pay_then(effect, body, scope)
            case typed.May(body=body):
                self.ask([*self.heads(body, scope, ""), self.added("decline", effect, scope)], effect)
            case typed.CallRule():
                self.call_rule(effect, scope)
            case typed.Do(attribute=attribute, target=target):
                piece = self.kept(self.value(target, scope), "piece", target.type)
                after = self.block()
                first = self.model.pieces[target.type.name].first
                for printed, pieces in group_effects(attribute, first):
                    then, other = self.block(), self.block()
                    self.end(ir.Branch(self.one_of(piece, pieces), then, other))
                    self.enter(then)
                    self.effect(printed, self.base_scope())
                    self.goto(after)
                    self.enter(other)
                self.goto(after)
                self.enter(after)
            case typed.ForEach():
                self.each_element(effect, scope)
            case typed.Choose():
                self.choose_several(effect, scope)
            case typed.AnyOrder(items=items):
                self.some_of(effect, items, None, True, scope)
            case typed.SomeOf(items=items, amount=amount, different=different):
                self.some_of(effect, items, self.value(amount, scope), different, scope)
            case typed.AtOnce():
                self.at_once(effect, scope)
            case typed.EndGame():
                self.note(effect, ())
                self.write(ir.Store(ir.Const(PENDING), ir.Const(0), "pending"))
                self.end(ir.End())
                self.enter(self.block())
            case _:
                raise AssertionError(f"nobody decides in {type(effect).__name__}")

    def _otherwise(self, first: typed.Effect, second: typed.Effect, scope: Scope) -> None:
        after = self.block()
        if self.merges(first):
            empty = self.block()
            self.ask(self.heads(first, scope, ""), first, empty)
            self.goto(after)
            self.enter(empty)
        else:
            then, other = self.block(), self.block()
            self.end(ir.Branch(self.possible(first, scope), then, other))
            self.enter(then)
            self.effect(first, scope)
            self.goto(after)
            self.enter(other)
        self.effect(second, scope)
        self.goto(after)
        self.enter(after)

    def _branch(
        self, condition: ir.Expr, then: typed.Effect, otherwise: typed.Effect | None, scope: Scope
    ) -> None:
        yes, after = self.block(), self.block()
        no = after if otherwise is None else self.block()
        self.end(ir.Branch(condition, yes, no))
        self.enter(yes)
        self.effect(then, scope)
        self.goto(after)
        if otherwise is not None:
            self.enter(no)
            self.effect(otherwise, scope)
            self.goto(after)
        self.enter(after)

    def _pay_then(self, effect: typed.Pay, body: typed.Effect, scope: Scope) -> None:
        condition = self.unproven(self.possible(effect, scope))
        after = self.block()
        if condition != TRUE:
            then = self.block()
            self.end(ir.Branch(condition, then, after))
            self.enter(then)
        self.pay(effect, scope)
        self.effect(body, scope)
        self.goto(after)
        self.enter(after)

    def _while_left(self, left: ir.Expr, body: Callable[[], None]) -> None:
        """Runs the body `left` times; `left` is a variable that counts down."""
        assert isinstance(left, ir.Var)
        head, inside, after = self.block(), self.block(), self.block()
        self.goto(head)
        self.enter(head)
        self.end(ir.Branch(ir.Compare(">", left, ir.Const(0)), inside, after))
        self.enter(inside)
        self.write(ir.Assign(left, ir.Op("-", (left, ir.Const(1)))))
        body()
        self.goto(head)
        self.enter(after)

    def _each_player(self, start: typed.Value | None, body: typed.Effect, scope: Scope) -> None:
        before = self.kept(self.me, "me_before", None)
        first = ir.Const(0) if start is None else self.value(start, scope)
        self.write(ir.Store(ir.Const(ME), first, "me"))
        left = self.kept(ir.Const(len(self.model.seats)), "players_left", None)

        def turn() -> None:
            self.effect(body, self.rebased(scope))
            self.write(ir.Store(ir.Const(ME), self.next_seat(self.me), "me"))

        self._while_left(left, turn)
        self.write(ir.Store(ir.Const(ME), before, "me"))

    def _take_turns(
        self, start: typed.Value | None, condition: typed.Value, body: typed.Effect, scope: Scope
    ) -> None:
        first = ir.Const(0) if start is None else self.value(start, scope)
        self.write(ir.Store(ir.Const(ME), first, "me"))
        head, inside, after = self.block(), self.block(), self.block()
        self.goto(head)
        self.enter(head)
        inner = self.rebased(scope)
        test = self.value(condition, inner)
        self.end(ir.Branch(test, after, inside))
        self.enter(inside)
        self.proven = negated(test)
        self.effect(body, inner)
        self.write(ir.Store(ir.Const(ME), self.next_seat(self.me), "me"))
        self.goto(head)
        self.enter(after)

    def next_seat(self, seat: ir.Expr) -> ir.Expr:
        seats = len(self.model.seats)
        if seats == 2:
            return ir.Op("-", (ir.Const(1), seat))
        return ir.Table(self.tables.add("NEXT", tuple((i + 1) % seats for i in range(seats))), seat)

    # -- decisions ----------------------------------------------------------------------------------------------

    def added(self, kind: ir.GroupKind, effect: typed.Effect, scope: Scope) -> Head:
        """An option that the construct itself adds: to decline, to be done."""
        return Head(kind, kind, effect, (), scope)

    def ask(
        self,
        heads: list[Head],
        effect: typed.Effect,
        empty: ir.Block | None = None,
        follow: Callable[[Head], None] | None = None,
    ) -> None:
        """Offers the heads; what follows each is written, and all of them meet in the current block.

        Without any option the decision is not asked: play goes on at `empty`, or after it.
        """
        after = self.block()
        groups: list[ir.Group] = []
        targets: list[ir.Block] = []
        next_code = 0
        for head in heads:
            head = replace(head, conditions=self.unknown(head.conditions))
            group, next_code = self.group(head, next_code)
            groups.append(group)
            targets.append(self.block())
        always = any(group.over is None and not group.conditions for group in groups)
        self.end(ir.Ask(self.site(effect, groups), tuple(targets), None if always else empty or after))
        for head, target in zip(heads, targets, strict=True):
            self.enter(target)
            (follow or self.follow)(head)
            self.goto(after)
        self.enter(after)

    def unknown(
        self, conditions: tuple[tuple[ir.Expr, typed.Node | None], ...]
    ) -> tuple[tuple[ir.Expr, typed.Node | None], ...]:
        """The conditions that are not known to hold wherever the decision is asked."""
        return tuple((expr, node) for expr, node in conditions if expr not in self.proven)

    def group(self, head: Head, next_code: int) -> tuple[ir.Group, int]:
        low = high = next_code
        offset = next_code
        if head.var is not None:
            offset = 0 if next_code <= head.var.low else next_code - head.var.low
            low, high = head.var.low + offset, head.var.high + offset
        group = ir.Group(
            head.kind,
            head.name,
            head.effect,
            head.variable,
            head.var,
            head.over,
            head.conditions,
            offset,
            low,
            high,
        )
        return group, high + 1

    def follow(self, head: Head) -> None:
        """What happens when one of the head's options has been chosen."""
        self.proven = head.facts | {expr for expr, _ in head.conditions}
        if head.var is not None and head.origin is not None:
            kept = self.keeping(head.origin, head.scope)
            if kept is not None:
                lies = self.lies_in(head.var, self.value(head.origin, head.scope))
                self.origins[lies] = kept
                self.proven |= {lies}
        if head.body is None:
            return
        scope = Scope(dict(head.scope.variables), self.me)
        for variable, value in head.bindings:
            expr = value if isinstance(value, ir.Expr) else self.value(value, scope)
            scope = self.bound(variable, expr, scope)
        if head.variable is not None and head.var is not None:
            scope = scope.bind(head.variable, head.var)
        outer, self.rule_name = self.rule_name, head.name or self.rule_name
        if isinstance(head.body, typed.Pass):
            self.note(head.body, (self.me,))
        else:
            self.effect(head.body, scope)
        self.rule_name = outer

    def call_rule(self, effect: typed.CallRule, scope: Scope) -> None:
        raise NotImplementedError

    def each_element(self, effect: typed.ForEach, scope: Scope) -> None:
        raise NotImplementedError

    def choose_several(self, effect: typed.Choose, scope: Scope) -> None:
        raise NotImplementedError

    def some_of(
        self,
        effect: typed.Effect,
        items: tuple[typed.Effect, ...],
        amount: ir.Expr | None,
        different: bool,
        scope: Scope,
    ) -> None:
        raise NotImplementedError

    def at_once(self, effect: typed.AtOnce, scope: Scope) -> None:
        raise NotImplementedError


def negated(condition: ir.Expr) -> frozenset[ir.Expr]:
    """What is known when a condition does not hold."""
    match condition:
        case ir.Compare("==", left, ir.Const(0)) if isinstance(left, ir.Load) and left.low == 0:
            return frozenset({ir.Compare("!=", left, ir.Const(0)), ir.Compare(">=", left, ir.Const(1))})
        case ir.Logic("or", items):
            return frozenset().union(*map(negated, items))
        case _:
            return frozenset()
