"""The log tells what happens between two choices by the parts of the flow, each under its own heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

GAME = """\
kamon: 1
game: season
title: A season
players: {counts: [3], seats: {ann: {}, bob: {}, cat: {plays: rules}}}
counters:
  coin: {per: player}
  day: {}
flow: |
  repeat 2:
    day 1;
    (as ann: turn);
    (each player: harvest);
    (as cat: steal);
    tax;
    (as ann: coin 1);
    as bob: turn
rules:
  turn: "choose n in {1..2}: coin(n)"
  harvest: coin 3
  tax: set coin of bob to 0; set coin of bob to 2; set coin of cat to 1
  steal: "as ann: lose coin 1"
score: {for: player, lines: {coins: coin}}
"""


def test_each_part_has_a_heading_and_the_choice_keeps_what_is_its_own(kamon: Run, tmp_path: Path) -> None:
    folder = written(tmp_path / "season", GAME)
    out = kamon("play", folder, "--players", "human,human", "--locale", "en", typed="2\n1\nlog\n").out
    assert out.split("> log\n")[1].splitlines()[:14] == [
        "Set-up",
        "    1 day gained, now 1",
        "ann: 2",
        "    2 coin gained, now 2",
        "  Harvest",
        "    3 coin gained, now 5; bob: 3 coin gained, now 3; cat: 3 coin gained, now 3",
        "  cat: Steal",
        "    Coin: now 4",
        "  Tax",
        "    Bob: coin: now 2; cat: coin: now 1",
        "    1 coin gained, now 5",
        "bob: 1",
        "    1 coin gained, now 3",
        "    1 day gained, now 2",
    ]
