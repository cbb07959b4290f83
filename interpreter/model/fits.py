"""Whether a value has the shape that a JSON Schema asks for: a quick yes for what is right.

What is wrong is told by the `jsonschema` package, which takes longer to load than a whole game. Only the words that our
own schemas use are known here; a test holds the two against each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any, TypeAlias

Schema = Any  # truths stand for schemas that accept everything or nothing
Test: TypeAlias = Callable[[Any], bool]


def fitting(schema: Schema) -> Test:
    """What tells whether the schema accepts a value of plain Python: its own types, and none derived from them.

    Raises KeyError for a word that is not known; so does what it returns for one in a definition.
    """
    return _Maker(schema).test(schema)


class _Maker:
    """Makes tests of the schemas within `root`."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._definitions: dict[str, Test] = {}

    def test(self, schema: Schema) -> Test:
        """For all words of a schema."""
        if isinstance(schema, bool):
            return lambda _: schema
        tests = [WORDS[word](wanted, schema, self) for word, wanted in schema.items() if word not in NOTES]
        if len(tests) == 1:
            return tests[0]

        def passes(value: Any) -> bool:
            for test in tests:  # noqa: SIM110 - twice as quick
                if not test(value):
                    return False
            return True

        return passes

    def definition(self, name: str) -> Test:
        """Made when a value comes to it: definitions speak of each other."""
        if name not in self._definitions:
            self._definitions[name] = self.test(self._root["$defs"][name])
        return self._definitions[name]


def _reference(wanted: str, _: Schema, maker: _Maker) -> Test:
    name = wanted.removeprefix("#/$defs/")

    def passes(value: Any) -> bool:
        return maker.definition(name)(value)

    return passes


_CLASSES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


def _type(wanted: str | list[str], *_: Any) -> Test:
    names = [wanted] if isinstance(wanted, str) else wanted
    classes = frozenset(kind for name in names for kind in _CLASSES[name])
    if "integer" not in names:
        return lambda value: type(value) in classes
    return lambda value: type(value) in classes or (type(value) is float and value.is_integer())


def _same(one: Any, other: Any) -> bool:
    """Equal, a truth being no number."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    return bool(one == other and isinstance(one, bool) == isinstance(other, bool))


def _enum(wanted: list[Any], *_: Any) -> Test:
    return lambda value: any(_same(value, each) for each in wanted)


def _properties(wanted: dict[str, Schema], _: Schema, maker: _Maker) -> Test:
    tests = {name: maker.test(inner) for name, inner in wanted.items()}

    def passes(value: Any) -> bool:
        if type(value) is dict:
            for key, entry in value.items():
                test = tests.get(key)
                if test is not None and not test(entry):
                    return False
        return True

    return passes


def _patterns(wanted: dict[str, Schema], _: Schema, maker: _Maker) -> Test:
    tests = [(re.compile(pattern), maker.test(inner)) for pattern, inner in wanted.items()]
    return lambda value: (
        type(value) is not dict
        or all(test(entry) for pattern, test in tests for key, entry in value.items() if pattern.search(key))
    )


def _others(wanted: Schema, schema: Schema, maker: _Maker) -> Test:
    named, test = schema.get("properties", {}), maker.test(wanted)
    patterns = [re.compile(pattern) for pattern in schema.get("patternProperties", {})]

    def passes(value: Any) -> bool:
        if type(value) is dict:
            for key, entry in value.items():
                if key in named or any(pattern.search(key) for pattern in patterns):
                    continue
                if not test(entry):
                    return False
        return True

    return passes


def _items(wanted: Schema, _: Schema, maker: _Maker) -> Test:
    test = maker.test(wanted)
    return lambda value: type(value) is not list or all(map(test, value))


def _decided(wanted: Schema, schema: Schema, maker: _Maker) -> Test:
    test, then, otherwise = (maker.test(each) for each in (wanted, schema.get("then", True), schema.get("else", True)))
    return lambda value: then(value) if test(value) else otherwise(value)


def _distinct(wanted: bool, *_: Any) -> Test:  # noqa: FBT001 - as the schema has it
    return lambda value: (
        not wanted or type(value) is not list or not any(_same(*pair) for pair in combinations(value, 2))
    )


NOTES = {"$schema", "$id", "$defs", "title", "description", "default", "then", "else"}
"""Words that ask for nothing by themselves."""
WORDS: dict[str, Callable[[Any, Schema, _Maker], Test]] = {
    "$ref": _reference,
    "type": _type,
    "const": lambda wanted, *_: lambda value: _same(value, wanted),
    "enum": _enum,
    "properties": _properties,
    "patternProperties": _patterns,
    "additionalProperties": _others,
    "required": lambda wanted, *_: lambda value: type(value) is not dict or all(key in value for key in wanted),
    "minProperties": lambda wanted, *_: lambda value: type(value) is not dict or len(value) >= wanted,
    "items": _items,
    "minItems": lambda wanted, *_: lambda value: type(value) is not list or len(value) >= wanted,
    "maxItems": lambda wanted, *_: lambda value: type(value) is not list or len(value) <= wanted,
    "uniqueItems": _distinct,
    "minimum": lambda wanted, *_: lambda value: type(value) not in (int, float) or value >= wanted,
    "maximum": lambda wanted, *_: lambda value: type(value) not in (int, float) or value <= wanted,
    "if": _decided,
}
"""What makes the test for a word, from what it is given, the schema that it stands in, and the maker of other tests."""
