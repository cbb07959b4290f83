"""Members, places and pieces get the numbers that the compiler builds on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.model.board import distances

if TYPE_CHECKING:
    from tests.model.conftest import Build

same_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)


@same_folder
@given(columns=st.integers(1, 30), rows=st.integers(1, 12))
def test_a_grid_is_named_from_the_south_west(build: Build, columns: int, rows: int) -> None:
    grid = build(f"board: {{field: {{grid: {{columns: {columns}, rows: {rows}}}}}}}").spaces["field"]
    assert len(set(grid.members)) == columns * rows
    assert grid.nothing == columns * rows
    assert grid.members[0] == "a1"
    column, row = grid.positions[-1]
    assert [column, row] == [columns - 1, rows - 1]
    assert grid.attributes["column"].values[columns - 1] == columns
    assert grid.attributes["row"].values[-2] == rows


@same_folder
@given(columns=st.integers(1, 6), rows=st.integers(1, 6), adjacent=st.sampled_from(["orthogonal", "all"]))
def test_steps_and_neighbours_agree(build: Build, columns: int, rows: int, adjacent: str) -> None:
    text = f"board: {{field: {{grid: {{columns: {columns}, rows: {rows}}}, adjacent: {adjacent}}}}}"
    grid = build(text).spaces["field"]
    used = range(0, 8, 2) if adjacent == "orthogonal" else range(8)
    for index in range(len(grid.members)):
        near = {grid.steps[direction][index] for direction in used} - {grid.nothing}
        assert set(grid.neighbours[index]) == near
        for direction in range(8):
            there = grid.steps[direction][index]
            if there != grid.nothing:
                assert grid.steps[(direction + 4) % 8][there - grid.first] == grid.first + index


def test_directions_are_clockwise_from_north(build: Build) -> None:
    model = build("board: {field: {grid: {columns: 3, rows: 3}}}")
    grid = model.spaces["field"]
    centre = grid.members.index("b2")
    around = [model.place_names[step[centre]] for step in grid.steps]
    assert around == ["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"]
    assert "".join(model.enums["direction"].glyphs) == "↑↗→↘↓↙←↖"


def test_places_are_numbered_spaces_first_with_a_nothing_after_each_kind(build: Build) -> None:
    model = build(
        """
board:
  inn: {spaces: {mill: {}, well: {}}}
  road: {track: 2}
components: {card: {count: 2, starts: deck}}
zones: {deck: {holds: card}, hand: {per: player, holds: card}}
"""
    )
    assert model.place_names == (
        *("mill", "well", "nothing", "road_0", "road_1", "nothing"),
        *("deck", "hand of red", "hand of white", "nothing", "box"),
    )
    assert model.spaces["road"].first == 3
    assert model.spaces["road"].nothing == 5
    assert model.zones["hand"].first == 7
    assert model.pieces["card"].starts == (6, 6)


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("{}", ["pawn"]),
        ("{count: 2}", ["pawn_1", "pawn_2"]),
        ("{per: player}", ["pawn_red", "pawn_white"]),
        ("{per: player, count: 2}", ["pawn_red_1", "pawn_red_2", "pawn_white_1", "pawn_white_2"]),
        ("{cards: {mayor: {}, miller: {}}}", ["mayor", "miller"]),
        ("{each: {mood: mood, n: '{1..2}'}}", ["calm_1", "calm_2", "wild_1", "wild_2"]),
        ("{each: {mood: [wild], n: [7, 3]}}", ["wild_7", "wild_3"]),
    ],
)
def test_pieces_are_named_by_what_makes_them(build: Build, entry: str, names: list[str]) -> None:
    model = build(f"enums: {{mood: [calm, wild]}}\ncomponents: {{pawn: {entry}}}")
    assert list(model.pieces["pawn"].members) == names
    assert model.piece_names == (*names, "nothing")


def test_the_pieces_of_a_player_start_in_their_own_place(build: Build) -> None:
    model = build(
        """
zones: {home: {per: player, holds: [pawn, chip]}, camp: {per: team, holds: flag}}
components:
  pawn: {per: player, count: 2, starts: home}
  chip: {tokens: 4, per: player, starts: home}
  flag: {per: team, starts: camp}
