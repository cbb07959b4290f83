"""The tree of decisions counted: exact numbers to hold against other programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.engine.unseen import offered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.engine import Rules, State


@dataclass(frozen=True, slots=True)
class Counts:
    """nodes[d]: the ways of making d + 1 decisions.  finished[d]: those of them that end the game."""

    nodes: tuple[int, ...]
    finished: tuple[int, ...]


def perft(state: State, depth: int) -> Counts:
    """Counts every sequence of at most `depth` choices from a state. Chance falls as its generator has it."""
    count = _Count(_chooser(state.rules), depth)
    count.below(state.array, state.codes, 0)
    return Counts(tuple(count.nodes), tuple(count.finished))


def divide(state: State, depth: int) -> dict[str, Counts]:
    """The same for each option of the pending decision, by its key; choosing it is the first of `depth`."""
    options = () if state.decision is None else state.decision.options
    return {option.key: _below(state.copy().choose(option), depth) for option in options}


def total(parts: Sequence[Counts], depth: int) -> Counts:
    """The counts of a state from those below its options."""
    return Counts(
        tuple(sum(part.nodes[i] for part in parts) for i in range(depth)),
        tuple(sum(part.finished[i] for part in parts) for i in range(depth)),
    )


def _below(state: State, depth: int) -> Counts:
    if depth == 1:
        return Counts((1,), (int(state.over),))
    inner = perft(state, depth - 1)
    return Counts((1, *inner.nodes), (int(state.over), *inner.finished))


def _chooser(rules: Rules) -> Callable[[list[int], int], list[int]]:
    """Goes on with a choice, as `State.choose` does; the compiled game itself knows no options alike to a player."""
    choose = rules.program.choose
    if not rules.groups_with_unseen:
        return choose
    return lambda array, code: offered(rules, array, choose(array, code))


class _Count:
    """Counters by level, and the compiled game's `choose`."""

    def __init__(self, choose: Callable[[list[int], int], list[int]], depth: int) -> None:
        self.choose = choose
        self.nodes = [0] * depth
        self.finished = [0] * depth

    def below(self, array: list[int], codes: list[int], level: int) -> None:
        """Counts what these options lead to; `level` choices have been made."""
        self.nodes[level] += len(codes)
        deeper = level + 1 < len(self.nodes)
        for code in codes:
            copy = array[:]
            following = self.choose(copy, code)
            if not following:
                self.finished[level] += 1
            elif deeper:
                self.below(copy, following, level + 1)
