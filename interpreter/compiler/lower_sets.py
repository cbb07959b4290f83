"""Typed sets lowered to what can be iterated over."""

from __future__ import annotations

from typing import Literal

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE, all_of, any_of, differs, select
from interpreter.compiler.lower_board import BoardLowering
from interpreter.compiler.lowering import Scope
from interpreter.model import typed
from interpreter.model.game import Function


class SetLowering(BoardLowering):
    """Adds sets, and what is counted and looked for in them."""

    def several(self, node: typed.Value, scope: Scope) -> ir.Expr:
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
            case typed.NumberRange(first=first, last=last):
                return ir.Range(ir.Const(first), ir.Const(last))
            case typed.Local(variable=variable):
                found_set = scope.variables[variable.uid]
                return ir.Members(found_set) if isinstance(found_set, ir.Var) else found_set
            case _:
                return self._composed_set(node, scope)

    def _composed_set(self, node: typed.Value, scope: Scope) -> ir.Expr:
        """Sets made of others."""
        match node:
            case typed.SetOf(items=items):
                return self._listed(items, scope)
            case typed.IfValue(condition=condition, then=then, otherwise=otherwise):
                return select(self.value(condition, scope), self.iterate(then, scope), self.iterate(otherwise, scope))
            case typed.Arithmetic(operator=operator, left=left, right=right):
                kind: Literal["union", "minus"] = "union" if operator == "+" else "minus"
                return ir.Combined(kind, self.iterate(left, scope), self.iterate(right, scope))
            case typed.CallFunction(function=function, arguments=arguments):
                return self.iterate(function.body, self.called(function, arguments, scope))
            case _:
                raise AssertionError(f"not a set: {type(node).__name__}")

    def _listed(self, items: tuple[typed.Value, ...], scope: Scope) -> ir.Expr:
        """A set of these: each once, without nothing."""
        values = [self.value(item, scope) for item in items]
        present = [self.present(value, item.type) for value, item in zip(values, items, strict=True)]
        over: ir.Expr = ir.Items(tuple(dict.fromkeys(values)))
        if any(not isinstance(value, ir.Const) for value in values):
            over = ir.Combined("union", over, ir.Items(()))
        if all(condition == TRUE for condition in present):
            return over
        var = self.fresh_number("each")
        return ir.Filter(var, over, differs(var, self.nothing(items[0].type)))

    def called(self, function: Function, arguments: tuple[typed.Value, ...], scope: Scope) -> Scope:
        """The scope for the body of a named value. These are lowered in place: they cannot call themselves."""
        inner = scope
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            inner = inner.bind(parameter, self.value(argument, scope))
        return inner

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
        var = self.element(binder.variable)
        over = self.iterate(binder.domain, scope)
        if binder.where is None:
            return var, over, None
        return var, over, self.value(binder.where, scope.bind(binder.variable, var))

    def aggregate(self, kind: str, binder: typed.Binder, value: typed.Value | None, scope: Scope) -> ir.Expr:
        var, over, where = self.binder(binder, scope)
        domain, everything = binder.domain, kind == "count" and where is None
        if everything and isinstance(domain, typed.Contents) and self._holds_only(domain.place, domain.kind.name):
            return self.count(domain.place, scope)
        inner = None if value is None else self.value(value, scope.bind(binder.variable, var))
        return self.number(ir.Reduce(kind, var, over, where, inner))  # type: ignore[arg-type]

    def member(self, wanted: ir.Expr, domain: typed.Value, scope: Scope) -> ir.Expr:
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
