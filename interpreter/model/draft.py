"""A model in the making: the document, the choices made, the scope, and the texts parsed so far."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from interpreter.language import RESERVED, ast, parse_effect, parse_signature, parse_value
from interpreter.model import typed
from interpreter.model.bind_calls import FUNCTIONS
from interpreter.model.binder import UNKNOWN
from interpreter.model.bodies import BodyBinder
from interpreter.model.constants import Constants, NotConstantError
from interpreter.model.scope import BUILTIN_TYPES, Env, Scope
from interpreter.model.types import NUMBER, Type
from interpreter.source import Diagnostic, Entry, Mapping, Node, Scalar, Sequence, Span, did_you_mean, error

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Mapping as Dict

Start = Literal["effect", "value", "signature"]
Parsed = tuple[ast.Node | None, list[Diagnostic]]
TextCache = dict[tuple[str, Span, str], Parsed]
_NAME = re.compile(r"[a-z][a-z0-9_]*")
PARSERS = {"effect": parse_effect, "value": parse_value, "signature": parse_signature}
_RESERVED = RESERVED | {*FUNCTIONS, *BUILTIN_TYPES, "it", "players", "teams", "player_count", "box"}


@dataclass(slots=True)
class Draft:
    """`cache`: parsed texts, shared between the models of one definition."""

    root: Mapping
    players: int
    choices: Dict[str, str | int]
    cache: TextCache
    scope: Scope
    binder: BodyBinder

    def report(self, diagnostic: Diagnostic) -> None:
        self.scope.report(diagnostic)

    def section(self, *path: str) -> dict[str, Entry]:
        """The entries below a path of keys; none when there is no such mapping."""
        node: Node | None = self.root
        for step in path:
            node = node.get(step) if isinstance(node, Mapping) else None
        return dict(node.items()) if isinstance(node, Mapping) else {}

    # ---- names -----------------------------------------------------------------------------------

    def name(self, key: Scalar) -> str:
        """A name that rules use, reported if it cannot be one."""
        return self.check_name(key.text, key.span)

    def label_name(self, key: Scalar) -> str:
        """A name that is only shown, reported if it is not spelled like one."""
        return self.check_name(key.text, key.span, reserved=())

    def check_name(self, name: str, span: Span, reserved: Collection[str] = _RESERVED) -> str:
        if not _NAME.fullmatch(name):
            self._refuse_name(name, span)
        elif name in reserved:
            self.report(error("reserved-word", span, name=name))
        return name

    def _refuse_name(self, name: str, span: Span) -> None:
        """Report what in a name cannot be."""
        strange = next((char for char in name if ord(char) > 126), None)
        if strange is None:
            self.report(error("bad-name", span, name=name))
            return
        place = span.source.text.find(strange, span.start, span.end)
        spot = Span(span.source, place, place + 1) if place >= 0 else span
        self.report(error("name-not-ascii", spot, character=strange, point=f"U+{ord(strange):04X}"))

    def leave_out(self, key: Scalar) -> None:
        """Nothing has the name that a key begins with, and that is no mistake of who uses it."""
        found = _NAME.match(key.text)
        if found is not None:
            self.scope.left_out.add(found.group())

    # ---- texts -----------------------------------------------------------------------------------

    def effect(self, scalar: Scalar) -> ast.Effect | None:
        found = self._parse("effect", scalar)
        return found if isinstance(found, ast.Effect) else None

    def value(self, scalar: Scalar) -> ast.Value | None:
        found = self._parse("value", scalar)
        return found if isinstance(found, ast.Value) else None

    def signature(self, scalar: Scalar) -> ast.Signature | None:
        found = self._parse("signature", scalar)
        return found if isinstance(found, ast.Signature) else None

    def _parse(self, start: Start, scalar: Scalar) -> ast.Node | None:
        key = (start, scalar.span, scalar.text)
        if key not in self.cache:
            self.cache[key] = PARSERS[start](scalar.text, scalar.span_of)
        node, findings = self.cache[key]
        for found in findings:
            self.scope.report(found)
        return node

    # ---- constants -------------------------------------------------------------------------------

    def bound(self, node: Node | None, env: Env, expected: Type) -> typed.Value | None:
        """The value that a scalar's text says, bound; None when that was reported."""
        if not isinstance(node, Scalar):
            return None
        parsed = self.value(node)
        if parsed is None:
            return None
        before = self.scope.reports
        found = self.binder.value(parsed, env, expected)
        return found if self.scope.reports == before else None

    def constant(self, node: Node | None, default: int = 0, expected: Type = NUMBER, me: int | None = None) -> int:
        """The number that a scalar gives: as it stands, or as the text of a constant value."""
        if node is None:
            return default
        if isinstance(node, Scalar):
            if expected == NUMBER and type(node.value) is int:
                return node.value
            if node.value is None:
                return self.scope.nothing_of(expected)
            if isinstance(node.value, bool):
                return int(node.value)
        found = self.bound(node, Env(me=me is not None), expected)
        if found is None:
            return default
        try:
            return found.value if isinstance(found, typed.Const) else Constants(self.scope, me).number(found)
        except NotConstantError as problem:
            self.unevaluated(node.span, problem)
            return default

    def unevaluated(self, span: Span, problem: NotConstantError) -> None:
        """Report why a value could not be had before play."""
        match problem.why:
            case "state":
                self.report(error("not-constant", span))
            case "result":
                self.report(error("no-result", span))
            case "effort":
                self.report(error("too-much-to-count", span))

    def amount(self, node: Node | None, default: int, low: int, high: int) -> int:
        """A constant number within bounds."""
        before = self.scope.reports
        found = self.constant(node, default)
        if node is not None and self.scope.reports == before and not low <= found <= high:
            self.report(error("out-of-range", node.span, value=found, low=low, high=high))
            return default
        return found

    def elements(self, node: Node, among: Type | None = None) -> tuple[Type, list[int]]:
        """A constant set: the text of one, or a list of members or numbers."""
        if isinstance(node, Sequence):
            kind = among or self._kind_of_first(node)
            return kind, [self.constant(item, expected=kind) for item in node]
        found = self.bound(node, Env(me=False), Type("set", element=among))
        if found is None or found.type.element is None:
            return UNKNOWN, []
        try:
            return found.type.element, Constants(self.scope).elements(found)
        except NotConstantError as problem:
            self.unevaluated(node.span, problem)
            return UNKNOWN, []

    def _kind_of_first(self, node: Sequence) -> Type:
        first = node.items[0] if node.items else None
        if isinstance(first, Scalar) and type(first.value) is not int:
            found = self.bound(first, Env(me=False), UNKNOWN)
            return UNKNOWN if found is None else found.type
        return NUMBER

    def label(self, kind: Type, value: int) -> str:
        """A member's name by its number."""
        scope = self.scope
        names: tuple[str, ...] | list[str]
        match kind.kind:
            case "enum":
                names = scope.enums[kind.name].members
            case "player":
                names = scope.owners("player")
            case "team":
                names = scope.teams
            case "space" | "place":
                names = scope.place_names
            case "piece":
                names = scope.piece_names
            case _:
                return str(value)
        return names[value] if value < len(names) else "nothing"

    def type_of(self, node: Node | None) -> Type | None:
        """The type that a scalar names; reported when there is none."""
        if not isinstance(node, Scalar):
            return None
        found = self.scope.type_named(node.text)
        if found is None:
            self.unknown_type(node.text, node.span)
        return found

    def unknown_type(self, name: str, span: Span) -> None:
        hint = did_you_mean(name, self.scope.type_names())
        self.report(error("unknown-type", span, hint=hint, name=name))


def words(node: Node | None) -> list[Scalar]:
    """A scalar or a list of scalars, as a list."""
    if isinstance(node, Scalar):
        return [node]
    return [item for item in node if isinstance(item, Scalar)] if isinstance(node, Sequence) else []


def text(node: Node | None, default: str = "") -> str:
    """A scalar's text."""
    return node.text if isinstance(node, Scalar) else default


def field(node: Node, name: str) -> Node | None:
    """The value of a mapping under a key; None for anything else."""
    return node.get(name) if isinstance(node, Mapping) else None


def fields(node: Node | None) -> dict[str, Node]:
    """The values of a mapping by key; none for anything else."""
    return {key: entry.value for key, entry in node.items()} if isinstance(node, Mapping) else {}
