"""Lark's parse tree turned into the syntax tree of `interpreter.language.ast`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Token

from interpreter.language import ast

if TYPE_CHECKING:
    from interpreter.language.plugins import Part
    from interpreter.language.scan import SpanOf
    from interpreter.source import Span


_Method = Callable[["Builder", "Part"], Any]


def _items(make: Callable[..., ast.Node]) -> _Method:
    """The children as one tuple."""

    def method(self: Builder, tree: Part) -> ast.Node:
        return make(self.many(tree.children), span=self.span(tree))

    return method


def _parts(make: Callable[..., ast.Node]) -> _Method:
    """Each child as one field."""

    def method(self: Builder, tree: Part) -> ast.Node:
        return make(*map(self.maybe, tree.children), span=self.span(tree))

    return method


def _kind(make: Callable[..., ast.Node], kind: str) -> _Method:
    """The word or sign that the rule stands for, then each child as one field."""

    def method(self: Builder, tree: Part) -> ast.Node:
        return make(kind, *map(self.maybe, tree.children), span=self.span(tree))

    return method


class Builder:
    """One method a grammar rule; `span_of` maps character positions of the text to places in the file."""

    def __init__(self, span_of: SpanOf) -> None:
        self.span_of = span_of

    def visit(self, part: Part) -> Any:
        return getattr(self, part.data)(part)

    def span(self, tree: Part) -> Span:
        return self.span_of(tree.start, tree.end)

    def many(self, trees: list[Any]) -> tuple[Any, ...]:
        return tuple(self.visit(t) for t in trees if t is not None)

    def maybe(self, tree: Any) -> Any:
        return None if tree is None else self.visit(tree)

    # starts
    def start_effect(self, tree: Part) -> Any:
        return self.visit(tree.children[0])

    start_value = start_effect

    def start_signature(self, tree: Part) -> ast.Signature:
        name, *parameters = tree.children
        return ast.Signature(str(name), self.many(parameters), span=self.span(tree))

    def parameter(self, tree: Part) -> ast.Parameter:
        name, kind = tree.children
        return ast.Parameter(str(name), str(kind), span=self.span(tree))

    # effects
    sequence = _items(ast.Sequence)
    any_order = _items(ast.AnyOrder)
    alternatives = _items(ast.Alternatives)
    or_ = _items(ast.Or)
    and_ = _items(ast.And)
    set_of = _items(ast.SetOf)
    otherwise = _parts(ast.Otherwise)
    conditional = _parts(ast.Conditional)
    only_if = _parts(ast.OnlyIf)
    each_player = _parts(ast.EachPlayer)
    at_once = _parts(ast.AtOnce)
    as_player = _parts(ast.AsPlayer)
    choose = _parts(ast.Choose)
    repeat = _parts(ast.Repeat)
    repeat_until = _parts(ast.RepeatUntil)
    take_turns = _parts(ast.TakeTurns)
    lose = _parts(ast.Lose)
    pass_turn = _parts(ast.Pass)
    may = _parts(ast.May)
    set_to = _parts(ast.SetTo)
    draw = _parts(ast.Draw)
    shuffle = _parts(ast.Shuffle)
    roll = _parts(ast.Roll)
    flip = _parts(ast.Flip)
    end_game = _parts(ast.EndGame)
    no_effect = _parts(ast.NoEffect)
    me = _parts(ast.Me)
    it = _parts(ast.It)
    nothing = _parts(ast.Nothing)
    on = _parts(ast.On)
    not_ = _parts(ast.Not)
    negate = _parts(ast.Negate)
    choice = _parts(ast.IfValue)
    member = _parts(ast.Member)
    comprehension = _parts(ast.Comprehension)

    def for_each(self, tree: Part) -> ast.ForEach:
        binder, order, body = tree.children
        return ast.ForEach(self.maybe(binder), order is not None, self.maybe(body), span=self.span(tree))

    def let(self, tree: Part) -> ast.Let:
        name, value, body = tree.children
        return ast.Let(str(name), self.maybe(value), self.maybe(body), span=self.span(tree))

    def invoke(self, tree: Part) -> ast.Invoke:
        name, *arguments = tree.children
        return ast.Invoke(str(name), self._arguments(arguments), span=self.span(tree))

    def invoke_number(self, tree: Part) -> ast.Invoke:
        name, number = tree.children
        return ast.Invoke(str(name), (self._number(number),), span=self.span(tree))

    def pay(self, tree: Part) -> ast.Pay:
        costs, *body = tree.children
        return ast.Pay(
            self.many(costs.children),
            self.maybe(body[0]) if body else None,
            span=self.span(tree),
        )

    pay_then = pay

    def cost(self, tree: Part) -> ast.Cost:
        name, amount = tree.children
        return ast.Cost(str(name), self.maybe(amount), span=self.span(tree))

    def cover(self, tree: Part) -> ast.Cover:
        need, binder, *sources = tree.children
        return ast.Cover(self.maybe(need), self.maybe(binder), self.many(sources), span=self.span(tree))

    source = _parts(ast.Source)
    each_kind = _kind(ast.Gift, "each")
    any_kind = _kind(ast.Gift, "any")
    another_of_kind = _kind(ast.Gift, "another")

    def some_of(self, tree: Part) -> ast.SomeOf:
        bound, different, *items = tree.children
        return ast.SomeOf(self.maybe(bound), different is not None, self.many(items), span=self.span(tree))

    def move(self, tree: Part) -> ast.Move:
        amount, what, source, to, showing, bottom = tree.children
        return ast.Move(
            self.maybe(amount),
            self.maybe(what),
            self.maybe(source),
            self.maybe(to),
            self.maybe(showing),
            bottom is not None,
            span=self.span(tree),
        )

    def do(self, tree: Part) -> ast.Do:
        name, target = tree.children
        return ast.Do(str(name), self.maybe(target), span=self.span(tree))

    def amount(self, tree: Part) -> ast.Value:
        child = tree.children[0]
        return self._number(child) if isinstance(child, Token) else self.maybe(child)

    # values
    def _number(self, token: Any) -> ast.Number:
        return ast.Number(int(token), span=self.span_of(token.start_pos, token.end_pos))

    def number(self, tree: Part) -> ast.Number:
        return self._number(tree.children[0])

    def name(self, tree: Part) -> ast.Name:
        return ast.Name(str(tree.children[0]), span=self.span(tree))

    def of(self, tree: Part) -> ast.Of:
        name, target = tree.children
        return ast.Of(str(name), self.maybe(target), span=self.span(tree))

    def call(self, tree: Part) -> ast.Call:
        name, *arguments = tree.children
        return ast.Call(str(name), self._arguments(arguments), span=self.span(tree))

    def _arguments(self, children: list[Any]) -> tuple[ast.Value, ...]:
        return self.many(children[0].children) if children and children[0] is not None else ()

    def number_range(self, tree: Part) -> ast.NumberRange:
        first, last = tree.children
        return ast.NumberRange(int(str(first)), int(str(last)), span=self.span(tree))

    def compare(self, tree: Part) -> ast.Compare:
        left, operator, right = tree.children
        return ast.Compare(str(operator), self.maybe(left), self.maybe(right), span=self.span(tree))  # type: ignore[arg-type]

    def can(self, tree: Part) -> ast.Can:
        player, rule, *arguments = tree.children
        return ast.Can(self.maybe(player), str(rule), self._arguments(arguments), span=self.span(tree))

    exactly = _kind(ast.Bound, "exactly")
    at_most = _kind(ast.Bound, "at_most")
    with_most = _kind(ast.Extreme, "most")
    with_least = _kind(ast.Extreme, "least")
    add = _kind(ast.Arithmetic, "+")
    subtract = _kind(ast.Arithmetic, "-")
    multiply = _kind(ast.Arithmetic, "*")
    divide = _kind(ast.Arithmetic, "/")
    modulo = _kind(ast.Arithmetic, "mod")
    power = _kind(ast.Arithmetic, "^")
    exists = _kind(ast.Quantified, "exists")
    no = _kind(ast.Quantified, "no")
    every = _kind(ast.Quantified, "every")

    def filtered(self, tree: Part) -> ast.Binder:
        domain, where, extreme = tree.children
        return self._binder(tree, self.maybe(domain), self.maybe(where), self.maybe(extreme))

    def filtered_extreme(self, tree: Part) -> ast.Binder:
        domain, extreme = tree.children
        return self._binder(tree, self.maybe(domain), None, self.maybe(extreme))

    def _binder(self, tree: Part, domain: Any, where: Any, extreme: Any) -> ast.Binder:
        match domain:
            case ast.Member(ast.Name(variable), members):
                return ast.Binder(variable, members, where, extreme, span=self.span(tree))
            case _:
                return ast.Binder(None, domain, where, extreme, span=self.span(tree))

    def binder(self, tree: Part) -> ast.Binder:
        name, domain, where, extreme = tree.children
        return ast.Binder(str(name), self.maybe(domain), self.maybe(where), self.maybe(extreme), span=self.span(tree))
