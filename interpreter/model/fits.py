"""Whether a value has the shape that a JSON Schema asks for: a quick yes for what is right.

What is wrong is told by the `jsonschema` package, which takes longer to load than a whole game. Only the words that our
own schemas use are known here; a test holds the two against each other.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Schema = Any  # truths stand for schemas that accept everything or nothing


def fits(value: Any, schema: Schema, root: Schema) -> bool:
    """Whether the schema accepts a value of plain Python. `root`: the whole schema, which has the definitions.

    Raises KeyError for a word that is not known.
    """
    if isinstance(schema, bool):
        return schema
    return all(WORDS[word](value, wanted, schema, root) for word, wanted in schema.items() if word not in NOTES)


def _has_type(value: Any, wanted: Any, *_: Schema) -> bool:
    return any(_TYPES[name](value) for name in ([wanted] if isinstance(wanted, str) else wanted))


def _whole(value: Any) -> bool:
    return _number(value) and (isinstance(value, int) or value.is_integer())


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: dict[str, Callable[[Any], bool]] = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": _whole,
    "null": lambda value: value is None,
    "number": _number,
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}


def _same(one: Any, other: Any) -> bool:
    """Equal, a truth being no number."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return bool(one == other and isinstance(one, bool) == isinstance(other, bool))


def _properties(value: Any, wanted: Schema, _: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(fits(value[key], wanted[key], root) for key in value if key in wanted)


def _patterns(value: Any, wanted: Schema, _: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(
        fits(entry, inner, root)
        for pattern, inner in wanted.items()
        for key, entry in value.items()
        if re.search(pattern, key)
    )


def _others(value: Any, wanted: Schema, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    named, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    others = [key for key in value if key not in named and not any(re.search(pattern, key) for pattern in patterns)]
    return all(fits(value[key], wanted, root) for key in others)


def _decided(value: Any, wanted: Schema, schema: Schema, root: Schema) -> bool:
    return fits(value, schema.get("then" if fits(value, wanted, root) else "else", True), root)


NOTES = {"$schema", "$id", "$defs", "title", "description", "default", "then", "else"}
"""Words that ask for nothing by themselves."""
WORDS: dict[str, Callable[[Any, Any, Schema, Schema], bool]] = {
    "$ref": lambda value, wanted, _, root: fits(value, root["$defs"][wanted.removeprefix("#/$defs/")], root),
    "type": _has_type,
    "const": lambda value, wanted, *_: _same(value, wanted),
    "enum": lambda value, wanted, *_: any(_same(value, each) for each in wanted),
    "properties": _properties,
    "patternProperties": _patterns,
    "additionalProperties": _others,
    "required": lambda value, wanted, *_: not isinstance(value, dict) or all(key in value for key in wanted),
    "minProperties": lambda value, wanted, *_: not isinstance(value, dict) or len(value) >= wanted,
    "items": lambda value, wanted, _, root: not isinstance(value, list) or all(fits(i, wanted, root) for i in value),
    "minItems": lambda value, wanted, *_: not isinstance(value, list) or len(value) >= wanted,
    "maxItems": lambda value, wanted, *_: not isinstance(value, list) or len(value) <= wanted,
    "uniqueItems": lambda value, wanted, *_: not (wanted and isinstance(value, list)) or _distinct(value),
    "minimum": lambda value, wanted, *_: not _number(value) or value >= wanted,
    "maximum": lambda value, wanted, *_: not _number(value) or value <= wanted,
    "if": _decided,
}


def _distinct(items: list[Any]) -> bool:
    return not any(_same(one, other) for one, other in combinations(items, 2))
