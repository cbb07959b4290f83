"""A table that is larger than a screen: whole when a turn begins, then what has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

GAME = """\
kamon: 1
game: shop
players: {counts: [2], seats: {ann: {}, bob: {}}}
board:
  shelf: {count: 30, holds: cup}
  grid: {grid: {columns: 2, rows: 2}, holds: man}
zones:
  bank: {holds: cup}
  bag: {per: player, holds: cup}
components:
  cup: {tokens: 60, starts: bank}
  man: {per: player, count: 1, starts: a1}
counters:
  coin: {per: player}
setup: "for each s in shelf: move 2 cup from bank to s"
flow: "repeat 3: each player: (buy; buy)"
rules:
  buy: "choose s in shelf where count(cup on s) > 0: pay coin 0; coin 1; move 1 cup from s to bag of me"
score: {for: player, lines: {coins: coin}}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return written(tmp_path / "shop", GAME)


def play(kamon: Run, shop: Path, typed: str, *arguments: str | Path) -> list[str]:
    """What is printed after each thing that is typed."""
    return kamon("play", shop, "--seed", "1", "--locale", "en", *arguments, typed=typed).out.split("\n> ")


def test_within_a_turn_only_what_has_changed_is_shown(kamon: Run, shop: Path) -> None:
    start, bought, next_turn, *_ = play(kamon, shop, "3\n4\n")
    assert "shelf 9   CC\nshelf 10  CC\n" in start
    assert bought.split("\n\n")[1:3] == ["shelf\nshelf 3   C", "▶ ann (you)   coin 1   bag ×1"]
    assert "\n1 MM ·\n  a  b\n" in next_turn
    assert "shelf 30  CC" in next_turn
    assert "  bob (greedy bot)" in next_turn


def test_the_whole_table_can_be_asked_for(kamon: Run, shop: Path) -> None:
    _, bought, again, *_ = play(kamon, shop, "3\nboard\n")
    assert "shelf 30  CC" not in bought
    assert "shelf 30  CC" in again


def test_undo_within_a_turn_shows_what_it_changed(kamon: Run, shop: Path) -> None:
    _, _, undone, *_ = play(kamon, shop, "3\nundo\n")
    assert "Taken back.\n\nshelf\nshelf 3   CC\n\n▶ ann (you)   coin 0   bag –\n" in undone


def test_undo_into_another_turn_shows_the_whole_table(kamon: Run, shop: Path) -> None:
    undone = play(kamon, shop, "3\n4\nundo\n")[3]
    assert "shelf 30  CC" in undone


def test_two_at_a_terminal_see_the_whole_table_when_their_turns_begin(kamon: Run, shop: Path) -> None:
    shown = play(kamon, shop, "3\n4\n5\n", "--players", "human,human")
    assert ["shelf 30  CC" in one for one in shown[:4]] == [True, False, True, False]


def test_a_match_is_taken_up_with_its_last_lines(kamon: Run, shop: Path, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    play(kamon, shop, "3\n4\n5\n", "--save", file)
    first, logged, *_ = play(kamon, shop, "log\n", "--load", file)
    assert first.count("ann: ") + first.count("bob: ") == 4
    assert "Set-up" not in first
    assert logged.count("ann: ") == 3
    assert "Set-up" in logged


def test_the_same_moves_to_many_places_are_told_as_one(kamon: Run, shop: Path) -> None:
    assert "Set-up\n    2 cup from the bank to shelf 1 … 30 (×30)\n" in play(kamon, shop, "")[0]


def test_a_payment_of_nothing_is_not_told(kamon: Run, shop: Path) -> None:
    assert "ann: Shelf 3\n    1 coin gained, now 1; 1 cup from shelf 3 to ann's bag\n" in play(kamon, shop, "3\n")[1]
