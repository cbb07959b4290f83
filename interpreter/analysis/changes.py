"""What a change of a game's rules can make different for scenarios that were played before it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.analysis.scenario_names import plainly
from interpreter.analysis.touch import ALWAYS, called, key_of
from interpreter.compiler import TooLargeError, ir
from interpreter.compiler.lower_choices import GameLowering
from interpreter.explain import Speaker, own_fingerprint
from interpreter.explain.difference import material
from interpreter.model import typed
from interpreter.model.passages import cards, passages
from interpreter.model.walk import nodes
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from interpreter.analysis.touch import Key
    from interpreter.model import Model
    from interpreter.model.passages import Passage

_VALUES = ("value", "modifier")


@record
class Change:
    """What is not as it was. keys: passages that mean something else now, and those that ask whether something can be
    done of which that has another answer now.  reworded: texts that are written otherwise now, as they were.
    """

    keys: frozenset[Key]
    reworded: tuple[str, ...]

    def concerns(self, used: frozenset[Key], reasons: Collection[str]) -> bool:
        """Whether it can make a difference to who used these passages and looked for these conditions."""
        return bool(self.keys & used) or any(reason in text for text in self.reworded for reason in reasons)


NOTHING = Change(frozenset(), ())


def changes(before: Sense, now: Sense) -> Change | None:
    """What has changed in a game; None when it is something that everything goes by."""
    if before.material != now.material or before.meaning.keys() != now.meaning.keys():
        return None
    changed = {key for key, meaning in now.meaning.items() if before.meaning[key] != meaning}
    reworded = tuple(text for key, text in before.words.items() if text != now.words[key])
    try:
        keys = _with_askers(before, now, changed) if changed else frozenset()
    except (TooLargeError, RecursionError):
        return None
    return None if keys is None else Change(keys, reworded)


def _with_askers(before: Sense, now: Sense, changed: set[Key]) -> frozenset[Key] | None:
    """These passages, and those that ask for what can be done at other times now. Whoever asks for that of a rule asks
    for it of what the rule begins with, so that they are looked for upwards. None for all.
    """
    if before.layout != now.layout:
        return None
    found, waiting, seen = set(changed), list(changed), set(changed)
    while waiting:
        key = waiting.pop()
        if key[0] not in _VALUES and before.possible(key) == now.possible(key):
            continue
        if key[0] == "free":  # which is offered wherever somebody decides
            return None
        askers = before.askers.get(key, set())
        found |= askers if key[0] not in _VALUES else set()
        waiting += askers - seen
        seen |= askers
    return frozenset(found)


class Sense:
    """What a model means. meaning: of each passage.  words: each as it is written, on one line.  homes: the folders
    with its names, as a speaker wants them.
    """

    def __init__(self, model: Model, homes: Sequence[Path]) -> None:
        self._model = model
        self._homes = homes
        self._texts = {key_of(one): one for one in passages(model)}
        self.meaning = {key: own_fingerprint(text.tree) for key, text in self._texts.items()}
        self.words = {key: plainly(text.tree.span.text) for key, text in self._texts.items()}

    @cached_property
    def material(self) -> list[object]:
        """Everything of a game but its rules: what it is made of, and the numbers that rules go by."""
        model = self._model
        made = [(part.sort, part.name, part.meaning) for part in material(Speaker(model, "en", self._homes))]
        rules = [(one.name, one.kind, tuple(each.type for each in one.parameters)) for one in model.rules.values()]
        modifiers = [(counter, tuple(one.name for one in several)) for counter, several in model.modifiers.items()]
        return [model.score.per, *made, *rules, *modifiers]

    @cached_property
    def askers(self) -> dict[Key, set[Key]]:
        """For each passage those that call it or carry it out."""
        found: dict[Key, set[Key]] = {}
        printed: dict[tuple[str, str], set[Key]] = {}
        for kind in self._model.pieces.values():
            for text, attribute, _ in cards(kind):
                printed.setdefault((kind.name, attribute), set()).add(key_of(text))
        for key, text in self._texts.items():
            for one in {*called(text), *_done(text, printed)}:
                found.setdefault(one, set()).add(key)
        return found

    @cached_property
    def _lowering(self) -> GameLowering:
        return GameLowering(self._model)

    @cached_property
    def layout(self) -> tuple[object, ...]:
        """What is kept of a match, and how."""
        layout = self._lowering.layout
        return (layout.slots[:], layout.initial[:], dict(layout.lists), dict(layout.sets), set(layout.untracked))

    def possible(self, key: Key) -> object:
        """When a rule or a card can be done, with the functions and tables that this goes by; nothing for what nobody
        asks that of. The same for each model in which it is the same.
        """
        tree, rule = self._texts[key].tree, self._model.rules.get(key[1])
        if not isinstance(tree, typed.Effect) or key in ALWAYS:
            return None
        lowering = self._lowering
        lowering.forget()
        scope = lowering.base_scope()
        for parameter in () if rule is None or key[0] == "card" else rule.parameters:
            scope = scope.bind(parameter, lowering.fresh(parameter))
        return self._whole(lowering.possible(tree, scope))

    def _whole(self, held: ir.Expr) -> list[object]:
        """An expression with all that is called or looked up in it."""
        found: dict[str, object] = {}
        waiting = [held]
        while waiting:
            for part in ir.walk(waiting.pop()):
                match part:
                    case ir.Invoke(function=name) if name not in found:
                        found[name] = self._lowering.functions[name]
                        waiting.append(self._lowering.functions[name][1])
                    case ir.Table(base=str(name)):
                        found[name] = self._lowering.tables.values.get(name)
                    case _:
                        pass
        return [held, *found.items()]


def _done(text: Passage, printed: dict[tuple[str, str], set[Key]]) -> Iterator[Key]:
    """The cards that a passage can carry out."""
    for node in nodes(text.tree):
        if isinstance(node, typed.Do):
            yield from printed.get((node.target.type.name, node.attribute.name), ())
