"""Which passages of the rules a scenario uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter
from interpreter.analysis.scenario import run_scenario
from interpreter.analysis.scenario_files import find_scenarios
from interpreter.analysis.touch import Touch
from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
kamon: 1
game: inn
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters: {coin: {per: player, start: 2, maximum: 9}}
setup: nothing
flow: "repeat 2: each player: turn"
values: {rich: "coin > limit", limit: "1", poor: "coin < 1"}
rules:
  turn: "eat | sleep"
  eat: "serve(1)"
  sleep: "serve(2)"
  "serve(n: number)": "if n = 1: (if rich: meal) else: coin 1"
  meal: lose coin 1
  unused: "if poor: coin 1"
score: {for: player, lines: {most: coin}}
"""
SCENARIOS = "kamon: 1\nscenarios: {one: {choose: [eat], expect: [coin of ann = 1]}}\n"


def test_what_leads_to_what_is_seen_is_used_though_more_of_it_could_be_seen(tmp_path: Path) -> None:
    folder = written(tmp_path / "inn", GAME)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "some.yaml").write_text(SCENARIOS, encoding="utf-8")
    game = interpreter.load(folder)
    (scenario,), _ = find_scenarios(game.folder, [])
    touch = Touch()
    assert run_scenario(scenario, game, touch) == []
    used = {name for _, name in touch.passages(scenario)}
    assert used >= {"flow", "turn", "eat", "serve", "meal", "rich", "limit"}
    assert not used & {"unused", "poor", "most"}
