"""Runs of many matches: repeatable, the same in any number of processes, and counted right."""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import interpreter
from interpreter.agents import derived_seed
from interpreter.analysis import GameResult, Results, Tally, pool, simulate, simulate_together, wilson
from interpreter.analysis.results import Distribution
from interpreter.engine import AgentError, EndlessError, Engine, GameError, NativeError, native_build
from interpreter.engine.native_build import find_compiler
from tests.engine.found import TABLES, VEILED, load, name_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from interpreter.engine import Game

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")
endless_on_either = pytest.mark.parametrize(
    ("players", "engine"),
    [
        pytest.param(1, "python", id="random"),
        pytest.param(["greedy"], "python", id="agents"),
        pytest.param(1, "native", id="native", marks=needs_compiler),
    ],
)
ENDLESS = """
kamon: 1
game: endless
players: {counts: [1], seats: {me_alone: {}}}
counters: {turn: {maximum: 1}}
flow: "take turns until turn = 1: (turn 1 | pass | pass)"
score: {for: player, lines: {points: turn}}
"""


def matches(game: Game, players: int | Sequence[str], n: int, seed: int, **how: Any) -> list[GameResult]:
    """The single matches of a run."""
    found: list[GameResult] = []
    simulate(game, players, n, seed, on_matches=found.extend, **how)
    return found


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_random_match_is_what_playing_it_step_by_step_gives(table: tuple[str, int]) -> None:
    spec, players = table
    game = load(spec)
    for result in matches(game, players, 20, seed=3):
        state, bits = game.start(players, result.seed), random.Random(result.seed).getrandbits
        decisions = 0
        while not state.over:
            state.choose(bits(24) * len(state.codes) >> 24)
            decisions += 1
        assert (result.decisions, list(result.scores)) == (decisions, state.totals())
        assert [state.rules.owners[winner] for winner in result.winners] == list(state.winners())


@pytest.mark.parametrize("players", [2, ["greedy", "random"]], ids=["random", "agents"])
def test_results_do_not_depend_on_the_number_of_processes(
    players: int | list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "ALONE", 0)
    game = load(VEILED)
    alone = matches(game, players, 30, seed=5)
    assert [one.index for one in alone] == list(range(30))
    assert matches(game, players, 30, seed=5, jobs=2) == alone
    assert simulate(game, players, 30, seed=5, jobs=2).tally == Tally.of(2, alone)
    assert matches(game, players, 10, seed=5) == alone[:10]
    assert matches(game, players, 30, seed=6) != alone


@pytest.mark.parametrize("before", [0, 7, 30, 33])
def test_a_run_that_is_taken_up_ends_as_if_it_had_never_stopped(before: int) -> None:
    game = load(VEILED)
    whole = simulate(game, 2, 30, seed=5, details=10)
    done = matches(game, 2, before, seed=5) if before else []
    added: list[GameResult] = []
    again = simulate(game, 2, 30, seed=5, details=10, done=iter(done), on_matches=added.extend)
    assert again == whole
    assert again.before == min(before, 30)
    assert [one.index for one in added] == list(range(again.before, 30))


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=needs_compiler)])
@pytest.mark.parametrize("jobs", [1, 2])
def test_games_that_are_played_in_turn_have_the_results_of_each_alone(
    engine: Engine, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "ALONE", 0)
    game, told = load(VEILED), []
    sides = [(game, ("random", "random")), (game, ("random",) * 3)]
    found = simulate_together(
        sides, 30, 5, jobs=jobs, engine=engine, details=10, on_progress=lambda done, n: told.append((done, n))
    )
    assert found == [simulate(game, agents, 30, 5, engine=engine, details=10) for _, agents in sides]
    assert told[-1] == (60, 60)


@needs_compiler
@pytest.mark.parametrize("jobs", [1, 3])
def test_results_do_not_depend_on_the_engine(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ALONE", 0)
    game = load(VEILED)
    python = simulate(game, 2, 70, seed=5, engine="python")
    assert simulate(game, 2, 70, seed=5, engine="native", jobs=jobs) == python


def test_why_the_native_engine_did_not_play_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_build, "find_compiler", lambda: None)
    game = interpreter.load(VEILED)
    found = simulate(game, 2, 500, seed=5)
    assert found.refused is not None
    assert found.refused.code == "no-compiler"
    assert simulate(game, 2, 5, seed=5).refused is None
    assert simulate(game, ["greedy", "random"], 1).refused is None
    with pytest.raises(NativeError, match="no C compiler"):
        simulate(game, 2, 5, engine="native")


