"""Effects printed alike on several pieces, told where the piece has them that they are carried out for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from interpreter.analysis.scenario import run_scenario
from interpreter.analysis.scenario_files import find_scenarios
from interpreter.analysis.touch import Touch
from interpreter.engine import Session
from tests.cli.folders import written
from tests.engine.found import load

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

TWINS = """\
kamon: 1
game: twins
title: Cards on which the same is printed
players: {counts: [2], seats: {ann: {}, bob: {}}}
zones:
  hand: {holds: card}
  used: {holds: card}
counters:
  coin: {per: player, start: 9}
components:
  card:
    attributes: {action: effect, pip: number}
    cards:
      baker: {pip: 1, action: coin 2}
      baker_twin: {pip: 2, action: coin 2}
      miner: {pip: 3, action: (pay coin 1 | pay coin 2); coin 3}
      miner_twin: {pip: 4, action: (pay coin 1 | pay coin 2); coin 3}
    starts: hand
flow: |
  repeat 4: as ann: choose c in hand: move c to used; do action of c
score: {for: player, lines: {coins: coin}}
"""


SCENARIO = """\
kamon: 1
scenarios: {bake: {choose: [baker_twin], expect: [coin of ann = 11]}}
"""


@pytest.fixture
def twins(tmp_path: Path) -> Path:
    return written(tmp_path / "twins", TWINS)


def lines_told(session: Session) -> list[int]:
    return [event.effect.span.line for event in session.steps[-1].events]


def test_what_is_done_is_told_at_the_piece_that_it_is_done_for(twins: Path) -> None:
    session = Session(load(str(twins)))
    for card, line in (("baker_twin", 15), ("baker", 14)):
        assert lines_told(session.choose(card)) == [20, line]
    session.choose("miner_twin")
    assert lines_told(session.choose("pay coin 2")) == [17, 17]
    assert lines_told(session.undo().choose("pay coin 1")) == [17, 17]
    session.choose("miner")
    assert lines_told(session.choose("pay coin 1")) == [16, 16]


def test_what_is_foreseen_and_what_is_offered_too(twins: Path, kamon: Run, tmp_path: Path) -> None:
    session = Session(load(str(twins)))
    assert session.state.decision is not None
    (twin,) = (option for option in session.state.decision.options if option.key == "baker_twin")
    assert [event.effect.span.line for event in session.foreseen(twin).events] == [20, 15]
    save = tmp_path / "match.json"
    save.write_text(session.choose("miner_twin").to_json(), encoding="utf-8")
    asked = kamon("why", twins, "--load", save, "--locale", "en").out
    assert asked.count("miner_twin") >= 2
    assert "game.yaml:16" not in asked
    save.write_text(session.choose("pay coin 1").to_json(), encoding="utf-8")
    ran = kamon("trace", save, "--rules", twins, "--format", "jsonl")
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert [(one["kind"], one["line"]) for one in (told[-3], told[-1])] == [("choice", 17), ("gain", 17)]


def test_what_a_scenario_uses_is_the_text_of_its_piece(twins: Path) -> None:
    (twins / "scenarios").mkdir()
    (twins / "scenarios" / "one.yaml").write_text(SCENARIO, encoding="utf-8")
    game, touch = load(str(twins)), Touch()
    (scenario,), _ = find_scenarios(game.folder)
    assert run_scenario(scenario, game, touch) == []
    assert {("card", "baker_twin"), ("flow", "flow")} <= touch.passages(scenario)
    assert ("card", "baker") not in touch.passages(scenario)


STALLS = """\
kamon: 1
game: stalls
title: Stalls with goods
players: {counts: [2], seats: {ann: {}, bob: {}}}
board: {stall: {spaces: {left: {}, right: {}}, holds: ware}}
zones: {cellar: {holds: ware, seen_by: nobody}}
counters: {coin: {per: player}}
icons: {trade: pay coin 1 | coin 7}
components:
  ware:
    attributes: {good: effect}
    cards: {apple: {good: coin 2}, lens: {good: trade}, hidden: {good: coin 5}}
    starts: cellar
setup: move apple to left; move lens to right
flow: |
  (repeat 2: as ann: choose s in stall: buy(first(ware on s)));
  as ann: choose s in stall: buy(top(cellar))
rules:
  "buy(w: ware)": do good of w
score: {for: player, lines: {coins: coin}}
"""


def test_an_option_says_what_is_printed_where_it_leads(tmp_path: Path, kamon: Run) -> None:
    folder = written(tmp_path / "stalls", STALLS)
    out = kamon("play", folder, "--players", "human,human", "--locale", "en", typed="? 2\n1\n1\n? 1\n").out
    assert "1 Left → Gain 2 coin" in out
    asked, last = out.split("> ? 2\n")[1].split("> 1\n", 1)[0], out.split("> ? 1\n")[1]
    assert "  Lens\n    Good: trade.\n      Trade: do one of these: pay 1 coin or gain 7 coin.\n" in asked
    assert "coin 5" not in last.lower()
    assert "→" not in out.split("> 1\n")[2].split("> ? 1")[0]
