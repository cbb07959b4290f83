"""Pictures of parts: the author's own, else a crest."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from interpreter.analysis.pages.crests import crest, picture

if TYPE_CHECKING:
    from pathlib import Path


def content(address: str) -> bytes:
    return base64.b64decode(address.partition("base64,")[2])


def test_the_authors_picture_goes_before_a_crest(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "piece.card.png").write_bytes(b"PNG")
    assert content(picture([tmp_path], "member.oak", "piece.card")) == b"PNG"
    assert picture([tmp_path], "member.oak", "piece.card").startswith("data:image/png;")
    (tmp_path / "art" / "member.oak.svg").write_bytes(b"<svg/>")
    assert content(picture([tmp_path], "member.oak", "piece.card")) == b"<svg/>"


def test_that_of_an_overlay_goes_before_that_of_the_game(tmp_path: Path) -> None:
    for home, drawn in (("game", b"old"), ("lucky", b"new")):
        (tmp_path / home / "art").mkdir(parents=True)
        (tmp_path / home / "art" / "icon.x.svg").write_bytes(drawn)
    assert content(picture([tmp_path / "game", tmp_path / "lucky"], "icon.x")) == b"new"


def test_without_any_it_is_the_crest_of_the_more_general_part(tmp_path: Path) -> None:
    assert content(picture([tmp_path], "member.oak", "piece.card")).decode() == crest("piece.card")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.svg").write_bytes(b"secret")
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "game" / "art" / "icon.x.svg").symlink_to(tmp_path / "secret.svg")
    assert b"secret" not in content(picture([tmp_path / "game"], "icon.x"))


@pytest.mark.parametrize("glyph", ["", "⚔", "<b>", "↗2"])
def test_a_crest_is_sound_and_shows_its_sign(glyph: str) -> None:
    tree = ET.fromstring(crest("icon.x", glyph))
    assert "".join(tree.itertext()) == glyph


def test_crests_of_different_names_differ() -> None:
    assert len({crest(f"icon.{number}") for number in range(30)}) > 25
