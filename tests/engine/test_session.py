"""Undo, and what is told to whom."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.engine import HIDDEN, IllegalChoiceError, Session, UndoRefusedError
from interpreter.engine.passing import lain_open
from tests.cli.folders import written
from tests.engine.found import TABLES, VEILED, load, name_of, seed_dealing

GUARDED = str(Path(__file__).parent / "games" / "guarded")


def picked_by_ada() -> Session:
    """Ada has picked sun_7 in secret, bo has yet to pick."""
    return Session(load(VEILED), 2, seed_dealing(2, ada="sun_5 sun_7", bo="moon_3 sun_2 sun_4")).choose("sun_7")


@pytest.fixture
def session() -> Session:
    """Ada decides; each has picked a card, shown it and had points for it."""
    return picked_by_ada().choose("sun_2")


def refused(session: Session, player: str | None = None) -> str:
    with pytest.raises(UndoRefusedError) as raised:
        session.undo(player)
    return raised.value.code


def test_one_takes_back_ones_own_last_choice(session: Session) -> None:
    before = session.state.copy()
    session.choose("point 1")
    assert session.undo_refused("ada") is None
    assert session.undo("ada").state == before
    assert session.steps[-1].key == "sun_2"


def test_one_does_not_take_back_anothers(session: Session) -> None:
    session.choose("point 1")
    assert refused(session, "bo") == "undo-other"


def test_nothing_is_taken_back_past_the_beginning() -> None:
    assert refused(Session(load(VEILED), 2, seed=4)) == "undo-nothing"


def test_chance_is_not_taken_back(session: Session) -> None:
    session.choose("shake").choose("die_ada_1")
    assert refused(session) == "undo-chance"


def test_a_drawn_card_is_not_taken_back(session: Session) -> None:
    session.choose("buy")
    assert refused(session) == "undo-reveal"


def test_secret_picks_are_not_taken_back_once_they_are_shown(session: Session) -> None:
    assert refused(session) == "undo-reveal"
    assert picked_by_ada().undo_refused() is None


def test_a_choice_that_fails_changes_nothing(session: Session) -> None:
    before = session.state.copy()
    with pytest.raises(IllegalChoiceError):
        session.choose("show(sun_5)")
    assert session.state == before
    assert (len(session.steps), len(session.moments)) == (3, 2)


def test_a_secret_pick_is_told_to_nobody_else_until_it_is_shown() -> None:
    session = picked_by_ada()
    assert [step.key for step in session.log("ada")] == ["", "sun_7"]
    assert [step.key for step in session.log("bo")] == ["", "hidden"]
    session.choose("sun_2")
    assert [step.key for step in session.log("bo")] == ["", "sun_7", "sun_2"]


def test_a_card_put_away_unseen_is_told_to_its_owner_only(session: Session) -> None:
    session.choose("hide(sun_5)")
    mine, theirs = session.log("ada")[-1], session.log("bo")[-1]
    assert (mine.key, theirs.key) == ("hide(sun_5)", "hidden")
    assert mine.events[0].values[0] >= 0
    assert theirs.events[0].values[0] == HIDDEN
    assert theirs.events[1].values == (HIDDEN, HIDDEN, HIDDEN)


def test_everything_is_told_to_nobody_in_particular(session: Session) -> None:
    session.choose("hide(sun_5)")
    assert session.log() == session.steps
    assert "hidden" not in [step.key for step in session.log()]


def test_a_players_save_says_neither_seed_nor_secret(session: Session) -> None:
    saved = json.loads(session.choose("hide(sun_5)").to_json("bo"))
    assert saved["view"] == "bo"
    assert saved["choices"] == [["ada", "sun_7"], ["bo", "sun_2"], ["ada", "hidden"]]
    assert saved["offered"] == []
    assert "seed" not in saved
    assert "checksum" not in saved
    assert saved["state"]["hand of ada"] == "hidden"
    assert saved["state"]["hand of bo"] == ["moon_3", "sun_4"]


def test_a_match_can_go_on_from_a_state_without_a_past(session: Session) -> None:
    resumed = Session.resume(session.state)
    resumed.choose("done")
    assert resumed.state != session.state
    assert resumed.undo().state == session.state
    assert json.loads(resumed.to_json())["choices"] is None


def after_picks(*choices: str) -> Session:
    """Ann has picked 4 and bob 1, which went into the dark; then so much more was chosen."""
    session = Session(load(GUARDED), 2, 1)
    for choice in ("pass", "pass", "pass", "pass", "4", "1", *choices):
        session.choose(choice)
    return session


def test_what_comes_to_light_later_does_not_tell_what_was_chosen() -> None:
    session = after_picks()
    assert [step.key for step in session.log("bob")][-2:] == ["hidden", "1"]
    session.choose("2").choose("3").choose("5").choose("2")
    table = session.view("bob").contents["table"]
    assert table is not None
    assert "4" in table
    assert [step.key for step in session.log("bob")][5:7] == ["hidden", "1"]
    assert [step.key for step in session.log("ann")][5:7] == ["4", "hidden"]
    assert json.loads(session.to_json("bob"))["choices"][4:6] == [["ann", "hidden"], ["bob", "1"]]


def test_a_number_that_went_into_a_secret_counter_is_not_told() -> None:
    session = after_picks("2", "3")
    assert [step.key for step in session.log("bob")][-2:] == ["hidden", "3"]
    assert [step.key for step in session.log("ann")][-2:] == ["2", "hidden"]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@settings(max_examples=5)
@given(seed=st.integers(0, 2**63 - 1))
def test_what_was_told_is_never_told_otherwise(table: tuple[str, int], seed: int) -> None:
    """Once no pick is secret any more, what players may know of the past stays as it is."""
    spec, players = table
    session = Session(load(spec), players, seed)
    draw = random.Random(seed)
    told: dict[str, list[str]] = {}
    for _ in range(40):
        if session.state.over:
            break
        session.choose(draw.randrange(len(session.state.codes)))
        if all(session.state.array[slot] == nothing for _, slot, nothing in session.rules.secrets):
            for name in session.state.players:
                keys = [step.key for step in session.log(name)]
                assert keys[: len(told.get(name, []))] == told.get(name, [])
                told[name] = keys


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**63 - 1))
def test_what_is_foreseen_could_be_tried_and_taken_back(table: tuple[str, int], seed: int) -> None:
    name, players = table
    session, draw = Session(load(name), players, seed), random.Random(seed)
    for _ in range(12):
        if session.state.decision is None:
            break
        option = draw.choice(session.state.decision.options)
        before = session.state.copy()
        foreseen = session.foreseen(option).events
        assert session.state == before
        session.choose(option)
        taken_back = session.undo_refused(before.seat_to_decide) is None
        assert foreseen == (session.log(before.seat_to_decide)[-1].events if taken_back else ())


ATTIC = """\
kamon: 1
game: attic
players: {counts: [2], seats: {ann: {}, bob: {}}}
board:
  heap: {spaces: {left: {}, right: {}}, holds: tile, seen_by: nobody}
