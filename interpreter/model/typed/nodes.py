"""What typed values and effects have in common."""

from __future__ import annotations

from dataclasses import field

from interpreter.model.types import Type
from interpreter.source import NO_SPAN, Span
from interpreter.source.records import named_record, record


@record
class Variable:
    """A name that stands for a value while a body runs. `uid` tells equal names apart within a model."""

    name: str
    type: Type
    uid: int


@named_record
class Node:
    __slots__ = ("_children", "_meaning", "_nodes", "_reads")

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@named_record
class Value(Node):
    type: Type


@named_record
class Effect(Node):
    pass


@record
class Binder(Node):
    """Each `variable` of `domain` for which `where` holds."""

    variable: Variable
    domain: Value
    where: Value | None
