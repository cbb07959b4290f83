"""The shape of a document held against its JSON Schema; every fault as a diagnostic at its place."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from interpreter.model.fits import Schema, Test, fitting
from interpreter.model.scope import MAX_FINDINGS
from interpreter.resources import data_dir
from interpreter.source import Diagnostic, Hint, Mapping, Node, Scalar, Span, at, did_you_mean, error, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jsonschema import ValidationError

Kind = Literal["game", "overlay", "scenario", "bot"]
Steps = list[str | int]
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "a mapping",
}


def check_shape(kind: Kind, root: Node) -> list[Diagnostic]:
    """Everything that the schema of this kind of document refuses, in the order of the file."""
    every = (diagnostic for problem in faults(kind, root) for diagnostic in _said(problem, root))
    return sorted(islice(every, MAX_FINDINGS), key=lambda one: (one.span.file, one.span.start))


def faults(kind: Kind, root: Node) -> Iterable[ValidationError]:
    """What the validator says of a document."""
    value = plain(root)
    schema, fits = _schema(kind)
    if fits(value):
        return ()
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema).iter_errors(value)


@cache
def _schema(kind: Kind) -> tuple[Schema, Test]:
    """The schema, and what tells quickly that a value fits."""
    schema = json.loads((data_dir("schema") / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return schema, fitting(schema)


def _said(problem: ValidationError, root: Node) -> Iterator[Diagnostic]:
    """What one error of the validator means to an author."""
    path: Steps = list(problem.absolute_path)
    node = at(root, path)
    span = root.span if node is None else node.span
    wanted: Any = problem.validator_value
    match problem.validator:
        case "additionalProperties" if isinstance(node, Mapping) and _is_set(node):
            yield error("set-as-mapping", _first_line(span))
        case "required" if isinstance(node, Mapping) and _is_set(node):
            return
        case "additionalProperties" if isinstance(node, Mapping):
            yield from _unknown_keys(problem, node)
        case "required":
            yield from (_missing(name, root, path) for name in wanted if _is_named(problem, name))
        case "type":
            types = [wanted] if isinstance(wanted, str) else wanted
            expected = " or ".join(_TYPES[name] for name in types)
            if isinstance(node, Scalar) and node.value is None and not node.text:
                place = _key(root, path) or span
                yield error("wrong-shape", place, hint=("hint.indent-below", {}), expected=expected)
            else:
                yield error("wrong-shape", _first_line(span), expected=expected)
        case "enum" | "const":
            words = [str(word) for word in (wanted if isinstance(wanted, list) else [wanted])]
            hint = did_you_mean(node.text, words) if isinstance(node, Scalar) else None
            yield error("not-among", span, hint=hint, values=", ".join(words))
        case "minimum" | "maximum":
            yield error("number-limit", span, limit=str(wanted), kind=problem.validator)
        case "uniqueItems":
            yield error("twice-in-list", _first_line(span))
        case "minItems" | "minProperties":
            yield error("too-few-items", _key(root, path) or _first_line(span), count=wanted)
        case _:
            yield error("too-many-items", _key(root, path) or _first_line(span), count=str(wanted))


def _is_named(problem: ValidationError, name: str) -> bool:
    """Whether the error is about this key: the validator makes one for each key that is missing."""
    return problem.message.startswith(f"{name!r} ")


def _missing(name: str, root: Node, path: Steps) -> Diagnostic:
    return error("missing-key", _key(root, path) or _first_line(root.span), name=name)


def _unknown_keys(problem: ValidationError, node: Mapping) -> Iterator[Diagnostic]:
    """Each key that does not belong here, with the nearest one that does."""
    known = list(problem.schema.get("properties", ())) if isinstance(problem.schema, dict) else []
    for name, entry in node.items():
        if name not in known:
            free = [key for key in known if key not in node]
            hint: Hint | None = ("hint.quote-within", {}) if set("()[]{}") & set(name) else did_you_mean(name, free)
            hint = hint or (("hint.there-is", {"names": tuple(known)}) if known else None)
            yield error("unknown-key", entry.key.span, hint=hint, name=name)


def _is_set(node: Mapping) -> bool:
    """Whether it is written like a set of the language: `{2, 3, 5}`."""
    values = [entry.value for entry in node.entries.values()]
    bare = all(isinstance(value, Scalar) and value.value is None and not value.text for value in values)
    return bool(values) and bare and node.span.text.startswith("{")


def _key(root: Node, path: Steps) -> Span | None:
    """The key under which a node stands; None for the whole document and for items of lists."""
    parent = at(root, path[:-1]) if path else None
    entry = parent.entries.get(str(path[-1])) if isinstance(parent, Mapping) else None
    return None if entry is None else entry.key.span


def _first_line(span: Span) -> Span:
    """A span that does not reach over its first line."""
    line = span.text.split("\n", 1)[0].rstrip("\r")
    return Span(span.source, span.start, span.start + len(line))
