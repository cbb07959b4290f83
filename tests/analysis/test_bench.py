"""What is said after a change of a game's files is what a fresh look says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.analysis.bench import Bench
from interpreter.analysis.check import check_games
from interpreter.analysis.scenario import run_scenarios
from tests.cli.folders import written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from interpreter.source import Diagnostic

GAME = """\
kamon: 1
game: fair
players: {counts: [2, 3], seats: {ann: {}, bob: {}, cid: {}}}
options: {prize: {values: [1, 2], default: 1}}
zones:
  deck: {holds: card}
  hand: {per: player, holds: card}
components:
  card:
    attributes: {action: effect, cost: number}
    cards:
      baker: {cost: 1, action: point 2}
      twin: {cost: 2, action: point 2}
      judge: {cost: 0, action: "only if point > 1: point 3"}
      scribe: {cost: 0, action: "note; point 1"}
      clerk: {cost: 0, action: "seal"}
    starts: deck
counters:
  coin: {per: player, start: 2, maximum: 9}
  point: {per: player, maximum: 20}
setup: "each player: (coin 1; log)"
flow: "repeat 2: each player: (turn otherwise mercy)"
values: {rich: coin > 2}
rules:
  turn: "choose c in deck where cost of c <= coin: spend(c)"
  "spend(c: card)": "pay coin (cost of c) -> (do action of c; pity; if prize = 2: point 1)"
  mercy: coin 1
  note: "if rich: point 1"
  pity: "choose up to 1 c in deck where cost of c > coin: move c to hand of me"
  log: nothing
  trade: pay coin 3 -> point 1
icons:
  seal: pay coin 3 -> point 5
score: {for: player, lines: {points: point}}
"""
SCENARIOS = """\
kamon: 1
for: [fair, fair+rich]
scenarios:
  baker: {choose: [baker], expect: [point of ann = 2]}
  twin: {choose: [twin], expect: [point of ann = 2]}
  offered: {offered: [baker], not_offered: [judge]}
  three: {players: 3, choose: [scribe], expect: [point of ann = 2]}
  seal: {choose: [clerk], expect: [point of ann = 5, coin of ann = 0]}
  prize: {options: {prize: 2}, choose: [baker, twin], expect: [point of ann = 3, point of bob = 3]}
  broke: {given: {coin of ann: 0}, offered: [scribe], not_offered: [{baker: cost of c <= coin}]}
  sealed: {given: {coin of bob: 2}, expect: [not bob can trade]}
  pitied: {given: {coin of ann: 1}, choose: [baker, twin], expect: [count(hand of ann) = 1]}
