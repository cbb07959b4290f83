"""Folders of games that tests write."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def written(folder: Path, text: str) -> Path:
    """A new folder of a game with this text."""
    folder.mkdir()
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder
