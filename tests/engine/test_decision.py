"""How options are called, found and chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.engine import IllegalChoiceError, Option, State, why_not
from tests.engine.found import VEILED, load, seed_dealing

GUARDED = str(Path(__file__).parent / "games" / "guarded")


@pytest.fixture
def state() -> State:
    """Ada has sun_1, sun_5 and sun_7; both have picked; she has six things to do, two of them anonymous."""
    seed = seed_dealing(2, ada="sun_1 sun_5 sun_7", bo="sun_2")
    return load(VEILED).start(2, seed).choose("sun_7").choose("sun_2")


def keys(state: State) -> list[str]:
    assert state.decision is not None
    return [option.key for option in state.decision.options]


def options(state: State) -> tuple[Option, ...]:
    assert state.decision is not None
    return state.decision.options


def test_a_decision_says_who_decides_what(state: State) -> None:
    decision = state.decision
    assert decision is not None
    assert (decision.player, decision.seat, decision.name) == ("ada", 0, "turn")
    assert keys(state) == ["buy", "show(sun_1)", "hide(sun_1)", "hide(sun_5)", "point 1", "shake", "done"]


def test_an_option_says_what_it_is_for(state: State) -> None:
    buy, show, *_, done = options(state)
    assert (buy.kind, buy.rule, buy.element) == ("rule", "buy", None)
    assert (done.kind, done.rule) == ("done", "")
    assert (show.kind, show.rule, show.index, str(show)) == ("element", "show", 1, "show(sun_1)")
    element = show.element
    assert element is not None
    assert (element.kind, element.of, element.name) == ("piece", "card", "sun_1")
    assert state.rules.program.model.piece_names[element.number] == "sun_1"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("buy", "buy"),
        (" Show(SUN_1) ", "show(sun_1)"),
        ("sho", "show(sun_1)"),
        ("sun_5", "hide(sun_5)"),
        ("hide(sun_5", "hide(sun_5)"),
        ("d", "done"),
        ("s", None),
        ("sun_1", None),
        ("", None),
        ("castle", None),
    ],
)
def test_options_are_found_by_key_element_or_beginning(state: State, text: str, key: str | None) -> None:
    assert state.decision is not None
    found = state.decision.find(text)
    assert (found.key if found else None) == key


def test_an_option_can_be_chosen_by_itself_its_index_or_its_key(state: State) -> None:
    buy = options(state)[0]
    assert state.copy().choose(buy) == state.copy().choose(0) == state.copy().choose("buy")


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        ("castle", "no-such-option"),
        ("sun_1", "ambiguous-choice"),
        ("show(sun_5)", "refused-compare"),
        ("show(moon_1)", "refused-not-among"),
        (7, "no-such-index"),
        (-1, "no-such-index"),
    ],
)
def test_what_is_not_offered_is_refused_and_nothing_changes(state: State, choice: int | str, code: str) -> None:
    before = state.copy()
    with pytest.raises(IllegalChoiceError) as refused:
        state.choose(choice)
    assert refused.value.code == code
    assert state == before


def test_an_option_of_another_decision_is_chosen_by_its_meaning(state: State) -> None:
    done = options(state)[-1]
    after = state.copy().choose("point 1")
    assert done != options(after)[-1]
    assert after.copy().choose(done) == after.copy().choose("done")
    with pytest.raises(IllegalChoiceError):
        after.choose(next(option for option in options(state) if option.key == "point 1"))


def test_nothing_can_be_chosen_when_the_game_is_over(state: State) -> None:
    state.random_playout(1)
    assert state.over
    assert state.decision is None
    with pytest.raises(IllegalChoiceError, match="over"):
        state.choose(0)


def test_a_refusal_names_the_condition_its_place_and_its_values(state: State) -> None:
    (refusal,) = why_not(state, "show(sun_5)")
    assert refusal.key == "show(sun_5)"
    assert refusal.operands == (("worth of card", "5"), ("5", "5"))
    assert refusal.diagnostic.span.text == "worth of card < 5"
    assert refusal.diagnostic.span.file.endswith("veiled/game.yaml")


def test_a_cost_that_cannot_be_paid_is_named_with_what_there_is(state: State) -> None:
    state.array[state.rules.program.layout.counters["purse"]] = 0
    state = State(state.game, state.rules, state.array, state.rules.program.options(state.array))
    (refusal,) = why_not(state, "buy")
    assert refusal.diagnostic.code == "refused-pay"
    assert refusal.diagnostic.args == {"counter": "purse", "needed": 1, "here": 0}


def test_all_refusals_are_of_candidates_that_are_not_offered(state: State) -> None:
    assert [refusal.key for refusal in why_not(state)] == ["show(sun_5)"]
    assert why_not(state, "buy") == []


def test_seats_are_given_by_name_or_number(state: State) -> None:
    assert state.seat("bo") == state.seat(1) == 1
    for nobody in ("cy", 2, -1):
        with pytest.raises(ValueError, match="ada, bo"):
            state.seat(nobody)


COPIES = """
kamon: 1
game: copies
players: {counts: [2], seats: {red: {}, white: {}}}
enums: {suit: [sun, moon]}
zones: {deck: {holds: card}, table: {holds: card}}
components:
  card: {each: {suit: suit, copy: "{1..3}"}, told_apart_by: [suit], starts: deck}
