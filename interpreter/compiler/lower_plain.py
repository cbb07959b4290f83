"""Effects in which nobody decides anything, lowered to nested statements."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE, conjuncts, fold, negation, select
from interpreter.compiler.lower_primitives import PrimitiveLowering
from interpreter.compiler.lowering import Scope
from interpreter.compiler.slots import ME
from interpreter.model import typed
from interpreter.model.game import Model, Rule
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class PlainLowering(PrimitiveLowering):
    """Adds what puts effects together."""

    def __init__(self, model: Model, *, guards: bool = False) -> None:
        super().__init__(model, guards=guards)
        self._calls_of_flow = {id(node) for root in (model.setup, model.flow) for node in nodes(root)}

    @contextmanager
    def nested(self) -> Iterator[list[ir.Stmt]]:
        """Statements of a branch or loop body, collected apart."""
        outer, proven = self.out, self.proven
        self.out = []
        yield self.out
        self.out = outer
        self.proven = self.proven & proven

    def plain(self, effect: typed.Effect, scope: Scope) -> None:
        """Effects in which nobody decides: nested statements."""
        match effect:
            case typed.Sequence(items=items) | typed.AnyOrder(items=items):
                for item in items:
                    self.plain(item, scope)
            case typed.Conditional(condition=condition, then=then, otherwise=otherwise):
                self._if(effect, self.value(condition, scope), then, otherwise, scope)
            case typed.OnlyIf(condition=condition, body=body):
                self._if(effect, self.value(condition, scope), body, None, scope)
            case typed.Otherwise(first=first, second=second):
                self._if(None, self.possible(first, scope), first, second, scope)
            case typed.Let(variable=variable, value=value, body=body):
                self.plain(body, self.let(variable, value, scope))
            case typed.ForEach(binder=binder, body=body):
                self._for(binder, body, scope)
            case typed.EachPlayer(start=start, body=body):
                self._for_players(start, body, scope)
            case typed.AsPlayer(player=player, body=body):
                self._as_player_plain(player, body, scope)
            case typed.Repeat(times=times, body=body):
                rounds = self.rounds(times, scope)
                inside = self._loop_body(body, scope)
                if not isinstance(rounds, ir.Const):
                    inside = (ir.Spend(place_of(effect)), *inside)
                last = fold("-", (rounds, ir.Const(1)))
                self.write(ir.For(self.fresh_number("round"), ir.Range(ir.Const(0), last), inside))
            case typed.RepeatUntil(condition=condition, body=body):
                inside = (ir.Spend(place_of(effect)), *self._loop_body(body, scope))
                self.write(ir.While(negation(self.value(condition, scope)), inside))
            case typed.CallRule():
                self._call_plain(effect, scope)
            case typed.Do():
                self._do_plain(effect, scope)
            case _:
                self.primitive(effect, scope)

    def _if(
        self,
        guard: typed.Effect | None,
        condition: ir.Expr,
        then: typed.Effect,
        other: typed.Effect | None,
        scope: Scope,
    ) -> None:
        condition = self.unproven(condition)
        if condition == TRUE:
            self.note_guard(guard, held=True)
            self.plain(then, scope)
            return
        with self.nested() as yes:
            self.proven |= set(conjuncts(condition))
            self.note_guard(guard, held=True)
            self.plain(then, scope)
        with self.nested() as no:
            self.note_guard(guard, held=False)
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

    def _loop_body(self, body: typed.Effect, scope: Scope) -> tuple[ir.Stmt, ...]:
        """The statements of a body that runs again and again: what held before the loop need not hold in it."""
        self.proven = frozenset()
        with self.nested() as statements:
            self.plain(body, scope)
        return tuple(statements)

    def _for_players(self, start: typed.Value | None, body: typed.Effect, scope: Scope) -> None:
        seats = len(self.model.seats)
        first = self.first_seat(start, scope)
        if not isinstance(first, ir.Const):
            first = self.kept(first, "start", None)
        before = self.kept(self.me, "me_before", None)
        turn = self.fresh_number("seat")
        self.proven = frozenset()
        with self.nested() as statements:
            seat: ir.Expr = turn
            if first != ir.Const(0):
                seat = ir.Op("%", (ir.Op("+", (turn, first)), ir.Const(seats)))
            self.write(ir.Store(ir.Const(ME), seat, "me"))
            self.plain(body, self.rebased(scope))
        self.write(ir.For(turn, ir.Range(ir.Const(0), ir.Const(seats - 1)), tuple(statements)))
        self.write(ir.Store(ir.Const(ME), before, "me"))

    def first_seat(self, start: typed.Value | None, scope: Scope) -> ir.Expr:
        """Who begins: the first seat, where rules name nobody."""
        if start is None:
            return ir.Const(0)
        player = self.value(start, scope)
        return select(self.present(player, start.type), player, ir.Const(0))

    def _as_player_plain(self, player: typed.Value, body: typed.Effect, scope: Scope) -> None:
        who = self.fixed(self.value(player, scope), "player", player.type)
        there = self.present(who, player.type)
        with self.nested() as statements:
            self.as_player(who, lambda: self.plain(body, self.rebased(scope)))
        if there == TRUE:
            self.out.extend(statements)
        else:
            self.write(ir.If(there, tuple(statements)))

    def as_player(self, player: ir.Expr, body: Callable[[], None]) -> None:
        before = self.kept(self.me, "me_before", None)
        self.write(ir.Store(ir.Const(ME), player, "me"))
        body()
        self.write(ir.Store(ir.Const(ME), before, "me"))

    def _do_plain(self, effect: typed.Do, scope: Scope) -> None:
        called = self.printed_as_rule(effect, scope)
        if called is not None:
            rule, piece = called
            self.call_function(rule, [piece])
            return
        number, effects = self.number_printed(effect, scope)
        self._one_of_effects(number, effects, 0)

    def number_printed(self, effect: typed.Do, scope: Scope) -> tuple[ir.Expr, list[typed.Effect]]:
        """Which of the different effects is printed on the piece, and these. The piece is noted: an effect that several
        have in common stands in the text of each.
        """
        effects, table = self.printed_effects(effect.attribute, self.model.pieces[effect.target.type.name])
        piece = self.value(effect.target, scope)
        self.note(effect, (piece,))
        return self.kept(ir.Table(table, piece), "printed", None), effects

    def _one_of_effects(self, number: ir.Expr, effects: list[typed.Effect], first: int) -> None:
        """The effect with that number, or none past the last; a tree of tests finds it."""
        if len(effects) == 1:
            with self.nested() as statements:
                self.plain(effects[0], self.base_scope())
            self.write(ir.If(ir.Compare("==", number, ir.Const(first)), tuple(statements)))
            return
        half = len(effects) // 2
        with self.nested() as below:
            self._one_of_effects(number, effects[:half], first)
        with self.nested() as above:
            self._one_of_effects(number, effects[half:], first + half)
        self.write(ir.If(ir.Compare("<", number, ir.Const(first + half)), tuple(below), tuple(above)))

    def _call_plain(self, effect: typed.CallRule, scope: Scope) -> None:
        with self.phase(effect):
            self._called_plain(effect, scope)

    def _called_plain(self, effect: typed.CallRule, scope: Scope) -> None:
        rule = effect.rule
        arguments = [self.value(argument, scope) for argument in effect.arguments]
        if self.inlined(rule):
            inner = scope
            for parameter, argument in zip(rule.parameters, arguments, strict=True):
                inner = self.bound(parameter, argument, inner)
            self.plain(rule.body, inner)
            return
        self.call_function(rule, arguments)

    @contextmanager
    def phase(self, call: typed.CallRule) -> Iterator[None]:
        """What a rule does that set-up or flow calls; who acts is noted before it, and afterwards that it is over. With
        guards each call is noted.
        """
        own = id(call) in self._calls_of_flow
        if own or self.notes_guards:
            self.note(call, (self.me,))
        yield
        if own:
            self.note(call, ())

    def call_function(self, rule: Rule, arguments: list[ir.Expr]) -> None:
        """Calls a rule in which nobody decides anything."""
        self.need_plain_rule(rule)
        if rule.name in self.recursive:
            self.write(ir.Spend(place_of(rule)))
        cycle = self.analysis.cycles.get(rule.name, frozenset())
        self.write(ir.CallPlain(rule.name, tuple(arguments), cycle if self.procedure_name in cycle else frozenset()))


def place_of(node: typed.Effect | Rule) -> str:
    """Where it stands in the rules, as `FILE:LINE`."""
    return f"{node.span.file}:{node.span.line}"