"""
    )
    home = model.zones["home"].first
    assert model.pieces["pawn"].starts == (home, home, home + 1, home + 1)
    assert model.pieces["pawn"].attributes["owner"].values == (0, 0, 1, 1, 2)
    assert model.tokens["chip"].starts == (home, home + 1)
    assert model.pieces["flag"].starts == (model.zones["camp"].first, model.zones["camp"].first + 1)
    assert model.zones["home"].capacity == 4 + 8


def test_tokens_show_sides_in_the_colours_of_teams(build: Build) -> None:
    model = build(
        """kamon: 1
game: small
players:
  counts: [3]
  seats: {red: {glyph: R}, white: {glyph: W}, blue: {glyph: B}}
  teams: {even: [white], odd: [red, blue], none: []}
components: {stone: {tokens: 9, sides: team}}
flow: end game
""",
        players=3,
    )
    assert model.teams == ("even", "odd")
    assert [seat.team for seat in model.seats] == [1, 0, 1]
    assert model.tokens["stone"].sides == ("even", "odd")
    assert model.tokens["stone"].glyphs == ("W", "R")


def test_distances_count_the_fewest_steps(build: Build) -> None:
    model = build("board: {town: {spaces: {a1: {}, a2: {}, a3: {}, a4: {}}, edges: [[a1, a2], [a3, a2]]}}")
    assert distances(model.spaces["town"]) == ((0, 1, 2, 5), (1, 0, 1, 5), (2, 1, 0, 5), (5, 5, 5, 0))


def test_edges_by_a_text_about_two_spaces(build: Build) -> None:
    model = build(
        """
board:
  ring:
    spaces: {n0: {n: 0}, n1: {n: 1}, n2: {n: 2}, n3: {n: 3}}
    attributes: {n: number}
    linked: after(a) = n of b
values: {"after(r: ring)": (n of r + 1) mod 4}
"""
    )
    assert model.spaces["ring"].neighbours == ((1, 3), (0, 2), (1, 3), (0, 2))


def test_what_pieces_are_like(build: Build) -> None:
    model = build(
        """
enums: {mood: [calm, wild]}
board: {town: {spaces: {inn: {}, mill: {}}, holds: card}}
components:
  card:
    cards:
      mayor: {cost: 3, mood: wild, rich: true, site: mill, owner: white}
      miller: {cost: 1 + 1, mood: calm, rich: false}
    attributes: {cost: number, mood: mood, rich: boolean, site: town, owner: player}
    variables: {value: {from: 1, to: 6, start: 4}, temper: {of: mood, start: wild}}
    starts: inn
"""
    )
    card = model.pieces["card"]
    assert {name: attribute.values for name, attribute in card.attributes.items()} == {
        "cost": (3, 2, 0),
        "mood": (1, 0, 2),
        "rich": (1, 0, 0),
        "site": (1, 2, 2),
        "owner": (1, 2, 2),
    }
    assert card.attributes["site"].type.nullable
    assert not card.attributes["mood"].type.nullable
    value, temper = card.variables["value"], card.variables["temper"]
    assert (value.low, value.high, value.starts) == (1, 6, (4, 4))
    assert (temper.low, temper.high, temper.starts) == (0, 1, (1, 1))


def test_members_of_several_kinds_with_one_name_are_told_apart(build: Build) -> None:
    model = build(
        """
board: {sea: {grid: {columns: 2, rows: 1}}, sky: {grid: {columns: 1, rows: 1}}}
components: {card: {cards: {king: {}, queen: {}}}, man: {cards: {king: {}}}}
"""
    )
    assert model.place_names == ("a1 of sea", "b1", "nothing", "a1 of sky", "nothing", "box")
    assert model.piece_names == ("king of card", "queen", "nothing", "king of man", "nothing")


def test_spaces_by_their_attributes(build: Build) -> None:
    model = build(
        """
enums: {mood: [calm, wild]}
board:
  street:
    each: {mood: mood, house: "{1..2}"}
    linked: mood of a = next(mood of b) and house of a = house of b
"""
    )
    street = model.spaces["street"]
    assert street.members == ("calm_1", "calm_2", "wild_1", "wild_2")
    assert street.attributes["mood"].values == (0, 0, 1, 1, 2)
    assert street.attributes["house"].values == (1, 2, 1, 2, 0)
    assert street.neighbours == ((2,), (3,), (0,), (1,))
