"""A decision costs the same, however many rules and pieces there are that are not in play."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

from tests.compiler.play import program_from, random_course

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

    from interpreter.compiler import Program

GAME = """
zones: {{deck: {{holds: card, seen_by: nobody}}, hand: {{per: player, holds: card}}, attic: {{holds: thing}}}}
components:
  card: {{each: {{rank: "{{1..9}}"}}, starts: deck}}
  thing: {{cards: {{dust: {{use: nothing}}{cards}}}, attributes: {{use: effect}}, starts: attic}}
counters:
  coin: {{per: player, start: 3, maximum: 50}}
  round: {{}}{counters}
setup: "shuffle deck; each player: draw 4 from deck to hand"
flow: |
  repeat 6: each player: (round 1; (turn otherwise pass); if round > 99: later)
rules:
  turn: "play | work"
  play: "choose c in hand where rank of c <= coin: (pay coin (rank of c); move c to deck at bottom)"
  work: coin 2
  later: "play | (choose t in attic: do use of t){rules}
"""
EXTRA = 200


def small_and_large(folder: Path) -> list[Program]:
    """The game, and the same with many rules, cards and counters that matter only later than it lasts."""
    programs = []
    for name, count in (("small", 0), ("large", EXTRA)):
        (folder / name).mkdir()
        numbers = range(count)
        calls = "".join(f" | extra_{i}" for i in numbers)
        rules = [f"  extra_{i}: 'pay coin {i % 7} -> (extra_coin_{i} 1 | coin 1)'" for i in numbers]
        text = GAME.format(
            cards="".join(f", thing_{i}: {{use: extra_coin_{i} {i}}}" for i in numbers),
            counters="".join(f"\n  extra_coin_{i}: {{per: player}}" for i in numbers),
            rules="\n".join([f'{calls}"', *rules]),
        )
        programs.append(program_from(folder / name, text))
    return programs


def instructions(program: Program, seed: int) -> list[int]:
    """The Python instructions that each decision of a game takes."""
    counts = [0]

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        frame.f_trace_opcodes = True
        counts[-1] += event == "opcode"
        return trace

    moments = random_course(program, seed)
    gc.disable()  # what others have asked to be called at a collection is no part of a decision
    sys.settrace(trace)
    try:
        while next(moments, None) is not None:
            counts.append(0)
    finally:
        sys.settrace(None)
        gc.enable()
    return counts


def test_decisions_cost_the_same_with_many_rules_that_are_not_in_play(tmp_path: Path) -> None:
    small, large = small_and_large(tmp_path)
    assert len(large.source) > 5 * len(small.source)
    for seed in range(5):
        assert instructions(small, seed) == instructions(large, seed)
