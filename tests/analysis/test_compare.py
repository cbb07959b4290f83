"""What moved between two runs: figures, their intervals, and which of them are more than chance."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import interpreter
from interpreter.analysis import GameResult, Results, Tally, simulate
from interpreter.analysis.compare import FALSE_FINDINGS, Shift, moved, shifts
from interpreter.analysis.details import Interval
from tests.cli.folders import written
from tests.engine.found import VEILED, load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from interpreter.engine import Game

SHOP = """
kamon: 1
game: shop
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters: {coin: {per: player}, stage: {maximum: 9}}
rules:
  work: coin 2
  rest: coin 1
flow: "take turns until stage = 6: ((work | rest); stage 1)"
score: {for: player, lines: {money: coin}}
"""


def shop(folder: Path, text: str) -> Game:
    folder.mkdir()
    return interpreter.load(written(folder / "shop", text))


def results(scores: Sequence[tuple[int, int]], decisions: int = 7) -> Results:
    found = [
        GameResult(i, i, decisions, (a, b), (0,) if a > b else (1,) if b > a else (0, 1))
        for i, (a, b) in enumerate(scores)
    ]
    return Results("toy", ("ada", "bo"), ("random", "random"), 1, len(found), Tally.of(2, found))


def by_key(found: Sequence[Shift]) -> dict[tuple[str, str], Shift]:
    return {(one.sort, one.key): one for one in found}


def test_figures_of_all_matches_are_compared() -> None:
    before, after = [(3, 1)] * 40 + [(1, 5)] * 60, [(4, 1)] * 60 + [(1, 5)] * 40
    found = by_key(shifts(results(before), results(after, decisions=9)))
    wins = found["wins", "owner:ada"]
    assert (wins.share, wins.before, wins.after) == (True, 0.4, 0.6)
    share = 41 / 102
    half = 1.959964 * math.sqrt(2 * share * (1 - share) / 102)
    assert wins.difference == pytest.approx(Interval(0.2, 0.2 - half, 0.2 + half))
    assert wins.effect == pytest.approx(0.4027, abs=1e-4)  # Cohen's table: h of 0.4 and 0.6
    score = found["score", "owner:ada"]
    samples = [a for a, _ in before], [a for a, _ in after]
    assert score.difference.value == pytest.approx(statistics.fmean(samples[1]) - statistics.fmean(samples[0]))
    pooled = math.sqrt(statistics.fmean(map(statistics.variance, samples)))
    assert score.effect == pytest.approx(score.difference.value / pooled)
    assert (found["length", ""].before, found["length", ""].after, found["length", ""].effect) == (7, 9, math.inf)


def test_nothing_moves_between_equal_runs() -> None:
    run = simulate(load(VEILED), 2, 60, seed=5, details=60)
    found = shifts(run, run)
    assert len(found) > 10
    assert {one.difference.value for one in found} == {0}
    assert moved(found) == []


def test_chance_alone_is_not_called_a_move() -> None:
    game = load(VEILED)
    one, two = (simulate(game, 2, 150, seed=seed, details=150) for seed in (1, 2))
    assert moved(shifts(one, two)) == []


def test_a_change_of_the_rules_is_found_where_it_is(tmp_path: Path) -> None:
    games = [shop(tmp_path / "one", SHOP), shop(tmp_path / "two", SHOP.replace("work: coin 2", "work: coin 4"))]
    found = moved(shifts(*(simulate(game, 2, 200, details=200) for game in games)))
    assert {(one.sort, one.key) for one in found} == {
        ("points", "rule:work"),
        ("score", "owner:ann"),
        ("score", "owner:bob"),
    }
    assert [one.difference.surprise for one in found] == sorted(
        (one.difference.surprise for one in found), reverse=True
    )
    work = by_key(found)["points", "rule:work"]
    assert work.difference.low < 3 < work.difference.high
    assert work.after == pytest.approx(2 * work.before, rel=0.2)


def test_what_only_one_of_the_games_has_is_compared_with_nothing(tmp_path: Path) -> None:
    more = SHOP.replace("(work | rest)", "(work | rest | find)").replace("  rest:", "  find: coin 9\n  rest:")
    games = [shop(tmp_path / "one", SHOP), shop(tmp_path / "two", more)]
    found = by_key(shifts(*(simulate(game, 2, 50, details=50) for game in games)))
    assert found["points", "rule:find"].before == 0 < found["points", "rule:find"].after
    assert ("options", "rule:find") not in found


def test_too_few_matches_tell_nothing() -> None:
    assert shifts(results([(1, 0)] * 9), results([(5, 0)] * 9)) == []
    found = moved(shifts(results([(1, 0)] * 10), results([(5, 0)] * 10)))
    assert [one.key for one in found] == ["owner:ada"]


@given(st.lists(st.floats(0, 8), max_size=30))
def test_moves_are_those_of_benjamini_and_hochberg(surprises: list[float]) -> None:
    found = [
        Shift("length", str(i), 0, value, Interval(value, value - 1, value + 1), value)
        for i, value in enumerate(sorted(surprises, reverse=True))
    ]
    chances = [one.chance for one in found]
    n = len(found)
    kept = [k for k in range(1, n + 1) if chances[k - 1] <= k / n * FALSE_FINDINGS]
    assert moved(found) == found[: max(kept, default=0)]


def test_an_interval_that_ends_at_nothing_is_chance_once_in_twenty() -> None:
    assert Shift("length", "", 0, 1, Interval(1, 0, 2), 1).chance == pytest.approx(0.05, abs=1e-6)
