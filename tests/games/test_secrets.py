"""What the rulebooks keep secret: whoever may not look cannot tell what lies there, from no view of any moment."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.found import ROOT, load, midgame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine import State

SECRETS = {
    "rosenkoenig": {"pile": "nobody"},
    "white_castle": {
        "starters": "nobody",
        "stewards": "nobody",
        "diplomats": "nobody",
        "plants": "nobody",
        "stones": "nobody",
        "yard_tiles": "nobody",
        "daimyos": "nobody",
        "supplies": "nobody",
        "tiles": "nobody",
    },
    "notre_dame": {
        "hand": "owner",
        "drawn_cards": "owner",
        "inbox": "nobody",
        "deck": "nobody",
        "discards": "nobody",
        "brown_pile": "nobody",
        "grey_pile": "nobody",
        "letterbox": "owner",
    },
}
"""The zones of each game that not everybody may look into, with who may."""
SECRET_COUNTERS = {"notre_dame": {"prestige"}}
TABLES = [
    (str(ROOT / "games" / game), players) for game in SECRETS for players in load(ROOT / "games" / game).player_counts
]
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0].rpartition('/')[2]}.{table[1]}")
SEEDS = st.integers(0, 2**63 - 1)
DEPTHS = st.integers(0, 80)


def closed(state: State, seat: int) -> Iterator[int]:
    """The places that a player may not look into, by the rulebook."""
    for name, who in SECRETS[state.game.name].items():
        zone = state.rules.program.model.zones[name]
        yield from (zone.first + owner for owner in range(zone.owners) if who == "nobody" or owner != seat)


def exchanged(state: State, one: int, other: int) -> State:
    """The state with two pieces in each other's place."""
    layout, copy = state.rules.program.layout, state.copy()
    partner = {one: other, other: one}
    for place in range(len(state.rules.program.model.place_names)):
        pieces = layout.contents(state.array, place)
        if partner.keys() & set(pieces):
            layout.fill(copy.array, place, [partner.get(piece, piece) for piece in pieces])
    for piece, its_partner in partner.items():
        copy.array[layout.location + its_partner] = state.array[layout.location + piece]
    return copy


@every_table
@settings(max_examples=10)
@given(seed=SEEDS, depth=DEPTHS)
def test_two_hidden_cards_could_as_well_lie_in_each_others_place(table: tuple[str, int], seed: int, depth: int) -> None:
    state, draw = midgame(table, seed, depth), random.Random(seed)
    layout, model = state.rules.program.layout, state.rules.program.model
    for seat, name in enumerate(state.players):
        hidden = [piece for place in closed(state, seat) for piece in layout.contents(state.array, place)]
        for kind in model.pieces.values():
            alike = [piece for piece in hidden if kind.first <= piece < kind.nothing]
            if len(alike) > 1:
                other = exchanged(state, *draw.sample(alike, 2))
                assert other.view(name).values() == state.view(name).values()
                assert other.view(name).contents == state.view(name).contents


@every_table
@settings(max_examples=10)
@given(seed=SEEDS, depth=DEPTHS)
def test_others_do_not_see_a_secret_number(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    model, layout = state.rules.program.model, state.rules.program.layout
    declared = {name for name, counter in model.counters.items() if counter.seen_by != "everyone"}
    assert declared == SECRET_COUNTERS.get(state.game.name, set())
    for name in declared:
        for seat, player in enumerate(state.players):
            other = state.copy()
            other.array[layout.counters[name] + seat] += 1
            views = [(other.view(one), state.view(one)) for one in state.players if one != player]
            assert [mine.values() for mine, _ in views] == [mine.values() for _, mine in views]
