"""The types of values in the effect language."""

from __future__ import annotations

from typing import Literal

from interpreter.source.records import record

TypeKind = Literal["number", "boolean", "player", "team", "enum", "piece", "space", "place", "set", "nothing"]


@record
class Type:
    """`name` is the enum, the kind of piece or the kind of space. `nullable`: may be nothing."""

    kind: TypeKind
    name: str = ""
    element: Type | None = None
    nullable: bool = False

    def or_nothing(self) -> Type:
        return self if self.nullable else Type(self.kind, self.name, self.element, nullable=True)

    def present(self) -> Type:
        return Type(self.kind, self.name, self.element) if self.nullable else self

    def __str__(self) -> str:
        return f"set of {self.element}" if self.kind == "set" else self.name or self.kind


NUMBER = Type("number")
BOOLEAN = Type("boolean")
PLAYER = Type("player")
TEAM = Type("team")
PLACE = Type("place")
NOTHING = Type("nothing", nullable=True)


def set_of(element: Type) -> Type:
    """The type of sets of such elements; nothing is never an element."""
    return Type("set", element=element.present())
