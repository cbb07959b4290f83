"""The rules of the house that no linter knows: where imports point, what is named, how large things grow."""

import ast
import re
import stat
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from babel.messages.pofile import read_po

from interpreter import _EXPORTS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "interpreter"
MODULES = sorted(PACKAGE.rglob("*.py"))
# A folder may import from itself and from those before it.
LAYERS = (
    *("source", "language", "model", "compiler", "engine"),
    *("explain", "agents", "analysis", "adapters", "lsp", "web", "cli"),
)
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 60
# Ids in games/ that are also plain words of any card or board game, or of Python: naming them names no game.
PLAIN_WORDS = frozenset(
    {"board", "coin", "deck", "die", "discards", "domain", "family", "field", "hand", "marker", "offer", "pile"}
    | {"rank", "room", "round", "shown", "steps", "supply", "turn_order"}
)
# The sections of a game whose keys are the names of its parts.
PART_SECTIONS = ("board", "components", "counters", "icons", "zones")


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


# ---- imports --------------------------------------------------------------------------------------------


def imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The dotted name of every import of interpreter in a module of `package`, wherever it stands."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if name.name.split(".")[0] == "interpreter")
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                if base == "interpreter":
                    yield from (_EXPORTS.get(name.name, f"interpreter.{name.name}") for name in names)
                elif base.startswith("interpreter."):
                    yield base
            case ast.Call(args=[ast.Constant(value=str() as name), *_]) if "import_module" in ast.unparse(node.func):
                yield name


def against_the_stream(tree: ast.Module, package: str) -> list[str]:
    """The imports of a module that point at a later folder. `package` is its dotted folder."""
    own = package.split(".")[1:2]
    allowed = LAYERS[: LAYERS.index(own[0]) + 1] if own else ()
    layers = ((name, name.split(".")[1:2]) for name in imported(tree, package))
    return [name for name, layer in layers if layer and layer[0] in LAYERS and layer[0] not in allowed]


def test_every_folder_with_code_has_its_place_in_the_order() -> None:
    assert {path.relative_to(PACKAGE).parts[0] for path in MODULES if path.parent != PACKAGE} <= set(LAYERS)


# `python -m` runs the last folder from the first.
@pytest.mark.parametrize("path", [path for path in MODULES if path.name != "__main__.py"], ids=short)
def test_imports_point_one_way(path: Path) -> None:
    package = ".".join(path.parent.relative_to(ROOT).parts)
    assert against_the_stream(parsed(path), package) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from interpreter.engine.state import State", ["interpreter.engine.state"]),
        ("import interpreter.cli", ["interpreter.cli"]),
        ("def f():\n    from interpreter.web import app", ["interpreter.web"]),
        ("from interpreter import load", ["interpreter.engine"]),
        ("from ..engine import State", ["interpreter.engine"]),
        ("from .. import compiler", ["interpreter.compiler"]),
        ("import importlib\nimportlib.import_module('interpreter.explain')", ["interpreter.explain"]),
        (
            "from interpreter.source import Span\nfrom .types import Type\nfrom interpreter import resources",
            [],
        ),
    ],
)
def test_an_import_against_the_stream_is_seen(text: str, found: list[str]) -> None:
    assert against_the_stream(ast.parse(text), "interpreter.model") == found


# ---- names ----------------------------------------------------------------------------------------------


