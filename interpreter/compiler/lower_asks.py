"""Blocks, and decisions that end them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.heads import Head
from interpreter.compiler.lower_plain import PlainLowering
from interpreter.compiler.lowering import Scope
from interpreter.model import typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.model.game import Model


class AskLowering(PlainLowering):
    """Adds blocks between decisions, and asking."""

    def __init__(self, model: Model, *, guards: bool = False) -> None:
        super().__init__(model, guards=guards)
        self._free: tuple[list[Head], int] = ([], 0)  # with how many parts they were written

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
        *,
        alone: bool = False,
    ) -> None:
        """Offers the heads; what follows each is written, and all of them meet in the current block.

        Without any option, or with a single one that is to decline or be done, the decision is not asked: play goes on
        at `empty`, or after it. Beside a decision that does not stand `alone` there are free actions, after which it is
        asked again.
        """
        free = [] if alone else self._free_heads(heads)
        again = self.current
        if free:
            again = self.block()
            self.goto(again)
            self.enter(again)
        after = self.block()
        groups: list[ir.Group] = []
        targets: list[ir.Block] = []
        next_code = 0
        for head in (*heads, *free):
            group, next_code = self.group(replace(head, conditions=self.unknown(head.conditions)), next_code)
            groups.append(group)
            targets.append(self.block())
        refusable = heads[-1].kind in ("decline", "done")
        asked = ir.Ask(self.site(effect, groups), tuple(targets), empty or after, len(free), refusable)
        if asked.surely:
            asked.empty = None
        self.end(asked)
        for i, (head, target) in enumerate(zip((*heads, *free), targets, strict=True)):
            self.enter(target)
            (self.follow if follow is None or i >= len(heads) else follow)(head)
            self.goto(after if i < len(heads) else again)
        self.enter(after)

    def _free_heads(self, heads: list[Head]) -> list[Head]:
        """The free actions beside a decision: those that are not among its own options, none where a free action is
        under way, or one can only pass.
        """
        if self.procedure_name in self.analysis.within_free or all(head.kind == "pass" for head in heads):
            return []
        offered = {(head.name, head.conditions) for head in heads}
        return [head for head in self._every_free_head() if (head.name, head.conditions) not in offered]

    def _every_free_head(self) -> list[Head]:
        """Those of all free actions: the same everywhere, where they are for no elements, which need variables."""
        known, size = self._free
        if known:
            self.count_parts(size)
            return known
        before = self.parts
        calls = [typed.CallRule(rule, (), span=rule.span) for rule in self.model.free_actions]
        free = [head for call in calls for head in self.heads(call, self.base_scope(), "")]
        if all(head.var is None for head in free):
            self._free = free, self.parts - before
        return free

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
            if isinstance(value, ir.Expr):
                scope = self.bound(variable, value, scope)
            else:
                scope = self.let(variable, value, scope)
        if head.variable is not None and head.var is not None:
            scope = scope.bind(head.variable, head.var)
        outer, self.rule_name = self.rule_name, head.name or self.rule_name
        if isinstance(head.body, typed.Pass):
            self.note(head.body, (self.me,))
        else:
            self.effect(head.body, scope)
        self.rule_name = outer

    def effect(self, effect: typed.Effect, scope: Scope) -> None:
        raise NotImplementedError