zones:
  attic: {holds: tile, seen_by: nobody}
components:
  tile: {each: {pips: "{1..3}"}, starts: left}
setup: shuffle left
flow: "each player: choose h in heap where count(tile on h) > 0: move top(h) to attic"
score: {for: player, lines: {none: 0}}
"""


def test_what_is_foreseen_names_nothing_hidden(tmp_path: Path) -> None:
    session = Session(load(str(written(tmp_path / "attic", ATTIC))), 2, seed=1)
    option = session.state.option("left")
    (moved,) = session.foreseen(option).events
    assert moved.values == (HIDDEN, session.rules.program.model.place_names.index("attic"))
    assert HIDDEN not in session.choose(option).steps[-1].events[0].values


FLEETING = """\
kamon: 1
game: fleeting
players: {counts: [2], seats: {ann: {}, bob: {}}}
zones:
  deck: {holds: card, seen_by: nobody}
  hand: {per: player, holds: card, seen_by: owner}
  table: {holds: card}
  grave: {holds: card, seen_by: nobody}
components:
  card: {each: {pips: "{1..9}"}, starts: deck}
counters:
  coin: {per: player, start: 5}
  favour: {per: player, seen_by: owner}
setup: |
  each player: draw 2 from deck to hand of me
flow: "repeat 3: each player: turn"
rules:
  turn: play | show_all | turn_up | mix | give
  play: "choose c in hand of me: move c to table; move table to grave"
  show_all: move hand of me to table; move table to grave
  turn_up: draw 2 from deck to table; move table to grave at bottom
  mix: move hand of me to deck; shuffle deck; draw 1 from deck to table; move table to grave
  give: "choose n in {1..5}: pay coin (n) -> favour(n)"
