"""Which variables of rules in progress hold nothing that the player who decides may not know.

Worked out from the rules once: a variable is as secret as what it was made from. What a player chose is known to him;
what was read from a place or counter that he alone sees is his, as long as he is the one who acts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.walk import PLAYER_GIVERS, callees, children, nodes, printed

if TYPE_CHECKING:
    from interpreter.compiler import Layout
    from interpreter.model.game import Model, SeenBy
    from interpreter.model.types import Type

_NUMBERED = re.compile(r"(.+)_\d+(?:\.count|\[\d+\])?")
_LIST_OF = re.compile(r"(?:each|chosen|set|used)_(.+)")
_NONE_IS_ENOUGH = (
    typed.May | typed.ForEach | typed.EachPlayer | typed.AtOnce | typed.Repeat | typed.RepeatUntil | typed.TakeTurns
)
_USED = "used"  # which parts of a choice have been taken
_NEED = "need"  # what is still to be covered


class Secrecy(IntEnum):
    """Who may know something: everybody, the player who acts, nobody."""

    OPEN = 0
    OWN = 1
    HIDDEN = 2


def known_variables(model: Model, layout: Layout) -> frozenset[int]:
    """The slots of variables, and of lists that the rules keep, which the player who decides may know."""
    levels = _Levels(model).by_name
    own = {name for listed in layout.own_lists for name in _names(layout.slots[listed.base].name)}
    found = set()
    for slot, known in enumerate(layout.slots):
        names = _names(known.name)
        if known.area == "locals" or (known.area == "lists" and names & own):
            secret = [levels[name] for name in names if name in levels]
            if secret and max(secret) < Secrecy.HIDDEN:
                found.add(slot)
    return frozenset(found)


def variable_name(slot: str) -> str:
    """What the rules call the variable of a slot that is called so."""
    numbered = _NUMBERED.fullmatch(slot)
    return "" if numbered is None else numbered[1]


def _names(slot: str) -> set[str]:
    """The variables that a slot called so can belong to."""
    name = variable_name(slot)
    listed = _LIST_OF.fullmatch(name)
    return {name} if listed is None else {name, listed[1]}


class _Levels:
    """How secret each variable of a model is. `by_name`: the worst of all that are called so."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.levels: dict[int, Secrecy] = {}
        self.names: dict[int, str] = {}
        self.contexts: dict[int, Secrecy] = {}
        self.waiting: dict[int, typed.Effect] = {}
        self.needs = Secrecy.OPEN
        self._enter(model.setup, Secrecy.OPEN)
        self._enter(model.flow, Secrecy.OPEN)
        for rule in model.free_actions:
            self._enter(rule.body, Secrecy.OPEN)
        while self.waiting:
            key, body = self.waiting.popitem()
            self._visit(body, self.contexts[key], ())

    @cached_property
    def by_name(self) -> dict[str, Secrecy]:
        found: defaultdict[str, Secrecy] = defaultdict(lambda: Secrecy.OPEN, {_USED: Secrecy.OPEN, _NEED: self.needs})
        for uid, level in self.levels.items():
            found[self.names[uid]] = max(found[self.names[uid]], level)
        return dict(found)

    # -- effects --------------------------------------------------------------------------------------------

    def _enter(self, body: typed.Effect, context: Secrecy, *, grown: bool = False) -> None:
        """Looks at a body again whenever more secret things decide whether it is carried out, or are handed to it."""
        before = self.contexts.get(id(body))
        if grown or before is None or context > before:
            self.contexts[id(body)] = max(context, before or Secrecy.OPEN)
            self.waiting[id(body)] = body

    def _visit(self, node: typed.Node, context: Secrecy, scope: tuple[typed.Variable, ...]) -> None:
        """Goes through an effect. context: what decides whether it is carried out; scope: the variables in reach."""
        if isinstance(node, PLAYER_GIVERS):
            self._disown(node.body, scope)
            context = _disowned(context)
        match node:
            case typed.Let(variable=variable, value=value):
                scope = self._bind(variable, self.secrecy(value), scope)
            case typed.Choose(binder=binder) | typed.ForEach(binder=binder) | typed.AtOnce(binder=binder):
                scope = self._bind(binder.variable, self._element(node, binder), scope)
            case typed.Cover(need=need, sources=sources):
                self.needs = max(self.needs, self.secrecy(need))
                for source in sources:
                    inner = self._bind(source.binder.variable, self._element(node, source.binder), scope)
                    self._visit(source.body, context, inner)
            case typed.Conditional(condition=condition) | typed.OnlyIf(condition=condition):
                context = max(context, self.secrecy(condition))
            case typed.Otherwise(first=first):
                context = max(context, self.secrecy(first))
            case typed.CallRule(rule=rule, arguments=arguments):
                grown = False
                for parameter, argument in zip(rule.parameters, arguments, strict=True):
                    grown |= self._raise(parameter, max(context, self.secrecy(argument)))
                self._enter(rule.body, context, grown=grown)
            case typed.Do(attribute=attribute, target=target):
                for effect in printed(attribute):
                    self._enter(effect, max(context, self.secrecy(target)))
            case _:
                pass
        for child in children(node):
            if isinstance(child, typed.Effect):
                self._visit(child, context, scope)

    def _element(self, node: typed.Effect, binder: typed.Binder) -> Secrecy:
        """A choice is told to all, except which piece that they do not see, a number, and what is chosen in secret."""
        read = max(map(self.secrecy, children(binder)))
        if not isinstance(node, typed.ForEach) and binder.variable.type.kind != "piece":
            secret = isinstance(node, typed.AtOnce) or binder.variable.type.kind == "number"
            return Secrecy.OWN if secret else Secrecy.OPEN
        return max(read, Secrecy.OWN) if isinstance(node, typed.AtOnce) else read

    def _bind(
        self, variable: typed.Variable, level: Secrecy, scope: tuple[typed.Variable, ...]
    ) -> tuple[typed.Variable, ...]:
        self._raise(variable, level)
        return (*scope, variable)

    def _raise(self, variable: typed.Variable, level: Secrecy) -> bool:
        """Whether the variable is more secret than was known."""
        self.names[variable.uid] = variable.name
        before = self.levels.get(variable.uid)
        self.levels[variable.uid] = max(level, before or Secrecy.OPEN)
        return before is None or level > before

    def _disown(self, body: typed.Effect, scope: tuple[typed.Variable, ...]) -> None:
        """What is one player's own is hidden from the next who acts."""
        used = {node.variable.uid for node in nodes(body) if isinstance(node, typed.Local)}
        for variable in scope:
            if variable.uid in used:
                self._raise(variable, _disowned(self.levels[variable.uid]))

    # -- values ---------------------------------------------------------------------------------------------

    def secrecy(self, node: typed.Node) -> Secrecy:
        """Who may know what a value is, or whether an effect is possible."""
        return self._secrecy(node, set())

    def _secrecy(self, node: typed.Node, entered: set[int]) -> Secrecy:
        counted = _counted_zone(node)
        if counted is not None:
            return _of_owner(counted.zone.count_seen_by, counted.owner)
        if _always_possible(node):
            return Secrecy.OPEN
        found = self._read(node)
        called: list[typed.Node] = [*callees(node)]
        if isinstance(node, typed.CallFunction):
            called.append(node.function.body)
        for inner in called:
            if id(inner) not in entered:
                entered.add(id(inner))
                found = max(found, self._secrecy(inner, entered))
        for child in children(node):
            found = max(found, self._secrecy(child, entered))
        acts = isinstance(node, PLAYER_GIVERS) or (
            isinstance(node, typed.Can) and not isinstance(node.player, typed.Me)
        )
        return _disowned(found) if acts else found

    def _read(self, node: typed.Node) -> Secrecy:
        """Who may know what a single node reads from the state."""
        match node:
            case typed.Local(variable=variable):
                return self.levels.get(variable.uid, Secrecy.OPEN)
            case typed.CounterOf(counter=counter, owner=owner) | typed.Amount(counter=counter, owner=owner):
                return _of_owner(counter.seen_by, owner)
            case typed.ZoneOf(zone=zone, owner=owner):
                return _of_owner(zone.seen_by, owner)
            case typed.PlaceOf(target=target) | typed.VariableOf(target=target):
                return self._of_place(target.type)
            case typed.Contents(place=place) | typed.TopOf(place=place) | typed.TokenCount(place=place):
                return (
                    self._anywhere()
                    if place.type.kind == "place" and not isinstance(place, typed.ZoneOf)
                    else Secrecy.OPEN
                )
            case _:
                return Secrecy.OPEN

    def _of_place(self, kind: Type) -> Secrecy:
        """Where a piece is, and what can change about it, is hidden when it can lie in a hidden place."""
        zones = [zone for zone in self.model.zones.values() if kind.name in zone.holds]
        return Secrecy.OPEN if all(zone.seen_by == "everyone" for zone in zones) else Secrecy.HIDDEN

    def _anywhere(self) -> Secrecy:
        """A place that is only known in play."""
        seen = all(zone.seen_by == "everyone" for zone in self.model.zones.values())
        return Secrecy.OPEN if seen else Secrecy.HIDDEN


