"""What the numbers of a compiled game are called: elements, slots, and the options of each decision.

Everything here is worked out from the model once, and then is plain data.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from interpreter.source.records import record

if TYPE_CHECKING:
    from interpreter.compiler import Layout, ir
    from interpreter.model import typed
    from interpreter.model.game import Model
    from interpreter.model.types import Type

Written = int | str | list[str]
NOTHING = "nothing"
HIDDEN_NAME = "hidden"
MAX_TEXT = 60


@record
class Element:
    """What an option is for.

    kind: `piece`, `space`, `player`, `number` and so on; `unseen` for a piece that the player who decides does not see.
    of: which kind of piece or space, or which enum.  number: its number among all of its kind; of what is unseen, the
    number of its place.  name: what people call it; of what is unseen, the name of its place.
    """

    kind: str
    of: str
    number: int
    name: str


@record
class OptionGroup:
    """Options of one kind at a decision, with codes from `low` to `high`.

    names: for a group with one option for each element of a set, the elements' names by number (None: numbers
    are their own names).  label and suffix: what a key begins and ends with.
    """

    kind: ir.GroupKind
    rule: str
    low: int
    high: int
    offset: int
    label: str
    suffix: str
    element_kind: str = ""
    element_of: str = ""
    names: tuple[str, ...] | None = None

    def element(self, code: int) -> Element | None:
        """What the option with this code is for."""
        if not self.element_kind:
            return None
        number = code - self.offset
        return Element(self.element_kind, self.element_of, number, named(self.names, number))

    def key(self, code: int) -> str:
        """The option's meaning in one word: `play(north_2)`, `pass`, `e5`."""
        return self.called(self.element(code))

    def called(self, element: Element | None) -> str:
        """The meaning of an option for this element."""
        if element is None:
            return self.label + self.suffix
        return (f"{self.label}({element.name})" if self.label else element.name) + self.suffix


def named(names: tuple[str, ...] | None, number: int) -> str:
    """The name of a number; NOTHING for one that names nothing."""
    if names is None:
        return str(number)
    return names[number] if 0 <= number < len(names) else NOTHING


def value_names(model: Model, kind: Type) -> tuple[str, ...] | None:
    """The names of a type's values by number; None when numbers are their own names."""
    match kind.kind:
        case "boolean":
            return ("no", "yes")
        case "player":
            return tuple(seat.name for seat in model.seats)
        case "team":
            return model.teams
        case "enum":
            return model.enums[kind.name].members
        case "piece":
            return model.piece_names[: model.pieces[kind.name].nothing]
        case "space":
            return model.place_names[: model.spaces[kind.name].nothing]
        case "place":
            return model.place_names
        case _:
            return None


def option_groups(model: Model, site: ir.Site) -> tuple[OptionGroup, ...]:
    """How a site's options are called.

    Groups that would be called alike are told apart by their text in the rules, then by a number; which keys
    there are does not depend on what is offered at the moment.
    """
    seen: Counter[str] = Counter()
    found = []
    for group, label in zip(site.groups, _labels(site.groups), strict=True):
        rule = group.name if group.kind in ("rule", "element") else ""
        options = (group.kind, rule, group.low, group.high, group.offset, label)
        element: tuple[str, str, tuple[str, ...] | None] = ("", "", None)
        if group.variable is not None:
            kind = group.variable.type
            element = (kind.kind, kind.name, value_names(model, kind))
        keys = _keys(OptionGroup(*options, "", *element))
        times = 1 + max(seen[key] for key in keys)
        seen.update(dict.fromkeys(keys, 1))
        found.append(OptionGroup(*options, f"#{times}" if times > 1 else "", *element))
    return tuple(found)


def _keys(group: OptionGroup) -> set[str]:
    """What a group's options could be called; numbers that are their own names only by their group's name."""
    if not group.element_kind or group.names is None:
        return {group.label}
    return {group.key(code) for code in range(group.low, group.high + 1)}


def _labels(groups: tuple[ir.Group, ...]) -> list[str]:
    """The name of the rule; or, where that is not enough, what the option does in the author's words."""
    offered = sum(group.kind not in ("done", "decline") for group in groups)
    names = Counter(group.name for group in groups if group.variable is None)
    labels = []
    for group in groups:
        text = "" if group.effect is None else written(group.effect)
        if group.variable is not None or (group.name and names[group.name] == 1):
            labels.append(group.name)
        elif group.name:
            labels.append(text if text.startswith(group.name) else f"{group.name}({text})")
        else:
            labels.append(text if offered > 1 else group.kind)
    return labels


def written(node: typed.Node) -> str:
    """What stands in the rules for a node, on one line, not too long: an effect that has no other name is called so."""
    return node.span.words[:MAX_TEXT]


class SlotNames:
    """Values of slots as people write them, and back: by name where there are names, else numbers."""

    def __init__(self, model: Model, layout: Layout) -> None:
        from interpreter.compiler import GENERATOR, ME
        from interpreter.compiler.layout import variant_names

        self._generator = GENERATOR
        self._names: dict[int, tuple[str, ...]] = {ME: tuple(seat.name for seat in model.seats)}
        self._sets: dict[int, tuple[str, ...]] = {}
        for kind in model.pieces.values():
            if kind.name not in layout.untracked:
                for piece in range(kind.first, kind.nothing):
                    self._names[layout.location + piece] = model.place_names
        for listed in layout.lists.values():
            for slot in range(listed.base + 1, listed.base + 1 + listed.capacity):
                self._names[slot] = model.piece_names
        for found in layout.sets.values():
            self._sets[found.slot] = model.piece_names[found.first :]
        for space in model.spaces.values():
            for token in (model.tokens[name] for name in space.holds if name in model.tokens):
                if space.capacity == 1:
                    first = layout.tokens[token.name, space.name]
                    variants = (*variant_names(model, token), NOTHING)
                    self._names.update(dict.fromkeys(range(first, first + len(space.members)), variants))

    def text(self, slot: int, value: int) -> Written:
        """A value as it is written in a save. The generator's 64 bits are too many for a number in JSON."""
        if slot == self._generator:
            return f"0x{value:016x}"
        if slot in self._sets:
            return [name for i, name in enumerate(self._sets[slot]) if value >> i & 1]
        names = self._names.get(slot, ())
        return names[value] if 0 <= value < len(names) else value

    def number(self, slot: int, text: object) -> int | None:
        """The value that is written so, or None when nothing is."""
        if isinstance(text, list):
            return self._bits(slot, text)
        if not isinstance(text, str):
            return text if type(text) is int else None
        if slot == self._generator:
            return int(text, 16) if re.fullmatch("0x[0-9a-f]{16}", text) else None
        names = self._names.get(slot, ())
        return names.index(text) if text in names else None

    def _bits(self, slot: int, pieces: list[object]) -> int | None:
        names = self._sets.get(slot, ())
        known = [name for name in names if name in pieces]
        return sum(1 << names.index(name) for name in known) if len(known) == len(pieces) else None
