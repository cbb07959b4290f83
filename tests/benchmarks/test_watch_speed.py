"""How long `kamon watch` takes after a number on a card of the largest shipped game is changed, in processor time."""

from __future__ import annotations

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
    bench.look()
    first, whole = [], []
    for number in range(1, ROUNDS + 1):
        text = cards.read_text(encoding="utf-8")
        assert NUMBER.format(number) in text
        cards.write_text(text.replace(NUMBER.format(number), NUMBER.format(number + 1)), encoding="utf-8")
        start = time.process_time()
        before, now = bench.sound, bench.read()
        assert before is not None
        assert now is not None
        assert len(list(found_between("en", before, now))) == 1
        first.append(time.process_time() - start)
        look = bench.look()
        whole.append(time.process_time() - start)
        assert 0 < len(look.outcomes) < look.scenarios / 2
    print(f"\nwatch: first answer {min(first):.2f} s, all {min(whole):.2f} s, {len(look.outcomes)} scenarios played")
    assert min(first) < LONGEST
