"""What the table shows of piles that lie face down, of many alike, and of tokens that show a side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

GAME = """\
kamon: 1
game: piles
players: {counts: [2], seats: {ann: {glyph: ▲}, bob: {glyph: ▼}}}
enums: {suit: [sun, moon]}
board:
  heap: {spaces: {left: {}, right: {}}, holds: tile, seen_by: nobody}
  shrine: {spaces: {hill: {}}, holds: flag, capacity: 1}
zones:
  home: {per: player, holds: man}
  mast: {holds: flag}
components:
  tile: {count: 3, starts: left}
  flag: {tokens: 1, sides: suit, starts: mast}
  man: {count: 4, per: player, starts: home of me, glyph: ♟}
setup: move flag from mast to hill showing moon
flow: "each player: choose h in heap: move top(h) to box"
score: {for: player, lines: {men: count(home)}}
"""


def test_a_pile_that_lies_face_down_is_counted(kamon: Run, tmp_path: Path) -> None:
    folder = written(tmp_path / "piles", GAME)
    lines = kamon("play", folder, "--seed", "1", "--locale", "en").out.splitlines()
    assert "left   ×3" in lines
    assert "·  right" in lines
    assert "hill  moon" in lines
    assert "▶ ▲ ann (you)   home ♟ ×4" in lines
