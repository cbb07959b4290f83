"""A command run in this process: its exit code and what it printed."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from interpreter.cli import main
from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


class Run(Protocol):
    def __call__(self, *arguments: str | Path, typed: str = "") -> Ran: ...


@pytest.fixture
def kamon(root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command from the checkout's top folder; `typed` is what stands on its standard input."""
    monkeypatch.chdir(root)

    def run(*arguments: str | Path, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """A little game with all that a table shows: a board, pieces, tokens, counters, hands, teams of one."""
    return written(tmp_path / "race", RACE)


RACE = """\
kamon: 1
game: race
players: {counts: [2, 3], seats: {ann: {glyph: ▲, colour: red}, bob: {glyph: ▼}, cid: {glyph: ◆}}}
options: {laps: {values: [1, 2], default: 1}}
sources:
  book: {kind: rulebook, title: The book of races}
board:
  way: {track: 6, holds: runner}
zones:
  deck: {holds: card, seen_by: nobody}
  hand: {per: player, holds: card, seen_by: owner, count_seen_by: everyone}
  used: {holds: card}
  bank: {holds: cup}
  shelf: {per: player, holds: cup}
components:
  runner: {per: player, count: 1, starts: way_0, source: book}
  card:
    each: {speed: "{1..2}", copy: "{1..6}"}
    starts: deck
    glyph: "{speed}"
    source: {reconstructed: no list of cards}
  cup: {tokens: 9, starts: bank, source: {ref: book, page: 3}}
counters:
  breath: {per: player, start: 2, maximum: 3, glyph: ♥}
setup: |
  shuffle deck;
  each player: draw 2 from deck to hand of me
flow: |
  take turns until exists r in runner where place of r = way_5: action
values:
  mine: first(r in runner where owner of r = me)
  "ahead(steps: number)": first(w in way where number of w = min(5, number of place of mine + steps))
rules:
  action: run | rest
  run: |
    choose card in hand of me where breath >= speed of card:
      pay breath (speed of card);
      move card to used;
      move mine to ahead(speed of card);
      if place of mine = way_5: move (laps) cup from bank to shelf of me
  rest: "breath 3; if count(deck) > 0: draw 1 from deck to hand of me"
score:
  for: player
  lines: {cups: 3 * count(cup on shelf of me), steps: number of place of mine}
  ties: {cards: count(hand of me)}
"""
