"""A zone whose pieces lie in the order in which they came."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.folders import written
from tests.engine.found import load

if TYPE_CHECKING:
    from pathlib import Path

ROW = """\
kamon: 1
game: row
title: Cards are laid in a row and then counted from its left
players: {counts: [2], seats: {ann: {}, bob: {}}}
zones:
  hand: {holds: card}
  row: {holds: card}
counters:
  coin: {per: player}
components:
  card: {attributes: {worth: number}, cards: {one: {worth: 1}, two: {worth: 2}, three: {worth: 3}}, starts: hand}
flow: |
  as ann:
    (repeat 3: choose c in hand: move c to row);
    for each c in row: set coin to coin * 10 + worth of c
score: {for: player, lines: {coins: coin}}
"""


@pytest.mark.parametrize(("said", "counted"), [("", 123), (", ordered: true", 312), (", ordered: false", 123)])
def test_what_goes_through_it_goes_from_the_first_that_came(tmp_path: Path, said: str, counted: int) -> None:
    text = ROW.replace("row: {holds: card}", f"row: {{holds: card{said}}}")
    state = load(str(written(tmp_path / "row", text))).start(2)
    for card in ("three", "one", "two"):
        state.choose(card)
    assert state.scores() == {"ann": counted, "bob": 0}
