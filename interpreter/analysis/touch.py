"""Which passages of the rules a scenario uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.onlooker import Onlooker
from interpreter.analysis.scenario_names import plainly
from interpreter.compiler.heads import begins_with_choice
from interpreter.model import typed
from interpreter.model.passages import by_place, cards, passages
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.analysis.scenario_files import Scenario
    from interpreter.compiler import ir
    from interpreter.engine import Game, Rules, State
    from interpreter.model.passages import Passage

Key = tuple[str, str]
"""Sort and name of a passage."""
_VALUES = ("value", "modifier")
ALWAYS = frozenset({("setup", "setup"), ("flow", "flow")})
"""What every scenario uses, and no other text."""


class Touch(Onlooker):
    """Notes which passages a scenario uses."""

    def __init__(self) -> None:
        self._keys: set[Key] = set()
        self._maps: dict[Rules, _Map] = {}
        self._map: _Map | None = None

    def rules(self, game: Game, players: int) -> Rules:
        """The build that notes what happens, for a scenario that begins; what its passages are is worked out once."""
        rules = game.rules(players, trace=True, guards=True)
        if rules not in self._maps:
            self._maps[rules] = _Map(rules)
        self._map = self._maps[rules]
        self._keys = set(ALWAYS)
        return rules

    def happened(self, state: State) -> None:
        """Notes where what happened and what is asked is written."""
        program, known = state.rules.program, self._maps[state.rules]
        self._keys.update(known.happened(program.events))
        program.events.clear()
        if state.decision is not None:
            self._keys |= known.asked(program.sites[state.decision.site - 1])

    def scored(self, state: State) -> None:
        """Notes that the score was looked at."""
        score = state.rules.program.model.score
        self._keys |= {("score", line.name) for line in score.lines} | {("tie", line.name) for line in score.ties}

    def passages(self, scenario: Scenario) -> frozenset[Key]:
        """What the scenario used that was played last, and what it looks at itself."""
        if self._map is None:
            return frozenset()
        text = plainly(scenario.node.span.text)
        return self._map.used(self._keys | {key for words, key in self._map.looked_at.items() if words in text})


class _Map:
    """A program's passages: what is written where, and what calls what. looked_at: values, and rules that can be asked
    for, by the words for that.
    """

    def __init__(self, rules: Rules) -> None:
        program = rules.program
        model = program.model
        self.looked_at = {name: ("value", name) for name in model.functions}
        self.looked_at |= {f"can {rule.name}": (rule.kind, rule.name) for rule in model.rules.values()}
        self._effects = program.effects
        self._places = {span: key_of(passage) for span, passage in by_place(model).items()}
        self._calls = {key_of(one): frozenset(called(one)) for one in passages(model)}
        # Rules that begin with a choice: their options can be offered as those of a rule that calls them.
        self._merged = {(one.kind, one.name) for one in model.rules.values() if begins_with_choice(one.body)}
        printed = (one for kind in model.pieces.values() for one in cards(kind))
        self._cards = {(attribute, piece): key_of(passage) for passage, attribute, piece in printed}

    def happened(self, events: Iterable[tuple[int, tuple[int, ...]]]) -> Iterator[Key]:
        """The passages that these events come from. A card is known by its number: its text may be that of others."""
        for number, values in events:
            effect = self._effects[number]
            key = self._places.get(effect.span)
            if key is not None and key[0] != "card":
                yield key
            match effect:
                case typed.CallRule(rule=rule):
                    yield rule.kind, rule.name
                case typed.Do(attribute=attribute) if (attribute.name, values[0]) in self._cards:
                    yield self._cards[attribute.name, values[0]]
                case _:
                    pass

    def asked(self, site: ir.Site) -> set[Key]:
        """The passages in which a decision and its options are written."""
        conditions = {node.span for group in site.groups for _, node in group.conditions if node is not None}
        spans = {site.span} | conditions | {group.effect.span for group in site.groups if group.effect is not None}
        return {self._places[span] for span in spans if span in self._places}

    def used(self, keys: set[Key]) -> frozenset[Key]:
        """These passages, the rules through which their options were offered, and their values."""
        while True:
            more = {one for key in keys for one in self._calls.get(key, ()) if one[0] in _VALUES}
            rules = {key for key in keys if key[0] not in _VALUES}
            more |= {key for key in self._merged if rules & self._calls[key]}
            if more <= keys:
                return frozenset(keys)
            keys |= more


def key_of(passage: Passage) -> Key:
    """What stands for a passage, whatever it says."""
    return passage.sort, passage.name


def called(passage: Passage) -> Iterator[Key]:
    """The rules, values and modifiers that a passage calls by name."""
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
