"""What the table and the log show of things that can change, that are many, or that came to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

GAME = """\
kamon: 1
game: dice
players: {counts: [2], seats: {ann: {glyph: ▲}, bob: {glyph: ▼}}}
board:
  tray: {count: 2, holds: die}
  bench: {count: 20, holds: die}
zones:
  home: {per: player, holds: [cook, maid]}
components:
  die: {count: 2, starts: [tray_1, tray_2], variables: {pips: {from: 3, to: 3}, mood: {of: mood}}}
  cook: {tokens: 2, per: player, starts: home of me}
  maid: {tokens: 3, per: player, starts: home of me}
counters:
  coin: {per: player}
enums:
  mood: [calm, cross]
setup: "as ann: repeat 70: coin 1"
flow: "as ann: pick"
rules:
  pick: "choose t in tray: let d = first(die on t): coin(pips of d - 3); (sell(d) | keep(d))"
  "sell(d: die)": coin(pips of d); set mood of d to cross
  "keep(d: die)": move d to bench_1
"""
NAMES = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "rule.sell"
msgstr "sell it"

msgid "rule.keep"
msgstr "keep {d}"

msgid "rule.sell.also"
msgstr "give it away, peddle"

msgid "member.tray_2"
msgstr "the second bowl"

msgid "member.tray_2.also"
msgstr "other tray"
"""


@pytest.fixture
def dice(tmp_path: Path) -> Path:
    folder = tmp_path / "dice"
    (folder / "locales").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "locales" / "en.po").write_text(NAMES, encoding="utf-8")
    return folder


@pytest.fixture
def lines(kamon: Run, dice: Path) -> list[str]:
    """A match in which the second die is taken and sold."""
    return kamon(
        "play", dice, "--players", "human,random", "--seed", "1", "--locale", "en", typed="2\n1\n"
    ).out.splitlines()


def test_a_die_shows_its_number_on_the_board_and_in_options(lines: list[str]) -> None:
    assert "tray 1  die 1 (pips 3)" in lines
    assert "1 Tray 1 (pips 3)   2 The second bowl (pips 3)" in lines


def test_a_word_is_shown_once_it_has_changed(lines: list[str]) -> None:
    assert "the second bowl  die 2 (pips 3)" in lines
    assert "the second bowl  die 2 (pips 3, mood cross)" in lines


def test_an_option_is_called_without_what_its_name_has_no_place_for(lines: list[str]) -> None:
    assert any(line.startswith("1 Sell it") and "2 Keep that die" in line for line in lines)


def test_a_gain_of_nothing_is_not_told(lines: list[str]) -> None:
    assert [line for line in lines if "gained" in line] == ["    3 coin gained, now 73; die 2: mood now cross"]


def test_what_is_too_long_to_be_told_is_counted(lines: list[str]) -> None:
    assert "    70 things were done; the table shows what came of them" in lines
    assert "·  ×20" in lines


def test_tokens_of_several_kinds_are_told_apart(lines: list[str]) -> None:
    assert "▶ ▲ ann (you)   coin 70   home cook ×2 maid ×3" in lines


def test_options_are_meant_by_synonyms_too(kamon: Run, dice: Path) -> None:
    out = kamon("play", dice, "--seed", "1", "--locale", "en", typed="Other Tray\nwhy peddle\n? peddle\npeddle\n").out
    assert "ann: The second bowl (pips 3)" in out
    assert "ann: Sell it" in out
    assert out.count("1 Sell it") == 2


def test_parts_that_are_no_options_are_explained(kamon: Run, dice: Path) -> None:
    out = kamon("play", dice, "--seed", "1", "--locale", "en", typed="? maid\n? xyzzy\n").out
    assert "\n> ? maid\n6 maid, starting in ann's home" in out
    assert "> ? xyzzy\n'xyzzy' is no option" in out
