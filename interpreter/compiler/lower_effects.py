"""Effects in which somebody decides, lowered to blocks between decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE
from interpreter.compiler.lower_asks import AskLowering
from interpreter.compiler.lowering import Scope
from interpreter.compiler.slots import ME, PENDING
from interpreter.model import typed
from interpreter.model.game import Rule

if TYPE_CHECKING:
    from collections.abc import Callable


class EffectLowering(AskLowering):
    """Builds the blocks of the whole game."""

    def effect(self, effect: typed.Effect, scope: Scope) -> None:
        if self.suspends(effect):
            self.suspending(effect, scope)
        else:
            self.plain(effect, scope)

    def suspending(self, effect: typed.Effect, scope: Scope) -> None:
        """An effect in which somebody decides, whatever it is made of."""
        match effect:
            case typed.Sequence(items=items):
                for item in items:
                    self.effect(item, scope)
            case typed.Alternatives() | typed.Choose(amount=None) | typed.Pass():
                self.ask(self.heads(effect, scope, ""), effect)
            case typed.Otherwise(first=first, second=second):
                self._otherwise(first, second, scope)
            case typed.Conditional(condition=condition, then=then, otherwise=otherwise):
                self._branch(effect, self.value(condition, scope), then, otherwise, scope)
            case typed.OnlyIf(condition=condition, body=body):
                self._branch(effect, self.value(condition, scope), body, None, scope)
            case typed.Let(variable=variable, value=value, body=body):
                self.effect(body, self.let(variable, value, scope))
            case typed.EachPlayer(start=start, body=body):
                self._each_player(start, body, scope)
            case typed.AsPlayer(player=player, body=body):
                self._acts(player, body, scope)
            case typed.TakeTurns(start=start, condition=condition, body=body):
                self._take_turns(start, condition, body, scope)
            case typed.RepeatUntil(condition=condition, body=body):
                self._repeat_until(condition, body, scope)
            case typed.Repeat(times=times, body=body):
                rounds = self.kept(self.rounds(times, scope), "rounds_left", None)
                self._while_left(rounds, lambda: self.effect(body, scope))
            case _:
                self._decided(effect, scope)

    def _decided(self, effect: typed.Effect, scope: Scope) -> None:
        """Calls, choices of several steps or beside a refusal, and what ends the game."""
        match effect:
            case typed.Pay(body=typed.Effect() as paid_for):
                self._pay_then(effect, paid_for, scope)
            case typed.May(body=body):
                self.ask([*self.heads(body, scope, ""), self.added("decline", effect, scope)], effect)
            case typed.Cover():
                self.cover(effect, scope)
            case typed.CallRule():
                self.call_rule(effect, scope)
            case typed.Do():
                self._printed_effect(effect, scope)
            case typed.ForEach():
                self.each_element(effect, scope)
            case typed.Choose():
                self.choose_several(effect, scope)
            case typed.AnyOrder(items=items):
                self.some_of(effect, items, None, scope, different=True)
            case typed.SomeOf(items=items, amount=amount, different=different):
                self.some_of(effect, items, self.rounds(amount, scope), scope, different=different)
            case typed.AtOnce():
                self.at_once(effect, scope)
            case typed.EndGame():
                self.note(effect, ())
                self.write(ir.Store(ir.Const(PENDING), ir.Const(0), "pending"))
                self.end(ir.End())
                self.enter(self.block())
            case _:
                raise AssertionError(f"nobody decides in {type(effect).__name__}")

    def _acts(self, player: typed.Value, body: typed.Effect, scope: Scope) -> None:
        """The body with another player acting, if there is such a player."""
        who = self.fixed(self.value(player, scope), "player", player.type)
        then, after = self.block(), self.block()
        there = self.present(who, player.type)
        if there != TRUE:
            self.end(ir.Branch(there, then, after))
            self.enter(then)
        self.as_player(who, lambda: self.effect(body, self.rebased(scope)))
        self.goto(after)
        self.enter(after)

    def _printed_effect(self, effect: typed.Do, scope: Scope) -> None:
        """The effect that is printed on a piece."""
        called = self.printed_as_rule(effect, scope)
        if called is not None:
            self.call_procedure(called[0], [called[1]])
            return
        number, effects = self.number_printed(effect, scope)
        after = self.block()
        self._one_of_several(number, [*effects, None], 0, after)
        self.enter(after)

    def _one_of_several(self, number: ir.Expr, effects: list[typed.Effect | None], first: int, after: ir.Block) -> None:
        """The effect with that number; a tree of branches finds it."""
        if len(effects) == 1:
            if effects[0] is not None:
                self.effect(effects[0], self.base_scope())
            self.goto(after)
            return
        half = len(effects) // 2
        below, above = self.block(), self.block()
        self.end(ir.Branch(ir.Compare("<", number, ir.Const(first + half)), below, above))
        self.enter(below)
        self._one_of_several(number, effects[:half], first, after)
        self.enter(above)
        self._one_of_several(number, effects[half:], first + half, after)

    def _repeat_until(self, condition: typed.Value, body: typed.Effect, scope: Scope) -> None:
        head, inside, after = self.block(), self.block(), self.block()
        self.goto(head)
        self.enter(head)
        self.end(ir.Branch(self.value(condition, scope), after, inside))
        self.enter(inside)
        self.effect(body, scope)
        self.goto(head)
        self.enter(after)

    def _otherwise(self, first: typed.Effect, second: typed.Effect, scope: Scope) -> None:
        after = self.block()
        if self.merges(first):
            empty = self.block()
            number = len(self.sites) + 1
            self.ask(self.heads(first, scope, ""), first, empty)
            self.goto(after)
            self.enter(empty)
            self.instead_of = number
        else:
            then, other = self.block(), self.block()
            self.end(ir.Branch(self.possible(first, scope), then, other))
            self.enter(then)
            self.effect(first, scope)
            self.goto(after)
            self.enter(other)
        self.effect(second, scope)
        self.instead_of = 0
        self.goto(after)
        self.enter(after)

    def _branch(
        self,
        guard: typed.Effect,
        condition: ir.Expr,
        then: typed.Effect,
        otherwise: typed.Effect | None,
        scope: Scope,
    ) -> None:
        yes, after = self.block(), self.block()
        no = after if otherwise is None and not self.notes_guards else self.block()
        self.end(ir.Branch(condition, yes, no))
        self.enter(yes)
        self.note_guard(guard, held=True)
        self.effect(then, scope)
        self.goto(after)
        if no is not after:
            self.enter(no)
            self.note_guard(guard, held=False)
            if otherwise is not None:
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

    def _while_left(self, left: ir.Var, body: Callable[[], None]) -> None:
        """Runs the body `left` times; `left` counts down."""
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
        first = self.first_seat(start, scope)
        self.write(ir.Store(ir.Const(ME), first, "me"))
        self.round_of_seats(lambda: self.effect(body, self.rebased(scope)))
        self.write(ir.Store(ir.Const(ME), before, "me"))

    def round_of_seats(self, body: Callable[[], None]) -> None:
        """The body for every seat once, from the one whose turn it is."""
        left = self.kept(ir.Const(len(self.model.seats)), "players_left", None)

        def turn() -> None:
            body()
            self.write(ir.Store(ir.Const(ME), self.next_seat(self.me), "me"))

        self._while_left(left, turn)

    def _take_turns(self, start: typed.Value | None, condition: typed.Value, body: typed.Effect, scope: Scope) -> None:
        first = self.first_seat(start, scope)
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

    def cover(self, effect: typed.Cover, scope: Scope) -> None:
        raise NotImplementedError

    def call_rule(self, effect: typed.CallRule, scope: Scope) -> None:
        raise NotImplementedError

    def call_procedure(self, rule: Rule, arguments: list[ir.Expr]) -> None:
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
        scope: Scope,
        *,
        different: bool,
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
