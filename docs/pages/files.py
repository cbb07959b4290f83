"""files.md and scenarios.md: every key of the schemas with its type, default and description."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docs.pages import markdown
from docs.pages.markdown import code

if TYPE_CHECKING:
    from collections.abc import Iterator

Schema = dict[str, Any]
HEAD = ("key", "type", "default", "meaning")
WORDS = {
    "string": "text",
    "integer": "number",
    "array": "list",
    "object": "mapping",
    "null": "nothing",
    "boolean": "true or false",
}
TEXTS = {"effect": "an [effect](language.md#effects)", "value": "number or a [value](language.md#values)"}
# What stands for the names that authors give, by section.
NAMES = {
    "seats": "SEAT",
    "teams": "TEAM",
    "sources": "ID",
    "options": "OPTION",
    "parameters": "NAME",
    "enums": "ENUM",
    "board": "SPACES",
    "zones": "ZONE",
    "components": "KIND",
    "cards": "CARD",
    "each": "ATTRIBUTE",
    "attributes": "ATTRIBUTE",
    "spaces": "SPACE",
    "positions": "SPACE",
    "variables": "VARIABLE",
    "counters": "COUNTER",
    "modifiers": "MODIFIER",
    "values": "NAME(PARAMETERS)",
    "rules": "NAME(PARAMETERS)",
    "icons": "NAME(PARAMETERS)",
    "free_actions": "NAME",
    "lines": "LINE",
    "ties": "TIE",
    "invariants": "NAME",
    "scenarios": "SCENARIO",
}
INTRO = """
A game is a folder: every `*.yaml` file at its top is read, and their sections are joined by id, so that it
does not matter which file a section is in. An id is small letters, digits and `_`, and begins with a
letter. `variants/` holds overlays, `scenarios/` tests ([scenarios](scenarios.md)), `locales/` names in
people's languages ([how to translate](../how-to/translate-a-game.md)).

Beside the format's own words, capitals in a key stand for ids that the author gives. A key marked
**required** must be there.
"""
OVERLAY = """
An overlay is one file in the `variants/` of a game, or anywhere that games are looked for. It says what
differs, by id and to any depth, in the game's own structure ([how to write
one](../how-to/write-an-overlay.md)).
"""
SCENARIOS = """
A file in a game's `scenarios/` holds tests of its rules, which `kamon test` runs ([how to write
them](../how-to/write-scenarios.md)).
"""

BOT = """
A bot that is a file, for `heuristic:FILE` ([how to make one](../how-to/make-bots.md)): it looks one decision ahead and
takes what is worth most.
"""


@dataclass(frozen=True, slots=True)
class Row:
    path: str
    type: str
    default: str
    meaning: str

    def cells(self) -> tuple[str, ...]:
        return (code(self.path), self.type, self.default, self.meaning)


@dataclass(frozen=True, slots=True)
class Walker:
    """Goes through a schema and says each key."""

    defs: Schema

    def rows(self, path: str, schema: Schema, *, required: bool = False) -> Iterator[Row]:
        """The key itself, then all keys below it."""
        found = self.resolved(schema)
        needed = "**required** " if required else ""
        default = "" if "default" not in found else _written(found["default"])
        if "description" in found:
            yield Row(path, self.type(schema), default, needed + found["description"])
        if not path.endswith(".source"):  # said once, in its own section
            yield from self.below(path, found)

    def below(self, path: str, found: Schema) -> Iterator[Row]:
        needed = found.get("required", ())
        for key, part in found.get("properties", {}).items():
            yield from self.rows(f"{path}.{key}".lstrip("."), part, required=key in needed)
        if "if" in found:
            yield from self.choices(path, found)
        for part in found.get("patternProperties", {}).values():
            yield from self.rows(f"{path}.NUMBER", part)
        inner = found.get("additionalProperties")
        if isinstance(inner, dict):
            name = NAMES.get(path.rpartition(".")[2], "NAME")
            yield from self.rows(f"{path}.{name}", inner)

    def choices(self, path: str, found: Schema) -> Iterator[Row]:
        """Shapes that are told apart by one of their keys."""
        other = found["else"]
        shapes = [(found["then"], found["if"]["required"])]
        if "if" not in other:
            shapes.append((other, other.get("required", ())))
        for shape, by in shapes:
            yield Row(path, "", "", f"*with `{by[0]}`:*" if by else "*with none of these:*")
            yield from self.below(path, shape)
        if "if" in other:
            yield from self.choices(path, other)

    def resolved(self, schema: Schema) -> Schema:
        """The schema with what it refers to; its own words win."""
        if "$ref" not in schema:
            return schema
        target = self.defs[schema["$ref"].rpartition("/")[2]]
        return {**self.resolved(target), **{key: value for key, value in schema.items() if key != "$ref"}}

    def type(self, schema: Schema) -> str:
        name = schema.get("$ref", "").rpartition("/")[2]
        if name in TEXTS:
            return TEXTS[name]
        found = self.resolved(schema)
        if "enum" in found:
            return ", ".join(map(code, found["enum"]))
        if "const" in found:
            return code(str(found["const"]))
        types = found.get("type", [])
        return " or ".join(WORDS.get(kind, kind) for kind in ([types] if isinstance(types, str) else types))


def _written(default: object) -> str:
    return default if isinstance(default, str) else code(json.dumps(default))


def page() -> str:
    """The page's text."""
    schema, walker = _read("game")
    parts = []
    for key, part in schema["properties"].items():
        found = walker.resolved(part)
        required = "**required** " if key in schema["required"] else ""
        rows = [row.cells() for row in walker.below(key, found)]
        kind = walker.type(part)
        default = f" Default: {_written(found['default'])}." if "default" in found else ""
        parts += [
            f"## {key}",
            f"{required}{kind}: {found['description']}{default}",
            markdown.table(HEAD, rows),
        ]
    overlay, walker = _read("overlay")
    rows = [row.cells() for row in walker.below("", overlay)]
    bot, walker = _read("bot")
    weights = [row.cells() for row in walker.below("", bot)]
    overlays = ("## Overlays", OVERLAY, markdown.table(HEAD, rows))
    bots = ("## Bots", BOT, markdown.table(HEAD, weights))
    return markdown.page("Files of a game", INTRO, *filter(None, parts), *overlays, *bots)


def scenario_page() -> str:
    """The page's text."""
    schema, walker = _read("scenario")
    rows = [row.cells() for row in walker.below("", schema)]
    return markdown.page("Scenarios", SCENARIOS, markdown.table(HEAD, rows))


def _read(kind: str) -> tuple[Schema, Walker]:
    path = markdown.ROOT / "schema" / f"{kind}.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    return schema, Walker(schema.get("$defs", {}))
