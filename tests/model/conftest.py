"""Small games written on the spot, and models of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from interpreter.model import Definition, Model, build_model, load_definition
from interpreter.source import render_text

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """kamon: 1
game: small
players: {counts: [2], seats: {red: {}, white: {}}}
"""
Define = Callable[..., Definition]
Build = Callable[..., Model]


@pytest.fixture
def define(tmp_path: Path) -> Define:
    """A definition from the text of a game; the head is given unless the text has its own."""

    def make(text: str) -> Definition:
        folder = tmp_path / "small"
        folder.mkdir(exist_ok=True)
        head = "" if text.startswith("kamon:") else HEAD
        tail = "" if "\nflow:" in "\n" + text else "\nflow: end game\n"
        (folder / "game.yaml").write_text(head + text + tail, encoding="utf-8")
        definition, found = load_definition(folder)
        assert definition is not None, render_text(found)
        return definition

    return make


@pytest.fixture
def build(define: Define) -> Build:
    """A model of such a game."""

    def make(text: str, players: int = 2, **options: str | int) -> Model:
        model, found = build_model(define(text), players, options)
        assert model is not None, render_text(found)
        return model

    return make
