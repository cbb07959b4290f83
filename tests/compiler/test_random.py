"""The generator held against another implementation of PCG32; draws and shuffles without bias."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.compiler import GENERATOR, runtime

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_SEQUENCE = 721347520444481703
MODULUS = 2**64


class Pcg32:
    """As in the paper's minimal C implementation, with wrapping 64-bit arithmetic spelled out."""

    def __init__(self, start: int, sequence: int) -> None:
        self.increment = (2 * sequence + 1) % MODULUS
        self.state = 0
        self.next()
        self.state = (self.state + start) % MODULUS
        self.next()

    def next(self) -> int:
        old = self.state
        self.state = (old * 6364136223846793005 + self.increment) % MODULUS
        word = ((old // 2**18) ^ old) // 2**27 % 2**32
        turn = old // 2**59
        bits = f"{word:032b}"
        return int(bits[32 - turn :] + bits[: 32 - turn], 2)


def test_the_reference_gives_the_published_numbers() -> None:
    """The first six of the C library's demo: seed 42, sequence 54."""
    reference = Pcg32(42, 54)
    found = [reference.next() for _ in range(6)]
    assert found == [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]


@given(seed=st.integers(0, MODULUS - 1))
def test_draws_are_those_of_the_reference(seed: int) -> None:
    state = generator(seed)
    reference = Pcg32(seed, DEFAULT_SEQUENCE)
    for _ in range(10):
        assert runtime.draw32(state) == reference.next()
        assert state[GENERATOR] == reference.state


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 10, 52])
def test_every_number_below_a_bound_comes_about_as_often(bound: int) -> None:
    state = generator(bound)
    tries = 4000 * bound
    counts = Counter(runtime.below(state, bound) for _ in range(tries))
    assert sorted(counts) == list(range(bound))
    assert all(abs(count - 4000) < 5 * math.sqrt(4000) for count in counts.values())


@pytest.mark.parametrize("bound", [3, 6, 10, 1000, 2**31 + 1])
def test_what_would_make_some_numbers_likelier_is_drawn_again(bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = 2**32 // bound * bound
    scripted(monkeypatch, [2**32 - 1, whole, whole - 1, whole - bound])
    assert runtime.below([0, 0], bound) == bound - 1
    assert runtime.below([0, 0], bound) == 0


def test_every_order_of_four_comes_about_as_often() -> None:
    state = [*generator(4), 4, 10, 11, 12, 13]
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        state[2:] = [4, 10, 11, 12, 13]
        runtime.shuffle(state, 2)
        assert state[2] == 4
        counts[tuple(state[3:])] += 1
    assert len(counts) == 24
    assert all(abs(count - 1000) < 5 * math.sqrt(1000) for count in counts.values())


@given(seed=st.integers(0, 2**32), count=st.integers(0, 60))
def test_a_shuffle_loses_nothing_and_touches_nothing_else(seed: int, count: int) -> None:
    state = [*generator(seed), count, *range(count), -1, -7]
    runtime.shuffle(state, 2)
    assert sorted(state[3 : 3 + count]) == list(range(count))
    assert state[2] == count
    assert state[3 + count :] == [-1, -7]


def test_large_lists_are_shuffled_too() -> None:
    pool = list(range(3000))
    runtime.mix(generator(1), pool)
    assert pool != list(range(3000))
    assert sorted(pool) == list(range(3000))


@given(left=st.integers(2, 1024))
def test_a_batch_takes_as_many_positions_as_fit_one_draw(left: int) -> None:
    sizes, limit, rest = runtime.BATCHES[left]
    assert list(sizes) == list(range(left, left - len(sizes), -1))
    orders = math.prod(sizes)
    assert orders <= 2**30
    assert rest == left - len(sizes)
    assert rest <= 1 or orders * rest > 2**30
    assert limit == 2**30 // orders * orders


def test_each_order_of_three_is_as_likely_as_any_other() -> None:
    """Over one whole period of what a draw decides, each of the orders comes once."""
    orders = []
    for bits in range(6):
        pool = [0, 1, 2]
        runtime.mix(about_to_give(bits << 2), pool)
        orders.append(tuple(pool))
    assert len(set(orders)) == 6


def test_what_would_make_some_orders_likelier_is_drawn_again() -> None:
    state = about_to_give(2**32 - 1)
    expected = list(state)
    runtime.draw32(expected)
    runtime.draw32(expected)
    runtime.mix(state, [0, 1, 2])
    assert state == expected


def generator(seed: int) -> list[int]:
    """The beginning of a state: a pending slot and the seeded generator."""
    return [0, runtime.seed(seed)]


def about_to_give(output: int) -> list[int]:
    """The beginning of a state whose generator gives this next."""
    state = [0, (output ^ output >> 18) << 27]
    assert runtime.draw32(list(state)) == output
    return state


def scripted(monkeypatch: pytest.MonkeyPatch, outputs: list[int]) -> None:
    """Makes these the generator's next outputs."""
    remaining: Iterator[int] = iter(outputs)
    monkeypatch.setattr(runtime, "draw32", lambda _: next(remaining))
