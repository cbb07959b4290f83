"""Who sees what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.engine import State
from tests.engine.found import VEILED, load, seed_dealing

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def state() -> State:
    """Ada has hidden one card; her die and her purse are her own; bo decides nothing."""
    seed = seed_dealing(3, ada="sun_1 sun_5", bo="moon_3 sun_2 sun_4", cy="moon_1")
    return load(VEILED).start(3, seed).choose("sun_1").choose("moon_3").choose("moon_1").choose("hide(sun_5)")


def test_an_owner_sees_what_others_do_not(state: State) -> None:
    mine, theirs = state.view("ada").values(), state.view("bo").values()
    for name in ("hand of ada", "purse.ada", "face.die_ada_1"):
        assert mine[name] != "hidden"
        assert theirs[name] == "hidden"
    assert theirs["hand of bo"] != "hidden"


def test_nobody_sees_into_what_nobody_sees(state: State) -> None:
    for name in state.players:
        values = state.view(name).values()
        assert {values["generator"], values["deck[0]"], values["vault[0]"]} == {"hidden"}


def test_counts_are_seen_by_whom_the_game_says(state: State) -> None:
    values = state.view("bo").values()
    assert values["deck.count"] == 5
    assert values["vault.count"] == "hidden"
    assert state.view("bo").counts == {
        "deck": 5,
        "hand of ada": 1,
        "hand of cy": 2,
        "cup of ada": 1,
        "cup of cy": 1,
    }


def test_the_contents_of_places_are_told_as_far_as_they_are_seen(state: State) -> None:
    contents = state.view("bo").contents
    assert contents["hand of bo"] == ("sun_2", "sun_4")
    assert contents["table"] == ("moon_1", "moon_3", "sun_1")
    assert contents["hand of ada"] is None
    assert contents["deck"] is None
    assert contents["box"] == ()


def test_only_who_decides_sees_the_options(state: State) -> None:
    ada, bo = state.view("ada"), state.view("bo")
    assert ada.decision is not None
    assert bo.decision is None
    assert (ada.decider, bo.decider, bo.over) == ("ada", "ada", False)


def test_a_view_does_not_change_with_the_state(state: State) -> None:
    view = state.view("ada")
    before = view.array
    state.choose("done")
    assert view.array == before
    assert view.decision is not None
    assert view != state.view("ada")


def test_a_hidden_hand_is_dealt_anew(state: State) -> None:
    hands = {state.determinise("bo", seed).view("ada").values()["hand of ada"].__repr__() for seed in range(40)}
    assert len(hands) > 5


def test_a_secret_pick_is_any_that_could_have_been_made() -> None:
    state = load(VEILED).start(2, seed_dealing(2, ada="sun_7")).choose("sun_7")
    picks = set()
    for seed in range(40):
        imagined = state.determinise("bo", seed)
        hand = imagined.view("ada").values()["hand of ada"]
        pick = imagined.view("ada").array[imagined.rules.secrets[0][1]]
        name = imagined.rules.program.model.piece_names[pick]
        assert isinstance(hand, list)
        assert name in hand
        picks.add(name)
    assert len(picks) > 5


def test_hidden_counters_change_places_with_each_other(state: State) -> None:
    purses = set()
    for seed in range(20):
        imagined = state.determinise("bo", seed)
        values = [imagined.view(name).values()[f"purse.{name}"] for name in state.players]
        assert sorted(map(str, values)) == ["3", "3", "4"]
        assert values[1] == 3
        purses.add(str(values))
    assert len(purses) == 2


REMEMBERED = """
kamon: 1
game: remembered
players: {counts: [2], seats: {ada: {}, bo: {}}}
enums: {suit: [moon, sun]}
zones:
  deck: {holds: card, seen_by: nobody}
  hand: {per: player, holds: card, seen_by: owner}
components:
  card: {each: {suit: suit, worth: "{1..5}"}, starts: deck}
setup: |
  shuffle deck;
  each player: draw 4 from deck to hand of me
flow: |
  each player: EFFECT
score: {for: player, lines: {cards: count(hand)}}
"""


@pytest.mark.parametrize(
    "effect",
    [
        "for each c in hand of me, in any order: move c to deck",
        "choose up to 3 c in hand of me: pass",
        "cover 3 for k in suit using (c in hand of me giving any 2 -> move c to deck)",
    ],
)
def test_what_rules_remember_of_a_hidden_hand_is_dealt_anew(tmp_path: Path, effect: str) -> None:
    """The lists of the rules hold the cards of the hand that is imagined."""
    folder = tmp_path / "remembered"
    folder.mkdir()
    (folder / "game.yaml").write_text(REMEMBERED.replace("EFFECT", effect), encoding="utf-8")
    state = load(folder).start(2, seed=1)
    state.choose(0)
    imagined = [state.determinise("bo", seed) for seed in range(20)]
    hands = [one.view("ada").contents["hand of ada"] or () for one in imagined]
    assert all(one.decision is not None and one.decision.options for one in imagined)
    for one, hand in zip(imagined, hands, strict=True):
        assert one.decision is not None
        held = set(hand)
        assert {option.key for option in one.decision.options} - {"done", "pass"} <= held
    assert len(set(map(str, hands))) > 5


FACE_DOWN = """
kamon: 1
game: face_down
players: {counts: [2], seats: {ada: {}, bo: {}}}
enums: {suit: [moon, sun]}
board:
  heap: {spaces: {left: {}, right: {}}, holds: tile, seen_by: nobody}
  row: {spaces: {near: {}, far: {}}, holds: tile}
zones:
  bag: {holds: tile, seen_by: nobody}
components:
  tile: {each: {suit: suit, worth: "{1..3}"}, starts: bag}
setup: |
  shuffle bag;
  (for each h in heap: draw 2 from bag to h);
  draw 2 from bag to near
flow: |
  each player: choose h in heap: move top(h) to far
score: {for: player, lines: {tiles: count(tile on near)}}
"""


def test_what_lies_face_down_on_a_space_is_seen_by_nobody(tmp_path: Path) -> None:
    folder = tmp_path / "face_down"
    folder.mkdir()
    (folder / "game.yaml").write_text(FACE_DOWN, encoding="utf-8")
    state = load(folder).start(2, seed=1)
    view = state.view("ada")
    assert view.contents["left"] is None
    assert view.counts == {"left": 2, "right": 2, "bag": 0}
    assert len(view.contents["near"] or ()) == 2
    lying = {name for name, value in view.values().items() if name.startswith("place.") and value == "hidden"}
    assert len(lying) in (0, 4)
    dealt = {str(state.determinise("ada", seed).choose("left").view("ada").contents["far"]) for seed in range(30)}
    assert len(dealt) == 4
    before = state.view("bo").contents["far"]
    assert state.choose("left").view("bo").contents["far"] != before
