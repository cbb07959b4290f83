"""Saves that are damaged, foreign or made to harm: each is refused with its reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import interpreter
from interpreter.engine import Game, GameError, SaveError, Session, State, read_save, replay, replay_saved
from interpreter.engine.save import checksum
from tests.engine.found import VEILED, load, seed_dealing

Json = dict[str, Any]
Change = Callable[[Json], object]


@pytest.fixture(scope="module")
def game() -> Game:
    return load(VEILED)


@pytest.fixture(scope="module")
def picked(game: Game) -> str:
    """A match after two picks: ada has sun_1 and sun_5, bo has moon_3 and another card."""
    seed = seed_dealing(2, ada="sun_1 sun_5 sun_7", bo="moon_3 sun_2")
    return Session(game, 2, seed).choose("sun_7").choose("sun_2").to_json()


@pytest.fixture(scope="module")
def text(game: Game, picked: str) -> str:
    """A match after two picks and a turn."""
    return read_save(game, picked).choose("hide(sun_5)").to_json()


def refusal(game: Game, text: str) -> str:
    with pytest.raises(SaveError) as refused:
        read_save(game, text)
    return refused.value.code


def changed(text: str, change: Change) -> str:
    """The save after a change, with the checksum of its array made to fit."""
    saved = json.loads(text)
    change(saved)
    return json.dumps(saved)


def set_slot(name: str, value: object) -> Change:
    return lambda saved: saved["state"].update({name: value})


def test_slots_are_written_by_name(text: str) -> None:
    state = json.loads(text)["state"]
    assert state["me"] == "ada"
    assert state["place.sun_5"] == "vault"
    assert state["vault[0]"] == "sun_5"
    assert state["hand of ada"] == ["sun_1"]
    assert state["purse.ada"] == 4


def test_tokens_are_written_by_their_sides() -> None:
    state = json.loads(interpreter.load("rosenkoenig").start(seed=1).choose(0).to_json())["state"]
    stones = {name: value for name, value in state.items() if name.startswith("stone.") and len(name) == 8}
    assert sorted(set(stones.values())) == ["nothing", "red"]
    assert stones[f"stone.{state['place.crown']}"] == "red"


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_save_that_is_cut_off(game: Game, text: str, share: float) -> None:
    assert refusal(game, text[: int(len(text) * share)]) == "save-not-json"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[1, 2]", "save-not-a-save"),
        ("{}", "save-not-a-save"),
        ("[" * 200_000, "save-not-json"),
        ('{"kamon_save": 1, "kamon_save": 1}', "save-not-json"),
        ('{"kamon_save": 1.0}', "save-not-json"),
        ('{"kamon_save": NaN}', "save-not-json"),
        ('{"kamon_save": ' + "9" * 5000 + "}", "save-not-json"),
        ('{"kamon_save": 2}', "save-version"),
        ('{"kamon_save": true}', "save-version"),
        ('{"kamon_save": 1, "view": "bo"}', "save-of-view"),
        ('{"kamon_save": 1}', "save-field"),
        ('{"kamon_save": 1, "padding": "' + " " * 10_000_000 + '"}', "save-too-large"),
        ("\udc80", "save-not-json"),
    ],
    ids=range(13),
)
def test_what_is_no_save_of_this_format(game: Game, text: str, code: str) -> None:
    assert refusal(game, text) == code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda saved: saved.update(game="rosenkoenig"), "save-other-game"),
        (lambda saved: saved.update(overlays=["x"]), "save-other-game"),
        (lambda saved: saved.update(options={"rounds": 2}), "save-other-options"),
        (lambda saved: saved.update(options={"rounds": [3]}), "save-field"),
        (lambda saved: saved.update(players=5), "save-field"),
        (lambda saved: saved.update(players=True), "save-field"),
        (lambda saved: saved.update(fingerprint="0" * 64), "save-rules-changed"),
        (lambda saved: saved.update(seed="4"), "save-field"),
        (lambda saved: saved.update(seed=seed_dealing(2, bo="sun_7")), "replay-choice"),
        (lambda saved: saved.update(checksum="0" * 64), "save-checksum"),
        (lambda saved: saved.update(offered=["done"]), "save-offered"),
        (lambda saved: saved.update(stack=[1 << 70]), "save-field"),
        (lambda saved: saved.update(stack=[0] * 5000), "save-field"),
        (lambda saved: saved.update(choices=[["ada"]]), "save-field"),
        (lambda saved: saved["choices"].pop(), "save-contradicts"),
        (lambda saved: saved.update(table=["human"]), "save-field"),
        (lambda saved: saved.update(table=[1, 2]), "save-field"),
        (lambda saved: saved["choices"].append(["bo", "done"]), "replay-player"),
        (lambda saved: saved["choices"].append(["ada", "show(moon_1)"]), "replay-choice"),
        (lambda saved: saved["state"].pop("vault[0]"), "save-missing-slot"),
        (set_slot("purse.dee", 3), "save-unknown-slot"),
        (set_slot("purse.ada", 10), "save-slot-range"),
        (set_slot("purse.ada", "many"), "save-slot-range"),
        (set_slot("purse.ada", True), "save-slot-range"),
        (set_slot("purse.ada", None), "save-slot-range"),
        (set_slot("purse.ada", 1 << 80), "save-slot-range"),
        (set_slot("generator", "0x123"), "save-slot-range"),
        (set_slot("hand of ada", ["sun_1", "sun_1"]), "save-slot-range"),
        (set_slot("hand of ada", ["castle"]), "save-slot-range"),
        (set_slot("hand of ada", [[]]), "save-slot-range"),
        (set_slot("purse.ada", 5), "save-checksum"),
    ],
)
def test_a_save_with_one_thing_changed(game: Game, text: str, change: Change, code: str) -> None:
    assert refusal(game, changed(text, change)) == code


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("pending", 99, "save-pending"),
        ("pending", 0, "save-offered"),
        ("hand of ada", ["sun_5", "sun_1"], "save-piece"),
        ("hand of ada", [], "save-piece"),
        ("place.sun_1", "deck", "save-piece"),
        ("vault.count", 0, "save-list"),
        ("vault.count", 2, "save-list"),
        ("vault[0]", "sun_1", "save-piece"),
        ("vault[1]", "sun_1", "save-list"),
        ("deck[0]", 14, "save-piece"),
        ("cup of bo", ["die_ada_1", "die_bo_1"], "save-piece"),
        ("me", "bo", "save-offered"),
    ],
)
def test_a_moment_that_cannot_be(game: Game, text: str, name: str, value: object, code: str) -> None:
    state = read_save(game, text).state
    index = [slot.name for slot in state.rules.program.layout.slots].index(name)
    number = state.rules.slot_names.number(index, value)
    assert number is not None
    saved = json.loads(state.to_json())
    state.array[index] = number
    saved["state"][name] = value
    saved["checksum"] = checksum(state.array)
    assert refusal(game, json.dumps(saved)) == code


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_junk_in_any_place_is_refused_or_does_not_matter(game: Game, text: str, data: st.DataObject) -> None:
    saved = json.loads(text)
    inside = data.draw(st.sampled_from([saved, saved["state"]]))
    inside[data.draw(st.sampled_from(sorted(inside)))] = data.draw(junk)
    try:
        session = read_save(game, json.dumps(saved))
    except SaveError:
        return
    assert session.state == read_save(game, text).state


def test_a_match_finds_its_game_by_name() -> None:
    state = interpreter.load("rosenkoenig+four_player").start(4, seed=3)
    session = Game.from_json(Session.resume(state).to_json())
    assert session.state == state
    assert session.game.title == "rosenkoenig+four_player"
    assert Game.from_json(state.to_json()).state == state


@pytest.mark.parametrize("name", ["../veiled", "/etc", "veiled/../veiled", "a" * 200, "Veiled", ""])
@pytest.mark.parametrize("field", ["game", "overlays"])
@pytest.mark.parametrize("read", [Game.from_json, replay_saved, lambda text: read_save(load(VEILED), text)])
def test_a_save_leads_to_no_path(text: str, name: str, field: str, read: Callable[[str], object]) -> None:
    given = name if field == "game" else [name]
    with pytest.raises(SaveError) as refused:
        read(changed(text, lambda saved: saved.update({field: given})))
    assert refused.value.code == "save-field"
    assert repr(field) in refused.value.text("en")


def test_a_game_that_is_not_found_is_said_as_such(text: str) -> None:
    with pytest.raises(GameError, match="unknown-game"):
        Game.from_json(text)
    assert Game.from_json(text, [Path(VEILED).parent]).game.same_rules(load(VEILED))


def test_choices_are_replayed_on_changed_rules(game: Game, picked: str, tmp_path: Path) -> None:
    folder = tmp_path / "veiled"
    folder.mkdir()
    rules = (Path(VEILED) / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(rules.replace("worth of card < 5", "worth of card < 3"), encoding="utf-8")
    session = read_save(game, picked).choose("done").choose("decline")
    new = interpreter.load(str(folder))
    fits = replay(new, session.to_json())
    assert (fits.stopped, fits.choices, len(fits.session.moments)) == (None, 4, 4)
    report = replay(new, session.choose("show(moon_3)").to_json())
    assert report.stopped is not None
    assert (report.choices, len(report.session.moments)) == (5, 4)
    assert report.stopped.args["number"] == 5
    assert report.stopped.span.text == "worth of card < 3"
    assert report.stopped.span.file.endswith("game.yaml")


def test_a_moment_cannot_be_replayed(game: Game) -> None:
    with pytest.raises(SaveError) as refused:
        replay(game, game.start(2, seed=4).to_json())
    assert refused.value.code == "save-without-choices"


def test_a_state_is_read_with_or_without_its_past(game: Game, text: str) -> None:
    state = State.from_json(game, text)
    assert State.from_json(game, state.to_json()) == state
