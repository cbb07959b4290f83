"""Names of an overlay that lies outside its game's folder: in the folder beside it that is called like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.analysis.desk.stall import ENGLISH, po, stall

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

LUCKY = """\
kamon: 1
overlay: lucky
extends: stall
title: Lucky
add:
  icons: {jackpot: coin 7}
  components: {card: {cards: {ash: {printed: jackpot}}}}
"""
GERMAN = {"game": "Marktstand", "counter.coin": "Münze", "icon.sell": "Verkauf", "icon.sell.value": "Verkauf um {n}"}
LUCK = {"overlay.lucky": "Glück", "icon.jackpot": "Haupttreffer", "member.ash": "Esche"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The overlay's folder; beside it lies the overlay."""
    stall(tmp_path, en=ENGLISH, de=GERMAN)
    mods = tmp_path / "mods"
    mods.mkdir()
    (mods / "lucky.yaml").write_text(LUCKY, encoding="utf-8")
    return mods / "lucky"


def written(home: Path, texts: dict[str, str]) -> None:
    (home / "locales").mkdir(parents=True, exist_ok=True)
    (home / "locales" / "de.po").write_text(po(texts), encoding="utf-8")


def spec(home: Path) -> tuple[str, ...]:
    return f"{home.parent.parent / 'stall'}+lucky", "--games", str(home.parent)


def test_its_names_are_used_with_those_of_the_game(kamon: Run, home: Path) -> None:
    written(home, LUCK)
    said = kamon("explain", *spec(home), "--locale", "de").out
    assert said.startswith("Marktstand + Glück\n")
    assert "Haupttreffer" in said
    assert "Esche" in said
    assert "Verkauf" in said


def test_a_part_that_it_names_anew_has_all_its_forms_from_it(kamon: Run, home: Path) -> None:
    game = (home.parent.parent / "stall" / "locales" / "de.po").read_text(encoding="utf-8")
    assert 'msgid "icon.sell.value"' in game
    written(home, {**LUCK, "icon.sell": "Handel"})
    said = kamon("explain", *spec(home), "sell", "--locale", "de").out
    assert "Handel" in said
    assert "Verkauf" not in said


def test_what_is_wanted_of_its_catalogue_is_what_the_game_does_not_name(kamon: Run, home: Path) -> None:
    assert kamon("translate", "update", *spec(home), "--locale", "de").code == 0
    text = (home / "locales" / "de.po").read_text(encoding="utf-8")
    ids = [line[7:-1] for line in text.splitlines() if line.startswith('msgid "') and line != 'msgid ""']
    assert ids == sorted(LUCK)
    assert "#. Says: Gain 7 coins." in text
    (row,) = kamon("translate", "status", *spec(home)).out.splitlines()[1:]
    assert row.split()[:2] == ["de", "3"]


@pytest.mark.parametrize("command", [("translate", "check"), ("check",)])
def test_its_texts_are_held_against_what_they_mean_in_the_words_of_the_game(
    kamon: Run, home: Path, command: tuple[str, ...]
) -> None:
    written(home, {**LUCK, "icon.jackpot.text": "bekomme 6 Birnen", "icon.jackpto": "x"})
    found = kamon(*command, *spec(home)).out
    place = f"{home}/locales/de.po:"
    codes = [line.rpartition("[")[2].partition("]")[0] for line in found.splitlines() if line.startswith(place)]
    assert codes == ["text-number", "text-lacks-number", "text-lacks-noun", "unknown-message"]
    assert "'Münze'" in found


def test_a_link_out_of_it_is_refused(kamon: Run, home: Path) -> None:
    (home.parent / "secret.po").write_text(po(LUCK), encoding="utf-8")
    (home / "locales").mkdir(parents=True)
    (home / "locales" / "de.po").symlink_to(home.parent / "secret.po")
    ran = kamon("explain", *spec(home), "--locale", "de")
    assert ran.code == 1
    assert "de.po" in ran.err
    assert "Haupttreffer" not in ran.out


def test_the_game_alone_is_as_it_was(kamon: Run, home: Path) -> None:
    bare = str(home.parent.parent / "stall")
    before = [kamon(*command, bare).out for command in (("check",), ("translate", "status"), ("explain",))]
    written(home, {**LUCK, "game": "x"})
    assert [kamon(*command, bare).out for command in (("check",), ("translate", "status"), ("explain",))] == before
