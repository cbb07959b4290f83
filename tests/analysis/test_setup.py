"""Set-up tried out by `check`: what cannot be done in it, and invariants that do not hold after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.setup import _SetUp, check_setup
from interpreter.compiler import TooLargeError
from interpreter.source import NO_SPAN, Diagnostic, error, say

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.model import Model

GAME = """kamon: 1
game: small
players: {counts: [1, 2, 3], seats: {red: {}, white: {}, blue: {}}}
options:
  size: {values: [short, long]}
counters:
  coin: {per: player, maximum: 5}
zones:
  deck: {holds: card}
  hand: {per: player, holds: card}
  tray: {holds: card, capacity: 1}
components:
  card: {count: 5, starts: deck}
invariants:
  few: count(tray) = 0
setup: |
  SETUP
flow: |
  take turns until coin of red = 5: coin 1
"""
RULES = """
rules:
  give: draw 1 from deck to hand of red
  "given_to(p: player)": |
    if size = long: as p: coin 1
"""


def checked(folder: Path, setup: str) -> list[Diagnostic]:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME.replace("SETUP", setup), encoding="utf-8")
    return check_setup(interpreter.load(folder))


LEFT_OUT = "set-up leaves this out: when its turn comes it cannot be done"


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ("each player: draw 1 from deck to hand", []),
        ("for each c in hand of red: move c to deck", []),
        ("if count(hand of red) > 0: move first(hand of red) to deck", []),
        ("move first(hand of red) to deck otherwise nothing", []),
        ("as red: coin 9", []),
        ("each player: draw 2 from deck to hand", ["with 3 players set-up draws only 1 here, and not 2"]),
        ("if size = long: draw 6 from deck to hand of red", ["with 1 player set-up draws only 5 here, and not 6"]),
        ("draw 2 from deck to tray", ["'few' does not hold", "with 1 player set-up draws only 1 here, and not 2"]),
        ("each player: draw 3 from deck to hand", ["draws only 2 here, and not 3", f"with 3 players {LEFT_OUT}"]),
        ("move first(hand of red) to deck", [f"with 1 player {LEFT_OUT}"]),
        ("as red: pay coin 3", [f"with 1 player {LEFT_OUT}"]),
        ("as red: (choose c in deck: move c to hand); draw 5 from deck to hand of red", ["draws only 4"]),
    ],
)
def test_what_set_up_does_not_do_is_told(tmp_path: Path, setup: str, said: list[str]) -> None:
    found = [say(one.code, one.args) for one in checked(tmp_path / "small", setup)]
    assert len(found) == len(said)
    assert all(part in text for part, text in zip(said, sorted(found), strict=True)), found


def test_it_is_told_at_its_place(tmp_path: Path) -> None:
    (one,) = checked(tmp_path / "small", "each player: (draw 2 from deck to hand; coin 1)")
    assert one.span.text == "draw 2 from deck to hand"


def test_a_set_up_too_large_to_be_compiled_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise TooLargeError(error("rules-too-large", NO_SPAN, limit=1))

    monkeypatch.setattr("interpreter.analysis.setup._SetUp", refuse)
    (one,) = checked(tmp_path / "small", "nothing")
    assert one.code == "rules-too-large"


@pytest.mark.parametrize(
    ("setup", "tries"), [("nothing", 3), ("give", 3), ("if size = long: as red: coin 1", 4), ("given_to(red)", 4)]
)
def test_what_an_option_does_not_change_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setup: str, tries: int
) -> None:
    made: list[Model] = []

    def noted(model: Model) -> _SetUp:
        made.append(model)
        return _SetUp(model)

    monkeypatch.setattr("interpreter.analysis.setup._SetUp", noted)
    monkeypatch.setattr(f"{__name__}.GAME", GAME + RULES)
    assert checked(tmp_path / "small", setup) == []
    assert len(made) == tries
