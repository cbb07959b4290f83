"""What binding names, values and effects share: reporting, recovery, and types that fit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from interpreter.language import ast
from interpreter.model import typed
from interpreter.model.scope import Env, Scope
from interpreter.model.types import NOTHING, NUMBER, PLAYER, Type
from interpreter.source import Diagnostic, Hint, Label, Span, error, what_there_is

if TYPE_CHECKING:
    from collections.abc import Collection

ANY_SET = Type("set")
ANY_PIECE = Type("piece")
UNKNOWN = Type("nothing", name="?", nullable=True)
"""The type of what could not be bound. It fits everywhere, so that one mistake is reported once."""


def is_unknown(kind: Type) -> bool:
    """Whether it is the type of what could not be bound."""
    return kind.name == UNKNOWN.name


def fits(actual: Type, expected: Type) -> bool:
    """Whether a value of one type can stand where the other is wanted. What may be nothing always can."""
    if is_unknown(actual) or is_unknown(expected):
        return True
    if actual.kind == "nothing":
        return expected.kind not in ("number", "boolean", "set")
    if expected.kind == "set":
        if actual.kind != "set" or expected.element is None or actual.element is None:
            return actual.kind == "set"
        return fits(actual.element, expected.element)
    if expected.kind == "place":
        return actual.kind in ("place", "space")
    return actual.kind == expected.kind and expected.name in ("", actual.name)


def head(span: Span, name: str) -> Span:
    """The part of a node's span that its leading name takes."""
    return Span(span.source, span.start, min(span.start + len(name), span.end))


class Binder(ABC):
    """Binds syntax to a scope. Goes on after an error with a value of unknown type."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    @abstractmethod
    def value(
        self, node: ast.Value, env: Env, expected: Type | None = None, because: Span | None = None
    ) -> typed.Value:
        """The bound value; reports unless its type fits `expected` (declared at `because`)."""

    def report(self, diagnostic: Diagnostic) -> None:
        self.scope.report(diagnostic)

    def fail(self, diagnostic: Diagnostic) -> typed.Const:
        """Report, and something to go on with."""
        self.report(diagnostic)
        return typed.Const(0, type=UNKNOWN, span=diagnostic.span)

    def expect(self, found: typed.Value, expected: Type | None, because: Span | None) -> typed.Value:
        """`found`, if it is of the expected type; `nothing` becomes nothing of that type."""
        if expected is None or found.type is expected or is_unknown(found.type) or is_unknown(expected):
            return found
        if not fits(found.type, expected):
            labels = [] if because is None else [Label(because, "label.expected-here")]
            hint = self.words(expected, found.span.words)
            kinds = {"expected": said(expected), "found": said(found.type)}
            return self.fail(error("wrong-type", found.span, labels=labels, hint=hint, **kinds))
        if found.type == NOTHING and expected.kind not in ("nothing", "set") and expected != ANY_PIECE:
            return self.nothing(expected, found.span)
        return found

    def words(self, expected: Type | None, written: str) -> Hint | None:
        """The hint that names the words which there are, where one of an enum is expected."""
        members = self.scope.enums[expected.name].members if expected is not None and expected.kind == "enum" else ()
        return what_there_is(written, members)

    def nothing(self, kind: Type, span: Span) -> typed.Const:
        return typed.Const(self.scope.nothing_of(kind), "nothing", type=kind.or_nothing(), span=span)

    def number(self, value: int, span: Span) -> typed.Const:
        return typed.Const(value, type=NUMBER, span=span)

    def me(self, span: Span, env: Env) -> typed.Value:
        """The player who acts, where there is one."""
        if not env.me:
            return self.fail(error("no-me", span))
        return typed.Me(type=PLAYER, span=span)

    def check_arity(
        self, name: str, wanted: Collection[int], given: int, span: Span, declared: Span | None = None
    ) -> bool:
        """Report unless the number of arguments is one of the wanted ones."""
        if given in wanted:
            return True
        allowed = sorted(wanted)
        labels = [] if declared is None else [Label(declared, "label.declared-here")]
        counts = " or ".join(map(str, allowed))
        said = error("wrong-arity", span, labels=labels, name=name, expected=counts, found=given, count=allowed[-1])
        self.report(said)
        return False


def said(kind: Type) -> str:
    """A type in a message."""
    if kind.kind == "set":
        return "set" if kind.element is None else f"set of {said(kind.element)}"
    return kind.name or kind.kind
