"""Loops that cannot end: nothing in them changes what their condition depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.constants import Constants, NotConstantError
from interpreter.model.scope import Constant
from interpreter.model.walk import callees, nodes, printed
from interpreter.source import Diagnostic, error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.model.game import Model

_PIECES = (typed.Contents, typed.TopOf, typed.PlaceOf)
_MOVES = (typed.MovePieces, typed.Draw, typed.Shuffle)
Parts = set[tuple[str, ...]]
"""Parts of the state: a counter, a variable of a kind of pieces, tokens of a kind, pieces, whose turn it is."""


def check_loops(model: Model) -> Iterator[Diagnostic]:
    """`repeat until` and `take turns` that never end once they have begun."""
    texts: list[typed.Node] = [model.setup, model.flow, *(rule.body for rule in model.rules.values())]
    for kind in model.pieces.values():
        texts += [effect for attribute in kind.attributes.values() for effect in printed(attribute)]
    for text in texts:
        for node in nodes(text):
            if isinstance(node, typed.RepeatUntil | typed.TakeTurns) and _never_ends(node, model):
                yield error("endless-loop", node.condition.span)


def _never_ends(loop: typed.RepeatUntil | typed.TakeTurns, model: Model) -> bool:
    depends = _reads(loop.condition)
    if depends is None or (isinstance(loop, typed.TakeTurns) and ("me",) in depends):
        return False
    inside = _everything([loop.body, *(rule.body for rule in model.free_actions)])
    if any(isinstance(node, typed.EndGame) for node in inside) or depends & _writes(inside):
        return False
    return bool(depends) or _is_false(loop.condition, model)


def _is_false(condition: typed.Value, model: Model) -> bool:
    """Whether the condition is false whatever happens, and not by an option or a parameter."""
    constants = {name for name, named in model.scope.names.items() if isinstance(named.entity, Constant)}
    if any(isinstance(node, typed.Const) and node.label in constants for node in _everything([condition])):
        return False
    try:
        return not Constants(model.scope).number(condition)
    except NotConstantError:
        return False


def _everything(texts: list[typed.Node]) -> list[typed.Node]:
    """All nodes of some texts, and of all that they call."""
    found: list[typed.Node] = []
    seen: set[int] = set()
    while texts:
        for node in nodes(texts.pop()):
            found.append(node)
            called = [node.function.body] if isinstance(node, typed.CallFunction) else callees(node)
            fresh = [text for text in called if id(text) not in seen]
            seen |= set(map(id, fresh))
            texts.extend(fresh)
    return found


def _reads(condition: typed.Value) -> Parts | None:
    """What a condition depends on; None: it cannot be told."""
    found: Parts = set()
    for node in _everything([condition]):
        match node:
            case typed.Can():
                return None
            case typed.CounterOf(counter):
                found.add(("counter", counter.name))
            case typed.VariableOf(variable):
                found.add(("variable", variable.kind, variable.name))
            case typed.TokenOn(token) | typed.TokenCount(token):
                found.add(("token", token.name))
            case typed.Me():
                found.add(("me",))
            case _ if isinstance(node, _PIECES):
                found.add(("pieces",))
            case _:
                pass
    return found


def _writes(inside: list[typed.Node]) -> Parts:
    """What effects can change."""
    found: Parts = set()
    for node in inside:
        match node:
            case typed.Amount(counter) | typed.SetCounter(counter):
                found.add(("counter", counter.name))
            case typed.SetVariable(variable) | typed.Roll(variable):
                found.add(("variable", variable.kind, variable.name))
            case typed.MoveTokens(token) | typed.FlipToken(token):
                found.add(("token", token.name))
            case typed.TakeTurns():
                found.add(("me",))
            case _ if isinstance(node, _MOVES):
                found.add(("pieces",))
            case _:
                pass
    return found
