"""Saved matches that the commands are given, and matches that they begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import MAX_SAVE, read_text

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.engine import Game, Session


def opened(file: Path, game: Game | None, dirs: list[Path]) -> Session:
    """The match in a file: of this very game, else of the one that it names. Raises MisuseError, SaveError and
    GameError.
    """
    from interpreter.engine import Game, GameError, read_save, saved_title

    text = read_text(file, MAX_SAVE)
    if game is not None:
        return read_save(game, text)
    try:
        return Game.from_json(text, dirs)
    except GameError as problem:
        if problem.code != "unknown-game":
            raise
        raise MisuseError("misuse.save_game", name=saved_title(text) or "", path=str(file)) from None


def played(game: Game, seats: tuple[str, ...], seed: int) -> Session:
    """A match between bots, to its end. Raises EndlessError for one that comes to none."""
    from interpreter.analysis.simulate import MOST_DECISIONS
    from interpreter.cli.table.seats import bots
    from interpreter.engine import EndlessError, Session
    from interpreter.source import NO_SPAN, error

    session = Session(game, len(seats), seed)
    agents = bots(seats, seed)
    while not session.state.over:
        if len(session.moments) >= MOST_DECISIONS:
            raise EndlessError(error("endless-game", NO_SPAN, name=game.title, seed=seed, limit=MOST_DECISIONS))
        seat = session.state.seat_to_decide
        session.choose(agents[seat].choose(session.view(seat)))
    return session
