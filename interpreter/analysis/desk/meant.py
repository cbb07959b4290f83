"""What a typed text has to do with words: the numbers, the things and the kinds of steps in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from interpreter.analysis.desk.numbers import numbers
from interpreter.model import typed
from interpreter.model.game import Rule
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

Meant = typed.Effect | typed.Value | Rule
Direction = Literal["gain", "cost"]


@dataclass(frozen=True)
class Thing:
    """What an effect deals with: the message that names it, and whether it is got or given."""

    noun: str
    direction: Direction | None


def nodes_of(meant: Meant) -> tuple[typed.Node, ...]:
    """The nodes of a text."""
    return nodes(meant.body if isinstance(meant, Rule) else meant)


def numbers_in(meant: Meant) -> Iterator[int]:
    """The numbers that a text says."""
    for node in nodes_of(meant):
        if isinstance(node, typed.Const) and node.type.kind == "number":
            yield abs(node.value)


def numbers_named(meant: Meant) -> Iterator[int]:
    """The numbers in the ids of single parts, which their names may have, too."""
    for node in nodes_of(meant):
        if isinstance(node, typed.Const) and node.type.kind != "number":
            yield from numbers(node.label.replace("_", " "))


def things(meant: Meant) -> Iterator[Thing]:
    """What a text deals with, in its order."""
    for node in nodes_of(meant):
        match node:
            case typed.Gain(amount=amount):
                yield Thing(f"counter.{amount.counter.name}", "gain")
            case typed.Lose(amount=amount):
                yield Thing(f"counter.{amount.counter.name}", "cost")
            case typed.Pay(costs=costs):
                yield from (Thing(f"counter.{cost.counter.name}", "cost") for cost in costs)
            case typed.MoveTokens(token=token):
                yield Thing(f"token.{token.name}", None)
            case typed.Choose(binder=binder) if binder.variable.type.kind in ("piece", "space"):
                yield Thing(f"{binder.variable.type.kind}.{binder.variable.type.name}", None)
            case _:
                pass
