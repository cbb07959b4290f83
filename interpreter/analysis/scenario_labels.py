"""What options can be called, by the rules as they are written: known without compiling the game."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, get_args

from interpreter.compiler.ir import GroupKind
from interpreter.engine.names import value_names, written
from interpreter.model import typed
from interpreter.model.walk import nodes, printed

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.model import Model

_TOLD_APART = re.compile(r"#\d+$")
_OF_RULE = re.compile(r"(\w+)\((.*)\)", re.DOTALL)
_NUMBER = re.compile(r"-?\d+")


class Labels:
    """Everything that the options of a game can be called: its rules and what can stand in parentheses behind their
    names, elements and effects. What effects are called is looked for when nothing else has the name.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._words, self._of_rules = _called(model, _elements)

    @cached_property
    def _effects(self) -> tuple[frozenset[str], dict[str, frozenset[str]]]:
        return _called(self._model, _effects)

    def know(self, label: str) -> bool:
        """Whether an option can be called so. Some names that no option has are known, too."""
        label = _TOLD_APART.sub("", label)
        return (
            _is_known(label, self._words, self._of_rules)
            or _NUMBER.fullmatch(label) is not None
            or _is_known(label, *self._effects)
        )

    def near(self, label: str) -> list[str]:
        """What to propose for one that is not known."""
        words, of_rules = self._effects
        of_rules = {rule: known | of_rules[rule] for rule, known in self._of_rules.items()}
        rule, _, element = label.removesuffix(")").partition("(")
        of_rule = [f"{rule}({known})" for known in of_rules.get(rule, ())]
        of_element = [f"{known}({element})" for known, elements in of_rules.items() if element in elements]
        return of_rule + of_element or list(self._words | words)


@lru_cache(maxsize=16)
def labels(model: Model) -> Labels:
    """What the options of a game can be called."""
    return Labels(model)


def _is_known(label: str, words: frozenset[str], of_rules: dict[str, frozenset[str]]) -> bool:
    if label in words:
        return True
    within = _OF_RULE.fullmatch(label)
    return (
        within is not None
        and within[1] in of_rules
        and (within[2] in of_rules[within[1]] or _NUMBER.fullmatch(within[2]) is not None)
    )


def _called(
    model: Model, found: Callable[[Model, typed.Effect], frozenset[str]]
) -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    """What is found in all texts, with the names of rules, and what in each rule."""
    of_rules = {rule.name: found(model, rule.body) for rule in model.rules.values()}
    words = {*of_rules, *get_args(GroupKind)}.union(*of_rules.values())
    words.update(found(model, model.setup), found(model, model.flow))
    for kind in model.pieces.values():
        for attribute in kind.attributes.values():
            words.update(*(found(model, effect) for effect in printed(attribute)))
    return frozenset(words), of_rules


def _elements(model: Model, body: typed.Effect) -> frozenset[str]:
    """The elements that a text can choose from, and the places where they can lie unseen."""
    found: set[str] = set()
    for kind in {node.variable.type for node in nodes(body) if isinstance(node, typed.Binder)}:
        found.update(value_names(model, kind) or ())
        if kind.kind == "piece":
            found.update(model.place_names)
    return frozenset(found)


def _effects(_: Model, body: typed.Effect) -> frozenset[str]:
    """The effects in a text."""
    return frozenset(written(node) for node in nodes(body) if isinstance(node, typed.Effect))
