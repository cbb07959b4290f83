"""A number is changed on one card, and each command says exactly that; of a comment none says anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs import one_change

if TYPE_CHECKING:
    import pytest


COMMANDS = ["check", "test", "diff", "translate check", "compare", "watch"]


def test_each_command_says_exactly_what_was_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert one_change.main() == 0
    comment, number = capsys.readouterr().out.split("A number is changed")
    assert comment.splitlines()[2:-1] == [f"kamon {name}: nothing" for name in COMMANDS]
    assert [line for line in number.splitlines() if line.startswith("== ")] == [f"== kamon {name}" for name in COMMANDS]
    assert "\nScenarios played: 1 of 2; passed: 0\n" in number
    assert number.count("warning[") == number.count("\n1 warning\n") + number.count("1 error, 1 warning\n") == 3
