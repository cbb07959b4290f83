"""Folders of games that tests write, and what commands print as tests look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def written(folder: Path, text: str) -> Path:
    """A new folder of a game with this text."""
    folder.mkdir()
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def told(out: str) -> str:
    """What was printed, without the widths of columns."""
    return " ".join(out.split())


SCENARIOS = """\
kamon: 1
scenarios:
  start: {expect: [breath of ann = 2]}
  rest: {choose: [rest], expect: [breath of ann = 3]}
"""


def with_scenarios(race: Path) -> Path:
    """The little game of the fixture `race` with two scenarios that pass."""
    (race / "scenarios").mkdir()
    (race / "scenarios" / "some.yaml").write_text(SCENARIOS, encoding="utf-8")
    return race
