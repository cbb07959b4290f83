"""The settings that docs/editor.md shows, and the schemas that they name."""

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from interpreter.source import plain, read_document

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "editor.md").read_text(encoding="utf-8")
SETTINGS = json.loads((ROOT / ".vscode" / "settings.json").read_text(encoding="utf-8"))


def shown(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_settings_can_be_read_and_are_those_of_the_repository() -> None:
    assert [json.loads(block) for block in shown("json")][-1] == SETTINGS
    (helix,) = map(tomllib.loads, shown("toml"))
    assert helix["language-server"]["kamon"] == {"command": "kamon", "args": ["lsp"]}
    extension = json.loads((ROOT / "docs" / "vscode" / "package.json").read_text(encoding="utf-8"))
    assert json.loads(shown("json")[0]).keys() & extension["contributes"]["configuration"]["properties"].keys()


@pytest.mark.parametrize(("schema", "files"), SETTINGS["yaml.schemas"].items())
def test_every_shipped_file_has_the_shape_of_its_schema(schema: str, files: str) -> None:
    shape = jsonschema.Draft202012Validator(json.loads((ROOT / schema).read_text(encoding="utf-8")))
    paths = sorted(ROOT.glob(files))
    documents = [read_document(path)[0] for path in paths]
    assert paths
    assert [
        f"{path}: {problem.message}"
        for path, document in zip(paths, documents, strict=True)
        if document is not None
        for problem in shape.iter_errors(plain(document.root))
    ] == []


def test_a_schema_of_a_part_asks_for_nothing_that_another_file_may_have() -> None:
    whole, part = (json.loads((ROOT / "schema" / f"{name}.schema.json").read_text()) for name in ("game", "part"))
    assert part["required"] == ["kamon"]
    assert part["properties"] == whole["properties"]
