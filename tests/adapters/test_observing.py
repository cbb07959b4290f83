"""What a player sees as numbers: all of his view, and nothing that is hidden from him."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("numpy")

import numpy as np

from interpreter.adapters.observing import HIDDEN_ENTRY, Observations
from tests.engine.found import TABLES, VEILED, load, midgame, name_of, seed_dealing

SEEDS = st.integers(0, 2**63 - 1)
DEPTHS = st.integers(0, 60)
every_table = pytest.mark.parametrize("table", TABLES, ids=name_of)


@every_table
@settings(max_examples=4)
@given(seed=SEEDS, depth=DEPTHS, other=SEEDS)
def test_what_is_hidden_does_not_show(table: tuple[str, int], seed: int, depth: int, other: int) -> None:
    state = midgame(table, seed, depth)
    observations = Observations(state.rules)
    for seat in range(len(state.players)):
        imagined = state.determinise(seat, other)
        assert np.array_equal(observations.vector(state, seat), observations.vector(imagined, seat))
        assert observations.text(state, seat) == observations.text(imagined, seat)


@every_table
@settings(max_examples=4)
@given(seed=SEEDS, depth=DEPTHS)
def test_numbers_are_in_bounds_and_named(table: tuple[str, int], seed: int, depth: int) -> None:
    state = midgame(table, seed, depth)
    observations = Observations(state.rules)
    assert len(set(observations.names)) == len(observations)
    for seat in range(len(state.players)):
        vector = observations.vector(state, seat)
        assert vector.shape == (len(observations),)
        assert vector.dtype == np.float32
        assert np.all((vector == HIDDEN_ENTRY) | ((vector >= 0) & (vector <= 1)))


@every_table
@settings(max_examples=4)
@given(seed=SEEDS, depth=DEPTHS)
def test_another_view_is_another_vector(table: tuple[str, int], seed: int, depth: int) -> None:
    """No change that a player could see is lost on the way to numbers."""
    before = midgame(table, seed, depth)
    after = before.copy().choose(seed % len(before.codes))
    observations = Observations(before.rules)
    for seat in range(len(before.players)):
        same = np.array_equal(observations.vector(before, seat), observations.vector(after, seat))
        assert not same or before.view(seat) == after.view(seat)


def test_numbers_say_what_their_names_say() -> None:
    seed = seed_dealing(3, ada="sun_1 sun_5", bo="moon_3 sun_2 sun_4", cy="moon_1")
    state = load(VEILED).start(3, seed).choose("sun_1").choose("moon_3").choose("moon_1").choose("hide(sun_5)")
    observations = Observations(state.rules)
    ada, bo = (dict(zip(observations.names, observations.vector(state, seat).tolist(), strict=True)) for seat in (0, 1))
    assert (ada["seat ada"], ada["seat bo"], bo["seat ada"], bo["seat bo"]) == (1, 0, 0, 1)
    assert (ada["decides ada"], bo["decides ada"]) == (1, 1)
    assert bo["hand of bo: sun_2"] == bo["hand of bo: sun_4"] == 1
    assert bo["hand of bo: sun_1"] == 0
    assert ada["hand of bo: sun_2"] == ada["hand of bo: sun_1"] == HIDDEN_ENTRY
    assert ada["hand of bo: pieces"] == bo["hand of bo: pieces"] > 0
    assert ada["purse.ada"] != HIDDEN_ENTRY
    assert bo["purse.ada"] == HIDDEN_ENTRY
