"""A number is changed on one card, and each command says exactly that; of a comment none says anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs import one_change

if TYPE_CHECKING:
    import pytest


def test_each_command_says_exactly_what_was_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert one_change.main() == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith("== ")] == [
        "== kamon check",
        "== kamon test",
        "== kamon diff",
        "== kamon translate check",
        "== kamon compare",
        "== kamon watch",
    ]
