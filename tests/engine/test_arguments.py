"""What the engine says to arguments that it does not take, and how its objects show themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import interpreter
from interpreter.engine import Game, IllegalChoiceError, Session, State, why_not
from tests.engine.found import VEILED

if TYPE_CHECKING:
    from collections.abc import Callable

GAME: Any = interpreter.load(VEILED)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: GAME.start(seed="x"), "seed must be a whole number, not 'x'"),
        (lambda: GAME.start(seed=None), "seed must be a whole number, not None"),
        (lambda: GAME.start(seed=True), "seed must be a whole number, not True"),
        (lambda: GAME.start(players="2"), "players must be a whole number, not '2'"),
        (lambda: GAME.start(players=2.0), "players must be a whole number, not 2.0"),
        (lambda: Session(GAME, 2, seed="1"), "seed must be a whole number"),  # type: ignore[arg-type]
        (lambda: list(GAME.random_games("3")), "count must be a whole number, not '3'"),
        (lambda: list(GAME.random_games(1, seed=1.5)), "seed must be a whole number, not 1.5"),
        (lambda: GAME.start().choose(None), "a choice must be an option, its index or text, not None"),
        (lambda: GAME.start().choose(True), "a choice must be an option, its index or text, not True"),
        (lambda: GAME.start().choose(b"x"), "a choice must be an option"),
        (lambda: Session(GAME).choose([]), "a choice must be an option"),  # type: ignore[arg-type]
        (lambda: why_not(GAME.start(), None), "what is asked about must be text, not None"),  # type: ignore[arg-type]
        (lambda: Game.from_json(None), "a saved match must be text, not None"),  # type: ignore[arg-type]
        (lambda: State.from_json(GAME, b"{}"), "a saved match must be text"),  # type: ignore[arg-type]
        (lambda: interpreter.load(None), "spec must be a game's name or a path, not None"),  # type: ignore[arg-type]
        (lambda: interpreter.load("rosenkoenig", dirs="games"), "dirs must be a list of paths, not 'games'"),
        (lambda: interpreter.load("rosenkoenig", [1]), "options must be a mapping"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_said_by_name(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError, match=said.replace(".", r"\.")):
        call()


@pytest.mark.parametrize("nobody", ["xyz", -1, 9, True, None])
def test_nobody_is_no_player(nobody: Any) -> None:
    with pytest.raises(ValueError, match="there is no player"):
        GAME.start().view(nobody)


def test_any_whole_number_is_a_seed() -> None:
    assert GAME.start(seed=-1) == GAME.start(seed=2**64 - 1)
    assert GAME.start(seed=1) == GAME.start(seed=1)


def test_nothing_is_no_choice() -> None:
    with pytest.raises(IllegalChoiceError, match="'' is not offered"):
        GAME.start().choose("")


def test_objects_show_what_they_are() -> None:
    session = Session(GAME, seed=1)
    state = session.state
    asked = f"{state.players[state.seat_to_decide]} decides: "
    assert repr(session).startswith(f"<Session of veiled, {len(state.players)} players, 0 choices, {asked}")
    assert "1 choice," in repr(session.choose(0))
    assert repr(state.view(0)).startswith(f"<View of veiled for {state.players[0]}, ")
