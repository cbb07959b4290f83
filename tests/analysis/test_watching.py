"""Matches that are watched: the same as others, and nothing of them is lost or counted twice."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import interpreter
from interpreter.agents import derived_seed
from interpreter.analysis import pool, simulate
from interpreter.analysis.details import Sums, Uptake
from interpreter.analysis.parts import parts_of
from interpreter.engine import EndlessError
from tests.engine.found import SPECS, VEILED, load

if TYPE_CHECKING:
    from interpreter.engine import Game

GUARDED = str(Path(VEILED).parent / "guarded")
FAIR = """
kamon: 1
game: fair
players: {counts: [2], seats: {ann: {}, bob: {}}}
enums: {taste: [sweet, sour]}
counters: {coin: {per: player, start: 1, minimum: -9}, bonus: {per: player}, stage: {maximum: 9}}
zones: {hand: {per: player, holds: fruit}, shelf: {holds: fruit}}
components:
  fruit:
    attributes: {flavour: taste, gift: effect}
    cards:
      apple_1: {flavour: sweet, gift: coin 2}
      apple_2: {flavour: sweet, gift: coin 2}
      lemon: {flavour: sour, gift: luck}
    starts: shelf
icons:
  luck: coin 3
rules:
  one_turn: "choose c in shelf: (grab(c); stage 1)"
  "grab(c: fruit)": move c to hand of me; do gift of c; fee
  fee: lose coin 1
  never: bonus 5
  idle: "if stage = 7: never"
  last: "may bonus 1"
