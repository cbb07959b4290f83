"""What typed values and effects have in common."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.model.types import Type
from interpreter.source import NO_SPAN, Span


@dataclass(frozen=True, slots=True)
class Variable:
    """A name that stands for a value while a body runs. `uid` tells equal names apart within a model."""

    name: str
    type: Type
    uid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Node):
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Node):
    pass


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """Each `variable` of `domain` for which `where` holds."""

    variable: Variable
    domain: Value
    where: Value | None
