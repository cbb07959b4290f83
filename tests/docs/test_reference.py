"""The reference says what the program says, and leaves nothing out."""

import subprocess
import sys
from pathlib import Path

from docs.pages.files import page, scenario_page
from interpreter.language.constructs import FUNCTION_TEXTS
from interpreter.model.bind_calls import FUNCTIONS

ROOT = Path(__file__).resolve().parents[2]


def test_the_committed_pages_are_up_to_date() -> None:
    command = [sys.executable, "-m", "docs.build_reference", "--check"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_every_function_is_described() -> None:
    assert set(FUNCTIONS) == set(FUNCTION_TEXTS)


def test_every_key_of_the_schemas_is_described() -> None:
    rows = [line for text in (page(), scenario_page()) for line in text.splitlines() if line.startswith("| `")]
    assert [row for row in rows if row.endswith("|  |")] == []
    assert len(rows) > 100
