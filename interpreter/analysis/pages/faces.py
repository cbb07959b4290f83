"""Effects as rows of icons, as they are printed on components."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.analysis.pages.crests import picture
from interpreter.model import typed
from interpreter.model.types import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from interpreter.explain import Speaker
    from interpreter.model.game import Rule


@dataclass(frozen=True)
class Sign:
    """A picture with a number, or a joint between pictures.

    name: what it is called; of a joint, the sign itself.  cost: it is paid.
    """

    name: str
    picture: str = ""
    number: str = ""
    cost: bool = False


_OPEN, _CLOSED = Sign("("), Sign(")")


class Faces:
    """Rows of icons for the effects of one game. `homes`: the folders with its art."""

    def __init__(self, speaker: Speaker, homes: Sequence[Path]) -> None:
        self._speaker = speaker
        self._homes = homes

    def signs(self, effect: typed.Effect) -> list[Sign]:
        """The effect as icons; empty if some of it cannot be shown so."""
        found = self._signs(effect)
        return [] if found is None else found

    def sign(self, rule: Rule, number: str = "") -> Sign:
        """An icon or another rule by itself."""
        address = picture(self._homes, f"{rule.kind}.{rule.name}", glyph=rule.glyph)
        return Sign(self._speaker.say_called(rule), address, number)

    def _signs(self, effect: typed.Effect) -> list[Sign] | None:
        match effect:
            case typed.Sequence(items=items):
                return self._row(items, "")
            case typed.AnyOrder(items=items):
                return self._row(items, "&")
            case typed.Alternatives(items=items):
                return self._row(items, "/")
            case typed.Otherwise(first=first, second=second):
                return self._row((first, second), "⇥")
            case typed.May(body=body):
                inner = self._signs(body)
                return None if inner is None else [_OPEN, *inner, _CLOSED]
            case typed.Pay(costs=costs, body=body):
                paid = [self._amount(cost, cost=True) for cost in costs]
                inner = [] if body is None else self._signs(body)
                return None if inner is None else [*paid, *([Sign("→")] if inner else []), *inner]
            case typed.ModifiedGain(gain=typed.Gain(amount=amount)) | typed.Gain(amount=amount):
                return [self._amount(amount)]
            case typed.Lose(amount=amount):
                return [self._amount(amount, cost=True)]
            case typed.CallRule(rule=rule):
                numbers = [one.value for one in effect.arguments if isinstance(one, typed.Const) and one.type == NUMBER]
                sign = self.sign(rule, " ".join(map(str, numbers)))
                return [replace(sign, name=self._speaker.say_effect(effect))]
            case _:
                return None

    def _row(self, items: Sequence[typed.Effect], joint: str) -> list[Sign] | None:
        rows = [self._signs(item) for item in items]
        return list(self._joined([row for row in rows if row is not None], joint)) if None not in rows else None

    def _joined(self, rows: list[list[Sign]], joint: str) -> Iterator[Sign]:
        for number, row in enumerate(rows):
            if number and joint:
                yield Sign(joint)
            loose = joint and len(row) > 1 and row[0] != _OPEN
            yield from [_OPEN, *row, _CLOSED] if loose else row

    def _amount(self, amount: typed.Amount, *, cost: bool = False) -> Sign:
        counter = amount.counter
        message = f"counter.{counter.name}"
        number = str(amount.amount.value) if isinstance(amount.amount, typed.Const) else "×"
        return Sign(self._speaker.say_name(message), picture(self._homes, message, glyph=counter.glyph), number, cost)
