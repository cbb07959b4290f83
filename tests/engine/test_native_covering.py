"""Payments in C, held against the Python engine's."""

from __future__ import annotations

import ctypes
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from interpreter.compiler import covering
from interpreter.compiler.covering import ANOTHER, ANY, EACH, Amounts, Clause, minimal_ways, offered, payable, picks
from interpreter.engine.native_build import LIBRARY, compiled, find_compiler, opened
from tests.compiler.test_covering import KINDS, amounts, any_clauses

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = 20
ALONE = ("SLOTS", "CAPACITY", "DEEPEST", "GENERATOR", "MOST_OPTIONS", "MOST_IN_A_LIST")
LIMITS = {"MOST_KINDS": KINDS, "MOST_CLAUSES": 5, "MOST_USES": 40}
# Rows of `uses`: clause, sort, source, what it gives, what it owes. Returns the number of picks, -1 when there are too
# few sources, and -2 for what is left to Python.
ENTRY = """
__attribute__((visibility("default")))
int asked(int count, const number *uses, const number *needs, int n_picked, const number *picked, number *found) {
    jmp_buf escape;
    Match m = {.escape = &escape};
    if (setjmp(escape)) return -2;
    Offer offer;
    start_offer(&offer);
    for (int i = 0; i < count; i++, uses += 3 + 2 * MOST_KINDS) {
        add_use(&m, &offer, uses[0], uses[1], uses[2], uses + 3, uses + 3 + MOST_KINDS);
    }
    made_ready(&offer);
    return payable(&m, needs, &offer) ? picks(&m, needs, &offer, picked, n_picked, found).count : -1;
}
"""


@cache
def library(steps: int) -> ctypes.CDLL:
    """With a search of at most so many steps."""
    command = find_compiler()
    if command is None:
        pytest.skip("there is no C compiler")
    sizes = {**dict.fromkeys(ALONE, 1), **LIMITS, "MOST_STEPS": steps}
    folder = files("interpreter.compiler") / "native"
    head = [f"#define {name} {size}" for name, size in sizes.items()]
    texts = [(folder / name).read_text(encoding="utf-8") for name in ("match.h", "cover.h")]
    return opened(compiled("\n".join([*head, *texts, ENTRY]), command, LIBRARY, "-O0"))


def words(*numbers: int) -> ctypes.Array[ctypes.c_int64]:
    return (ctypes.c_int64 * len(numbers))(*numbers)


def asked_in_c(needs: Amounts, clauses: list[Clause], so_far: list[int]) -> list[int] | None:
    """The picks in C; None where the sources are too few."""
    rows = [
        (i, sort, source, *(gives + (0,) * KINDS)[:KINDS], *(owes or (0,) * KINDS))
        for i, (sort, entries) in enumerate(clauses)
        for source, gives, owes in entries
    ]
    found = words(*[0] * SOURCES)
    given_ = words(*(number for row in rows for number in row)), words(*needs)
    count = library(covering.MOST_STEPS).asked(len(rows), *given_, len(so_far), words(*so_far), found)
    assert count > -2, "this would be left to Python"
    return None if count == -1 else found[:count]


@contextmanager
def few_steps() -> Iterator[None]:
    """A search gives up soon."""
    minimal_ways.cache_clear()
    try:
        with patch.object(covering, "MOST_STEPS", 15):
            yield
    finally:
        minimal_ways.cache_clear()


def go_through(needs: Amounts, clauses: list[Clause], so_far: list[int]) -> None:
    """Compares what can be picked after every pick there is."""
    following = picks(needs, offered(*clauses), so_far)
    assert asked_in_c(needs, clauses, so_far) == following
    for source in following:
        go_through(needs, clauses, [*so_far, source])


@settings(max_examples=150, deadline=None)
@example((3, 0, 0), [(ANY, [(0, (1,), ())]), (ANOTHER, [(1, (2,), ())])])
@given(amounts, any_clauses)
def test_the_same_can_be_picked_at_every_moment(needs: Amounts, clauses: list[Clause]) -> None:
    if payable(needs, offered(*clauses)):
        go_through(needs, clauses, [])
    else:
        assert asked_in_c(needs, clauses, []) is None


@settings(max_examples=150, deadline=None)
@example((3, 1), [(0, 1), (2, 0), (4, 0), (3, 3), (3, 2), (1, 2)])
@example((3, 0), [(3, 0), (0, 1), (0, 0), (0, 0), (2, 0), (4, 3)])
@given(st.tuples(*[st.integers(0, 15)] * 2), st.lists(st.tuples(*[st.integers(0, 6)] * 2), min_size=3, max_size=6))
def test_a_search_is_given_up_at_the_same_step(price: Amounts, values: list[Amounts]) -> None:
    coins: list[Clause] = [
        (EACH, [(i, (*value, 0), ()) for i, value in enumerate(values)]),
        (ANOTHER, [(0, (1,), ()), (1, (3,), (0, 1, 0))]),
        (ANY, [(2, (1,), (1, 0, 0))]),
    ]
    with few_steps():
        if payable((*price, 0), offered(*coins)):
            go_through((*price, 0), coins, [])


@settings(max_examples=10, deadline=None)
@given(st.integers(20, 160), st.lists(st.integers(1, 30), min_size=SOURCES, max_size=SOURCES))
def test_past_the_most_steps_of_a_search_the_same_is_offered(price: int, values: list[int]) -> None:
    coins: list[Clause] = [(EACH, [(i, (value, 0, 0), ()) for i, value in enumerate(values)])]
    so_far: list[int] = []
    while following := asked_in_c((price, 0, 0), coins, so_far):
        assert following == picks((price, 0, 0), offered(*coins), so_far)
        so_far.append(following[-1])
    assert sum(values[i] for i in so_far) >= price or sum(values) < price


def test_a_search_that_takes_too_many_steps_is_among_these() -> None:
    pool = tuple((((EACH, (value,), ()),), 1) for value in range(SOURCES, 0, -1))
    assert minimal_ways((90,), pool) is None
    coins: list[Clause] = [(EACH, [(value, (value, 0, 0), ()) for value in range(1, SOURCES + 1)])]
    assert asked_in_c((90, 0, 0), coins, []) == picks((90, 0, 0), offered(*coins), [])


def test_nothing_is_picked_after_what_is_no_source() -> None:
    coins: list[Clause] = [(EACH, [(i, (1, 0, 0), ()) for i in range(3)])]
    assert [asked_in_c((2, 0, 0), coins, [one]) for one in (0, 5)] == [[1, 2], []]


def test_amounts_too_large_for_c_are_left_to_python() -> None:
    with pytest.raises(AssertionError, match="left to Python"):
        asked_in_c((1, 0, 0), [(EACH, [(1, (2**40, 0, 0), ())])], [])
