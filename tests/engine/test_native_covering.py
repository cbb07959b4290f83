"""Payments in C, held against the Python engine's."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.compiler.covering import EACH, MOST_STEPS, Amounts, Clause, minimal_ways, offered, payable, picks
from interpreter.engine.native_build import LIBRARY, compiled, find_compiler, opened
from tests.compiler.test_covering import KINDS, amounts, any_clauses

SOURCES = 20
ALONE = ("SLOTS", "CAPACITY", "DEEPEST", "GENERATOR", "MOST_OPTIONS", "MOST_IN_A_LIST")
LIMITS = {"MOST_KINDS": KINDS, "MOST_CLAUSES": 5, "MOST_USES": 40, "MOST_STEPS": MOST_STEPS}
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
def library() -> ctypes.CDLL:
    command = find_compiler()
    if command is None:
        pytest.skip("there is no C compiler")
    folder = files("interpreter.compiler") / "native"
    head = [f"#define {name} {size}" for name, size in {**dict.fromkeys(ALONE, 1), **LIMITS}.items()]
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
    count = library().asked(len(rows), *given_, len(so_far), words(*so_far), found)
    assert count > -2, "this would be left to Python"
    return None if count == -1 else found[:count]


def go_through(needs: Amounts, clauses: list[Clause], so_far: list[int]) -> None:
    """Compares what can be picked after every pick there is."""
    following = picks(needs, offered(*clauses), so_far)
    assert asked_in_c(needs, clauses, so_far) == following
    for source in following:
        go_through(needs, clauses, [*so_far, source])


@settings(max_examples=150, deadline=None)
@given(amounts, any_clauses)
def test_the_same_can_be_picked_at_every_moment(needs: Amounts, clauses: list[Clause]) -> None:
    if payable(needs, offered(*clauses)):
        go_through(needs, clauses, [])
    else:
        assert asked_in_c(needs, clauses, []) is None


@settings(max_examples=50, deadline=None)
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


def test_amounts_too_large_for_c_are_left_to_python() -> None:
    with pytest.raises(AssertionError, match="left to Python"):
        asked_in_c((1, 0, 0), [(EACH, [(1, (2**40, 0, 0), ())])], [])
