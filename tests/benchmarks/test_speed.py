"""Speed, as ratios taken in one run: run with `python -m pytest tests/benchmarks -m speed -s`."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

import interpreter
from tests.benchmarks import handwritten_rosenkoenig as handwritten
from tests.benchmarks.speeds import ROUNDS, ratio, seconds

if TYPE_CHECKING:
    from pathlib import Path

GAMES = 300

pytestmark = pytest.mark.speed


def test_random_playouts_keep_up_with_hand_written_python() -> None:
    game = interpreter.load("rosenkoenig")
    random_bits = random.Random(1).random

    def engine() -> None:
        for state in game.random_games(GAMES, players=2, seed=1):
            state.totals()

    def by_hand() -> None:
        for _ in range(GAMES):
            handwritten.random_playout(random_bits)

    found = ratio(by_hand, engine)
    print(f"\nplayouts per second against hand-written Python: {found:.2f}")
    assert found >= 1.0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_large_game_is_played_at_random_many_times_a_second(players: int) -> None:
    states = [interpreter.load("white_castle").start(players, seed) for seed in range(ROUNDS)]
    made = 0

    def play() -> None:
        nonlocal made
        made = sum(state.copy().random_playout(1) for state in states)

    play()
    least = min(seconds(play) for _ in range(5))
    print(f"\n{players} players: {ROUNDS / least:.0f} playouts and {made / least:.0f} decisions per second")
    assert ROUNDS / least >= 300 / players


def test_a_copy_costs_one_copy_of_a_list() -> None:
    state = interpreter.load("rosenkoenig").start(players=2, seed=1)
    array = list(state.array)

    def copies() -> None:
        for _ in range(20_000):
            state.copy()

    def lists() -> None:
        for _ in range(20_000):
            array[:]

    found = ratio(copies, lists)
    print(f"\nstate copy against list copy: {found:.2f}")
    assert found < 4


def fastest(command: list[str], environment: dict[str, str], runs: int = 7) -> float:
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        done = subprocess.run(command, check=False, capture_output=True, env=environment, stdin=subprocess.DEVNULL)
        times.append(time.perf_counter() - started)
        assert done.stdout
        assert not done.stderr or b"Traceback" not in done.stderr
    return min(times)


@pytest.mark.parametrize(
    ("name", "arguments", "cached", "limit"),
    [
        ("help", ["--help"], True, 0.15),
        ("first decision, cold", ["play", "rosenkoenig", "--players", "human,random"], False, 0.6),
        ("first decision, cached", ["play", "rosenkoenig", "--players", "human,random"], True, 0.3),
        ("first decision of a large game, cold", ["play", "white_castle", "--players", "human,random"], False, 1.0),
        ("check of a large game", ["check", "white_castle"], False, 1.0),
    ],
)
def test_the_command_starts_quickly(
    name: str, arguments: list[str], cached: bool, limit: float, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "interpreter", *arguments]
    environment = {**os.environ, "KAMON_CACHE_DIR": str(tmp_path / "cache")}
    if cached:
        fastest(command, environment, runs=2)
        found = fastest(command, environment)
    else:
        caches = ({**environment, "KAMON_CACHE_DIR": str(tmp_path / f"cold{i}")} for i in range(5))
        found = min(fastest(command, each, runs=1) for each in caches)
    print(f"\n{name}: {found:.3f} s")
    assert found < limit
