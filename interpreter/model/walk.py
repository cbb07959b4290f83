"""Going through typed trees: what stands in them, which rules they call, and who acts where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.source.records import fields_of, kept

if TYPE_CHECKING:
    from interpreter.model.game import Attribute, Function, Model, Rule

PLAYER_GIVERS = (typed.EachPlayer, typed.TakeTurns, typed.AsPlayer, typed.AtOnce)
"""Effects whose bodies have an acting player of their own."""
LEAVES = frozenset({typed.Const, typed.Local, typed.Me, typed.All})
"""The most frequent of the nodes that have nothing below them, nor call anything."""
CALLING = frozenset({typed.CallFunction, typed.CallRule, typed.Can, typed.Do})
"""Nodes that refer to texts which they carry out, work out or ask about."""


@kept("_children")
def children(node: typed.Node) -> tuple[typed.Node, ...]:
    """The nodes directly below one, in the order of the text. What they refer to is not below them."""
    return fields_of(node, typed.Node)


@kept("_nodes")
def nodes(node: typed.Node) -> tuple[typed.Node, ...]:
    """A node and all nodes below it, in the order of the text."""
    found: list[typed.Node] = []
    waiting = [node]
    while waiting:
        found.append(one := waiting.pop())
        if type(one) not in LEAVES:
            waiting += reversed(children(one))
    return tuple(found)


_NOTHING: tuple[frozenset[int], frozenset[str], frozenset[Function]] = (frozenset(), frozenset(), frozenset())


@kept("_reads")
def reads(node: typed.Node) -> tuple[frozenset[int], frozenset[str], frozenset[Function]]:
    """What a node and those below it name: the uids of variables, counters, and named values that are called."""
    below = list(map(reads, children(node)))
    variables, counters, functions = below[0] if below else _NOTHING
    for more_variables, more_counters, more_functions in below[1:]:
        variables, counters, functions = (
            variables | more_variables,
            counters | more_counters,
            functions | more_functions,
        )
    match node:
        case typed.Local(variable):
            variables |= {variable.uid}
        case typed.CounterOf(counter):
            counters |= {counter.name}
        case typed.CallFunction(function):
            functions |= {function}
        case _:
            pass
    return variables, counters, functions


def printed(attribute: Attribute) -> list[typed.Effect]:
    """The effects that an attribute holds."""
    return [effect for effect in attribute.effects if effect is not None]


def callees(node: typed.Node) -> list[typed.Effect]:
    """The effects that a single node carries out or asks about, beside those below it."""
    match node:
        case typed.CallRule(rule) | typed.Can(_, rule):
            return [rule.body]
        case typed.Do(attribute):
            return printed(attribute)
        case _:
            return []


def roots(model: Model) -> list[typed.Node]:
    """Every text that play begins with."""
    lines = (*model.score.lines, *model.score.ties)
    return [
        model.setup,
        model.flow,
        *(line.value for line in lines),
        *(invariant.condition for invariant in model.invariants),
        *(typed.CallRule(rule, (), span=rule.span) for rule in model.free_actions),
    ]


def reached(start: list[typed.Node]) -> tuple[set[int], set[int]]:
    """The ids of the rules and functions that can be called from some nodes."""
    rules: set[int] = set()
    functions: set[int] = set()
    waiting = list(start)
    while waiting:
        for node in nodes(waiting.pop()):
            match node:
                case typed.CallRule(rule) | typed.Can(_, rule) if id(rule) not in rules:
                    rules.add(id(rule))
                    waiting.append(rule.body)
                case typed.CallFunction(function) if id(function) not in functions:
                    functions.add(id(function))
                    waiting.append(function.body)
                case typed.Do(attribute) if id(attribute) not in rules:
                    rules.add(id(attribute))
                    waiting += printed(attribute)
    return rules, functions


class ActingPlayer:
    """Finds texts that speak of an acting player where there is none."""

    def __init__(self) -> None:
        self._needs: dict[int, bool] = {}

    def missing(self, node: typed.Node) -> typed.Node | None:
        """The first node that needs an acting player and has none, or None."""
        if isinstance(node, typed.Me) or (type(node) in CALLING and self._calls_needy(node)):
            return node
        if type(node) in LEAVES or isinstance(node, typed.AtOnce):
            return None
        skipped = node.body if isinstance(node, PLAYER_GIVERS) else None
        for child in children(node):
            found = None if child is skipped else self.missing(child)
            if found is not None:
                return found
        return None

    def needs(self, node: typed.Node) -> typed.Node:
        """What a node that `missing` gave needs the player for: itself, or what stands deep in what it calls."""
        seen: list[typed.Node] = []
        while node not in seen:
            seen.append(node)
            bodies = [node.function.body] if isinstance(node, typed.CallFunction) else callees(node)
            node = next((found for found in map(self.missing, bodies) if found is not None), node)
        return node

    def _calls_needy(self, node: typed.Node) -> bool:
        match node:
            case typed.CallRule(rule):
                return self._needs_player(rule, rule.body)
            case typed.CallFunction(function):
                return self._needs_player(function, function.body)
            case typed.Do(attribute):
                return any(self.missing(effect) is not None for effect in printed(attribute))
            case _:
                return False

    def _needs_player(self, callee: Rule | Function, body: typed.Node) -> bool:
        """Whether a rule or function does; while one is being looked at it is taken not to."""
        known = self._needs.get(id(callee))
        if known is None:
            self._needs[id(callee)] = False
            known = self._needs[id(callee)] = self.missing(body) is not None
        return known
