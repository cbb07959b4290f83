"""Requirements, and what there is to pay them with."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import FALSE, TRUE, fold
from interpreter.compiler.intervals import interval
from interpreter.compiler.lower_values import ValueLowering
from interpreter.compiler.lowering import Scope
from interpreter.compiler.simplify import simplify
from interpreter.model import typed


class GiftLowering(ValueLowering):
    """Adds what is needed, and what sources give."""

    def payable(self, effect: typed.Cover, scope: Scope) -> ir.Expr:
        needs = self.needs(effect, scope)
        if all(need == ir.Const(0) for need in needs):
            return TRUE
        return ir.Payable(needs, self.gifts(effect, scope), effect.binder.variable.type)

    def needs(self, effect: typed.Cover, scope: Scope) -> tuple[ir.Expr, ...]:
        """How much is needed of each kind."""
        return self._of_each(effect.need, effect.binder.variable, scope)

    def gifts(self, effect: typed.Cover, scope: Scope) -> ir.Gifts:
        gifts = [self._gift(source, effect.binder.variable, scope) for source in effect.sources]
        return ir.Gifts(tuple(gift for gift in gifts if gift.where != FALSE))

    def _gift(self, source: typed.Source, kind: typed.Variable, scope: Scope) -> ir.Gift:
        var, over, where = self.binder(source.binder, scope)
        inner = scope.bind(source.binder.variable, var)
        each = source.sort == "each"
        gives = self._of_each(source.gives, kind, inner) if each else (self.amount(source.gives, inner),)
        owes = () if source.owes is None else self._of_each(source.owes, kind, inner)
        return ir.Gift(source.sort, var, over, where, gives, owes)

    def _of_each(self, amount: typed.Value, kind: typed.Variable, scope: Scope) -> tuple[ir.Expr, ...]:
        members = range(self.nothing(kind.type))
        return tuple(self.amount(amount, scope.bind(kind, ir.Const(member))) for member in members)

    def amount(self, amount: typed.Value, scope: Scope) -> ir.Expr:
        """How much is gained, paid, lost or moved: nothing, if the number is below zero."""
        value = simplify(self.value(amount, scope), self.tables.values)
        below = interval(value, self.tables.values)[0] < 0
        return fold("max", (value, ir.Const(0))) if below else value
