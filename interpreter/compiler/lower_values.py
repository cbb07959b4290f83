"""Typed values lowered to integer expressions."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE, add, all_of, any_of, compared, differs, fold, negation
from interpreter.compiler.intervals import interval
from interpreter.compiler.lower_places import OWNER_TABLE
from interpreter.compiler.lower_sets import SetLowering
from interpreter.compiler.lowering import CALLED_VALUE, Scope
from interpreter.model import typed
from interpreter.model.game import Function
from interpreter.model.types import Type

OPERATORS: dict[str, str] = {"/": "//", "mod": "%", "^": "**"}
COMPARISONS: dict[str, str] = {"=": "==", "!=": "!="}
LARGEST_ARGUMENT = 60  # parts of an argument that is written out wherever its parameter stands
MIRRORED: dict[str, str] = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class ValueLowering(SetLowering):
    """Lowers values."""

    def single(self, node: typed.Value, scope: Scope) -> ir.Expr:
        match node:
            case typed.Const(value=value):
                return ir.Const(value)
            case typed.Local(variable=variable):
                return scope.variables[variable.uid]
            case typed.Me():
                return scope.me
            case typed.CounterOf(counter=counter, owner=owner):
                return scope.counted(self.counter_slot(counter, owner, scope))
            case typed.ZoneOf(zone=zone, owner=owner):
                return self.owned(zone.first, owner, scope)
            case typed.TokenOn():
                return self.token_on(node, scope)
            case typed.TokenCount():
                return self.token_count(node, scope)
            case typed.AttributeOf(attribute=attribute, target=target):
                return self.attribute(node, attribute.values, scope)
            case typed.VariableOf(variable=variable, target=target):
                base = self.layout.variables[variable.kind, variable.name]
                area = f"variable:{variable.kind}.{variable.name}"
                return ir.Load(add(ir.Const(base), self.value(target, scope)), area, variable.low, variable.high)
            case typed.PlaceOf(target=target):
                low, high = self.bounds(node.type)
                index = add(ir.Const(self.layout.location), self.value(target, scope))
                return ir.Load(index, f"place:{target.type.name}", low, high)
            case typed.TeamOf(player=player):
                return self.team_of(self.value(player, scope))
            case typed.Next(value=value):
                last = self.nothing(node.type)
                after = (*range(1, last), 0, last)
                return ir.Table(self.tables.add(f"next_{node.type}", after), self.value(value, scope))
            case _:
                return self._found(node, scope)

    def _found(self, node: typed.Value, scope: Scope) -> ir.Expr:
        """What is found on the board, in sets and by the rules' own definitions."""
        match node:
            case typed.Step():
                return self.step(node, scope)
            case typed.Distance(first=first, second=second):
                return self.distance(first, second, scope)
            case typed.TopOf(place=place, kind=kind):
                return self.top_of(place, kind.nothing, scope)
            case typed.Aggregate(kind=kind, binder=binder, value=value):
                return self.aggregate(kind, binder, value, scope)
            case typed.Quantified(kind=kind, binder=binder):
                var, over, where = self.binder(binder, scope)
                found = ir.Reduce("exists", var, over, where, None)
                return found if kind == "exists" else negation(found)
            case typed.First(binder=binder):
                var, over, where = self.binder(binder, scope)
                return ir.Reduce("first", var, over, where, None, self.nothing(node.type))
            case typed.CallFunction():
                return self.named(node, scope)
            case typed.Can(player=player, rule=rule, arguments=arguments):
                who = self.value(player, scope)
                able = self.can(rule, [self.value(argument, scope) for argument in arguments], who)
                return all_of([self.present(who, player.type), able])
            case _:
                return self._composed(node, scope)

    def _composed(self, node: typed.Value, scope: Scope) -> ir.Expr:
        """Truths and numbers made of others."""
        match node:
            case typed.IfValue(condition=condition, then=then, otherwise=otherwise):
                return ir.Select(self.value(condition, scope), self.value(then, scope), self.value(otherwise, scope))
            case typed.Or(items=items):
                return any_of([self.value(item, scope) for item in items])
            case typed.And(items=items):
                return all_of([self.value(item, scope) for item in items])
            case typed.Not(value=value):
                return negation(self.value(value, scope))
            case typed.Compare():
                return self.compare(node, scope)
            case typed.Member(element=element, domain=domain):
                wanted = self.value(element, scope)
                found = self._read_from(element, wanted)
                there = TRUE if found is None else self.present(found[0], found[1])
                return all_of([self.member(wanted, domain, scope), there])
            case typed.Arithmetic(operator=operator, left=left, right=right):
                operands = (self.value(left, scope), self.value(right, scope))
                return self.number(fold(OPERATORS.get(operator, operator), operands))
            case typed.MinMax(kind=which, items=items):
                return fold(which, tuple(self.value(item, scope) for item in items))
            case _:
                raise AssertionError(f"not a single value: {type(node).__name__}")

    def named(self, node: typed.CallFunction, scope: Scope) -> ir.Expr:
        """A named value: written out, or called where it is large and used more than once. What costs and gains on
        the way have changed is not in the state that a function is called on, and is written out.
        """
        function, inner = node.function, self.called(node.function, node.arguments, scope)
        given = [inner.variables[parameter.uid] for parameter in function.parameters]
        large = max((ir.measured(value)[0] for value in given), default=0) > LARGEST_ARGUMENT
        if not (large or function.name in self.called_values) or self._reads_directly(function):
            return self.value(function.body, inner)
        name = CALLED_VALUE + function.name
        if name not in self.functions:
            me = ir.Var("me_now", 0, len(self.model.seats) - 1)
            parameters = [self.fresh(parameter) for parameter in function.parameters]
            own = Scope({}, me)
            for parameter, var in zip(function.parameters, parameters, strict=True):
                own = own.bind(parameter, var)
            self.functions[name] = ((me, *parameters), self.value(function.body, own))
        areas = ir.areas(self.functions[name][1])
        if any(slot.area in areas or "anything" in areas for slot in scope.changed):
            for value in given:
                self.sized(value)
            return self.value(function.body, inner)
        return ir.Invoke(name, (scope.me, *given), areas)

    def _reads_directly(self, function: Function) -> bool:
        """Whether a named value is just another name for what is read from something: a comparison looks there."""
        body = function.body
        if isinstance(body, typed.CallFunction):
            return self._reads_directly(body.function)
        return isinstance(body, typed.AttributeOf | typed.VariableOf | typed.CounterOf)

    def can(self, rule: object, arguments: list[ir.Expr], player: ir.Expr) -> ir.Expr:
        raise NotImplementedError

    def attribute(self, node: typed.AttributeOf, values: tuple[int, ...], scope: Scope) -> ir.Expr:
        """A table over the whole numbering up to the kind's nothing, so that the index needs no offset."""
        target = node.target.type
        first = self.bounds(target)[0]
        name = self.tables.add(f"{node.attribute.name}_of_{target.name or target.kind}", (*(0,) * first, *values))
        return ir.Table(name, self.value(node.target, scope))

    def compare(self, node: typed.Compare, scope: Scope) -> ir.Expr:
        """A comparison about nothing is never true: what is read from no space is -1, which equals no value; an
        inequality must look for it, and an equality of two such values. A number that is read from another thing
        that is nothing looks like any number, and so does what can change about a piece: it must be asked whether they
        are there. What is printed, and is no number, is nothing there, and so differs from all that is something.
        """
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        kind = COMPARISONS.get(node.operator, node.operator)
        result = compared(kind, left, right)
        sides = ((node.left.type, left), (node.right.type, right))
        unread = [side for kind, side in sides if self.may_be_unread(side, kind)]
        if node.operator == "!=" or len(unread) == 2:
            result = all_of([result, *(differs(side, -1) for side in unread)])
        if any(isinstance(side, typed.Const) and side.label == "nothing" for side in (node.left, node.right)):
            return result
        differ = kind == "!=" and node.left.type.kind != "number"
        asked = "==" if differ else kind
        there = [self._there(node.left, left, asked, right), self._there(node.right, right, MIRRORED[asked], left)]
        if differ:
            return any_of([result, *(negation(condition) for condition in there)])
        return all_of([result, *there])

    def _there(self, node: typed.Value, read: ir.Expr, kind: str, other: ir.Expr) -> ir.Expr:
        """The condition that what a side of a comparison is read from is there; TRUE where the comparison with what
        nothing tells fails anyway.
        """
        found = self._read_from(node, read)
        if found is None:
            return TRUE
        target, of_type, told = found
        low, high = interval(other, self.tables.values)
        fails = {
            "==": not low <= told <= high,
            "!=": low == high == told,
            "<": told >= high,
            "<=": told > high,
            ">": told <= low,
            ">=": told < low,
        }
        return TRUE if fails[kind] else self.present(target, of_type)

    def _read_from(self, node: typed.Value, read: ir.Expr) -> tuple[ir.Expr, Type, int] | None:
        """What a lowered value is read from, its type, and what is read when it is nothing. None: it is worked out."""
        match node, read:
            case typed.AttributeOf(attribute, target, type=Type(kind="number")), ir.Table(index=index):
                return index, target.type, attribute.values[-1]
            case typed.VariableOf(variable=variable, target=target), ir.Load(index=index):
                base = self.layout.variables[variable.kind, variable.name]
                return add(index, ir.Const(-base)), target.type, 0
            case typed.CounterOf(counter=counter, owner=typed.Value() as owner), ir.Load(index=index):
                return add(index, ir.Const(-self.layout.counters[counter.name])), owner.type, 0
            case typed.CallFunction(function=function), _:
                return self._read_from(function.body, read)
            case _:
                return None

    def may_be_unread(self, value: ir.Expr, kind: Type) -> bool:
        """Whether a value that is no number can be -1: what a space that is nothing tells of its token."""
        match value:
            case ir.Load(low=-1) | ir.Var(low=-1):
                return kind.kind != "number"
            case ir.Table(str(name), index) if name.startswith(OWNER_TABLE):
                return self.may_be_unread(index, kind)
            case ir.Select(_, then, otherwise):
                return self.may_be_unread(then, kind) or self.may_be_unread(otherwise, kind)
            case _:
                return False
