"""Who is stronger, and how sure that is."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.analysis import Record, ratings
from interpreter.analysis.rating import UNSEEN, pairs

EACH = 20
RECORDS = st.integers(0, EACH).flatmap(
    lambda wins: st.integers(0, EACH - wins).map(lambda draws: Record(wins, draws, EACH - wins - draws))
)


@pytest.mark.parametrize(
    ("record", "p_value"),
    [
        (Record(), 1),
        (Record(3, 9, 3), 1),
        (Record(5, 0, 0), 2 / 32),
        (Record(1, 4, 5), 2 * 7 / 64),
        (Record(20, 0, 0), 2 / 2**20),
        (Record(10, 0, 11), 1),
    ],
)
def test_the_exact_chance_of_so_uneven_a_record(record: Record, p_value: float) -> None:
    assert record.p_value == pytest.approx(p_value)
    assert Record(record.losses, record.draws, record.wins).p_value == pytest.approx(p_value)


def test_two_bots_are_as_far_apart_as_their_points() -> None:
    strong, weak = ratings(2, {(0, 1): Record(30, 0, 10)})
    share = (30 + 1.5 * UNSEEN) / (40 + 3 * UNSEEN)
    assert strong.elo - weak.elo == pytest.approx(400 * math.log10(share / (1 - share)), abs=0.1)
    assert strong.elo == pytest.approx(-weak.elo)


@settings(max_examples=15)
@given(records=st.tuples(RECORDS, RECORDS, RECORDS))
def test_ratings_lie_around_nothing_in_the_order_of_points(records: tuple[Record, Record, Record]) -> None:
    found = ratings(3, dict(zip(pairs(3), records, strict=True)))
    assert sum(one.elo for one in found) == pytest.approx(0, abs=1e-6)
    assert all(one.low < one.high for one in found)
    points = [0.0] * 3
    for (first, second), record in zip(pairs(3), records, strict=True):
        points[first] += record.wins - record.losses
        points[second] += record.losses - record.wins
    order = sorted(range(3), key=lambda bot: points[bot])
    assert all(found[low].elo <= found[high].elo + 0.01 for low, high in pairwise(order))


def test_more_matches_make_it_surer() -> None:
    few, many = (ratings(2, {(0, 1): Record(3 * k, 0, k)})[0] for k in (2, 50))
    assert few.low < 0 < many.low
    assert many.high - many.low < (few.high - few.low) / 2


def test_who_always_wins_is_not_beyond_all_others() -> None:
    best = ratings(2, {(0, 1): Record(30, 0, 0)})[0]
    assert 100 < best.low < best.elo < best.high < 2000
