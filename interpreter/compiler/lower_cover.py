"""Requirements paid with pieces that are picked one after another."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import all_of, negation
from interpreter.compiler.heads import Head
from interpreter.compiler.lower_effects import EffectLowering
from interpreter.compiler.lowering import Scope
from interpreter.model import typed


class CoverLowering(EffectLowering):
    """Adds `cover`."""

    def cover(self, effect: typed.Cover, scope: Scope) -> None:
        """Asks until what is picked is enough. Only then is it used, so that nothing changes between the picks."""
        needs = tuple(self.kept(need, "need", None) for need in self.needs(effect, scope))
        by_kind: dict[str, list[typed.Source]] = {}
        for source in effect.sources:
            by_kind.setdefault(source.binder.variable.type.name, []).append(source)
        lists = {kind: self._emptied("chosen", sources[0]) for kind, sources in by_kind.items()}
        head, after = self.block(), self.block()
        self.goto(head)
        self.enter(head)
        gifts = self.gifts(effect, self.rebased(scope))
        picks = ir.Picks(needs, gifts, tuple(self.own_items(base) for base in lists.values()))
        heads = [self._picking(sources[0], picks, scope, among=len(by_kind)) for sources in by_kind.values()]

        def follow(chosen: Head) -> None:
            assert chosen.variable is not None
            assert chosen.var is not None
            base = ir.Const(lists[chosen.variable.type.name])
            self.write(ir.Run("append", (base, chosen.var), ("lists",)))
            self.goto(head)

        self.ask(heads, effect, after, follow, alone=True)
        self.goto(after)
        self.enter(after)
        used = [pair for kind, sources in by_kind.items() for pair in self._uses(sources, lists[kind], scope)]
        for source, base in used:
            self._use_up(source, base, scope)

    def own_items(self, base: int) -> ir.ZoneItems:
        return ir.ZoneItems(ir.Const(base), *ir.UNKNOWN, all=True)

    def _emptied(self, name: str, source: typed.Source) -> int:
        base = self.own_list(f"{name}_{source.binder.variable.name}", *self.extent(source.binder.domain))
        self.write(ir.Run("clear", (ir.Const(base),), ("lists",)))
        return base

    def _picking(self, source: typed.Source, picks: ir.Picks, scope: Scope, *, among: int) -> Head:
        """The picks of one kind of piece, `among` so many kinds."""
        variable = source.binder.variable
        single = typed.Choose(source.binder, None, None, source.body, span=source.span)
        var = self.element(variable)
        over: ir.Expr = picks
        if among > 1:
            each = self.element(variable)
            of_kind: list[ir.Expr] = [
                ir.Compare(">=", each, ir.Const(var.low)),
                ir.Compare("<=", each, ir.Const(var.high)),
            ]
            over = ir.Filter(each, picks, all_of(of_kind))
        return Head("element", "", single, (), scope, variable=variable, var=var, over=over)

    def _uses(self, sources: list[typed.Source], base: int, scope: Scope) -> list[tuple[typed.Source, int]]:
        """The pieces of a kind that were picked, listed by the first source that each belongs to."""
        if len(sources) == 1:
            return [(sources[0], base)]
        var = self.element(sources[0].binder.variable)
        before: list[ir.Expr] = []
        found = []
        for source in sources:
            own, over, where = self.binder(source.binder, self.rebased(scope))
            same = ir.Compare("==", own, var)
            belongs = ir.Reduce("exists", own, over, same if where is None else all_of([same, where]), None)
            listed = self._emptied("used", source)
            self.fill(listed, ir.Filter(var, self.own_items(base), all_of([belongs, *map(negation, before)])))
            found.append((source, listed))
            before.append(belongs)
        return found

    def _use_up(self, source: typed.Source, base: int, scope: Scope) -> None:
        """Carries out what becomes of each piece in a list."""
        head, inside, after = self.block(), self.block(), self.block()
        self.goto(head)
        self.enter(head)
        self.end(ir.Branch(ir.Compare("==", ir.Load(ir.Const(base), "lists"), ir.Const(0)), after, inside))
        self.enter(inside)
        var = self.element(source.binder.variable)
        self.write(ir.Assign(var, ir.Load(ir.Const(base + 1), "lists", var.low, var.high)))
        self.write(ir.Take(var, ir.Const(-1), ir.ListAt(ir.Const(base))))
        self.effect(source.body, self.rebased(scope).bind(source.binder.variable, var))
        self.goto(head)
        self.enter(after)