def test_the_native_engine_plays_random_agents_only() -> None:
    with pytest.raises(NativeError, match="random"):
        simulate(load(VEILED), ["greedy", "random"], 5, engine="native")


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    simulate(load(VEILED), 2, 20, on_progress=lambda done, n: told.append((done, n)))
    assert told == sorted(told)
    assert told[-1] == (20, 20)


def test_an_interrupt_keeps_what_is_done() -> None:
    def interrupt(done: int, _: int) -> None:
        if done >= 6:
            raise KeyboardInterrupt

    part = simulate(load(VEILED), 2, 40, seed=5, on_progress=interrupt)
    assert part.wanted == 40
    assert 6 <= part.count < 40
    assert part.tally == simulate(load(VEILED), 2, part.count, seed=5).tally


@endless_on_either
def test_a_match_without_end_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int | list[str], engine: Engine
) -> None:
    monkeypatch.setattr(sys.modules[simulate.__module__], "MOST_DECISIONS", 50)
    folder = tmp_path / "endless"
    folder.mkdir()
    (folder / "game.yaml").write_text(ENDLESS.replace("turn 1 | ", "lose turn 1 | "), encoding="utf-8")
    with pytest.raises(EndlessError, match="still goes on after 50 decisions"):
        simulate(interpreter.load(folder), players, 3, engine=engine)


@endless_on_either
def test_a_match_that_comes_to_no_decision_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int | list[str], engine: Engine
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "endless"
    folder.mkdir()
    text = ENDLESS.replace("turn 1 | pass", "(repeat until turn = 1: lose turn 1) | pass")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(EndlessError, match=r"between two decisions does not end \(endless/game.yaml:6\)"):
        simulate(interpreter.load("./endless"), players, 3, engine=engine)


def test_a_bots_file_is_read_when_the_run_begins(tmp_path: Path) -> None:
    bot = tmp_path / "bot.yaml"
    bot.write_text("kamon: 1\npoints: 2\n", encoding="utf-8")
    agents = (f"heuristic:{bot}", "random")
    whole = simulate(load(VEILED), agents, 8, 5)
    assert simulate(load(VEILED), agents, 8, 5, on_progress=lambda *_: bot.unlink(missing_ok=True)) == whole


def test_wrong_players_are_refused() -> None:
    with pytest.raises(AgentError):
        simulate(load(VEILED), ["random", "gredy"], 5)
    with pytest.raises(GameError):
        simulate(load(VEILED), 7, 5)


def test_seeds_of_a_run_have_nothing_in_common() -> None:
    seeds = {derived_seed(seed, index) for seed in range(50) for index in range(50)}
    assert len(seeds) == 2500
    assert all(0 <= seed < 2**63 for seed in seeds)


# ---- what is counted ------------------------------------------------------------------------------------


@pytest.fixture
def results() -> Results:
    games = (
        GameResult(0, 11, 10, (5, 3), (0,)),
        GameResult(1, 12, 20, (4, 4), (0, 1)),
        GameResult(2, 13, 30, (1, 9), (1,)),
        GameResult(3, 14, 40, (7, 2), (0,)),
    )
    return Results("toy", ("ada", "bo"), ("random", "greedy"), 1, 4, Tally.of(2, games))


def test_wins_draws_and_spreads_are_counted(results: Results) -> None:
    assert results.wins == (2, 1)
    assert results.draws == 1
    spread = results.score_spread(0)
    assert (spread.least, spread.median, spread.greatest, spread.mean) == (1, 4.5, 7, 4.25)
    assert (results.decisions.lower, results.decisions.upper) == (17.5, 32.5)


@given(st.lists(st.integers(-50, 50), min_size=1))
def test_a_distribution_is_that_of_its_numbers(values: list[int]) -> None:
    found = Distribution(Counter(values))
    quartiles = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    spread = found.spread()
    assert [spread.lower, spread.median, spread.upper] == quartiles
    assert (spread.least, spread.greatest, found.total) == (min(values), max(values), len(values))
    assert spread.mean == pytest.approx(statistics.fmean(values))
    assert found.deviation == pytest.approx(statistics.stdev(values) if len(values) > 1 else 0)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9))), st.integers(0, 20))
def test_tallies_add_up(scores: list[tuple[int, int]], cut: int) -> None:
    found = [GameResult(i, i, 5 + a, (a, b), (0,) if a > b else (0, 1)) for i, (a, b) in enumerate(scores)]
    tally = Tally.of(2, found[:cut])
    tally.merge(Tally.of(2, found[cut:]))
    assert tally == Tally.of(2, found)


def test_wilson_intervals_are_the_published_ones() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@given(trials=st.integers(1, 10**6), data=st.data())
def test_an_interval_holds_its_share(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))
    low, high = wilson(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
