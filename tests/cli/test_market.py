"""What the table, the log and `explain` tell of places and pieces that differ in more than their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

GAME = """\
kamon: 1
game: market
players: {counts: [2], seats: {ann: {glyph: ▲, colour: red}, bob: {glyph: ▼, colour: blue}}}
enums:
  ware: [wood, wool]
board:
  stall:
    attributes: {ware: ware, price: number, shut: boolean}
    spaces: {east: {ware: wood, price: 3, shut: false}, west: {ware: wool, price: 4, shut: true}}
    holds: marker
  square: {count: 1, holds: chip}
zones:
  logs: {holds: card, seen_by: nobody}
  bales: {holds: card, seen_by: nobody}
  shown: {holds: card}
  drawer: {holds: card, told: false}
  hall: {holds: helper}
components:
  marker: {count: 4, per: player, starts: east, glyph: "{owner}"}
  chip: {count: 4, per: player, starts: square_1, glyph: o}
  card: {each: {ware: [wood, wool], copy: "{1..2}"}, glyph: "{ware}", starts: logs}
  helper:
    attributes: {wage: number, help: effect}
    cards: {clerk: {wage: 2, help: points 7}, porter: {wage: 1, help: carry}}
    starts: hall
counters:
  points: {per: player}
  busy: {maximum: 1, told: false}
setup: |
  (for each c in card: if ware of c = wool: move c to bales);
  shuffle logs;
  shuffle bales
flow: |
  repeat 2: each player: (visit; hire)
rules:
  hire: "choose up to 1 h in hall: do help of h"
  carry: points 1
  visit: |
    set busy to 1;
    choose s in stall:
      points(price of s);
      busy 1;
      lose busy 1;
      draw 1 from logs to shown;
      draw 1 from bales to shown
score: {for: player, lines: {points: points}}
"""


@pytest.fixture
def market(tmp_path: Path) -> Path:
    """Two stalls; markers of both players on one of them; two piles that are drawn from in one step."""
    return written(tmp_path / "market", GAME)


def test_pieces_are_drawn_by_their_owners_glyphs(kamon: Run, market: Path) -> None:
    assert "east  ▲ ×4, ▼ ×4" in kamon("play", market, typed="").out


def test_what_has_different_colours_is_not_counted_together(kamon: Run, market: Path) -> None:
    assert "square 1  o ×4, o ×4" in kamon("play", market, typed="").out


def test_what_was_drawn_is_told_with_the_place_it_came_from(kamon: Run, market: Path) -> None:
    out = kamon("play", market, "--seed", "1", typed="1\n").out
    assert "1 card drawn from the logs to the shown: wood" in " ".join(out.split())
    assert "1 card drawn from the bales to the shown: wool" in " ".join(out.split())


def test_counters_for_the_rules_own_books_are_not_told(kamon: Run, market: Path) -> None:
    out = kamon("play", market, "--seed", "1", typed="1\n? 1\n").out
    assert "points 3" in out
    assert "busy" not in out.partition("? 1")[0]


def test_zones_that_the_rules_use_in_passing_are_not_shown(kamon: Run, market: Path) -> None:
    out = kamon("play", market, typed="").out
    assert "shown" in out
    assert "drawer" not in out


def test_an_option_is_explained_with_what_its_place_has(kamon: Run, market: Path) -> None:
    out = kamon("play", market, "--seed", "1", typed="? 1\n").out
    assert "East: ware: wood; price: 3; shut: no" in out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("west", "West: ware: wool; price: 4; shut: yes\n"),
        ("wool", "Wool: ware: wool; copy: 1\nWool: ware: wool; copy: 2\n"),
        ("square", "1 square: for chip\n"),
    ],
)
def test_single_places_and_pieces_are_explained(kamon: Run, market: Path, name: str, said: str) -> None:
    assert kamon("explain", market, name).out == said


def test_a_number_is_told_though_it_is_in_a_name_by_chance(kamon: Run, tmp_path: Path) -> None:
    cards = "cards: {plot_1: {price: 2}, plot_2: {price: 2}}, starts: hand of ann"
    plots = "kamon: 1\ngame: plots\nplayers: {counts: [1], seats: {ann: {}}}\n"
    plots += "zones: {hand: {per: player, holds: plot}}\n"
    plots += f"components: {{plot: {{attributes: {{price: number}}, {cards}}}}}\n"
    plots += 'flow: "as ann: choose p in hand of ann: end game"\nscore: {for: player, lines: {cards: count(hand)}}\n'
    out = kamon("play", written(tmp_path / "plots", plots), "--players", "human", typed="").out
    assert "hand plot 1 (price 2), plot 2 (price 2)" in " ".join(out.split())


def test_places_are_listed_with_what_they_have(kamon: Run, market: Path) -> None:
    out = kamon("explain", market).out
    assert "\n2 stall: for marker\n  East: ware: wood; price: 3; shut: no\n  West: " in out


def test_numbers_on_pieces_are_shown_beside_their_names(kamon: Run, market: Path) -> None:
    assert "hall clerk (wage 2), porter (wage 1)" in " ".join(kamon("play", market, typed="").out.split())


def test_choosing_a_piece_is_explained_with_what_is_printed_on_it(kamon: Run, market: Path) -> None:
    out = kamon("play", market, "--seed", "1", typed="1\n? clerk\n? porter\n").out
    clerk, porter = out.split("> ? ")[1:]
    assert "  Clerk: wage: 2\n" in clerk
    assert "  Help: gain 7 points.\n" in clerk
    assert "  Help: carry.\n" in porter
    assert "      Gain 1 points.\n" in porter
