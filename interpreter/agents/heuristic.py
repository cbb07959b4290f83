"""The agent that a designer makes without writing a program: a file says what each counter and line is worth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from interpreter.agents.ahead import OneAhead
from interpreter.engine import GameError
from interpreter.engine.errors import errors_of
from interpreter.model import check_shape
from interpreter.source import Mapping, Scalar, did_you_mean, error, read_document
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from interpreter.agents.ahead import Worth
    from interpreter.engine import Option, Rules, State, View
    from interpreter.source import Diagnostic, Node, Span


@record
class Weight:
    """What one of something is worth. span: where its name stands."""

    name: str
    value: float
    span: Span


@record
class Weights:
    """What a file says. points: of the score as it is now.  lines: of points of single lines, besides.  counters:
    of what a player has, or his team.  others: of what the best of the others has, against it.
    """

    points: float
    lines: tuple[Weight, ...]
    counters: tuple[Weight, ...]
    others: float

    def check(self, rules: Rules) -> None:
        """Raises GameError when it names what the game does not have."""
        counters = [counter.name for counter in rules.program.model.counters.values() if counter.per != "game"]
        found = [*_unknown(self.lines, rules.lines), *_unknown(self.counters, counters)]
        if found:
            raise GameError(*found)

    def worths(self, state: State) -> list[float]:
        """What each seat has, all weighed."""
        rules = state.rules
        model, layout = rules.program.model, rules.program.layout
        extra = {one.name: one.value for one in self.lines}
        scores = [
            sum(points * (self.points + extra.get(name, 0)) for name, points in zip(rules.lines, line, strict=True))
            for line in rules.program.score(state.array)
        ]
        found = [scores[owner] for owner in rules.owner_of]
        for weight in self.counters:
            base = layout.counters[weight.name]
            by_team = model.counters[weight.name].per == "team"
            for seat, known in enumerate(model.seats):
                found[seat] += weight.value * state.array[base + (known.team if by_team else seat)]
        return found


class HeuristicAgent(OneAhead):
    """Looks one decision ahead, as the greedy one does, and weighs what it sees."""

    def __init__(self, seed: int, weights: Weights) -> None:
        super().__init__(seed, self._worth)
        self._weights = weights

    def choose(self, view: View) -> Option:
        """As `OneAhead.choose`. Raises also GameError when the weights are not for this game."""
        self._weights.check(view.rules)
        return super().choose(view)

    def _worth(self, state: State, seat: int) -> Worth:
        worths = self._weights.worths(state)
        mine = state.rules.owner_of[seat]
        others = [worth for owner, worth in zip(state.rules.owner_of, worths, strict=True) if owner != mine]
        return (worths[seat] - self._weights.others * max(others, default=0),)


def read_weights(path: Path) -> Weights:
    """The weights that a file gives. Raises GameError with every mistake in it."""
    document, found = read_document(path)
    if document is not None:
        found += check_shape("bot", document.root)
    if document is None or not isinstance(document.root, Mapping) or errors_of(found):
        raise GameError(*found)
    root = document.root
    return Weights(
        _number(root, "points"), _weights(root, "lines"), _weights(root, "counters"), _number(root, "others")
    )


def _number(root: Mapping, name: str) -> float:
    """One weight; 1 when it is not given."""
    node = root.get(name)
    return 1.0 if node is None else _value(node)


def _weights(root: Mapping, name: str) -> tuple[Weight, ...]:
    node = root.get(name)
    entries = node.entries.values() if isinstance(node, Mapping) else ()
    return tuple(Weight(one.key.text, _value(one.value), one.key.span) for one in entries)


def _value(node: Node) -> float:
    """A number that can be compared with others; the schema takes what is none for one."""
    value = node.value if isinstance(node, Scalar) else None
    if not isinstance(value, int | float) or math.isnan(value):
        raise GameError(error("wrong-shape", node.span, expected="a number"))
    return float(value)


def _unknown(weights: tuple[Weight, ...], known: Sequence[str]) -> Iterator[Diagnostic]:
    for weight in weights:
        if weight.name not in known:
            hint = did_you_mean(weight.name, known) or ("hint.there-is", {"names": tuple(known)})
            yield error("unknown-name", weight.span, hint=hint, name=weight.name)
