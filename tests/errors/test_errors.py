"""Broken games, each with the exact text that its author is shown."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from interpreter.model import check_folder
from interpreter.source import GameLibrary, render_text

HERE = Path(__file__).parent
GAMES = sorted(path for path in HERE.iterdir() if (path / "game.yaml").exists())
NOT_IN_A_FILE = {"player-count", "unknown-option", "option-value"}
"""What is said to whoever starts a game; tests/model/test_build.py has these."""
TOO_LONG = {"too-many-edges", "too-many-findings"}
"""What takes a file that nobody would read; tests/model/ has these."""


def checked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What `check` says about a game and, if it has one, its variant."""
    monkeypatch.chdir(folder)
    variants = sorted(path.stem for path in folder.glob("variants/*.yaml"))
    folder_found, found = GameLibrary().resolve("+".join([".", *variants]))
    if folder_found is not None:
        found = [*found, *check_folder(folder_found)]
    return render_text(found) + "\n"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_author_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    said = checked(folder, monkeypatch)
    expected = folder / "expected.txt"
    if request.config.getoption("--update"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")


def codes(root: Path) -> set[str]:
    """Every code that the model's passes can report."""
    found = set()
    for path in (root / "interpreter" / "model").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("error", "warning")
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(str(node.args[0].value))
    return found


def test_every_code_has_a_broken_game(root: Path) -> None:
    said = "".join((folder / "expected.txt").read_text(encoding="utf-8") for folder in GAMES)
    missing = {code for code in codes(root) if f"[{code}]" not in said}
    assert missing == NOT_IN_A_FILE | TOO_LONG
