"""Binders, and the functions of the language: count, sum, step and the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from interpreter.language import ast
from interpreter.model import typed
from interpreter.model.bind_names import NameBinder
from interpreter.model.binder import ANY_SET, UNKNOWN, head, is_unknown
from interpreter.model.game import Function, PieceKind, Rule
from interpreter.model.scope import DIRECTION, Env
from interpreter.model.types import BOOLEAN, NUMBER, PLACE, PLAYER, Type, set_of
from interpreter.source import did_you_mean, error

_Method = Callable[["CallBinder", ast.Call, Env], typed.Value]
_SPACE = Type("space")


class CallBinder(NameBinder):
    """Binds sets with their variables, and calls."""

    # ---- sets ------------------------------------------------------------------------------------

    def binder(self, node: ast.Binder, env: Env) -> tuple[typed.Binder, Env]:
        """The bound set with its variable, and the names that hold where the variable does."""
        domain = self.value(node.domain, env, ANY_SET)
        variable, inner = self._variable(node, domain, env)
        where = None if node.where is None else self.value(node.where, inner, BOOLEAN)
        found = typed.Binder(variable, domain, where, span=node.span)
        if node.extreme is None:
            return found, inner
        measure = self.value(node.extreme.value, inner, NUMBER)
        best = typed.Extremal(found, node.extreme.kind, measure, type=domain.type, span=node.extreme.span)
        variable, inner = self._variable(node, domain, env)
        return typed.Binder(variable, best, None, span=node.span), inner

    def _variable(self, node: ast.Binder, domain: typed.Value, env: Env) -> tuple[typed.Variable, Env]:
        element = domain.type.element or UNKNOWN
        variable = self.scope.variable(node.variable or "it", element)
        return variable, env.plus(variable, it=node.variable is None)

    def elements(self, node: ast.Value, env: Env) -> typed.Binder:
        """A set as an argument, narrowed or not."""
        if isinstance(node, ast.Binder):
            return self.binder(node, env)[0]
        domain = self.value(node, env, ANY_SET)
        variable = self.scope.variable("it", domain.type.element or UNKNOWN)
        return typed.Binder(variable, domain, None, span=node.span)

    def refuse_groups(self, found: typed.Value) -> None:
        """Report a set of groups where each element must be something that can be kept while play goes on."""
        if found.type.element is not None and found.type.element.kind == "set":
            self.report(error("groups-not-kept", found.span))

    # ---- calls -----------------------------------------------------------------------------------

    def call(self, node: ast.Call, env: Env) -> typed.Value:
        """A function of the language or of the game."""
        named = self.scope.names.get(node.name)
        entity = named.entity if named else None
        if isinstance(entity, Function):
            self.scope.used.add(node.name)
            return self.call_function(entity, self.arguments(entity, node, env), node.span)
        if entity is not None:
            return self.fail(error("not-a-function", node.span, name=node.name))
        method, counts = _FUNCTIONS.get(node.name, (None, ()))
        if method is None:
            hint = did_you_mean(node.name, [*_FUNCTIONS, *self.scope.functions])
            return self.fail(error("unknown-function", head(node.span, node.name), hint=hint, name=node.name))
        wanted = counts or range(1, 100)
        if not self.check_arity(node.name, wanted, len(node.arguments), node.span):
            return typed.Const(0, type=UNKNOWN, span=node.span)
        return method(self, node, env)

    def arguments(
        self, callee: Function | Rule, node: ast.Call | ast.Invoke | ast.Can, env: Env
    ) -> tuple[typed.Value, ...]:
        """The arguments, each of its parameter's type."""
        given = node.arguments
        wanted = callee.parameters
        self.check_arity(callee.name, [len(wanted)], len(given), node.span, callee.span)
        return tuple(
            self.value(argument, env, parameter.type, callee.span)
            for argument, parameter in zip(given, wanted, strict=False)
        )

    def count(self, node: ast.Call, env: Env) -> typed.Value:
        """How many: the elements of a set, or the tokens of a kind in a place."""
        argument = node.arguments[0]
        if isinstance(argument, ast.On):
            found = self.on(argument, env, counted=True)
            if found.type == NUMBER or is_unknown(found.type):
                return found
        return typed.Aggregate("count", self.elements(argument, env), None, type=NUMBER, span=node.span)

    def aggregate(self, node: ast.Call, env: Env) -> typed.Value:
        argument = node.arguments[0]
        if isinstance(argument, ast.Comprehension):
            binder, inner = self.binder(argument.binder, env)
            measure = self.value(argument.value, inner, NUMBER)
        else:
            binder = self.elements(argument, env)
            element = typed.Local(binder.variable, type=binder.variable.type, span=argument.span)
            measure = self.expect(element, NUMBER, None)
        return typed.Aggregate(_AGGREGATES[node.name], binder, measure, type=NUMBER, span=node.span)

    def groups(self, node: ast.Call, env: Env) -> typed.Value:
        binder = self.elements(node.arguments[0], env)
        self.expect(typed.Local(binder.variable, type=binder.variable.type, span=node.arguments[0].span), _SPACE, None)
        return typed.Groups(binder, type=set_of(set_of(binder.variable.type)), span=node.span)

    def first(self, node: ast.Call, env: Env) -> typed.Value:
        binder = self.elements(node.arguments[0], env)
        self.refuse_groups(binder.domain)
        return typed.First(binder, type=binder.variable.type.or_nothing(), span=node.span)

    def next(self, node: ast.Call, env: Env) -> typed.Value:
        """Of those who or which go round; a name of a player is no team's here."""
        argument = node.arguments[0]
        is_seat = isinstance(argument, ast.Name) and any(argument.id == seat.name for seat in self.scope.seats)
        value = self.value(argument, env, PLAYER if is_seat else None)
        if is_unknown(value.type) or value.type.kind in ("player", "team", "enum"):
            return typed.Next(value, type=value.type, span=node.span)
        return self.expect(value, PLAYER, None)

    def step(self, node: ast.Call, env: Env) -> typed.Value:
        start = self.value(node.arguments[0], env, _SPACE)
        direction = self.value(node.arguments[1], env, Type("enum", DIRECTION))
        count = self.value(node.arguments[2], env, NUMBER)
        if is_unknown(start.type):
            return start
        if self.scope.spaces[start.type.name].directions is None:
            return self.fail(error("no-directions", start.span, name=start.type.name))
        return typed.Step(start, direction, count, type=start.type.or_nothing(), span=node.span)

    def neighbours(self, node: ast.Call, env: Env) -> typed.Value:
        space = self.value(node.arguments[0], env, _SPACE)
        return typed.Neighbours(space, type=set_of(space.type), span=node.span)

    def distance(self, node: ast.Call, env: Env) -> typed.Value:
        first = self.value(node.arguments[0], env, _SPACE)
        second = self.value(node.arguments[1], env, first.type.present())
        return typed.Distance(first, second, type=NUMBER, span=node.span)

    def top(self, node: ast.Call, env: Env) -> typed.Value:
        place = self.value(node.arguments[0], env, PLACE)
        kinds = self._kinds_in(place)
        if len(kinds) != 1:
            return self.fail(error("several-kinds", place.span, count=len(kinds)))
        return typed.TopOf(place, kinds[0], type=Type("piece", kinds[0].name, nullable=True), span=node.span)

    def _kinds_in(self, place: typed.Value) -> list[PieceKind]:
        """The kinds of pieces that a place can hold."""
        return [self.scope.pieces[name] for name in self.holds(place) if name in self.scope.pieces]

    def holds(self, place: typed.Value) -> tuple[str, ...]:
        """The kinds of components that a place can hold."""
        if isinstance(place, typed.ZoneOf):
            return place.zone.holds
        if place.type.kind == "space":
            return self.scope.spaces[place.type.name].holds
        return (*self.scope.pieces, *self.scope.tokens)

    def empty(self, node: ast.Call, env: Env) -> typed.Value:
        """A place with nothing of any kind there, one comparison a kind; what is no place is not empty."""
        place = self.value(node.arguments[0], env, PLACE)
        if is_unknown(place.type):
            return place
        counts = [self._count_of(name, place) for name in self.holds(place)]
        zero = self.number(0, node.span)
        parts = tuple(typed.Compare("=", count, zero, type=BOOLEAN, span=node.span) for count in counts)
        if place.type.nullable:
            nowhere = self.nothing(place.type, node.span)
            parts = (typed.Compare("!=", place, nowhere, type=BOOLEAN, span=node.span), *parts)
        return parts[0] if len(parts) == 1 else typed.And(parts, type=BOOLEAN, span=node.span)

    def _count_of(self, kind: str, place: typed.Value) -> typed.Value:
        if kind in self.scope.tokens:
            return typed.TokenCount(self.scope.tokens[kind], None, place, type=NUMBER, span=place.span)
        contents = self.contents(place, self.scope.pieces[kind], place.span)
        binder = typed.Binder(self.scope.variable("it", Type("piece", kind)), contents, None, span=place.span)
        return typed.Aggregate("count", binder, None, type=NUMBER, span=place.span)

    def floor(self, node: ast.Call, env: Env) -> typed.Value:
        """Division rounds down already."""
        return self.value(node.arguments[0], env, NUMBER)

    def min_max(self, node: ast.Call, env: Env) -> typed.Value:
        items = tuple(self.value(item, env, NUMBER) for item in node.arguments)
        return typed.MinMax("min" if node.name == "min" else "max", items, type=NUMBER, span=node.span)

    # ---- rules -----------------------------------------------------------------------------------

    def can(self, node: ast.Can, env: Env) -> typed.Value:
        """Whether a player could carry out a rule."""
        player = self.value(node.player, env, PLAYER)
        rule = self.scope.rules.get(node.rule)
        if rule is None:
            hint = did_you_mean(node.rule, self.scope.rules)
            return self.fail(error("unknown-rule", node.span, hint=hint, name=node.rule))
        self.scope.used.add(node.rule)
        return typed.Can(player, rule, self.arguments(rule, node, env), type=BOOLEAN, span=node.span)


_AGGREGATES: dict[str, Literal["sum", "most", "least"]] = {"sum": "sum", "most": "most", "least": "least"}
# Each function with the numbers of arguments it takes; none: one or more.
_FUNCTIONS: dict[str, tuple[_Method, tuple[int, ...]]] = {
    "count": (CallBinder.count, (1,)),
    "sum": (CallBinder.aggregate, (1,)),
    "most": (CallBinder.aggregate, (1,)),
    "least": (CallBinder.aggregate, (1,)),
    "groups": (CallBinder.groups, (1,)),
    "first": (CallBinder.first, (1,)),
    "next": (CallBinder.next, (1,)),
    "step": (CallBinder.step, (3,)),
    "neighbours": (CallBinder.neighbours, (1,)),
    "distance": (CallBinder.distance, (2,)),
    "top": (CallBinder.top, (1,)),
    "empty": (CallBinder.empty, (1,)),
    "floor": (CallBinder.floor, (1,)),
    "min": (CallBinder.min_max, ()),
    "max": (CallBinder.min_max, ()),
}
FUNCTIONS = tuple(_FUNCTIONS)