flow: "repeat 2: each player: choose c in deck: move c to table"
score: {for: player, lines: {cards: count(table)}}
"""


def test_pieces_that_are_told_apart_by_some_attributes_are_offered_once(tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "game.yaml").write_text(COPIES, encoding="utf-8")
    state = load(folder).start(2, seed=1)
    assert keys(state) == ["sun_1", "moon_1"]
    assert keys(state.choose("sun_1")) == ["sun_2", "moon_1"]


def robbery(seed: int = 1) -> State:
    """Ann may take a card of those on the table (4, 1), of bob's hand (7) or of the deck (3, 8)."""
    state = load(GUARDED).start(2, seed)
    for choice in ("pass", "pass", "pass", "pass", 0, 0, 0, 0, 0, 0):
        state.choose(choice)
    return state


def test_pieces_that_who_decides_does_not_see_are_offered_once_a_place_and_without_names() -> None:
    state = robbery()
    assert [key for key in keys(state) if key.startswith("rob")] == ["rob(deck)", "rob(hand of bob)"]
    option = next(option for option in options(state) if option.key == "rob(hand of bob)")
    element = option.element
    assert element is not None
    assert (element.kind, element.of, element.name) == ("unseen", "card", "hand of bob")
    before = state.view("ann").contents["hand of ann"]
    after = state.copy().choose("hand of b").view("ann").contents["hand of ann"]
    assert before is not None
    assert after is not None
    assert set(after) - set(before) == {"7"}


def test_the_order_of_options_tells_nothing_of_unseen_pieces() -> None:
    for seed in range(10):
        robbing = [key for key in keys(robbery().determinise("ann", seed)) if key.startswith("rob")]
        assert robbing == ["rob(deck)", "rob(hand of bob)"]


def test_which_of_the_unseen_pieces_is_meant_is_not_always_the_same() -> None:
    drawn = set()
    for seed in range(30):
        state = robbery().determinise("ann", seed)
        deck = state.rules.program.layout.contents(state.array, state.rules.program.model.place_names.index("deck"))
        before = set(state.view("ann").contents["hand of ann"] or ())
        (taken,) = set(state.choose("rob(deck)").view("ann").contents["hand of ann"] or ()) - before
        drawn.add(sorted(deck).index(state.rules.program.model.piece_names.index(taken)))
    assert drawn == {0, 1}


def test_reasons_do_not_tell_which_of_the_unseen_pieces_is_meant() -> None:
    state = robbery()
    refusals = [refusal for text in ("rob(3", "rob(8", "rob(7") for refusal in why_not(state, text)]
    assert [refusal.key for refusal in refusals] == ["rob(3)", "rob(8)", "rob(7)"]
    assert all(refusal.hidden for refusal in refusals)
