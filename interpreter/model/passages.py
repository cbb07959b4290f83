"""The texts of a game's rules, each with what it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from interpreter.model.walk import nodes
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.model import typed
    from interpreter.model.game import Model, PieceKind
    from interpreter.source import Span

Sort = Literal["setup", "flow", "rule", "icon", "free", "value", "modifier", "card", "score", "tie", "invariant"]


@record
class Passage:
    """A text of the rules.

    name: of the rule, value, card (with the attribute, if effects are printed in several) or line that it belongs to;
    that of its sort where there is only one.  tree: what it says.
    """

    sort: Sort
    name: str
    tree: typed.Effect | typed.Value


def passages(model: Model) -> Iterator[Passage]:
    """Every text of a model's rules, in the order in which a game is told."""
    yield Passage("setup", "setup", model.setup)
    yield Passage("flow", "flow", model.flow)
    for rule in model.rules.values():
        yield Passage(rule.kind, rule.name, rule.body)
    for function in model.functions.values():
        yield Passage("value", function.name, function.body)
    for modifiers in model.modifiers.values():
        yield from (Passage("modifier", modifier.name, modifier.body) for modifier in modifiers)
    for kind in model.pieces.values():
        yield from (passage for passage, _, _ in cards(kind))
    yield from (Passage("score", line.name, line.value) for line in model.score.lines)
    yield from (Passage("tie", line.name, line.value) for line in model.score.ties)
    yield from (Passage("invariant", one.name, one.condition) for one in model.invariants)


def cards(kind: PieceKind) -> Iterator[tuple[Passage, str, int]]:
    """The effects that are printed on pieces of a kind, each with its attribute and the piece's number."""
    printed = {name: attribute.effects for name, attribute in kind.attributes.items() if attribute.effects}
    for number, member in enumerate(kind.members):
        for name, effects in printed.items():
            effect = effects[number]
            if effect is not None:
                text = Passage("card", member if len(printed) == 1 else f"{member}.{name}", effect)
                yield text, name, kind.first + number


def by_place(model: Model) -> dict[Span, Passage]:
    """What the node at each place belongs to: the first of several that have their text in common."""
    found: dict[Span, Passage] = {}
    for passage in passages(model):
        for node in nodes(passage.tree):
            found.setdefault(node.span, passage)
    return found
