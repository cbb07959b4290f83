"""A model for other choices of options, made from one for as many players: only what they reach is bound anew.

An option is a name, and a text can depend on it only by saying that name, or one that is given by such a text. So what
says none of these names means the same in both models, and is the same object in both.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from interpreter.model.bodies import BodyBinder
from interpreter.model.draft import Draft
from interpreter.model.rules import add_functions, add_rules, bind_bodies, bind_effect, bind_invariants, bind_score
from interpreter.model.scope import Constant, Scope
from interpreter.model.sections import add_parameters
from interpreter.source import Entry, Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as Dict

    from interpreter.model.game import Model

T = TypeVar("T")

Part = tuple[str, str]
"""A section and the key of an entry in it; of a section that is taken whole, no key."""
_ENTRIES = ("parameters", "values", "rules", "icons", "free_actions")
_TEXTS = ("setup", "flow", "score", "invariants")
_COMPONENTS = ("players", "enums", "board", "components", "zones", "counters")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def words(root: Mapping) -> dict[Part, frozenset[str]]:
    """Every word in each part of a game that is bound, keys included; those of other sections bind nothing."""
    found = {(section, ""): frozenset(_words(root.get(section))) for section in (*_TEXTS, *_COMPONENTS)}
    for section in _ENTRIES:
        node = root.get(section)
        for key, entry in node.items() if isinstance(node, Mapping) else ():
            found[section, key] = frozenset((*_WORD.findall(key), *_words(entry.value)))
    return found


def _words(node: Node | None) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield from _WORD.findall(node.text)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _words(item)
    elif isinstance(node, Mapping):
        for key, entry in node.items():
            yield from _WORD.findall(key)
            yield from _words(entry.value)


def model_like(draft: Draft, said: Dict[Part, frozenset[str]], like: Model) -> Model | None:
    """The model of `like`'s game with the draft's choices, all of them given; `said` are the words of its parts.

    None when it has to be built whole: components depend on the choices, or something is wrong. Nothing must be wrong
    with `like`.
    """
    chosen = {name: value for name, value in draft.choices.items() if like.options[name] != str(value)}
    parts, names = _reached(said, chosen)
    constants = {name: _set_to(like.scope, name, value) for name, value in chosen.items()}
    if any(section in _COMPONENTS for section, _ in parts) or None in constants.values():
        return None
    scope = replace(
        like.scope,
        findings=[],
        reports=0,
        left_out=set(like.scope.left_out),
        names={name: named for name, named in like.scope.names.items() if name not in names},
        used=set(like.scope.used),
        options=like.options | {name: str(value) for name, value in chosen.items()},
        functions={name: one for name, one in like.functions.items() if name not in names},
        rules={name: one for name, one in like.rules.items() if name not in names},
    )
    for name, constant in constants.items():
        if constant is not None:
            scope.names[name] = replace(like.scope.names[name], entity=constant)
    return _bound(replace(draft, root=_only(draft.root, parts), scope=scope, binder=BodyBinder(scope)), like)


def _reached(said: Dict[Part, frozenset[str]], names: Dict[str, object]) -> tuple[set[Part], set[str]]:
    """The parts in which one of the names is said, or one that such a part gives; and all these names."""
    parts: set[Part] = set()
    known = set(names)
    while True:
        more = {part for part, inside in said.items() if part not in parts and not inside.isdisjoint(known)}
        if not more:
            return parts, known
        parts |= more
        known |= {word for _, key in more for word in _WORD.findall(key)[:1]}


def _set_to(scope: Scope, name: str, value: str | int) -> Constant | None:
    """The constant that an option is with this value; None when that is of another type than now."""
    now = scope.names[name].entity
    if not isinstance(now, Constant) or (type(value) is int) != (now.type.kind == "number"):
        return None
    return replace(now, value=value if type(value) is int else scope.enums[name].members.index(str(value)))


def _only(root: Mapping, parts: set[Part]) -> Mapping:
    """The document without all other parts."""
    found: dict[str, Entry] = {}
    for section, entry in root.items():
        if (section, "") in parts:
            found[section] = entry
        elif section in _ENTRIES and isinstance(entry.value, Mapping):
            inside = {key: one for key, one in entry.value.items() if (section, key) in parts}
            found[section] = Entry(entry.key, Mapping(inside, entry.value.span))
    return Mapping(found, root.span)


def _bound(draft: Draft, like: Model) -> Model | None:
    """The model, of whose texts the draft's document holds those that are to be bound."""
    scope = draft.scope
    add_parameters(draft)
    add_functions(draft)
    bind_bodies(draft, add_rules(draft))
    model = replace(
        like,
        options=scope.options,
        functions=scope.functions,
        rules=scope.rules,
        setup=bind_effect(draft, "setup") if "setup" in draft.root else like.setup,
        flow=bind_effect(draft, "flow") if "flow" in draft.root else like.flow,
        score=bind_score(draft) if "score" in draft.root else like.score,
        invariants=bind_invariants(draft) if "invariants" in draft.root else like.invariants,
        scope=scope,
    )
    if scope.reports:
        return None
    _put_in_order(scope.names, like.scope.names)
    _put_in_order(scope.functions, like.functions)
    _put_in_order(scope.rules, like.rules)
    return model


def _put_in_order(found: dict[str, T], order: Iterable[str]) -> None:
    """Let the names of a dict stand in this order."""
    for name in order:
        found[name] = found.pop(name)