"""
TEXTS = 'msgid "player.ann"\nmsgstr "Ann"\n'
OVERLAY = "kamon: 1\noverlay: rich\nextends: fair\nreplace:\n  counters: {coin: {start: 3}}\n"
FILES = {
    "game.yaml": GAME,
    "scenarios/some.yaml": SCENARIOS,
    "locales/de.po": TEXTS,
    "variants/rich.yaml": OVERLAY,
}


CHANGES = {
    "a number on a card": ("game.yaml", "{cost: 1, action: point 2}", "{cost: 1, action: point 3}"),
    "a number that is another card's, too": (
        "game.yaml",
        "{cost: 2, action: point 2}",
        "{cost: 2, action: point 3}",
    ),
    "what a card asks for": ("game.yaml", "only if point > 1", "only if point >= 0"),
    "what a card can be done for": ("game.yaml", "pay coin 3 -> point 5", "pay coin 4 -> point 5"),
    "what has an attribute": ("game.yaml", "{cost: 2,", "{cost: 1,"),
    "what is asked for in a scenario": ("game.yaml", "pay coin 3 -> point 1", "pay coin 2 -> point 1"),
    "the guard of a choice": ("game.yaml", "cost of c <= coin:", "cost of c < coin:"),
    "the guard of a choice that nobody had": ("game.yaml", "cost of c > coin:", "cost of c >= 0:"),
    "a rule of set-up that did nothing": ("game.yaml", "log: nothing", "log: coin 1"),
    "how a reason is written": ("game.yaml", "cost of c <= coin:", "coin >= cost of c:"),
    "the guard of a rule": ("game.yaml", "if rich: point 1", "if not rich: point 1"),
    "a value": ("game.yaml", "rich: coin > 2", "rich: coin > 3"),
    "a rule that did not come to it": ("game.yaml", "if prize = 2: point 1", "if prize < 3: point 1"),
    "what is played for with one choice of options": ("game.yaml", "if prize = 2: point 1", "if prize = 2: point 2"),
    "set-up": ("game.yaml", "(coin 1; log)", "(coin 2; log)"),
    "where a counter starts": ("game.yaml", "start: 2, maximum: 9", "start: 1, maximum: 9"),
    "for how many it is": ("game.yaml", "counts: [2, 3]", "counts: [2]"),
    "what it can be set to": ("game.yaml", "values: [1, 2]", "values: [1, 3]"),
    "how it is written": ("game.yaml", "kamon: 1", "# all the fun of it\nkamon: 1"),
    "a mistake": ("game.yaml", "coin 1\n", "coin oen\n"),
    "no YAML": ("game.yaml", "flow: ", "flow: ]"),
    "a scenario": ("scenarios/some.yaml", "offered: [baker]", "offered: [mercy]"),
    "a mistake in a scenario": ("scenarios/some.yaml", "count(hand of ann)", "count(hend of ann)"),
    "a catalogue": ("locales/de.po", "player.ann", "player.anne"),
    "an overlay": ("variants/rich.yaml", "start: 3", "start: 4"),
    "an overlay that no longer fits": ("variants/rich.yaml", "coin:", "coyn:"),
}

WITH_OVERLAY = ("a number on a card", "where a counter starts", "an overlay", "an overlay that no longer fits")


@pytest.fixture
def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game with scenarios, a catalogue and an overlay."""
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path / "cache"))
    folder = written(tmp_path / "fair", GAME)
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


class Watched:
    """A game that is being looked at, and what is known of its scenarios from all looks."""

    def __init__(self, spec: str) -> None:
        self.bench = Bench(spec)
        self.played: list[str] = []
        self._known: dict[str, list[str]] = {}

    def look(self) -> None:
        """Holds what is known after another look against what is found anew."""
        look = self.bench.look()
        outcomes = look.played()
        self.played = [one.scenario.name for one in outcomes]
        self._known |= {one.scenario.name: _codes(one.findings) for one in outcomes}
        (fresh,) = check_games([self.bench.spec], [])
        assert (*look.rules, *look.rest()) == fresh
        if look.game is not None:
            report = run_scenarios(self.bench.spec)
            names = {one.scenario.name: _codes(one.findings) for one in report.outcomes}
            assert {name: found for name, found in self._known.items() if name in names} == names


def _codes(findings: Sequence[Diagnostic]) -> list[str]:
    return [f"{one.code} {sorted(one.args.items())}" for one in findings]


@pytest.mark.parametrize(
    ("spec", "change"),
    [*(("", change) for change in CHANGES), *(("+rich", change) for change in WITH_OVERLAY)],
)
def test_what_is_known_after_a_change_is_what_is_found_anew(fair: Path, change: str, spec: str) -> None:
    name, before, after = CHANGES[change]
    watched = Watched(f"{fair}{spec}")
    watched.look()
    assert len(watched.played) == 9
    text = (fair / name).read_text(encoding="utf-8")
    assert before in text
    for now in (text.replace(before, after), text):
        (fair / name).write_text(now, encoding="utf-8")
        watched.look()


@pytest.mark.parametrize(
    ("change", "played"),
    [
        ("a number on a card", {"baker", "prize", "pitied"}),
        ("a number that is another card's, too", {"twin", "prize"}),
        ("how it is written", set()),
        ("a catalogue", set()),
        ("a scenario", {"offered"}),
        ("a mistake", set()),
    ],
)
def test_no_more_is_played_than_has_to_be(fair: Path, change: str, played: set[str]) -> None:
    name, before, after = CHANGES[change]
    watched = Watched(str(fair))
    watched.look()
    (fair / name).write_text((fair / name).read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    watched.look()
    assert set(watched.played) == played
