"""The native engine's speed: `python -m pytest tests/benchmarks/test_native_speed.py -m speed -s`.

Ratios are of processor times taken in turn in one run.
"""

from __future__ import annotations

import ctypes
import random
import resource
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.engine.native_build import LIBRARY, compiled, find_compiler, opened
from tests.benchmarks import handwritten_rosenkoenig as handwritten
from tests.benchmarks.speeds import ratio, seconds
from tests.engine.found import SHELVES, TABLES, load, name_of

if TYPE_CHECKING:
    from interpreter.engine import NativeProgram

pytestmark = [
    pytest.mark.speed,
    pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler"),
]
C_SOURCE = Path(__file__).with_name("handwritten_rosenkoenig.c")
SHIPPED = [table for table in TABLES if Path(table[0].partition("+")[0]).parent == SHELVES[0]]
FEW, MANY, MOST = 100, 3_000, 100_000


def native_of(name: str, players: int) -> NativeProgram:
    return interpreter.load(name).native(players)


def plays(native: NativeProgram, count: int) -> None:
    for _ in native.random_matches(count, seed=1):
        pass


@cache
def by_hand_in_c() -> ctypes.CDLL:
    text = C_SOURCE.read_text(encoding="utf-8").replace("\nvoid ", '\n__attribute__((visibility("default"))) void ')
    command = find_compiler()
    assert command is not None
    found = opened(compiled(text, command, LIBRARY, "-O2"))
    found.prepare()
    return found


def test_the_game_by_hand_in_c_is_the_same_game() -> None:
    """Its averages are those of the hand-written Python, which has tests of its own."""
    totals = (ctypes.c_int64 * 3)()
    by_hand_in_c().play(ctypes.c_int64(20_000), ctypes.c_uint64(1), totals)
    numbers = random.Random(1).random
    played = [handwritten.random_playout(numbers) for _ in range(2000)]
    assert totals[0] / 20_000 == pytest.approx(sum(count for count, _ in played) / 2000, abs=1)
    for colour in (0, 1):
        assert totals[1 + colour] / 20_000 == pytest.approx(sum(points[colour] for _, points in played) / 2000, abs=5)


def test_random_playouts_against_c_by_hand() -> None:
    native, library = native_of("rosenkoenig", 2), by_hand_in_c()
    totals = (ctypes.c_int64 * 3)()

    def by_hand() -> None:
        library.play(ctypes.c_int64(MANY), ctypes.c_uint64(1), totals)

    found = ratio(by_hand, lambda: plays(native, MANY))
    print(f"\nrosenkoenig, native engine against C by hand: {found:.2f}")
    assert found >= 0.5


def test_random_playouts_against_python_by_hand() -> None:
    native, numbers = native_of("rosenkoenig", 2), random.Random(1).random

    def by_hand() -> None:
        for _ in range(FEW):
            handwritten.random_playout(numbers)

    found = ratio(by_hand, lambda: plays(native, MANY)) * MANY / FEW
    print(f"\nrosenkoenig, native engine against Python by hand: {found:.0f}")
    assert found >= 15


def test_a_large_game_against_the_python_engine() -> None:
    game, native = interpreter.load("white_castle"), native_of("white_castle", 3)

    def in_python() -> None:
        for _ in game.random_games(FEW, 3, seed=1, engine="python"):
            pass

    found = ratio(in_python, lambda: plays(native, MANY), rounds=5) * MANY / FEW
    least = min(seconds(lambda: plays(native, MANY)) for _ in range(5))
    print(f"\nwhite_castle, 3 players, native engine against ours in Python: {found:.0f}")
    print(f"white_castle, 3 players: {MANY / least:.0f} matches a second on one core")
    assert found >= 50
    assert MANY / least >= 5_000


@pytest.mark.parametrize("table", SHIPPED, ids=name_of)
def test_decisions_a_second(table: tuple[str, int]) -> None:
    spec, players = table
    native = load(spec).native(players)
    decisions = sum(found.decisions for found in native.random_matches(MANY, seed=1))
    least = min(seconds(lambda: plays(native, MANY)) for _ in range(3))
    print(
        f"\n{name_of(table)}: {MANY / least:.0f} matches and {decisions / least / 1e6:.1f} million decisions a second"
    )
    assert decisions > 0


def test_a_state_is_copied_in_less_than_a_microsecond() -> None:
    native = native_of("white_castle", 3)
    match, other = native.start(1), native.start(2)

    def copies() -> None:
        for _ in range(MANY):
            other.set_to(match)

    least = min(seconds(copies) for _ in range(5))
    print(f"\nwhite_castle, copy of a state: {least / MANY * 1e6:.2f} µs")
    assert other.array == match.array
    assert least / MANY < 1e-6


def test_a_run_of_a_hundred_thousand_matches() -> None:
    command = [sys.executable, "-m", "interpreter", "simulate", "white_castle", "-n", str(MOST), "--jobs", "2"]
    native_of("white_castle", 2)  # the time to compile is another matter
    started = time.perf_counter()
    measured = [sys.executable, "-c", MEASURED, *command]
    ended = subprocess.run(measured, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    took, most = time.perf_counter() - started, int(ended.stdout.splitlines()[-1]) / 1024
    print(f"\nsimulate white_castle -n {MOST} --jobs 2: {took:.1f} s, at most {most:.0f} MB")
    assert took < 30
    assert most < 300


MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_the_largest_game_is_compiled_soon() -> None:
    command = find_compiler()
    assert command is not None
    sources = [load(spec).program(players).native_source() for spec, players in SHIPPED]
    source = max(sources, key=len)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    compiled(source, command, LIBRARY, "-O1")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"\nthe largest game, {source.count(chr(10))} lines of C, compiled with -O1: {took:.1f} s")
    assert took < 10