flow: "take turns until stage = 2: (one_turn; idle; if stage = 2: last)"
score: {for: player, lines: {money: coin, fruits: bonus + count(hand of me)}}
"""


@pytest.fixture
def fair(tmp_path: Path) -> Game:
    return fair_with(tmp_path, "")


def test_what_happened_is_counted_where_it_belongs(fair: Game) -> None:
    details = simulate(fair, 2, 40, seed=1, details=40).details
    assert details is not None
    taken = {key: uptake.both for key, uptake in details.elements.items()}
    apples, lemons = taken["piece:apple_1"], taken["piece:lemon"]
    assert set(taken) == {"piece:apple_1", "piece:lemon"}
    assert apples.taken + lemons.taken == 80
    assert (apples.chances, 80 - lemons.chances) == (80, min(lemons.taken, 80 - lemons.chances))
    points = {key: uptake.both.taken for key, uptake in details.points.items()}
    bonus = details.options["rule:last#accept"].both.taken
    assert points == {
        "start": 80,
        "piece:apple_1": 2 * apples.taken,
        "rule:luck": 3 * lemons.taken,
        "rule:fee": -80,
        "rule:last": bonus,
        "line:fruits": 80,
    }
    assert details.uses_of("rule:luck").both.rate == lemons.taken / 80
    assert details.options["rule:one_turn"].both.chances == details.asked["rule:one_turn"].times == 80
    assert {key for key in parts_of(fair, 2).watchable if key not in details.ran} == {"rule:never"}


def test_winners_are_told_from_the_others(fair: Game) -> None:
    details = simulate(fair, 2, 60, seed=1, details=60).details
    assert details is not None
    assert details.seats == details.owners
    assert sum(details.seats) == 120
    bonus = details.points_of("rule:last").difference
    assert bonus is not None
    assert bonus.low > 0
    lemon = details.elements["piece:lemon"]
    assert lemon.others.taken == 0 < lemon.winners.taken


def test_decisions_with_one_option_are_counted(fair: Game) -> None:
    text = FAIR.replace("stage = 2", "stage = 3").replace("apple_2: {flavour: sweet", "apple_2: {flavour: sour")
    (fair.folder.root / "game.yaml").write_text(text, encoding="utf-8")
    details = simulate(interpreter.load(fair.folder.root), 2, 10, details=10).details
    assert details is not None
    assert (details.asked["rule:one_turn"].times, details.asked["rule:one_turn"].single) == (30, 10)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: Path(spec).name)
def test_a_watched_match_is_the_same_and_all_its_points_have_a_source(spec: str) -> None:
    game = load(spec)
    players = max(game.player_counts)
    plain, watched = simulate(game, players, 3, seed=4), simulate(game, players, 3, seed=4, details=3)
    assert watched.tally == plain.tally
    details = watched.details
    assert details is not None
    assert details.matches == 3
    asked, decided = sum(one.times for one in details.asked.values()), plain.tally.decisions
    assert asked == sum(uptake.both.taken for uptake in details.options.values()) == decided.mean * 3
    assert all(uptake.both.taken <= uptake.both.chances for uptake in details.options.values())
    people = {seat for seat in range(players) if seat not in game.ruled}
    owners = {game.rules(players).owner_of[seat] for seat in people}
    points = sum(uptake.both.taken for uptake in details.points.values())
    assert points == round(sum(plain.tally.scores[owner].mean * 3 for owner in owners))
    assert sum(details.seats) == 3 * len(people)
    assert sum(details.owners) == 3 * len(owners)


@pytest.mark.parametrize("players", [2, ["greedy", "random"]], ids=["random", "agents"])
def test_details_do_not_depend_on_the_number_of_processes(
    players: int | list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(VEILED)
    alone = simulate(game, players, 25, seed=5, details=20)
    monkeypatch.setattr(pool, "ALONE", 0)
    assert simulate(game, players, 25, seed=5, details=20, jobs=2) == alone
    assert alone.tally == simulate(game, players, 25, seed=5).tally


def test_nothing_is_told_of_pieces_that_who_chose_did_not_see() -> None:
    game, unseen = load(GUARDED), 0
    offered: Counter[str] = Counter()
    for index in range(30):
        seed = derived_seed(5, index)
        state, bits = game.start(2, seed), random.Random(seed).getrandbits
        while state.decision is not None:
            elements = {option.element for option in state.decision.options if option.element}
            unseen += sum(element.kind == "unseen" for element in elements)
            offered.update(f"{element.kind}:{element.name}" for element in elements if element.kind != "unseen")
            state.choose(bits(24) * len(state.codes) >> 24)
    details = simulate(game, 2, 30, seed=5, details=30).details
    assert details is not None
    assert unseen > 0
    kinds = ("piece", "space")
    assert {key: uptake.both.chances for key, uptake in details.elements.items() if key.startswith(kinds)} == {
        key: count for key, count in offered.items() if key.startswith(kinds)
    }


# ---- sums -----------------------------------------------------------------------------------------------

pairs = st.lists(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), max_size=12)


def sums(found: list[tuple[int, int]]) -> Sums:
    made = Sums()
    for chances, taken in found:
        made.add(chances, taken)
    return made


@given(pairs, st.integers(0, 12))
def test_sums_add_up(found: list[tuple[int, int]], cut: int) -> None:
    merged = sums(found[:cut])
    merged.merge(sums(found[cut:]))
    assert merged == sums(found)


@given(pairs.filter(lambda found: len(found) > 1))
def test_the_variance_of_a_rate_is_that_of_its_residuals(found: list[tuple[int, int]]) -> None:
    made, n = sums(found), len(found)
    chances, rate = sum(o for o, _ in found), sum(t for _, t in found) / sum(o for o, _ in found)
    expected = sum((t - rate * o) ** 2 for o, t in found) / chances**2 * n / (n - 1)
    assert made.rate == pytest.approx(rate)
    assert made.variance == pytest.approx(expected, abs=1e-12)


def test_an_interval_of_one_chance_each_is_that_of_a_mean() -> None:
    values = [0, 3, 1, 4, 0, 2]
    made = sums([(1, value) for value in values if value]).of_all(len(values))
    mean = sum(values) / len(values)
    assert made.rate == pytest.approx(mean)
    assert made.variance == pytest.approx(sum((v - mean) ** 2 for v in values) / 5 / 6)


def test_too_few_players_tell_no_difference() -> None:
    others = sums([(2, 1), (2, 0)])
    assert Uptake(sums([(2, 1)]), others).difference is None
    assert math.isinf(Sums().variance)
    difference = Uptake(sums([(2, 1), (2, 2)]), others).difference
    assert difference is not None
    assert difference.value == pytest.approx(0.75 - 0.25)
    assert 0 < difference.surprise < 1


def test_in_matches_that_are_watched_invariants_hold(tmp_path: Path) -> None:
    game = fair_with(tmp_path, 'invariants: {poor: "coin of ann < 3 and coin of bob < 3"}\n')
    with pytest.raises(EndlessError, match=r"cannot go on: the invariant 'poor' does not hold after [12] "):
        simulate(game, n=20, details=20)
    assert simulate(game, n=20, details=0).tally.count == 20


def fair_with(folder: Path, more: str) -> Game:
    (folder / "fair").mkdir()
    (folder / "fair" / "game.yaml").write_text(FAIR + more, encoding="utf-8")
    return interpreter.load(folder / "fair")
