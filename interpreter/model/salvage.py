"""What is sound in a document of the wrong shape, so that the rest can still be checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.model.shape import faults
from interpreter.source import Entry, Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from jsonschema import ValidationError

Path = tuple[str | int, ...]
_ROUNDS = 10
_WORD = re.compile(r"[a-z_][a-z0-9_]*")


def sound_part(root: Mapping) -> tuple[Mapping, frozenset[str]]:
    """The document of a game without what its schema refuses, and every word of what was left out.

    An entry that has a name is left out whole: what is wrong in it could have changed its meaning. What is missing
    at the top stays missing.
    """
    words: set[str] = set()
    for _ in range(_ROUNDS):
        refused = {path for problem in faults("game", root) for path in _refused(problem)}
        if not refused:
            break
        kept = _without(root, (), refused, words)
        root = kept if isinstance(kept, Mapping) else root
    return root, frozenset(words)


def _refused(problem: ValidationError) -> list[Path]:
    """The paths of what is to be left out because of one error."""
    path: Path = tuple(problem.absolute_path)
    entry = _innermost_entry(list(problem.absolute_schema_path))
    if entry:
        return [path[:entry]]
    if problem.validator == "additionalProperties" and isinstance(problem.instance, dict):
        known = problem.schema.get("properties", ()) if isinstance(problem.schema, dict) else ()
        return [(*path, name) for name in problem.instance if name not in known]
    return [path] if path else []


def _innermost_entry(steps: list[str | int]) -> int:
    """How many steps lead into the document to the innermost named entry or item of a list on the way; 0: to none.

    `steps` lead through the schema to what refused, whose name is the last.
    """
    taken = entry = 0
    names = iter(steps[:-1])
    for step in names:
        if step in ("properties", "patternProperties"):
            taken += 1
            next(names, None)
        elif step in ("additionalProperties", "items"):
            taken += 1
            entry = taken
    return entry


def _without(node: Node, path: Path, refused: set[Path], words: set[str]) -> Node | None:
    """The node without what is refused in it, None when that is itself; the words of all that goes are collected."""
    if path in refused:
        words.update(_words(node))
        return None
    if isinstance(node, Mapping):
        entries = {}
        for name, entry in node.items():
            value = _without(entry.value, (*path, name), refused, words)
            if value is None:
                words.update(_WORD.findall(name)[:1])
            else:
                entries[name] = Entry(entry.key, value)
        return Mapping(entries, node.span)
    if isinstance(node, Sequence):
        items = (_without(item, (*path, index), refused, words) for index, item in enumerate(node))
        return Sequence(tuple(item for item in items if item is not None), node.span)
    return node


def _words(node: Node) -> set[str]:
    """The names that a node could have given, and the plain words in it."""
    if isinstance(node, Scalar):
        return {node.text} if _WORD.fullmatch(node.text) else set()
    if isinstance(node, Sequence):
        return {word for item in node for word in _words(item)}
    names = {word for name in node.entries for word in _WORD.findall(name)[:1]}
    return names | {word for entry in node.entries.values() for word in _words(entry.value)}
