"""Free actions: where they are offered, and what follows them."""

from __future__ import annotations

import pytest

from interpreter.engine import State
from tests.engine.found import ROOT, load


@pytest.fixture
def begun() -> State:
    return load(str(ROOT / "tests" / "toys" / "free_actions")).start(players=2, seed=1)


def keys(state: State) -> list[str]:
    assert state.decision is not None
    return [option.key for option in state.decision.options]


def chosen(state: State, *wanted: str) -> State:
    for key in wanted:
        state.choose(keys(state).index(key))
    return state


def test_they_are_offered_beside_a_decision_while_they_are_possible(begun: State) -> None:
    assert keys(begun) == ["pass", "sell", "hope"]
    assert keys(chosen(begun, "sell")) == ["buy(book_1)", "pass", "sell", "hope"]
    assert keys(chosen(begun, "sell")) == ["buy(book_1)", "pass", "sell"]


def test_afterwards_the_same_player_decides_the_same_thing(begun: State) -> None:
    chosen(begun, "sell", "sell", "sell", "buy(book_1)")
    assert keys(begun) == ["pay coin 1 -> point 2", "decline"]


def test_none_is_offered_within_a_free_action(begun: State) -> None:
    assert keys(chosen(begun, "sell", "hope")) == ["wish 1", "wish 2"]


def test_they_alone_are_no_reason_to_ask(begun: State) -> None:
    """Ann has no wish to spend, and could hope for one; but then it is Bob who decides."""
    chosen(begun, "pass")
    assert begun.decision is not None
    assert begun.decision.player == "bob"


def test_none_is_offered_beside_a_secret_choice(begun: State) -> None:
    chosen(begun, "sell", "buy(book_1)", "decline", "sell", "buy(book_2)", "decline")
    assert keys(begun) == ["book_1"]


def test_none_is_offered_twice_where_the_rules_offer_it_themselves(begun: State) -> None:
    chosen(begun, "pass", "pass", "pass", "pass")
    assert keys(begun) == ["sell", "hope", "done"]
    assert keys(chosen(begun, "sell")) == ["sell", "hope", "done"]
