"""`kamon list` and `kamon perft`."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.perft import divide, perft, total

if TYPE_CHECKING:
    from tests.cli.conftest import Run

TOYS = Path(__file__).resolve().parent.parent / "toys"


def test_list_shows_games_and_overlays(kamon: Run, race: Path) -> None:
    lines = kamon("list", "--games", race.parent, "--locale", "en").out.splitlines()
    assert lines[:2] == [f"{race.parent}:", "  race  race  2, 3 players"]
    assert lines[2] == "games:"
    found = [re.split(" {2,}", line.strip()) for line in lines[3:]]
    assert ["rosenkoenig+four_player", "Rosenkönig + four players", "4 players"] in found


def test_list_shows_what_is_broken(kamon: Run, race: Path) -> None:
    (race / "more.yaml").write_text("kamon: 1\nflow: 3 +\n", encoding="utf-8")
    ran = kamon("list", "--games", race.parent, "--locale", "en")
    assert ran.code == 0
    assert "has mistakes" in next(line for line in ran.out.splitlines() if line.startswith("  race"))


def test_list_goes_on_past_a_broken_catalogue(kamon: Run, race: Path) -> None:
    (race / "locales").mkdir()
    os.mkfifo(race / "locales" / "en.po")
    ran = kamon("list", "--games", race.parent, "--locale", "en")
    assert ran.code == 0
    assert "has mistakes" in next(line for line in ran.out.splitlines() if line.startswith("  race"))
    assert "locales/en.po: error[file-special]" in kamon("play", race, "--locale", "en").err


@pytest.mark.parametrize(
    ("toy", "depth", "nodes"),
    [("tic_tac_toe", 5, (9, 72, 504, 3024, 15120)), ("connect_four", 4, (7, 49, 343, 2401))],
)
def test_published_counts(toy: str, depth: int, nodes: tuple[int, ...]) -> None:
    state = interpreter.load(TOYS / toy).start()
    counts = perft(state, depth)
    assert counts.nodes == nodes
    assert total(list(divide(state, depth).values()), depth) == counts


def test_options_alike_to_who_decides_are_counted_once(root: Path) -> None:
    state = interpreter.load(root / "tests" / "engine" / "games" / "guarded").start(2, 1)
    for choice in ("pass", "pass", "pass", "pass", 0, 0, 0, 0, 0):
        state.choose(choice)
    counts = perft(state, 3)
    assert counts.nodes == (2, 7, 24)
    assert total(list(divide(state, 3).values()), 3) == counts


def test_finished_games_are_counted_once() -> None:
    counts = perft(interpreter.load(TOYS / "tic_tac_toe").start(), 6)
    assert counts.finished == (0, 0, 0, 0, 1440, 5328)


def test_counting_changes_nothing() -> None:
    state = interpreter.load("rosenkoenig").start(2, 1)
    before = state.copy()
    divide(state, 2)
    assert state == before


def test_perft_prints_each_depth(kamon: Run) -> None:
    ran = kamon("perft", TOYS / "tic_tac_toe", "--depth", "5", "--divide", "--locale", "en")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[1].split() == ["a1", "1,680", "136"] or lines[1].split()[1] == "1,680"
    assert lines[-2].split() == ["5", "15,120", "1,440"]
    assert lines[-1] == "1,440 finished games in all"


@pytest.mark.parametrize("depth", ["0", "-1", "x", "501", "9999999999"])
def test_a_depth_is_a_number_in_bounds(kamon: Run, depth: str) -> None:
    assert kamon("perft", "rosenkoenig", "--depth", depth).code == 2


def test_perft_is_told_how_many_play(kamon: Run) -> None:
    ran = kamon("perft", "rosenkoenig+four_player", "--seats", "4", "--depth", "1", "--locale", "en")
    assert ran.code == 0
    assert kamon("perft", "rosenkoenig", "--seats", "3", "--depth", "1").code == 2
