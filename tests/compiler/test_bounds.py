"""Whatever rules say, compiling them and playing them comes to an end, or to an error that says where."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from interpreter.compiler import LongMatchError, RulesError, TooLargeError
from interpreter.model.effort import MOST_LEVELS
from tests.compiler.play import program_from, random_course, slot

if TYPE_CHECKING:
    from pathlib import Path

COUNTERS = "counters: {coin: {per: player, start: 2}, point: {per: player}}\n"


def chain(section: str, first: str, step: str, length: int) -> str:
    """Texts `t0` to `tN`, each with the one before in it, under a section's name."""
    texts = [first, *(step.format(before=f"t{i}") for i in range(length))]
    return f"{section}:\n" + "".join(f'  t{i}: "{text}"\n' for i, text in enumerate(texts))


def test_a_chain_of_values_that_double_is_called(tmp_path: Path) -> None:
    values = chain("values", "coin + 1", "{before} + {before}", 14)
    program = program_from(tmp_path, COUNTERS + values + 'flow: "each player: (point (t14) | pass)"')
    assert len(program.source) < 20_000
    state = program.new_state(1)
    program.choose(state, program.begin(state)[0])
    assert state[slot(program, "point.ann")] == 3 * 2**14


def test_a_chain_of_rules_that_double_is_called(tmp_path: Path) -> None:
    rules = chain("rules", "point 1", "{before}; {before}", 14)
    program = program_from(tmp_path, COUNTERS + rules + 'flow: "as ann: t14"')
    state = program.new_state(1)
    assert program.begin(state) == []
    assert state[slot(program, "point.ann")] == 2**14


def test_what_a_loop_tests_by_a_call_is_looked_up_anew(tmp_path: Path) -> None:
    values = chain("values", "coin + 1", "{before} + {before}", 10)
    flow = 'flow: "as ann: ((repeat until t10 > 5000: coin 1; point 1); (coin 1 | pass))"'
    program = program_from(tmp_path, COUNTERS + values + flow)
    *_, (state, _) = random_course(program, 1)
    played = program.new_state(1)
    program.playout(played, random.Random(1).getrandbits)
    assert state[slot(program, "point.ann")] == played[slot(program, "point.ann")] == 2


@pytest.mark.parametrize(
    ("section", "first", "step", "flow"),
    [
        ("values", "coin + 1", "{before} * 2 mod 7", "as ann: point (t{last})"),
        ("rules", "point 1", "if coin > 1: {before}; point 1", "as ann: t{last}"),
        ("rules", "pay coin", "may {before}", "as ann: (t{last} | pass)"),
        ("rules", "coin 1 | pass", "({before} | pass); point 1", "as ann: t{last}"),
    ],
)
def test_whatever_is_not_refused_as_too_deep_compiles(
    tmp_path: Path, section: str, first: str, step: str, flow: str
) -> None:
    length = MOST_LEVELS // 3 - 3
    text = COUNTERS + chain(section, first, step, length) + f'flow: "{flow.format(last=length)}"'
    program = program_from(tmp_path, text)
    program.prepare_playouts()
    program.begin(program.new_state(1))


@pytest.mark.parametrize(
    "text",
    [
        chain("rules", "coin 1 | point 1", "{before} | {before}", 16) + 'flow: "as ann: t16"',
        'flow: "as ann: ((' + "".join(f"let v{i + 1} = v{i} + v{i}: " for i in range(30)) + 'pay coin (v30)) | pass)"',
        'flow: "as ann: ((' + "set coin to coin + coin; " * 30 + 'pay coin 3) | pass)"',
        'flow: "as ann: ((' + "coin 1; " * 500 + 'pay coin 3) | pass)"',
    ],
    ids=["options", "let", "set", "gains"],
)
def test_what_would_be_too_large_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(TooLargeError) as found:
        program_from(tmp_path, COUNTERS + text.replace("let v1 = v0 + v0", "let v1 = coin + coin"))
    assert found.value.diagnostic.code == "rules-too-large"


LOOPS = """
rules:
  lose_all: "repeat until coin = 5: lose coin 1"
  round: "draw 1 from deck to heap; move heap to deck; round; round"
zones: {deck: {holds: card}, heap: {holds: card}}
components: {card: {count: 3, starts: deck}}
"""


@pytest.mark.parametrize(
    ("effect", "place"),
    [
        ("repeat until coin = 5: lose coin 1", ":10"),
        ("repeat until coin = 0: (repeat until coin = 5: coin 1); (repeat until coin = 1: lose coin 1)", ":10"),
        ("repeat until coin = 0: lose_all", ":6"),
        ("set coin to 2000000000; repeat coin: repeat coin: point 1", ":10"),
        ("repeat until coin = 5: may pay coin 9", "flow"),
        ("round", "round"),
    ],
)
def test_what_does_not_come_to_a_decision_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, effect: str, place: str
) -> None:
    monkeypatch.setattr("interpreter.compiler.program.LONGER", 1)
    program = program_from(tmp_path, f'{COUNTERS.strip()}{LOOPS}flow: "as ann: ({effect})"')
    with pytest.raises(RulesError, match=f"end .*{place}"):
        program.begin(program.new_state(1))
    with pytest.raises(RulesError, match=f"end .*{place}|goes on after 0 decisions"):
        program.playout(program.new_state(1), random.Random(1).getrandbits)


def test_a_match_that_goes_on_says_after_how_many_decisions(tmp_path: Path) -> None:
    program = program_from(tmp_path, COUNTERS + 'flow: "take turns until coin of ann < 0: (point 1 | coin 1)"')
    with pytest.raises(LongMatchError) as found:
        program.playout(program.new_state(1), random.Random(1).getrandbits, 50)
    assert found.value.decisions >= 50
