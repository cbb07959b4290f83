"""Values: every kind of value bound and typed."""

from __future__ import annotations

from interpreter.language import ast
from interpreter.model import typed
from interpreter.model.bind_calls import CallBinder
from interpreter.model.binder import ANY_SET, UNKNOWN, fits, is_unknown, said
from interpreter.model.game import Enum, Function, PieceKind, SpaceKind, Zone
from interpreter.model.scope import Env, Everyone
from interpreter.model.types import BOOLEAN, NOTHING, NUMBER, Type, set_of
from interpreter.source import Span, error

_BARE = (ast.Name, ast.Nothing)
MOST_NUMBERS = 10_000
"""Elements of a set written as a range."""


class ValueBinder(CallBinder):
    """Binds values."""

    def value(
        self, node: ast.Value, env: Env, expected: Type | None = None, because: Span | None = None
    ) -> typed.Value:
        """The bound value; reports unless its type fits `expected` (declared at `because`)."""
        return self.expect(self._value(node, env, expected), expected, because)

    def _value(self, node: ast.Value, env: Env, expected: Type | None) -> typed.Value:
        match node:
            case ast.Number(value):
                return self.number(value, node.span)
            case ast.Name():
                return self.name(node, env, expected)
            case ast.Me():
                return self.me(node.span, env)
            case ast.It():
                return self._it(node, env)
            case ast.Nothing():
                return typed.Const(0, "nothing", type=NOTHING, span=node.span)
            case ast.Of():
                return self.of(node, env, expected)
            case ast.On():
                return self.on(node, env)
            case ast.Call():
                return self.call(node, env)
            case ast.Binder():
                return self._narrowed(node, env)
            case ast.Comprehension():
                return self.fail(error("comprehension-alone", node.span))
            case ast.Can():
                return self.can(node, env)
            case ast.SetOf():
                return self._set_of(node, env, expected)
            case ast.NumberRange():
                return self._range(node)
            case ast.IfValue():
                return self._if_value(node, env, expected)
            case _:
                return self._sum(node, env)

    def _range(self, node: ast.NumberRange) -> typed.Value:
        if node.last - node.first >= MOST_NUMBERS:
            return self.fail(error("range-too-wide", node.span, limit=MOST_NUMBERS))
        return typed.NumberRange(node.first, node.last, type=set_of(NUMBER), span=node.span)

    def _sum(self, node: ast.Value, env: Env) -> typed.Value:
        match node:
            case ast.Arithmetic("+" | "-", left) if self.says_set(left, env):
                return self._combined(node, env)
            case ast.Arithmetic(operator, left, right):
                parts = self.value(left, env, NUMBER), self.value(right, env, NUMBER)
                return typed.Arithmetic(operator, *parts, type=NUMBER, span=node.span)
            case ast.Negate(value):
                zero = self.number(0, node.span)
                return typed.Arithmetic("-", zero, self.value(value, env, NUMBER), type=NUMBER, span=node.span)
            case _:
                return self._truth(node, env)

    def says_set(self, node: ast.Value, env: Env) -> bool:
        """Whether a text stands for a set, as far as can be told before it is bound."""
        match node:
            case ast.SetOf() | ast.NumberRange():
                return True
            case ast.Name(name) if name in env.locals:
                return env.locals[name].type.kind == "set"
            case ast.Name(name) | ast.Call(name):
                return self._names_set(name, node.span)
            case ast.Of(name):
                return name == "opponents" or name in self.scope.zones
            case ast.On(ast.Name(name)):
                return name in self.scope.pieces
            case ast.Arithmetic("+" | "-", left) | ast.IfValue(_, left):
                return self.says_set(left, env)
            case _:
                return False

    def _names_set(self, name: str, span: Span) -> bool:
        named = self.scope.names.get(name)
        match named.entity if named else None:
            case Zone() | Enum() | SpaceKind() | PieceKind() | Everyone():
                return True
            case Function() as function:
                self.finish(function, span)
                return function.result.kind == "set"
            case _:
                return name in ("neighbours", "groups")

    def _combined(self, node: ast.Arithmetic, env: Env) -> typed.Value:
        """Two sets as one: what is in either, or in the first only."""
        left = self.value(node.left, env, ANY_SET)
        self.refuse_groups(left)
        element = left.type.element
        wanted = ANY_SET if element is None else set_of(element)
        right = self.value(node.right, env, wanted, node.left.span)
        return typed.Arithmetic(node.operator, left, right, type=left.type, span=node.span)

    def _truth(self, node: ast.Value, env: Env) -> typed.Value:
        match node:
            case ast.Quantified():
                return self._quantified(node, env)
            case ast.Or(items):
                return typed.Or(self._truths(items, env), type=BOOLEAN, span=node.span)
            case ast.And(items):
                return typed.And(self._truths(items, env), type=BOOLEAN, span=node.span)
            case ast.Not(value):
                return typed.Not(self.value(value, env, BOOLEAN), type=BOOLEAN, span=node.span)
            case ast.Compare():
                return self._compare(node, env)
            case ast.Member():
                return self._member(node, env)
            case _:
                raise TypeError(type(node).__name__)

    def _truths(self, items: tuple[ast.Value, ...], env: Env) -> tuple[typed.Value, ...]:
        return tuple(self.value(item, env, BOOLEAN) for item in items)

    def _it(self, node: ast.It, env: Env) -> typed.Value:
        if env.it is None:
            return self.fail(error("no-it", node.span))
        return typed.Local(env.it, type=env.it.type, span=node.span)

    def _narrowed(self, node: ast.Binder, env: Env) -> typed.Value:
        """A narrowed set outside count, sum and their like has nowhere to stand."""
        self.binder(node, env)
        return self.fail(error("binder-alone", node.span))

    def _quantified(self, node: ast.Quantified, env: Env) -> typed.Value:
        binder, inner = self.binder(node.binder, env)
        if node.kind == "every" and node.condition is not None:
            condition = self.value(node.condition, inner, BOOLEAN)
            failing: typed.Value = typed.Not(condition, type=BOOLEAN, span=node.condition.span)
            if binder.where is not None:
                failing = typed.And((binder.where, failing), type=BOOLEAN, span=node.condition.span)
            binder = typed.Binder(binder.variable, binder.domain, failing, span=binder.span)
        return typed.Quantified(node.kind, binder, type=BOOLEAN, span=node.span)

    def _if_value(self, node: ast.IfValue, env: Env, expected: Type | None) -> typed.Value:
        condition = self.value(node.condition, env, BOOLEAN)
        then, otherwise = self._pair(node.then, node.otherwise, env, expected)
        kind = otherwise.type if then.type.kind == "nothing" else then.type
        if then.type.nullable or otherwise.type.nullable:
            kind = kind.or_nothing()
        if not fits(otherwise.type, kind) and not fits(then.type, otherwise.type):
            found = said(otherwise.type)
            return self.fail(error("wrong-type", node.otherwise.span, expected=said(then.type), found=found))
        return typed.IfValue(condition, then, otherwise, type=kind, span=node.span)

    def _compare(self, node: ast.Compare, env: Env) -> typed.Value:
        expected = None if node.operator in ("=", "!=") else NUMBER
        left, right = self._pair(node.left, node.right, env, expected)
        self._check_alike(left, right, node.span)
        return typed.Compare(node.operator, left, right, type=BOOLEAN, span=node.span)

    def _pair(
        self, first: ast.Value, second: ast.Value, env: Env, expected: Type | None
    ) -> tuple[typed.Value, typed.Value]:
        """Two values of one type: the one that tells its type best decides about the other."""
        if expected is not None:
            return self.value(first, env, expected), self.value(second, env, expected)
        if isinstance(first, _BARE) and not self._is_decided(first, env):
            right = self.value(second, env)
            return self.value(first, env, self._wanted(first, right)), right
        left = self.value(first, env)
        return left, self.value(second, env, self._wanted(second, left))

    def _is_decided(self, node: ast.Value, env: Env) -> bool:
        """Whether a bare name can have one type only."""
        return isinstance(node, ast.Name) and (node.id in env.locals or node.id not in self.scope.members)

    def _wanted(self, node: ast.Value, other: typed.Value) -> Type | None:
        return other.type.present() if isinstance(node, _BARE) and other.type != NOTHING else None

    def _check_alike(self, left: typed.Value, right: typed.Value, span: Span) -> None:
        if is_unknown(left.type) or is_unknown(right.type):
            return
        if left.type.kind == "set" or not (fits(left.type, right.type) or fits(right.type, left.type)):
            self.report(error("never-equal", span, left=said(left.type), right=said(right.type)))

    def _member(self, node: ast.Member, env: Env) -> typed.Value:
        if isinstance(node.element, _BARE) and not self._is_decided(node.element, env):
            domain = self.value(node.domain, env, ANY_SET)
            element = self.value(node.element, env, domain.type.element)
        else:
            element = self.value(node.element, env)
            wanted = ANY_SET if is_unknown(element.type) else Type("set", element=element.type.present())
            domain = self.value(node.domain, env, wanted, node.element.span)
        return typed.Member(element, domain, type=BOOLEAN, span=node.span)

    def _set_of(self, node: ast.SetOf, env: Env, expected: Type | None) -> typed.Value:
        match node.items:
            case (ast.Arithmetic("-", ast.Number(first), ast.Number(last)),) if first < last:
                return self.fail(error("range-with-minus", node.span, range=f"{{{first}..{last}}}"))
        wanted = expected.element if expected is not None and expected.kind == "set" else None
        items: list[typed.Value] = []
        for item in node.items:
            found = self.value(item, env, wanted)
            wanted = found.type.present() if wanted is None and found.type.kind != "nothing" else wanted
            items.append(found)
        return typed.SetOf(tuple(items), type=set_of(wanted or UNKNOWN), span=node.span)
