"""How much work a text can come to between two decisions: loops within loops, values that call each other twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.walk import CALLING, LEAVES, callees, children, nodes, printed
from interpreter.source import Diagnostic, error

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from interpreter.model.game import Model

MOST_STEPS = 100_000_000
"""Steps of work that one text can be, each loop's body counted for every element its set can have."""
MOST_LOOPS = 12
"""Loops within each other in which nobody decides."""
MOST_LEVELS = 150
"""Parts within each other, those of the values and rules that are called included."""
_LIMITS = (
    ("work", MOST_STEPS, "too-much-work"),
    ("loops", MOST_LOOPS, "loops-too-deep"),
    ("levels", MOST_LEVELS, "rules-too-deep"),
)
_CEILING = 10**15
_DECISIONS = (typed.Choose, typed.Alternatives, typed.May, typed.SomeOf, typed.Pass, typed.AtOnce, typed.TakeTurns)
_LOOPS = (typed.ForEach, typed.EachPlayer, typed.Repeat, typed.RepeatUntil)
_SURELY_POSSIBLE = (*_LOOPS, typed.TakeTurns, typed.AtOnce, typed.May)
_ROUNDED = frozenset({typed.Binder, typed.Aggregate, typed.Extremal, typed.ForEach, typed.EachPlayer, typed.Repeat})
"""What can carry out or work out one of its children several times."""


def check_effort(model: Model, known: Collection[int] = ()) -> Iterator[Diagnostic]:
    """Texts that are too much work, or loops too deep within each other; not those that only call such texts.

    known: the ids of texts that are sound.
    """
    effort = _Effort(model)
    for text in all_texts(model):
        if id(text) in known:
            continue
        for question, limit, code in _LIMITS:
            if effort.of(question, text) <= limit:
                continue
            called = (callee for node in nodes(text) for callee in _called(node))
            if all(effort.of(question, callee) <= limit for callee in called):
                yield error(code, text.span, limit=limit)


def all_texts(model: Model) -> list[typed.Node]:
    """Every text of a model but those of modifiers."""
    lines = (*model.score.lines, *model.score.ties)
    found: list[typed.Node] = [function.body for function in model.functions.values()]
    found += [rule.body for rule in model.rules.values()]
    for kind in model.pieces.values():
        found += [effect for attribute in kind.attributes.values() for effect in printed(attribute)]
    found += [model.setup, model.flow, *(line.value for line in lines)]
    return [*found, *(invariant.condition for invariant in model.invariants)]


def _called(node: typed.Node) -> list[typed.Node]:
    return [node.function.body] if isinstance(node, typed.CallFunction) else list(callees(node))


def _asked(node: typed.Node) -> Iterator[typed.Node]:
    """The effects within an effect that must be possible for it to be possible."""
    yield node
    if not isinstance(node, _SURELY_POSSIBLE) and getattr(node, "limit", None) != "at_most":
        for child in children(node):
            if isinstance(child, typed.Effect):
                yield from _asked(child)


