"""What a scenario names, held against what the game has: everything that shows without playing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.analysis.scenario_files import items, scalars
from interpreter.analysis.scenario_labels import labels as known_labels
from interpreter.compiler.layout import variant_names
from interpreter.engine.names import NOTHING
from interpreter.model import bind_value, typed
from interpreter.model.types import BOOLEAN, NUMBER, PLAYER, Type
from interpreter.source import Mapping, Scalar, did_you_mean, error

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from interpreter.model import Model
    from interpreter.model.game import SpaceKind, TokenKind
    from interpreter.source import Diagnostic, Entry, Node

NOT_ASKED = "not-asked"
"""The reason for what belongs to other decisions than the pending one."""
REASONS = (
    NOT_ASKED,
    "refused-compare",
    "refused-condition",
    "refused-cover",
    "refused-effect",
    "refused-hidden",
    "refused-needless",
    "refused-not-among",
    "refused-nothing",
    "refused-pay",
    "refused-value",
)
"""What a scenario can call a reason, but for the rules' own conditions."""
REST = "rest"
_TOKENS_ON_SPACES = re.compile(r"(\w+) on (\w+)")


def misnamed(model: Model, texts: Collection[str], steps: Iterable[Mapping]) -> list[Diagnostic]:
    """What the steps of a scenario name that the game does not have. texts: the game's files, each on one line."""
    found: list[Diagnostic] = []
    for step in steps:
        for name, entry in step.items():
            found += _CHECKS[name](model, entry.value) if name in _CHECKS else ()
        found += _reasons(texts, step.get("not_offered"))
    return found


