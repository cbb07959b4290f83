"""What options can be called, by the rules as they are written: known without compiling the game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, get_args

from interpreter.compiler.ir import GroupKind
from interpreter.engine.names import value_names, written
from interpreter.model import typed
from interpreter.model.walk import nodes, printed

if TYPE_CHECKING:
    from interpreter.model import Model

_TOLD_APART = re.compile(r"#\d+$")
_OF_RULE = re.compile(r"(\w+)\((.*)\)", re.DOTALL)
_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Labels:
    """`words`: rules, elements and effects.  of_rules: for each rule, what can stand in parentheses behind its name."""

    words: frozenset[str]
    of_rules: dict[str, frozenset[str]]

    def know(self, label: str) -> bool:
        """Whether an option can be called so. Some names that no option has are known, too."""
        label = _TOLD_APART.sub("", label)
        within = _OF_RULE.fullmatch(label)
        if label in self.words or within is None:
            return label in self.words or _NUMBER.fullmatch(label) is not None
        return within[1] in self.of_rules and (
            within[2] in self.of_rules[within[1]] or _NUMBER.fullmatch(within[2]) is not None
        )

    def near(self, label: str) -> list[str]:
        """What to propose for one that is not known."""
        rule, _, element = label.removesuffix(")").partition("(")
        of_rule = [f"{rule}({known})" for known in self.of_rules.get(rule, ())]
        of_element = [f"{known}({element})" for known, elements in self.of_rules.items() if element in elements]
        return of_rule + of_element or list(self.words)


@lru_cache(maxsize=16)
def labels(model: Model) -> Labels:
    """Everything that the options of a game can be called."""
    of_rules = {rule.name: _called(model, rule.body) for rule in model.rules.values()}
    words = {*of_rules, *get_args(GroupKind)}.union(*of_rules.values())
    words.update(_called(model, model.setup), _called(model, model.flow))
    for kind in model.pieces.values():
        for attribute in kind.attributes.values():
            words.update(*(_called(model, effect) for effect in printed(attribute)))
    return Labels(frozenset(words), of_rules)


def _called(model: Model, body: typed.Effect) -> frozenset[str]:
    """The elements that a text can choose from, the places where they can lie unseen, and its effects."""
    found: set[str] = set()
    types = set()
    for node in nodes(body):
        if isinstance(node, typed.Effect):
            found.add(written(node))
        elif isinstance(node, typed.Binder):
            types.add(node.variable.type)
    for kind in types:
        found.update(value_names(model, kind) or ())
        if kind.kind == "piece":
            found.update(model.place_names)
    return frozenset(found)
