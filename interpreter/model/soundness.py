"""Faults that show only when every text is bound: what does not end, nobody to act, costs past any purse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.constants import Constants, NotConstantError
from interpreter.model.effort import all_texts, check_effort
from interpreter.model.endless import check_loops
from interpreter.model.exchanges import check_exchanges, takes_nothing
from interpreter.model.walk import ActingPlayer, children, nodes, printed, reached
from interpreter.source import Diagnostic, Label, error, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.model.game import Counter, Model, Rule

_MUCH = 2**31
_CONSUMERS = (typed.Pay, typed.MovePieces, typed.MoveTokens, typed.Draw, typed.EndGame)
_SURE = (typed.Sequence, typed.AnyOrder, typed.OnlyIf, typed.Choose, typed.Let, typed.AsPlayer)
_MAYBE = (typed.Alternatives, typed.Otherwise, typed.SomeOf)


def check_soundness(model: Model, like: Model | None = None) -> list[Diagnostic]:
    """Every such fault of a model. What it shares with one that is `like` it and sound is not gone through again."""
    known = set() if like is None else set(map(id, all_texts(like)))
    found = [*_recursion(model, like), *_endless_offers(model), *_nobody_acts(model, known)]
    found += [*_past_limits(model, known), *check_exchanges(model), *check_loops(model)]
    return [*found, *check_effort(model, known)]


# ---- endless recursion -------------------------------------------------------------------------------


def _recursion(model: Model, like: Model | None) -> Iterator[Diagnostic]:
    """Cycles of rules in which nothing is used up on the way round."""
    calls = _Calls()
    shared = {} if like is None else {name: 2 for name, rule in like.rules.items() if model.rules[name] is rule}
    state: dict[str, int] = shared  # 1: on the path, 2: done
    path: list[Rule] = []

    def visit(rule: Rule) -> Iterator[Diagnostic]:
        state[rule.name] = 1
        path.append(rule)
        for callee in calls.free(rule.body):
            if state.get(callee.name) == 1:
                names = [one.name for one in path]
                cycle = [*names[names.index(callee.name) :], callee.name]
                yield error("endless-recursion", callee.span, cycle=" → ".join(cycle))
            elif callee.name not in state:
                yield from visit(callee)
        path.pop()
        state[rule.name] = 2

    for rule in model.rules.values():
        if rule.name not in state:
            yield from visit(rule)


def _endless_offers(model: Model) -> Iterator[Diagnostic]:
    """Free actions that could be taken again and again, for they use nothing up or come back to themselves."""
    calls = _Calls()
    for rule in model.free_actions:
        if not calls.uses_up(rule.body) or takes_nothing(rule.body):
            yield error("free-action-endless", rule.span, name=rule.name)
        if id(rule) in reached([rule.body])[0]:
            yield error("free-action-recursive", rule.span, name=rule.name)


class _Calls:
    """Which rules an effect calls before anything has been used up."""

    def __init__(self) -> None:
        self._uses: dict[int, bool] = {}

    def free(self, node: typed.Node) -> list[Rule]:
        found: list[Rule] = []
        self._collect(node, found, set(), {})
        return found

    def _collect(self, node: typed.Node, found: list[Rule], seen: set[int], left: dict[str, int]) -> None:
        """`left`: by how much counters have grown on the way here, as far as it is known; below zero for costs."""
        if isinstance(node, typed.Value):
            asked = [part.rule for part in nodes(node) if isinstance(part, typed.Can)]
            found += asked if _nothing_spent(left) else ()
            return
        match node:
            case typed.CallRule(rule) if _nothing_spent(left):
                found.append(rule)
            case typed.Do(attribute) if id(attribute) not in seen:
                seen.add(id(attribute))
                for effect in printed(attribute):
                    self._collect(effect, found, seen, left)
            case _:
                pass
        if isinstance(node, typed.Sequence):
            left = dict(left)
        elif isinstance(node, typed.Pay):
            left = _after(node, left)
        for child in children(node):
            self._collect(child, found, seen, left)
            if not isinstance(node, typed.Sequence):
                continue
            if isinstance(child, typed.Gain | typed.Pay):
                left = _after(child, left)
            elif self.uses_up(child):
                return

    def uses_up(self, node: typed.Node) -> bool:
        """Whether an effect pays, moves or draws something however it goes."""
        match node:
            case typed.CallRule(rule):
                known = self._uses.get(id(rule))
                if known is None:
                    self._uses[id(rule)] = False
                    known = self._uses[id(rule)] = self.uses_up(rule.body)
                return known
            case typed.Conditional(_, then, otherwise):
                return otherwise is not None and self.uses_up(then) and self.uses_up(otherwise)
            case _ if isinstance(node, _CONSUMERS):
                return True
            case _ if isinstance(node, _SURE):
                return any(self.uses_up(child) for child in children(node))
            case _ if isinstance(node, _MAYBE):
                return all(self.uses_up(child) for child in children(node) if isinstance(child, typed.Effect))
            case _:
                return False


def _nothing_spent(left: dict[str, int]) -> bool:
    return not left or min(left.values()) >= 0


def _after(effect: typed.Gain | typed.Pay, left: dict[str, int]) -> dict[str, int]:
    """What counters have grown by after a gain or payment. What cannot be told is taken for less than nothing."""
    after = dict(left)
    for amount in (effect.amount,) if isinstance(effect, typed.Gain) else effect.costs:
        known = amount.amount.value if isinstance(amount.amount, typed.Const) else 0
        if isinstance(effect, typed.Pay):
            known = -known if isinstance(amount.amount, typed.Const) else -_MUCH
        after[amount.counter.name] = after.get(amount.counter.name, 0) + known
    return after


# ---- who acts, and what costs ------------------------------------------------------------------------


def _nobody_acts(model: Model, known: set[int]) -> Iterator[Diagnostic]:
    """Texts that speak of the acting player where nobody acts, be it in a rule they call."""
    acting = ActingPlayer()
    values = [] if model.score.per == "player" else [*model.score.lines, *model.score.ties]
    texts: list[typed.Node] = [model.setup, model.flow, *(line.value for line in values)]
    for text in (*texts, *(invariant.condition for invariant in model.invariants)):
        found = None if id(text) in known else acting.missing(text)
        if found is not None and not isinstance(found, typed.Me):
            labels = [Label(acting.needs(found).span, "label.needed-here")]
            yield error("no-me-in-call", found.span, labels=labels)


def _past_limits(model: Model, known: set[int]) -> Iterator[Diagnostic]:
    """Costs that are more than anyone can ever have, and numbers that a counter cannot be set to."""
    effects: list[typed.Node] = [model.setup, model.flow, *(rule.body for rule in model.rules.values())]
    for kind in model.pieces.values():
        effects += [effect for attribute in kind.attributes.values() for effect in printed(attribute)]
    for effect in effects:
        for node in nodes(effect) if id(effect) not in known else ():
            for cost in node.costs if isinstance(node, typed.Pay) else ():
                most = cost.counter.maximum - cost.counter.minimum
                if isinstance(cost.amount, typed.Const) and cost.amount.value > most:
                    labels = [Label(cost.counter.span, "label.declared-here")]
                    yield error("unpayable-cost", cost.span, labels=labels, name=cost.counter.name, most=most)
            if isinstance(node, typed.SetCounter):
                yield from _past_limit(model, node.counter, node.value)


def _past_limit(model: Model, counter: Counter, value: typed.Value) -> Iterator[Diagnostic]:
    try:
        number = Constants(model.scope).number(value)
    except NotConstantError:
        return
    low, high = counter.minimum, counter.maximum
    if not low <= number <= high:
        labels = [Label(counter.span, "label.declared-here")]
        yield warning("set-past-limit", value.span, labels=labels, name=counter.name, value=number, low=low, high=high)
