"""A decision that is asked because another had no options knows why that one had none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.engine import why_not

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
kamon: 1
game: chain
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters: {coin: {per: player}, gem: {per: player}}
flow: "take turns until coin of ann = 9: (FLOW)"
rules: {buy: pay coin 2, dig: pay gem, rest: coin 1, sell: pay gem 2, slow: "((buy | dig) otherwise pass); may coin 1"}
score: {for: player, lines: {coins: coin}}
"""


@pytest.mark.parametrize(
    ("flow", "offered", "refused"),
    [
        ("(buy | dig) otherwise pass", ["pass"], ["buy", "dig"]),
        ("(buy | dig) otherwise ((sell | dig) otherwise pass)", ["pass"], ["buy", "dig", "sell"]),
        ("(buy | dig) otherwise (if gem = 0: pass)", ["pass"], ["buy", "dig"]),
        ("(buy | rest) otherwise pass", ["rest"], ["buy"]),
        ("(buy otherwise coin 1); (rest | pass)", ["rest", "pass"], []),
        ("slow", ["pass"], ["buy", "dig"]),
    ],
)
def test_what_could_not_be_done_is_told(flow: str, offered: list[str], refused: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "chain"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.replace("FLOW", flow), encoding="utf-8")
    state = interpreter.load(folder).start()
    assert state.decision is not None
    assert [option.key for option in state.decision.options] == offered
    found = [refusal.key for refusal in why_not(state) if refusal.key in ("buy", "dig", "rest", "sell")]
    assert sorted(found) == refused
