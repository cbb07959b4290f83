"""Where pieces can come to lie, and states that are imagined by it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.engine import Game
from interpreter.engine.reach import reach
from tests.cli.folders import written
from tests.engine.found import TABLES, load, midgame, name_of

GAME = """\
kamon: 1
game: sorting
players: {counts: [2], seats: {ann: {}, bob: {}}}
enums: {hue: [red, blue]}
zones:
  deck: {per: player, holds: card, seen_by: nobody}
  reds: {holds: helper, seen_by: nobody}
  blues: {holds: helper, seen_by: nobody}
  lot: {holds: helper, seen_by: nobody}
  hand: {per: player, holds: card, seen_by: owner}
  open: {holds: helper}
components:
  card: {each: {owner: players, pips: "{1..6}"}}
  helper: {each: {hue: hue, copy: "{1..5}"}}
setup: |
  (for each c in card: move c to deck of owner of c);
  (for each h in {red}: for each p in helper where hue of p = h: move p to lot);
  move lot to reds;
  (for each p in helper: if hue of p = blue: move p to blues);
  (each player: shuffle deck of me);
  each player: draw 3 from deck of me to hand of me
flow: |
  repeat 3:
    each player:
      choose c in hand of me: move c to hand of next(me);
      draw 1 from reds to open;
      for each p in open: if hue of p = red: move p to reds at bottom else: move p to blues
score: {for: player, lines: {none: 0}}
"""


@pytest.fixture(scope="module")
def sorting(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Decks of one's own cards, hands of any, two piles of helpers sorted by their hues."""
    return load(str(written(tmp_path_factory.mktemp("games") / "sorting", GAME)))


def homes(game: Game, piece: str) -> set[str]:
    model = game.model(2)
    return {model.place_names[place] for place in reach(model)[model.piece_names.index(piece)]}


@pytest.mark.parametrize(
    ("piece", "places"),
    [
        ("ann_1", {"box", "deck of ann", "hand of ann", "hand of bob"}),
        ("bob_6", {"box", "deck of bob", "hand of ann", "hand of bob"}),
        ("red_1", {"box", "lot", "reds", "open"}),
        ("blue_1", {"box", "blues"}),
    ],
)
def test_a_piece_lies_only_where_the_rules_bring_it(sorting: Game, piece: str, places: set[str]) -> None:
    assert homes(sorting, piece) == places


def test_imagined_pieces_lie_where_the_rules_can_bring_them(sorting: Game) -> None:
    state = sorting.start(2, 3)
    for _ in range(3):
        state.choose(0)
    layout, model = state.rules.program.layout, state.rules.program.model
    decks = set()
    for seed in range(30):
        array = state.determinise("ann", seed).array
        deck = layout.contents(array, model.place_names.index("deck of bob"))
        names = tuple(model.piece_names[piece] for piece in deck)
        assert all(name.startswith("bob_") for name in names)
        decks.add(names)
    assert len(decks) > 5


def test_a_position_that_no_match_leads_to_can_be_imagined(sorting: Game) -> None:
    state = sorting.start(2, 3)
    layout, model = state.rules.program.layout, state.rules.program.model
    reds, blues = (model.place_names.index(name) for name in ("reds", "blues"))
    mixed = [*layout.contents(state.array, reds), *layout.contents(state.array, blues)]
    layout.fill(state.array, reds, mixed[::2])
    layout.fill(state.array, blues, mixed[1::2])
    imagined = state.determinise("ann", 1)
    assert imagined.view("ann") == state.view("ann")


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**63 - 1), depth=st.integers(0, 60))
def test_pieces_are_never_elsewhere(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    for piece, place in state.rules.program.layout.places(state.array).items():
        assert place in state.rules.reach[piece]