def folded(text: str) -> str:
    """Text without case, accents, umlaut spellings, spaces and joiners."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[\s_\-]", "", re.sub(r"([aou])e", r"\1", bare))


@cache
def game_names() -> frozenset[str]:
    return frozenset(path.parent.name for path in (ROOT / "games").glob("*/game.yaml"))


@cache
def part_names() -> frozenset[str]:
    """The ids of the parts of all games and overlays."""
    found: set[str] = set()
    for path in (ROOT / "games").rglob("*.yaml"):
        document = yaml.safe_load(path.read_text(encoding="utf-8"))
        for part in (document, *(document.get(change) or {} for change in ("add", "replace"))):
            for section in PART_SECTIONS:
                found.update(map(str, part.get(section) or {}))
    return frozenset(found)


def named(text: str, games: frozenset[str], parts: frozenset[str]) -> list[str]:
    """The games and parts of games that a text names, as words or inside identifiers."""
    bare = folded(text)
    found = [game for game in sorted(games) if folded(game) in bare]
    for part in sorted(parts - PLAIN_WORDS):
        words = part.replace("_", "[_ -]")
        if re.search(rf"(?<![^\W_]){words}(s|es)?(?![^\W_])", text, re.IGNORECASE):
            found.append(part)
    return found


def general_files() -> list[Path]:
    folders = (PACKAGE, ROOT / "grammar", ROOT / "schema")
    suffixes = {
        ".py",
        ".pyi",
        ".lark",
        ".json",
        ".yaml",
        ".po",
        ".pot",
        ".html",
        ".js",
        ".css",
        ".c",
        ".h",
        ".md",
    }
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes)


@pytest.mark.parametrize("path", general_files(), ids=short)
def test_the_general_part_names_no_game(path: Path) -> None:
    assert named(path.read_text(encoding="utf-8"), game_names(), part_names()) == []


def test_games_and_parts_are_found() -> None:
    assert {"rosenkoenig"} <= game_names()
    assert {"crown", "power_card", "hero"} <= part_names()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("as in Rosenkönig", ["rosenkoenig"]),
        ("ROSENKOENIG_SIZE = 9", ["rosenkoenig"]),
        ("the White Castle", ["white_castle"]),
        ("def move_crown(): ...", ["crown"]),
        ("two power cards", ["power_card"]),
        ("a handful of piles, the crowning", []),
    ],
)
def test_a_name_of_a_game_is_seen(text: str, found: list[str]) -> None:
    games, parts = frozenset({"rosenkoenig", "white_castle"}), frozenset({"crown", "power_card", "pile"})
    assert named(text, games, parts) == found


# ---- size and shape -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", MODULES, ids=short)
def test_modules_and_functions_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_MODULE_LINES
    large = {
        node.name: lines
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or 0) - node.lineno + 1) > MAX_FUNCTION_LINES
    }
    assert large == {}


@pytest.mark.parametrize("path", MODULES, ids=short)
def test_modules_say_what_they_are_for(path: Path) -> None:
    assert ast.get_docstring(parsed(path))


@pytest.mark.parametrize("path", [path for path in MODULES if PACKAGE / "cli" not in path.parents], ids=short)
def test_only_the_command_line_prints(path: Path) -> None:
    calls = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call))
    assert [node.lineno for node in calls if isinstance(node.func, ast.Name) and node.func.id == "print"] == []


def test_no_file_of_the_package_or_the_games_is_executable() -> None:
    folders = ("interpreter", "games", "grammar", "schema", "tests", "docs")
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    assert [short(path) for path in files if path.stat().st_mode & stat.S_IXUSR] == []


# ---- translations ---------------------------------------------------------------------------------------


def catalogue(path: Path) -> dict[str, str]:
    """Each message id of a PO file with its text; the text of a fuzzy message is empty."""
    with path.open("rb") as file:
        return {str(m.id): "" if m.fuzzy else str(m.string or "") for m in read_po(file) if m.id}


def locales() -> list[Path]:
    return sorted(path for path in (PACKAGE / "locales").iterdir() if path.is_dir())


# What a player reads is there in every shipped locale; findings about rules fall back to English.
# tests/explain asks more of explain.po, in which each language has forms of its own.
REQUIRED = ("ui.po",)


@pytest.mark.parametrize("locale", locales(), ids=lambda path: path.name)
def test_every_locale_has_every_message(locale: Path) -> None:
    english = {
        (name, message)
        for name in REQUIRED
        if (PACKAGE / "locales" / "en" / name).is_file()
        for message in catalogue(PACKAGE / "locales" / "en" / name)
    }
    texts = {(path.name, message): text for path in locale.glob("*.po") for message, text in catalogue(path).items()}
    assert {"explain.po"} <= {path.name for path in locale.glob("*.po")}
    assert english - texts.keys() == set()
    assert [message for message, text in texts.items() if not text] == []
