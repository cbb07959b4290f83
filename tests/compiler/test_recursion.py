"""Rules and printed effects that come to call themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.compiler import PENDING, RulesError
from tests.compiler.play import offered, outside, program_from, random_course, slot

if TYPE_CHECKING:
    from pathlib import Path

CARDS = """
zones: {{deck: {{holds: card}}, heap: {{holds: card}}}}
components:
  card:
    attributes: {{action: effect}}
    cards:
      one: {{action: "coin 1; {then}"}}
      second: {{action: "coin 10; {then}"}}
      third: {{action: "coin 100; {then}"}}
      blank: {{}}
    starts: deck
counters: {{coin: {{per: player}}}}
rules:
  following: "let c = top(deck): if c != nothing: (move c to heap; do action of c)"
flow: "each player: {flow}"
"""


def test_printed_effects_can_lead_to_each_other(tmp_path: Path) -> None:
    """The blank lies on top and leads nowhere; the three below it each lead to the next."""
    program = program_from(tmp_path, CARDS.format(then="following", flow="(following; following)"))
    state = program.new_state(1)
    assert program.begin(state) == []
    assert state[slot(program, "coin.ann")] == 111
    assert state[slot(program, "coin.bob")] == 0


def test_printed_effects_with_decisions_can_lead_to_each_other(tmp_path: Path) -> None:
    program = program_from(tmp_path, CARDS.format(then="(following | coin 5)", flow="(following; following)"))
    for seed in range(20):
        *_, (state, _) = random_course(program, seed)
        assert outside(program, state) == []
        assert len(state) == len(program.layout.slots)
    state = program.new_state(1)
    codes = program.begin(state)
    for _ in range(2):
        codes = program.choose(state, codes[0])
    assert program.player(state) == 0
    assert state[slot(program, "coin.ann")] == 111
    program.choose(state, codes[-1])
    assert state[slot(program, "coin.ann")] == 116


def test_each_level_keeps_its_own_numbers_and_sets(tmp_path: Path) -> None:
    """Two levels go through sets of their own in any order; what is left at the outer one is still there."""
    program = program_from(
        tmp_path,
        """
counters: {coin: {per: player, start: 3}, total: {per: player}}
flow: "as ann: level(1)"
rules:
  "level(n: number)": |
    for each i in {1, 2, 3}, in any order:
      ((may pay coin 2 -> level(10)); total (n * i))
""",
    )
    state = program.new_state(1)
    codes = program.begin(state)
    taken = []
    while codes:
        group = next(g for g in program.sites[state[PENDING] - 1].groups if g.low <= codes[0] <= g.high)
        taken.append(codes[0] - group.offset if group.kind == "element" else group.kind)
        codes = program.choose(state, codes[0])
    assert taken == [1, "accept", 1, 2, 3, 2, 3]
    assert state[slot(program, "total.ann")] == 6 + 60


def test_each_level_keeps_its_own_set_where_nobody_decides(tmp_path: Path) -> None:
    """Each level moves the least card away, and then counts the cards that it began with."""
    program = program_from(
        tmp_path,
        """
zones: {row: {holds: card}, heap: {holds: card}}
components: {card: {each: {rank: "{1..4}"}, starts: row}}
counters: {coin: {per: player, start: 3}, total: {per: player}}
flow: "as ann: level"
rules:
  level: |
    let mine = row + heap - heap:
      move first(c in row with least rank of c) to heap;
      ((pay coin 1 -> level) otherwise nothing);
      total (count(mine))
""",
    )
    state = program.new_state(1)
    assert program.begin(state) == []
    assert state[slot(program, "total.ann")] == 4 + 3 + 2 + 1


def test_choices_of_several_nest(tmp_path: Path) -> None:
    program = program_from(
        tmp_path,
        """
zones: {row: {holds: card}, heap: {holds: card}}
components: {card: {each: {rank: "{1..4}"}, starts: row}}
counters: {coin: {per: player, start: 1}, depth: {}}
flow: "as ann: pick"
rules:
  pick: |
    depth 1; (choose up to 2 c in card: (may pay coin 1 -> pick)); lose depth 1
invariants: {shallow: depth <= 2}
""",
    )
    for seed in range(30):
        for state, _ in random_course(program, seed):
            assert outside(program, state) == []
            assert program.invariants(state) == [True]


def test_costs_are_looked_for_one_level_down(tmp_path: Path) -> None:
    """Whoever cannot pay for both levels cannot begin; what lies deeper is found out in play."""
    program = program_from(
        tmp_path,
        """
counters: {coin: {per: player}}
flow: "take turns until coin of ann > 9: ((pay coin 2 -> down) | pass)"
rules:
  down: "pay coin 3; (down | pass)"
""",
    )
    state = program.new_state(1)
    program.begin(state)
    for coins in range(10):
        state[slot(program, "coin.ann")] = coins
        assert offered(program, state) == {"pass"} | ({"pay coin 2 -> down"} if coins >= 5 else set())


def test_asking_whether_effects_lead_to_each_other_ends(tmp_path: Path) -> None:
    """Nothing can be carried out of the blank on top; of the card below it something can."""
    program = program_from(tmp_path, CARDS.format(then="following", flow="(following | pass)"))
    state = program.new_state(1)
    program.begin(state)
    assert offered(program, state) == {"pass"}
    deck, heap = (program.model.zones[name].first for name in ("deck", "heap"))
    *others, blank = program.layout.contents(state, deck)
    program.layout.fill(state, deck, others)
    program.layout.fill(state, heap, [blank])
    assert offered(program, state) == {"pass", "following"}


def test_what_a_printed_effect_needs_is_asked_however_deep_it_is_reached(tmp_path: Path) -> None:
    """The card's last need lies behind more rules that lead to each other than one condition writes out."""
    program = program_from(
        tmp_path,
        """
zones: {deck: {holds: card}}
components:
  card: {attributes: {action: effect}, cards: {one: {action: fourth}}, starts: deck}
counters: {coin: {per: player}}
flow: "as ann: (first_of_all | pass)"
rules:
  first_of_all: second
  second: third
  third: do action of top(deck)
  fourth: "pay coin 1 -> (pass; first_of_all)"
""",
    )
    state = program.new_state(1)
    program.begin(state)
    assert offered(program, state) == {"pass"}
    state[slot(program, "coin.ann")] = 1
    assert offered(program, state) == {"pass", "first_of_all"}


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    program = program_from(
        tmp_path,
        """
counters: {coin: {per: player, start: 100000}}
flow: "as ann: down"
rules:
  down: "pay coin 1; down; down"
""",
    )
    with pytest.raises(RulesError, match="without end"):
        program.begin(program.new_state(1))


def test_nesting_with_decisions_without_end_is_refused(tmp_path: Path) -> None:
    program = program_from(
        tmp_path,
        """
counters: {coin: {per: player, start: 100000}}
flow: "as ann: down"
rules:
  down: "pay coin 1; down; pass"
""",
    )
    with pytest.raises(RulesError, match="without end"):
        program.begin(program.new_state(1))