class _Effort:
    """Works out each text once; of texts that call themselves one round is counted."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._known: dict[tuple[str, int], int] = {}
        self._sets: dict[int, int] = {}  # how many elements a set can have that has been given a name

    def work(self, node: typed.Node) -> int:
        """Steps at most."""
        kind = type(node)
        if isinstance(node, typed.Let) and node.value.type.kind == "set":
            self._sets[node.variable.uid] = self.size(node.value)
        rounds, repeated = self._rounds(node) if kind in _ROUNDED else (1, None)
        total = 1
        for child in children(node):
            steps = 1 if type(child) in LEAVES else self.work(child)
            total += steps * rounds if child is repeated else steps
        if isinstance(node, typed.Choose):
            total += self.size(node.binder.domain) * self._asking(node.body)
        for callee in _called(node) if kind in CALLING else ():
            if isinstance(node, typed.Can):
                total += self.of("ask", callee)
            elif not self.of("decides", callee):
                total += self.of("work", callee)
        return min(total, _CEILING)

    def loops(self, node: typed.Node) -> int:
        """How many loops lie within each other at most."""
        if isinstance(node, typed.Value):  # no loop stands in a value, but it can ask about a rule
            asked = [part.rule.body for part in nodes(node) if type(part) is typed.Can]
            return max([self.of("loops", body) for body in asked]) if asked else 0
        deepest = 0
        for child in children(node):
            if type(child) not in LEAVES:
                deepest = max(deepest, self.loops(child))
        for callee in callees(node) if type(node) in CALLING else ():
            deepest = max(deepest, self.of("loops", callee))
        return deepest + (isinstance(node, _LOOPS) and not self._decides(node))

    def levels(self, node: typed.Node) -> int:
        """How many parts lie within each other at most."""
        deepest = 0
        for child in children(node):
            deepest = max(deepest, 1 if type(child) in LEAVES else self.levels(child))
        for callee in _called(node) if type(node) in CALLING else ():
            deepest = max(deepest, self.of("levels", callee))
        return 1 + deepest

    def size(self, node: typed.Value) -> int:
        """Elements at most."""
        match node:
            case typed.NumberRange(first, last):
                return max(last - first + 1, 0)
            case typed.SetOf(items):
                return len(items)
            case typed.Contents(_, kind):
                return len(kind.members)
            case typed.Neighbours(space):
                return max(map(len, self._model.spaces[space.type.name].neighbours), default=0)
            case typed.Groups(binder) | typed.Extremal(binder):
                return self.size(binder.domain)
            case typed.Arithmetic(_, left, right) | typed.IfValue(_, left, right):
                return self.size(left) + self.size(right)
            case typed.CallFunction(function):
                return self.of("size", function.body)
            case typed.Local(variable) if variable.uid in self._sets:
                return self._sets[variable.uid]
            case _:
                element = node.type.element
                return 1 if element is None else self._members(element.kind, element.name)

    def _members(self, kind: str, name: str) -> int:
        model = self._model
        match kind:
            case "piece":
                return len(model.pieces[name].members)
            case "space":
                return len(model.spaces[name].members)
            case "enum":
                return len(model.enums[name].members)
            case "player" | "team":
                return len(model.seats)
            case _:
                return 1

    def _rounds(self, node: typed.Node) -> tuple[int, typed.Node | None]:
        """How often one of the node's children is carried out or worked out, and which."""
        match node:
            case typed.Binder(_, domain, where):
                return self.size(domain), where
            case typed.Aggregate(_, binder, value) | typed.Extremal(binder, _, value):
                return self.size(binder.domain), value
            case typed.ForEach(binder, _, body) if not self._decides(node):
                return self.size(binder.domain), body
            case typed.EachPlayer(_, body) if not self._decides(node):
                return len(self._model.seats), body
            case typed.Repeat(typed.Const(times), body) if not self._decides(node):
                return max(times, 0), body
            case _:
                return 1, None

    def _asking(self, node: typed.Node) -> int:
        """Steps at most to find out whether an effect is possible. Rules that it calls are counted once each: what is
        within a choice is rarely asked of all that could be chosen.
        """
        called = sum(self.of("ask", callee) for part in _asked(node) for callee in callees(part))
        return min(self._asking_itself(node) + called, _CEILING)

    def _asking_itself(self, node: typed.Node) -> int:
        match node:
            case _ if isinstance(node, _SURELY_POSSIBLE) or getattr(node, "limit", None) == "at_most":
                return 1
            case typed.Choose(binder, _, _, body):
                own = 1 if binder.where is None else self.work(binder.where)
                return self.work(binder.domain) + self.size(binder.domain) * (own + self._asking_itself(body))
            case typed.Effect():
                return min(1 + sum(map(self._asking_itself, children(node))), _CEILING)
            case _:
                return self.work(node)

    def _decides(self, node: typed.Node) -> bool:
        parts = [part for part in nodes(node) if isinstance(part, typed.Effect)]
        if any(isinstance(part, _DECISIONS) or (isinstance(part, typed.ForEach) and part.any_order) for part in parts):
            return True
        return any(self.of("decides", callee) for part in parts for callee in callees(part))

    def of(self, question: str, text: typed.Node) -> int:
        """The answer for a whole text; 0 while it is being worked out."""
        key = (question, id(text))
        if key not in self._known:
            self._known[key] = 0
            self._known[key] = self._answer(question, text)
        return self._known[key]

    def _answer(self, question: str, text: typed.Node) -> int:
        match question:
            case "work":
                return self.work(text)
            case "ask":
                return self._asking(text)
            case "loops":
                return self.loops(text)
            case "levels":
                return self.levels(text)
            case "size":
                return self.size(text) if isinstance(text, typed.Value) else 1
            case _:
                return int(self._decides(text))