score: {for: player, lines: {none: 0}}
"""


@pytest.fixture
def fleeting(tmp_path: Path) -> Session:
    """Cards 9 to 6 have been drawn: ann holds 9 and 8, bob 7 and 6. Cards are shown, then lie face down."""
    return Session(load(str(written(tmp_path / "fleeting", FLEETING))), 2, seed=1)


def test_a_card_that_lay_open_for_a_moment_is_told(fleeting: Session) -> None:
    fleeting.choose("play(9)")
    told = fleeting.log("bob")[-1]
    assert told.key == "play(9)"
    assert HIDDEN not in told.events[0].values
    assert json.loads(fleeting.to_json("bob"))["choices"] == [["ann", "play(9)"]]
    assert fleeting.undo_refused("ann") is None
    refusal = fleeting.undo_refused("ann", witnesses=["bob"])
    assert refusal is not None
    assert refusal.code == "undo-reveal"


@pytest.mark.parametrize(("choice", "seen"), [("show_all", {"9", "8"}), ("turn_up", {"5", "4"})])
def test_all_that_lies_open_between_two_decisions_is_seen(fleeting: Session, choice: str, seen: set[str]) -> None:
    before, rules = fleeting.state.array[:], fleeting.rules
    fleeting.choose(choice)
    shown = lain_open(rules.sights[1], before, fleeting.steps[-1].events)
    assert {rules.program.model.piece_names[piece] for piece in shown} == seen
    assert (fleeting.undo_refused("ann") is None) == (choice == "show_all")


def test_what_cannot_be_followed_is_not_guessed_at(fleeting: Session) -> None:
    before = fleeting.state.array[:]
    fleeting.choose("mix")
    assert lain_open(fleeting.rules.sights[1], before, fleeting.steps[-1].events) == set()


def test_a_number_that_was_paid_openly_is_told(fleeting: Session) -> None:
    fleeting.choose("give(3)")
    told = fleeting.log("bob")[-1]
    assert told.key == "give(3)"
    assert told.events[-1].values == (HIDDEN, HIDDEN, HIDDEN)


FULL = """
kamon: 1
game: full
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters: {coin: {per: player, start: 5, maximum: 7}}
flow: "as ann: choose n in {0..3}: coin (n); coin (n)"
score: {for: player, lines: {none: 0}}
"""


@pytest.mark.parametrize(
    ("chosen", "gains"), [("1", [(6, 1), (7, 1)]), ("2", [(7, 2), (7, 0)]), ("3", [(7, 2), (7, 0)])]
)
def test_the_log_counts_what_was_really_gained(tmp_path: Path, chosen: str, gains: list[tuple[int, int]]) -> None:
    session = Session(load(str(written(tmp_path / "full", FULL))), 2, seed=1).choose(chosen)
    assert [(total, amount) for event in session.steps[-1].events for total, amount, _ in [event.values]] == gains
