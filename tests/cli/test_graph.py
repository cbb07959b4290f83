"""`kamon graph`: pictures that are hard to draw."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.placing import placed

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.model.game import SpaceKind

GAME = """\
kamon: 1
game: places
players: {counts: [2], seats: {ann: {}, bob: {}}}
components: {pawn: {}}
flow: pass
score: {for: player, lines: {none: 0}}
"""


def spaces(tmp_path: Path, board: str) -> SpaceKind:
    """The only kind of spaces of a board."""
    folder = tmp_path / "places"
    folder.mkdir()
    (folder / "game.yaml").write_text(f"{GAME}board: {{spot: {{holds: pawn, {board}}}}}\n", encoding="utf-8")
    (kind,) = interpreter.load(folder).model(2).spaces.values()
    return kind


def test_a_long_track_winds_down_the_page_without_jumps(tmp_path: Path) -> None:
    points = placed(spaces(tmp_path, "track: 40"))
    steps = [abs(complex(*one) - complex(*other)) for one, other in pairwise(points)]
    assert max(steps) == 1.5
    assert max(x for x, _ in points) - min(x for x, _ in points) == 11


def test_the_authors_positions_keep_their_shape(tmp_path: Path) -> None:
    kind = spaces(tmp_path, "count: 3, positions: {spot_1: [0, 0], spot_2: [0.5, 0], spot_3: [0, 0.25]}")
    assert placed(kind) == [(0, 0), (2, 0), (0, 1)]


@pytest.mark.parametrize("board", ['count: 7, linked: "1 = 2"', "count: 2", "count: 1", "track: 1"])
def test_no_two_spaces_lie_on_each_other(tmp_path: Path, board: str) -> None:
    points = placed(spaces(tmp_path, board))
    apart = [abs(complex(*one) - complex(*other)) for i, one in enumerate(points) for other in points[:i]]
    assert all(distance >= 1 for distance in apart)


@pytest.mark.parametrize(
    "board", ['count: 12, linked: "1 = 1"', "count: 5, edges: [[spot_1, spot_3], [spot_3, spot_5]]"]
)
def test_a_board_without_positions_is_drawn_alike_each_time(tmp_path: Path, board: str) -> None:
    kind = spaces(tmp_path, board)
    points = placed(kind)
    assert placed(kind) == points
    assert len({(round(x, 2), round(y, 2)) for x, y in points}) == len(points)
