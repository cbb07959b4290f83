"""A small pretty printer: documents whose groups stay on one line where they fit and break where not."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.source.records import record


@record
class Line:
    """`flat` when its group stands on one line, else a line break."""

    flat: str = " "


@record
class Nest:
    """Breaks inside are indented by two more columns."""

    content: Doc


@record
class Group:
    """All breaks of a group, those of inner groups left out, break together or not at all."""

    content: Doc


Doc: TypeAlias = "str | Line | Nest | Group | tuple[Doc, ...]"
_Task: TypeAlias = tuple[int, bool, Doc]

SPACE = Line()
NOTHING = Line("")


def join(separator: Doc, items: list[Doc]) -> Doc:
    """The items with the separator between them."""
    joined: list[Doc] = []
    for item in items:
        joined += [separator, item] if joined else [item]
    return tuple(joined)


def render(doc: Doc, width: int) -> str:
    """The document as text. Lines are at most `width` long where breaks make that possible.

    Breaks outside all groups are line breaks.
    """
    parts: list[str] = []
    column = 0
    tasks: list[_Task] = [(0, False, doc)]
    while tasks:
        indent, flat, part = tasks.pop()
        match part:
            case str():
                parts.append(part)
                column += len(part)
            case Line() if flat:
                parts.append(part.flat)
                column += len(part.flat)
            case Line():
                parts.append("\n" + " " * indent)
                column = indent
            case Nest():
                tasks.append((indent + 2, flat, part.content))
            case Group():
                flat = flat or _fits((indent, True, part.content), tasks, width - column)
                tasks.append((indent, flat, part.content))
            case tuple():
                tasks.extend((indent, flat, inner) for inner in reversed(part))
    return "".join(parts)


def _fits(first: _Task, rest: list[_Task], room: int) -> bool:
    """Whether `first` and what follows it up to the next possible break take at most `room` columns."""
    tasks = [first]
    following = len(rest)
    while room >= 0:
        if not tasks:
            if not following:
                return True
            following -= 1
            tasks.append(rest[following])
        indent, flat, part = tasks.pop()
        match part:
            case str():
                room -= len(part)
            case Line() if not flat:
                return True
            case Line():
                room -= len(part.flat)
            case Nest() | Group():
                tasks.append((indent, flat, part.content))
            case tuple():
                tasks.extend((indent, flat, inner) for inner in reversed(part))
    return False
