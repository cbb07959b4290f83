"""Small changes of a game's rules, each of which some scenario should notice.

A mutant is made in the typed rules, so that no file is read again: a number one greater, a cost left out, two steps in
the other order, another target, another comparison.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from interpreter.model import typed
from interpreter.model.passages import Passage, passages
from interpreter.model.walk import nodes, reached, roots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.model.game import Model
    from interpreter.source import Span

Change = Literal["number", "cost", "order", "target", "comparison", "condition", "choice"]
CHANGES: tuple[Change, ...] = ("number", "cost", "order", "target", "comparison", "condition", "choice")
Path = tuple[tuple[str, int], ...]
"""The way from a passage's root to a node: fields, with the place in it where the field is a list, else -1."""

Operator = Literal["=", "!=", "<", "<=", ">", ">="]
Reckoning = Literal["+", "-", "*", "/", "mod", "^"]
_COMPARED: dict[Operator, Operator] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "="}
_RECKONED: dict[Reckoning, Reckoning] = {"+": "-", "-": "+", "*": "+", "/": "*", "mod": "/", "^": "*"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change: of the node at `path` in the passage of this sort and name; `step`: which of its parts, in order.

    before, after: what stands there and what that becomes, in few words.
    """

    sort: str
    name: str
    path: Path
    change: Change
    step: int
    span: Span
    before: str
    after: str


def mutants(model: Model) -> Iterator[Mutant]:
    """Every change that is worth a try, in the order of the rules. Invariants are none, nor is what only they use."""
    _, called = reached([root for root in roots(model) if root not in [one.condition for one in model.invariants]])
    unused = {name for name, function in model.functions.items() if id(function) not in called}
    printed = set()
    for passage in passages(model):
        if passage.sort == "card":
            if passage.tree in printed:
                continue  # the same effect is one, on however many cards it is printed
            printed.add(passage.tree)
        if passage.sort != "invariant" and not (passage.sort == "value" and passage.name in unused):
            yield from _within(passage, passage.tree, ())


def mutated(tree: Any, mutant: Mutant) -> Any:
    """A passage's tree with the change in it."""
    return _changed_at(tree, mutant.path, mutant)


def _within(passage: Passage, node: typed.Node, path: Path) -> Iterator[Mutant]:
    for change, step, after in _changes(node):
        span = node.span if change != "order" else _pair(node, step)
        before = span.words
        yield Mutant(passage.sort, passage.name, path, change, step, span, before, after)
    for name, index, child in _children(node):
        yield from _within(passage, child, (*path, (name, index)))


def _children(node: typed.Node) -> Iterator[tuple[str, int, typed.Node]]:
    for spec in fields(node):
        value = getattr(node, spec.name)
        if isinstance(node, typed.ModifiedGain) and spec.name == "gain":
            continue  # it only says what the author wrote; what is done is in the whole
        if isinstance(value, typed.Node):
            yield spec.name, -1, value
        elif isinstance(value, tuple):
            yield from ((spec.name, index, one) for index, one in enumerate(value) if isinstance(one, typed.Node))


def _changed_at(node: Any, path: Path, mutant: Mutant) -> Any:
    if not path:
        return _changed(node, mutant)
    (name, index), *rest = path
    value = getattr(node, name)
    if index < 0:
        return replace(node, **{name: _changed_at(value, tuple(rest), mutant)})
    inner = _changed_at(value[index], tuple(rest), mutant)
    return replace(node, **{name: (*value[:index], inner, *value[index + 1 :])})


# ---- what can be changed --------------------------------------------------------------------------------


def _changes(node: typed.Node) -> Iterator[tuple[Change, int, str]]:
    """The kinds of changes of a node, each with a part's number and what it becomes. What only the program has put into
    the tree, and no author, is left alone.
    """
    text = node.span.text
    match node:
        case typed.Const(value=value, type=kind) if kind.kind == "number" and text == str(value):
            yield "number", 0, str(value + 1)
        case typed.Pay(body=body):
            yield "cost", 0, "nothing" if body is None else body.span.words
        case typed.Sequence(items=items):
            for step, (first, second) in enumerate(pairwise(items)):
                if first.span != second.span and _may_matter(first, second):
                    yield "order", step, f"{second.span.words}; {first.span.words}"
        case typed.Me() if text == "me":
            yield "target", 0, "next(me)"
        case typed.MovePieces(at_bottom=at_bottom):
            if at_bottom:
                yield "target", 0, "on top"
        case typed.Compare(operator=operator) if f" {operator} " in text:
            yield "comparison", 0, text.replace(f" {operator} ", f" {_COMPARED[operator]} ", 1)
        case typed.Arithmetic(operator=operator) if f" {operator} " in text:
            yield "number", 0, _RECKONED[operator]
        case typed.And() | typed.Or() if " and " in text or " or " in text:
            yield "condition", 0, "or" if isinstance(node, typed.And) else "and"
        case typed.Not(value=value) if text.startswith("not"):
            yield "condition", 0, value.span.words
        case typed.Extremal(kind=kind) | typed.MinMax(kind=kind):
            yield "comparison", 0, {"most": "least", "least": "most", "min": "max", "max": "min"}[kind]
        case typed.SomeOf(limit="at_most") | typed.Choose(limit="at_most"):
            yield "choice", 0, "exactly"
        case _:
            return


def _changed(node: Any, mutant: Mutant) -> Any:
    match node:
        case typed.Const(value=value):
            return replace(node, value=value + 1)
        case typed.Pay(body=body):
            return typed.NoEffect(span=node.span) if body is None else body
        case typed.Sequence(items=items):
            at = mutant.step
            return replace(node, items=(*items[:at], items[at + 1], items[at], *items[at + 2 :]))
        case typed.Me():
            return typed.Next(node, type=node.type, span=node.span)
        case typed.MovePieces():
            return replace(node, at_bottom=False)
        case typed.Compare(operator=operator):
            return replace(node, operator=_COMPARED[operator])
        case typed.Arithmetic(operator=operator):
            return replace(node, operator=_RECKONED[operator])
        case typed.And(items=items):
            return typed.Or(items, type=node.type, span=node.span)
        case typed.Or(items=items):
            return typed.And(items, type=node.type, span=node.span)
        case typed.Not(value=value):
            return value
        case typed.Extremal(kind=kind):
            return replace(node, kind="least" if kind == "most" else "most")
        case typed.MinMax(kind=kind):
            return replace(node, kind="max" if kind == "min" else "min")
        case typed.SomeOf() | typed.Choose():
            return replace(node, limit="exactly")
        case _:
            raise TypeError(type(node).__name__)


def _pair(node: typed.Node, step: int) -> Span:
    """Two neighbouring steps of a sequence."""
    assert isinstance(node, typed.Sequence)  # noqa: S101 - only sequences have an order
    return node.items[step].span.to(node.items[step + 1].span)


# ---- whether an order can matter ------------------------------------------------------------------------


def _may_matter(first: typed.Effect, second: typed.Effect) -> bool:
    """Whether it can be told which of two steps came first: one changes what the other reads or changes."""
    one, other = _Touched(), _Touched()
    if not (one.plain(first) and other.plain(second)):
        return True
    return bool(one.written & (other.read | other.written) or other.written & one.read)


class _Touched:
    """What of the state steps read and change, by kinds of things."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.written: set[str] = set()
        self._called: set[int] = set()

    def plain(self, tree: typed.Node) -> bool:
        """Takes a tree in. Whether nobody is asked in it, and it does not end the game."""
        return all(self._take(node) for node in nodes(tree))

    def _take(self, node: typed.Node) -> bool:
        match node:
            case typed.Gain(amount=amount) | typed.Lose(amount=amount):
                self.written.add(amount.counter.name)
            case typed.Pay(costs=costs):
                self.written |= {cost.counter.name for cost in costs}
            case typed.SetCounter(counter=counter):
                self.written.add(counter.name)
            case typed.MovePieces(what=what):
                self.written.add((what.type.element or what.type).name)
            case typed.MoveTokens(token=token) | typed.FlipToken(token=token):
                self.written.add(token.name)
            case typed.Draw(source=place):
                self.written |= {*_held(place)}
            case typed.Shuffle(place=place):
                self.written |= {"chance", *_held(place)}
            case typed.SetVariable(variable=variable) | typed.Roll(variable=variable):
                self.written |= {"chance", variable.name}
            case typed.Value():
                return self._look(node)
            case _:
                return self._within(node)
        return True

    def _within(self, node: typed.Node) -> bool:
        """Effects that are made of others, and those that somebody decides about."""
        if isinstance(node, typed.CallRule) and id(node.rule) not in self._called:
            self._called.add(id(node.rule))
            return self.plain(node.rule.body)
        made = (typed.Sequence, typed.Conditional, typed.OnlyIf, typed.Let, typed.ForEach, typed.EachPlayer)
        return not isinstance(node, typed.Effect) or isinstance(
            node, (*made, typed.CallRule, typed.Repeat, typed.ModifiedGain, typed.NoEffect)
        )

    def _look(self, value: typed.Value) -> bool:
        match value:
            case typed.CounterOf(counter=counter):
                self.read.add(counter.name)
            case typed.Contents(kind=kind) | typed.TopOf(kind=kind):
                self.read.add(kind.name)
            case typed.PlaceOf(target=target):
                self.read.add(target.type.name)
            case typed.TokenOn(token=token) | typed.TokenCount(token=token):
                self.read.add(token.name)
            case typed.VariableOf(variable=variable):
                self.read.add(variable.name)
            case typed.CallFunction(function=function) if id(function) not in self._called:
                self._called.add(id(function))
                return self.plain(function.body)
            case typed.Can():
                return False
            case _:
                pass
        return True


def _held(place: typed.Value) -> tuple[str, ...]:
    """The kinds that a place is for; where that is not written, what everything with a place is taken to touch."""
    return place.zone.holds if isinstance(place, typed.ZoneOf) else ("chance",)
