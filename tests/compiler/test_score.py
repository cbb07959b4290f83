"""Score lines are worked out together, and come to what each comes to alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.compiler import python_groups
from tests.compiler.play import program_from, random_course

if TYPE_CHECKING:
    from pathlib import Path

# Where a condition says more than whose stone lies there, groups are looked for by themselves.
PASTURE = """
board:
  pen: {grid: {columns: 2, rows: 1}}
  land: {grid: {columns: 4, rows: 4}, adjacent: orthogonal, holds: stone, capacity: 1}
zones:
  bag: {per: player, holds: stone}
components:
  stone: {tokens: 8, per: player, starts: bag}
flow: "take turns until count(land where empty(it)) = 0: choose s in land where empty(s): move stone from bag to s"
score:
  for: player
  lines:
    squares: sum(count(g) ^ 2 for g in groups(s in land where stone on s = me))
    corners: sum(count(s in g where count(neighbours(s)) = 2) for g in groups(s in land where stone on s = me))
    largest: most(count(g) for g in groups(s in land where stone on s = me))
    squares_alone: sum(count(g) ^ 2 for g in groups(s in land where stone on s = me and count(pen) = 2))
    corners_alone: count(s in land where stone on s = me and count(neighbours(s)) = 2)
    largest_alone: most(count(g) for g in groups(s in land where stone on s = me and count(pen) = 2))
"""


@pytest.mark.parametrize("written_out", [8, 3])
def test_what_is_added_up_over_groups_while_they_are_found(
    written_out: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(python_groups, "MOST_WRITTEN_OUT", written_out)
    program = program_from(tmp_path, PASTURE)
    scores_text = program.source.partition("def scores")[2].partition("\n\n")[0]
    assert "groups(" in scores_text
    assert ("for other in" in scores_text) is (written_out < 4)
    scores = [line for state, _ in random_course(program, 1) for line in program.score(state)]
    assert all(line[:3] == line[3:] for line in scores)
    assert max(line[0] for line in scores) > 10
    assert any(line[0] < 16 and line[1] and line[2] > 1 for line in scores)
