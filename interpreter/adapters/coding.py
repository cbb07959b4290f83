"""Options, outcomes and games as numbers and words that other libraries take. Every adapter stands on this."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.names import Element
from interpreter.engine.unseen import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.engine import Rules, State
    from interpreter.engine.names import OptionGroup


class Actions:
    """A number for everything that can ever be chosen, so that a choice of the same meaning always has the same one.

    keys: by number, the option's key, in the order of the rules. They depend on the rules, the options set and the
    number of players, and on nothing that happens in a match. numbers: the way back.
    """

    def __init__(self, rules: Rules) -> None:
        self.keys = tuple(dict.fromkeys(_keys(rules)))
        self.numbers: Mapping[str, int] = {key: number for number, key in enumerate(self.keys)}

    def __len__(self) -> int:
        return len(self.keys)

    def legal(self, state: State) -> dict[int, int]:
        """The numbers of the options that are offered, ascending, each with its option's index. Over: none."""
        if state.decision is None:
            return {}
        return dict(sorted((self.numbers[option.key], option.index) for option in state.decision.options))


def _keys(rules: Rules) -> Iterator[str]:
    for number, site in enumerate(rules.sites, start=1):
        for group in site.groups:
            yield from (group.key(code) for code in range(group.low, group.high + 1))
            if number in rules.groups_with_unseen and group.element_kind == "piece":
                yield from _unseen_keys(rules, group)


def _unseen_keys(rules: Rules, group: OptionGroup) -> Iterator[str]:
    """What options for pieces that a player does not see are called: after a place that he cannot look into."""
    for number in sorted({place for sight in rules.sights for place in sight.closed}):
        name = rules.program.model.place_names[number]
        yield group.called(Element(UNSEEN, group.element_of, number, name))


def rewards(state: State) -> list[float]:
    """What the end of a match is worth to each seat, from -1 to 1; the sum over all who score is 0.

    Of n players or teams a sole winner gets 1 and each other -1 / (n - 1); several winners share, and where all win
    everyone gets 0. Where only one scores, it is his points.
    """
    rules = state.rules
    others = len(rules.owners) - 1
    if others == 0:
        return [float(total) for total in state.totals()] * len(rules.players)
    leaders = rules.program.leaders(state.array)
    share = (len(rules.owners) / len(leaders) - 1) / others
    return [share if owner in leaders else -1 / others for owner in rules.owner_of]
