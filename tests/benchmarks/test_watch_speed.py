"""How long `kamon watch` takes after a number on a card of the largest shipped game is changed, in processor time."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from interpreter.analysis.bench import Bench
from interpreter.cli.differing import found_between

pytestmark = pytest.mark.speed
GAME = Path(__file__).resolve().parents[2] / "games" / "white_castle"
NUMBER = "middle: influence {}, lower: iron 2"
ROUNDS = 4
LONGEST = 2.0  # seconds, of which half is wanted


def test_a_change_is_told_at_once(tmp_path: Path) -> None:
    root = Path(shutil.copytree(GAME, tmp_path / GAME.name))
    cards = root / "cards.yaml"
    bench = Bench(str(root))
    _whole(bench)
    first, whole, wall = [], [], []
    for number in range(1, ROUNDS + 1):
        text = cards.read_text(encoding="utf-8")
        assert NUMBER.format(number) in text
        cards.write_text(text.replace(NUMBER.format(number), NUMBER.format(number + 1)), encoding="utf-8")
        start, began = _processor_time(), time.perf_counter()
        before, now = bench.sound, bench.read()
        assert before is not None
        assert now is not None
        assert len(list(found_between("en", before, now))) == 1
        first.append(_processor_time() - start)
        played, scenarios = _whole(bench)
        whole.append(_processor_time() - start)
        wall.append(time.perf_counter() - began)
        assert 0 < played < scenarios / 10
    print(f"\nwatch: first answer {min(first):.2f} s, all {min(whole):.2f} s, {played} scenarios played")
    print(f"until all is told {min(wall):.2f} s go by on this machine as it is")
    assert min(first) < LONGEST


def _whole(bench: Bench) -> tuple[int, int]:
    """Waits for all that there is to say. Returns how many scenarios were played, of how many."""
    look = bench.look()
    played = look.played()
    look.rest()
    return len(played), look.scenarios


def _processor_time() -> float:
    """Of this process and those that it has waited for, in seconds."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system
