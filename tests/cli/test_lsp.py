"""The command that an editor starts. What it answers is tested in tests/lsp."""

import sys

import pytest

from interpreter.cli import MISUSE, main


def test_without_its_packages_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "interpreter.lsp.server", raising=False)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    assert main(["lsp", "--locale", "en"]) == MISUSE
    assert "pip install 'kamon[lsp]'" in capsys.readouterr().err


def test_a_locale_that_nobody_speaks_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lsp", "--locale", "xx"]) == MISUSE
    assert "xx" in capsys.readouterr().err
