"""Typed sets lowered to what can be iterated over."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import all_of, any_of
from interpreter.compiler.lower_board import BoardLowering
from interpreter.compiler.lowering import Scope
from interpreter.model import typed


class SetLowering(BoardLowering):
    """Adds sets, and what is counted and looked for in them."""

    def iterate(self, node: typed.Value, scope: Scope) -> ir.Expr:
        """The elements of a set, in their stable order."""
        match node:
            case typed.Contents(place=place, kind=kind):
                alone = self._holds_only(place, kind.name)
                found = self.keeping(place, scope)
                low, high = kind.first, kind.nothing - 1
                if isinstance(found, ir.SetAt):
                    return ir.SetItems(ir.Load(found.slot, "lists", 0), found.first, low, high, alone)
                return ir.ZoneItems(self.list_base(place, scope), low, high, alone)
            case typed.All(type=kind):
                assert kind.element is not None
                low, high = self.bounds(kind.element)
                return ir.Range(ir.Const(low), ir.Const(high - 1))
            case typed.Neighbours(space=space):
                kind_of = self.model.spaces[space.type.name]
                return ir.Row(self.neighbours(kind_of), self.value(space, scope))
            case typed.Opponents(player=player):
                var = self.fresh_number("team")
                team = self.team_of(self.value(player, scope))
                teams = ir.Range(ir.Const(0), ir.Const(len(self.model.teams) - 1))
                return ir.Filter(var, teams, ir.Compare("!=", var, team))
            case typed.Groups(binder=binder):
                return ir.Groups(
                    self.filtered(binder, scope),
                    self.neighbours(self.model.spaces[binder.variable.type.name]),
                )
            case typed.Extremal(binder=binder, kind=kind, value=value):
                var, over, where = self.binder(binder, scope)
                over = over if where is None else ir.Filter(var, over, where)
                return ir.Extremal(var, over, self.value(value, scope.bind(binder.variable, var)), kind)
            case typed.SetOf(items=items):
                return ir.Items(tuple(self.value(item, scope) for item in items))
            case typed.NumberRange(first=first, last=last):
                return ir.Range(ir.Const(first), ir.Const(last))
            case typed.Local(variable=variable):
                group = scope.variables[variable.uid]
                assert isinstance(group, ir.Var)
                return ir.Members(group)
            case typed.IfValue() | _:
                raise AssertionError(f"not a set: {type(node).__name__}")

    def _holds_only(self, place: typed.Value, kind: str) -> bool:
        if isinstance(place, typed.ZoneOf):
            return [held for held in place.zone.holds if held in self.model.pieces] == [kind]
        if place.type.kind == "space":
            holds = self.model.spaces[place.type.name].holds
            return [held for held in holds if held in self.model.pieces] == [kind]
        return False

    def filtered(self, binder: typed.Binder, scope: Scope) -> ir.Expr:
        var, over, where = self.binder(binder, scope)
        return over if where is None else ir.Filter(var, over, where)

    def binder(self, binder: typed.Binder, scope: Scope) -> tuple[ir.Var, ir.Expr, ir.Expr | None]:
        var = self.fresh(binder.variable)
        over = self.iterate(binder.domain, scope)
        if binder.where is None:
            return var, over, None
        return var, over, self.value(binder.where, scope.bind(binder.variable, var))

    def aggregate(self, kind: str, binder: typed.Binder, value: typed.Value | None, scope: Scope) -> ir.Expr:
        var, over, where = self.binder(binder, scope)
        if kind == "count" and where is None and isinstance(binder.domain, typed.Contents):
            if self._holds_only(binder.domain.place, binder.domain.kind.name):
                return self.count(binder.domain.place, scope)
        inner = None if value is None else self.value(value, scope.bind(binder.variable, var))
        return ir.Reduce(kind, var, over, where, inner)  # type: ignore[arg-type]

    def member(self, element: typed.Value, domain: typed.Value, scope: Scope) -> ir.Expr:
        wanted = self.value(element, scope)
        match domain:
            case typed.Opponents(player=player):
                team = self.team_of(self.value(player, scope))
                if len(self.model.teams) == 2:
                    return ir.Compare("==", wanted, ir.Op("-", (ir.Const(1), team)))
            case typed.SetOf(items=items):
                return any_of([ir.Compare("==", wanted, self.value(item, scope)) for item in items])
            case typed.NumberRange(first=first, last=last):
                return all_of([ir.Compare(">=", wanted, ir.Const(first)), ir.Compare("<=", wanted, ir.Const(last))])
            case _:
                pass
        var = self.fresh_number("each")
        return ir.Reduce("exists", var, self.iterate(domain, scope), ir.Compare("==", var, wanted), None)