def plainly(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def reasons_in(steps: Iterable[Mapping]) -> set[str]:
    """The reasons that steps of a scenario give for what is not offered, each on one line."""
    labels = (label for step in steps for label in items(step.get("not_offered")) if isinstance(label, Mapping))
    values = (part.value for label in labels for part in label.entries.values())
    return {plainly(one.text) for one in values if isinstance(one, Scalar)}


# ---- options --------------------------------------------------------------------------------------------


def _labels(model: Model, labels: Node) -> Iterator[Diagnostic]:
    keys = [key for item in items(labels) if isinstance(item, Mapping) for key in _keys(item)]
    known = known_labels(model)
    for label in (*scalars(labels), *keys):
        if not known.know(label.text):
            yield error(
                "scenario-unknown", label.span, hint=did_you_mean(label.text, known.near(label.text)), text=label.text
            )


def _keys(node: Mapping) -> list[Scalar]:
    return [entry.key for entry in node.entries.values()]


def _reasons(texts: Collection[str], labels: Node | None) -> Iterator[Diagnostic]:
    """A reason is one of REASONS, or a condition that stands in the game's files."""
    for part in (part for item in items(labels) if isinstance(item, Mapping) for part in item.entries.values()):
        reason = part.value
        if not isinstance(reason, Scalar) or reason.text in REASONS:
            continue
        if not any(plainly(reason.text) in text for text in texts):
            hint = did_you_mean(reason.text, REASONS)
            yield error("scenario-no-reason", reason.span, hint=hint, text=reason.text)


# ---- values ---------------------------------------------------------------------------------------------


def _conditions(model: Model, conditions: Node) -> Iterator[Diagnostic]:
    for text in scalars(conditions):
        yield from _bound(model, text, BOOLEAN)[1]


def _bound(model: Model, text: Scalar, expected: Type | None = None) -> tuple[typed.Value | None, Sequence[Diagnostic]]:
    """What a text says, as `bind_value` gives it; but the places within are those where it was said first."""
    known, key = _sound(model), (text.text, expected)
    if key in known:
        return known[key], ()
    value, found = bind_value(model, text, expected, me=True)
    if value is not None and not found:
        known[key] = value
    return value, found


@lru_cache(maxsize=4)
def _sound(_model: Model) -> dict[tuple[str, Type | None], typed.Value]:
    """What was found right in a model: scenarios say the same again and again."""
    return {}


@lru_cache(maxsize=4)
def _pieces(model: Model) -> dict[str, int]:
    """The number of each piece by its name."""
    return {name: kind.first + i for kind in model.pieces.values() for i, name in enumerate(kind.members)}


def _winners(model: Model, winners: Node) -> Iterator[Diagnostic]:
    return (_nobody(model, name) for name in scalars(winners) if name.text not in model.owners)


def _scores(model: Model, scores: Node) -> Iterator[Diagnostic]:
    for name, entry in scores.items() if isinstance(scores, Mapping) else ():
        if name not in model.owners:
            yield _nobody(model, entry.key)
        for line in _keys(entry.value) if isinstance(entry.value, Mapping) else ():
            if line.text not in model.lines:
                hint = did_you_mean(line.text, model.lines)
                yield error("scenario-no-line", line.span, hint=hint, name=line.text)


def _nobody(model: Model, name: Scalar) -> Diagnostic:
    return error("scenario-nobody", name.span, hint=did_you_mean(name.text, model.owners), name=name.text)


# ---- what is given --------------------------------------------------------------------------------------


def _given(model: Model, given: Node) -> list[Diagnostic]:
    reader = Reader(model)
    for entry in given.entries.values() if isinstance(given, Mapping) else ():
        _read(reader, entry)
    return reader.findings


def _read(reader: Reader, entry: Entry) -> None:
    """Reads an adjustment without making it."""
    key, value = entry.key, entry.value
    if isinstance(value, Mapping):
        reader.tokens_on_spaces(key, value)
        return
    match target := reader.target(key):
        case None:
            return
        case typed.Me():
            reader.value(value, PLAYER)
        case typed.CounterOf() | typed.TokenCount():
            reader.value(value, NUMBER)
        case typed.VariableOf(variable=variable):
            reader.value(value, variable.type)
        case typed.TokenOn(token=token):
            reader.side(value, token)
        case typed.PlaceOf():
            reader.value(value, target.type)
        case typed.ZoneOf() | typed.Const(type=Type(kind="space")):
            if not is_rest(value):
                reader.pieces(value)
        case _:
            reader.refuse(key)


def is_rest(value: Node) -> bool:
    """Whether a place takes the pieces that are left."""
    return isinstance(value, Scalar) and value.text == REST


@dataclass(slots=True)
class Reader:
    """Reads what can be given by what the rules call it; `findings`: what they have nothing for."""

    model: Model
    findings: list[Diagnostic] = field(default_factory=list)

    def refuse(self, key: Scalar) -> None:
        """Notes that this is nothing that can be given."""
        self.findings.append(error("given-not-settable", key.span, text=key.text))

    def target(self, key: Scalar) -> typed.Value | None:
        """What is to be set."""
        target, found = _bound(self.model, key)
        self.findings += found
        return target

    def value(self, node: Node, kind: Type) -> typed.Value | None:
        """What is written, as a value of a type."""
        if not isinstance(node, Scalar):
            self.findings.append(error("given-single", node.span))
            return None
        value, found = _bound(self.model, node, kind)
        self.findings += found
        return value

    def side(self, node: Node, token: TokenKind) -> int | None:
        """The number of a token's owner and side, by name."""
        return self.among(node, (*variant_names(self.model, token), NOTHING))

    def among(self, node: Node, names: tuple[str, ...]) -> int | None:
        """Which of the names is written; None when it is none of them."""
        if not isinstance(node, Scalar):
            self.findings.append(error("given-single", node.span))
        elif node.text in names:
            return names.index(node.text)
        else:
            hint = did_you_mean(node.text, names)
            self.findings.append(error("given-not-among", node.span, hint=hint, name=node.text, values=names))
        return None

    def tokens_on_spaces(
        self, key: Scalar, value: Mapping
    ) -> tuple[TokenKind, SpaceKind, list[tuple[int, Scalar, int]]] | None:
        """`tent on meadow: {red: [a1, a2]}`: the kinds, and of each space its number, its place and the token's number.

        None when no such tokens can be told apart on such spaces.
        """
        found = _TOKENS_ON_SPACES.fullmatch(key.text)
        token = self.model.tokens.get(found[1]) if found else None
        space = self.model.spaces.get(found[2]) if found else None
        if token is None or space is None or token.name not in space.holds or space.capacity != 1:
            self.refuse(key)
            return None
        read = []
        for entry in value.entries.values():
            side = self.side(entry.key, token)
            for node in items(entry.value):
                index = self.among(node, space.members)
                if isinstance(node, Scalar) and index is not None and side is not None:
                    read.append((space.first + index, node, side))
        return token, space, read

    def pieces(self, node: Node) -> list[tuple[int, Scalar]]:
        """The pieces that are named, with their places."""
        known = _pieces(self.model)
        read = []
        for item in items(node):
            if not isinstance(item, Scalar):
                self.findings.append(error("given-single", item.span))
            elif item.text in known:
                read.append((known[item.text], item))
            else:
                hint = did_you_mean(item.text, known)
                self.findings.append(error("given-no-piece", item.span, hint=hint, text=item.text))
        return read


_CHECKS: dict[str, Callable[[Model, Node], Iterable[Diagnostic]]] = {
    "choose": _labels,
    "expect": _conditions,
    "given": _given,
    "not_offered": _labels,
    "offered": _labels,
    "scores": _scores,
    "winners": _winners,
}
