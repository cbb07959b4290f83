"""The package's front door: light to import, lazy, and able to find its data wherever it is installed."""

import subprocess
import sys
from pathlib import Path

import pytest

import interpreter
from interpreter import resources
from interpreter.resources import data_dir


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import interpreter; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["interpreter"]


def test_a_name_it_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'interpreter' has no attribute 'lode'"):
        _ = interpreter.lode  # type: ignore[attr-defined]


def test_a_checkout_keeps_its_data_beside_the_package(root: Path) -> None:
    assert data_dir("grammar") == root / "grammar"


def test_an_installed_package_carries_its_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "interpreter"
    (package / "games").mkdir(parents=True)
    (tmp_path / "games").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert data_dir("games") == package / "games"
    with pytest.raises(FileNotFoundError, match="no schema folder"):
        data_dir("schema")
