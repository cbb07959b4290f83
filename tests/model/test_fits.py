"""Shapes judged quickly, held against the validator that tells what is wrong."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from interpreter.model.fits import NOTES, WORDS, fitting
from interpreter.resources import data_dir
from interpreter.source import at, plain, read_document

ROOT = Path(__file__).parents[2]
SCHEMAS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob("schema/*.json"))}
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-3, 14), st.floats(-2, 13), st.sampled_from(["", "red", "1"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["game", "players", "2", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def words(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(words, schema))
    if not isinstance(schema, dict):
        return set()
    found = set(schema)
    for word, wanted in schema.items():
        if word in ("properties", "patternProperties", "$defs"):
            found |= set().union(*map(words, wanted.values()))
        elif word in ("items", "additionalProperties", "if", "then", "else"):
            found |= words(wanted)
    return found


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_word_of_the_schemas_is_known(name: str) -> None:
    assert words(SCHEMAS[name]) <= WORDS.keys() | NOTES


@pytest.mark.parametrize("word", ["anyOf", "pattern"])
def test_a_word_that_is_not_known_is_refused(word: str) -> None:
    with pytest.raises(KeyError, match=word):
        fitting({word: "b"})


def documents() -> list[tuple[str, Any]]:
    """What shipped games and toys hold, by the schema that it is for."""
    found = []
    for pattern, name in (("games/*/game.yaml", "game"), ("games/*/scenarios/*.yaml", "scenario")):
        for path in sorted(ROOT.glob(pattern)):
            document, _ = read_document(path)
            assert document is not None
            found.append((f"{name}.schema.json", plain(document.root)))
    return [*found, *(("game.schema.json", plain(one.root)) for one in toys())]


def toys() -> list[Any]:
    read = [read_document(path)[0] for path in sorted((ROOT / "tests" / "toys").glob("*/*.yaml"))]
    return [document for document in read if document is not None and at(document.root, ("game",)) is not None]


DOCUMENTS = documents()


def places(value: Any) -> list[tuple[Any, Any]]:
    """Each container within a value, with each of its keys."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [*((value, key) for key in keys), *(place for key in keys for place in places(value[key]))]


@given(st.data())
def test_what_the_validator_accepts_fits_and_nothing_else(data: st.DataObject) -> None:
    name, document = data.draw(st.sampled_from(DOCUMENTS))
    schema = SCHEMAS[name]
    changed = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(0, 2))):
        holder, key = data.draw(st.sampled_from(places(changed)))
        match data.draw(st.sampled_from(["replace", "remove", "add"])):
            case "replace":
                holder[key] = data.draw(VALUES)
            case "remove":
                del holder[key]
            case _ if isinstance(holder, dict):
                holder[data.draw(st.sampled_from(["extra", "2", "count", "starts"]))] = data.draw(VALUES)
            case _:
                holder.append(data.draw(VALUES))
        if not places(changed):
            break
    assert fitting(schema)(changed) == Draft202012Validator(schema).is_valid(changed)


@given(
    VALUES,
    st.sampled_from(
        [
            {"enum": [1, "red", False]},
            {"const": 1},
            {"const": [0, {"x": True}]},
            {"uniqueItems": True},
            {"type": ["integer", "null"]},
            {"minimum": 0, "maximum": 12},
            {"minItems": 1, "maxItems": 2, "items": {"type": "string"}},
            {"if": {"type": "object"}, "then": {"minProperties": 2}, "else": {"type": "array"}},
            {"patternProperties": {"^[0-9]+$": {"type": "array"}}, "additionalProperties": {"type": "null"}},
            {"properties": {"game": False}, "required": ["x"]},
        ]
    ),
)
def test_each_word_asks_for_what_the_standard_says(value: Any, schema: Any) -> None:
    assert fitting(schema)(value) == Draft202012Validator(schema).is_valid(value)


def test_the_schemas_that_are_read_are_those() -> None:
    assert {path.name for path in Path(str(data_dir("schema"))).glob("*.json")} == set(SCHEMAS)
