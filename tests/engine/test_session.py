"""Undo, and what is told to whom."""

from __future__ import annotations

import json

import pytest

from interpreter.engine import HIDDEN, IllegalChoiceError, Session, UndoRefusedError
from tests.engine.found import VEILED, load, seed_dealing


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
    assert theirs.events[1].values == (HIDDEN, HIDDEN)


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
