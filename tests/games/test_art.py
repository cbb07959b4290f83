"""The pictures of the shipped games: each is a drawing of a part of the game, and no icon is without one."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.pages import crests
from interpreter.analysis.pages.cards import decks
from interpreter.analysis.pages.faces import Faces
from interpreter.analysis.translations import desks, needs_of
from interpreter.explain import Speaker

if TYPE_CHECKING:
    from interpreter.engine import Game

GAMES = Path(__file__).resolve().parents[2] / "games"
ART = sorted(GAMES.glob("*/art/*"))
NAMES = sorted(path.name for path in GAMES.iterdir() if (path / "game.yaml").is_file())
SHAPES = {f"{{http://www.w3.org/2000/svg}}{name}" for name in ("svg", "g", "path", "rect", "circle")}


def pictured(game: Game) -> None:
    """Makes every picture of a game's pages."""
    speaker = Speaker(game.model(min(game.player_counts)), "en", game.folder.homes)
    decks(game, speaker)
    faces = Faces(speaker, game.folder.homes)
    for rule in speaker.model.rules.values():
        if rule.kind in ("icon", "free"):
            faces.sign(rule)


@pytest.mark.parametrize("name", [*NAMES, "white_castle+solo"])
def test_nothing_is_shown_with_a_crest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def crest(message: str, _: str) -> str:
        made.append(message)
        return ""

    monkeypatch.setattr(crests, "crest", crest)
    pictured(interpreter.load(name))
    assert made == []


@pytest.mark.parametrize("name", NAMES)
def test_each_picture_is_of_a_part_of_the_game(name: str) -> None:
    known = needs_of(desks(interpreter.load(name))[0]).known
    assert {path.stem for path in ART if path.parent.parent.name == name} - set(known) == set()


@pytest.mark.parametrize("path", ART, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_each_picture_is_made_of_shapes_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert {element.tag for element in root.iter()} <= SHAPES
    assert root.get("viewBox") == "-32 -32 64 64"
    assert not re.search(r"url\(|href|<!|\bon\w+=", text)
