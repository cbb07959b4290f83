"""Which passages of the rules a scenario uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.onlooker import Onlooker
from interpreter.engine.noted import read_notes
from interpreter.model import typed
from interpreter.model.passages import by_place, passages
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.analysis.scenario_files import Scenario
    from interpreter.compiler import ir
    from interpreter.engine import Game, Rules, State
    from interpreter.model.passages import Passage
    from interpreter.source import Span

Key = tuple[str, str]
"""Sort and name of a passage."""
_VALUES = ("value", "modifier")


class Touch(Onlooker):
    """Notes which passages a scenario uses."""

    def __init__(self) -> None:
        self.spans: set[Span] = set()
        self._own: dict[Span, Span] = {}
        self._maps: dict[Rules, _Map] = {}
        self._map: _Map | None = None

    def rules(self, game: Game, players: int) -> Rules:
        """The build that notes what happens; what its passages are is worked out once."""
        rules = game.rules(players, trace=True)
        if rules not in self._maps:
            self._maps[rules] = _Map(rules)
        self._map = self._maps[rules]
        self._own = {}
        return rules

    def happened(self, state: State) -> None:
        """Notes where what happened and what is asked is written."""
        program = state.rules.program
        self.spans |= {program.effects[number].span for number, _ in program.events}
        self.spans |= {effect.span for effect, _ in read_notes(program, self._own).events} | {*self._own.values()}
        program.events.clear()
        if state.decision is not None:
            self.spans |= _asked(program.sites[state.decision.site - 1])

    def scored(self, state: State) -> None:
        """Notes that the score was looked at."""
        score = state.rules.program.model.score
        self.spans |= {line.value.span for line in (*score.lines, *score.ties)}

    def passages(self, scenario: Scenario) -> frozenset[Key]:
        """What the scenario used that was played last, and the values that it looks at itself."""
        if self._map is None:
            return frozenset()
        text = scenario.node.span.text
        return self._map.used(self.spans, {name for name in self._map.values if name in text})


class _Map:
    """A model's passages: what is written where, and what calls what.

    values: the names of its named values.  telling: passages in which something stands that can be seen to be used.
    """

    def __init__(self, rules: Rules) -> None:
        program = rules.program
        self.values = tuple(program.model.functions)
        self._places = by_place(program.model)
        self._calls = {_key(one): frozenset(_called(one)) for one in passages(program.model)}
        seen = {effect.span for effect in program.effects}.union(*map(_asked, program.sites))
        self._telling = {_key(self._places[span]) for span in seen if span in self._places}

    def used(self, spans: set[Span], values: set[str]) -> frozenset[Key]:
        """The passages at these places, the rules that call them (of which nothing else may be seen), and their values.
        Cards that call the same are told apart by what is seen of themselves, where that is anything.
        """
        keys = {_key(self._places[span]) for span in spans if span in self._places}
        keys |= {("value", name) for name in values}
        while True:
            rules = {key for key in keys if key[0] not in _VALUES}
            more = {key for key, called in self._calls.items() if rules & called and not self._tells(key)}
            more |= {one for key in keys for one in self._calls.get(key, ()) if one[0] in _VALUES}
            if more <= keys:
                return frozenset(keys)
            keys |= more

    def _tells(self, key: Key) -> bool:
        """Whether a passage is a card that is seen when it is used."""
        return key[0] == "card" and key in self._telling


def _key(passage: Passage) -> Key:
    return passage.sort, passage.name


def _asked(site: ir.Site) -> set[Span]:
    """Where a decision and its options are written."""
    conditions = {node.span for group in site.groups for _, node in group.conditions if node is not None}
    return {site.span} | conditions | {group.effect.span for group in site.groups if group.effect is not None}


def _called(passage: Passage) -> Iterator[Key]:
    """The passages that one calls."""
    for node in nodes(passage.tree):
        match node:
            case typed.CallFunction(function=function):
                yield "value", function.name
            case typed.CallRule(rule=rule) | typed.Can(rule=rule):
                yield rule.kind, rule.name
            case typed.Gain(modifier=modifier) if modifier:
                yield "modifier", modifier
            case _:
                pass
