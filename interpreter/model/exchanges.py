"""Free actions that undo each other: what the one turns into something else, the other turns back."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.source import Diagnostic, Label, error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.model.game import Model

Change = dict[str, int]
"""By how much each counter of whoever acts, or of the game, grows."""


def check_exchanges(model: Model) -> Iterator[Diagnostic]:
    """Two free actions that can be taken again and again and leave at least as much of everything. Looked at are those
    that do nothing but gain, lose and pay amounts that are written down, and that are not endless by themselves.
    """
    changes = [(rule, _change(rule.body) or {}) for rule in model.free_actions]
    costly = [(rule, change) for rule, change in changes if min(change.values(), default=0) < 0]
    for (rule, change), (other, changed) in combinations(costly, 2):
        if _endless(change, changed):
            labels = [Label(other.span, "label.undone-by")]
            yield error("free-actions-undo", rule.span, labels=labels, name=rule.name, other=other.name)


def takes_nothing(effect: typed.Effect) -> bool:
    """Whether an effect is known to leave at least as much of every counter, and does nothing else."""
    change = _change(effect)
    return change is not None and all(amount >= 0 for amount in change.values())


def _change(effect: typed.Effect) -> Change | None:
    """What an effect changes however often it is taken; None where that cannot be told, or is more than counters."""
    match effect:
        case typed.Sequence(items=items):
            return _total([_change(item) for item in items])
        case typed.CallRule(rule=rule, arguments=()):
            return _change(rule.body)
        case typed.Gain(amount=amount):
            return _amount(amount, 1)
        case typed.Pay(costs=costs, body=body):
            after = [] if body is None else [_change(body)]
            return _total([*(_amount(cost, -1) for cost in costs), *after])
        case typed.Lose(amount=amount):
            return _amount(amount, -1)
        case typed.NoEffect():
            return {}
        case _:
            return None


def _amount(amount: typed.Amount, sign: int) -> Change | None:
    if not isinstance(amount.amount, typed.Const) or not isinstance(amount.owner, typed.Me | None):
        return None
    return {amount.counter.name: sign * amount.amount.value}


def _total(changes: list[Change | None]) -> Change | None:
    total: Change = {}
    for change in changes:
        if change is None:
            return None
        for name, amount in change.items():
            total[name] = total.get(name, 0) + amount
    return total


def _endless(one: Change, other: Change) -> bool:
    """Whether so many of the one and so many of the other, at least one of it, leave nothing less than it was."""
    least, most = Fraction(0), None
    for name in one.keys() | other.keys():
        first, second = one.get(name, 0), other.get(name, 0)
        if second > 0:
            least = max(least, Fraction(-first, second))
        elif first < 0:
            return False
        elif second < 0:
            most = Fraction(first, -second) if most is None else min(most, Fraction(first, -second))
    return most is None or least <= most