def _counted_zone(node: typed.Node) -> typed.ZoneOf | None:
    """The zone of which a value is how much lies there, and nothing more of what lies there."""
    match node:
        case typed.Aggregate(kind="count", binder=typed.Binder(domain=typed.Contents(place=place), where=None)):
            known = isinstance(place, typed.ZoneOf) and isinstance(place.owner, typed.Me | None)
            return place if isinstance(place, typed.ZoneOf) and known and len(place.zone.holds) == 1 else None
        case _:
            return None


def _always_possible(node: typed.Node) -> bool:
    """Whether an effect can be done whatever stands in it, because doing none of that is doing it."""
    match node:
        case typed.Choose(limit=limit) | typed.SomeOf(limit=limit):
            return limit == "at_most"
        case _:
            return isinstance(node, _NONE_IS_ENOUGH)


def _disowned(level: Secrecy) -> Secrecy:
    return Secrecy.HIDDEN if level == Secrecy.OWN else level


def _of_owner(seen_by: SeenBy, owner: typed.Value | None) -> Secrecy:
    mine = owner.player if isinstance(owner, typed.TeamOf) else owner
    if seen_by == "owner" and isinstance(mine, typed.Me):
        return Secrecy.OWN
    return Secrecy.OPEN if seen_by == "everyone" else Secrecy.HIDDEN
