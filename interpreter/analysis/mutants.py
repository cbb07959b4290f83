"""Small changes of a game's rules, each of which some scenario should notice.

A mutant is made in the typed rules, so that no file is read again: a number one greater, a cost left out, two steps in
the other order, another target, another comparison.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from interpreter.analysis.respelled import respelled, swapped
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

    before, after: what stands there and what that becomes, in the language's spelling.
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
    return _changed_at(tree, mutant.path, mutant.step)


def _within(passage: Passage, node: typed.Node, path: Path) -> Iterator[Mutant]:
    for change, step in _changes(node):
        if isinstance(node, typed.Sequence):
            first, second = node.items[step : step + 2]
            span, texts = first.span.to(second.span), swapped(first, second)
        else:
            span, texts = node.span, respelled(node, _changed(node, step))
        if texts is not None:
            yield Mutant(passage.sort, passage.name, path, change, step, span, *texts)
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


def _changed_at(node: Any, path: Path, step: int) -> Any:
    if not path:
        return _changed(node, step)
    (name, index), *rest = path
    value = getattr(node, name)
    if index < 0:
        return replace(node, **{name: _changed_at(value, tuple(rest), step)})
    inner = _changed_at(value[index], tuple(rest), step)
    return replace(node, **{name: (*value[:index], inner, *value[index + 1 :])})


# ---- what can be changed --------------------------------------------------------------------------------


def _changes(node: typed.Node) -> Iterator[tuple[Change, int]]:
    """The kinds of changes of a node, each with a part's number."""
    match node:
        case typed.Const(type=kind) if kind.kind == "number":
            yield "number", 0
        case typed.Arithmetic():
            yield "number", 0
        case typed.Pay():
            yield "cost", 0
        case typed.Sequence(items=items):
            yield from (("order", step) for step, pair in enumerate(pairwise(items)) if _may_matter(*pair))
        case typed.Me() | typed.MovePieces(at_bottom=True):
            yield "target", 0
        case typed.Compare() | typed.Extremal() | typed.MinMax():
            yield "comparison", 0
        case typed.And() | typed.Or() | typed.Not():
            yield "condition", 0
        case typed.SomeOf(limit="at_most") | typed.Choose(limit="at_most"):
            yield "choice", 0
        case _:
            return


def _changed(node: Any, step: int) -> Any:
    match node:
        case typed.Const(value=value):
            return replace(node, value=value + 1)
        case typed.Pay(body=body):
            return typed.NoEffect(span=node.span) if body is None else body
        case typed.Sequence(items=items):
            return replace(node, items=(*items[:step], items[step + 1], items[step], *items[step + 2 :]))
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


# ---- whether an order can matter ------------------------------------------------------------------------


def _may_matter(first: typed.Effect, second: typed.Effect) -> bool:
    """Whether it can be told which of two steps came first: one changes what the other reads or changes."""
    if first == second:
        return False
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
