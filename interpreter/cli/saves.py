"""Saved matches that the commands are given, and matches that they begin."""

from __future__ import annotations

import shlex
from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import MAX_SAVE, read_text
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from interpreter.engine import Game, Replay, Session


@record
class Asked:
    """Which rules a saved match is opened on.

    game: a name or folder, to which the save's overlays come unless it has some itself; None: the game that the save
    names.  options: those typed, which must be the save's.  dirs: where games are looked for first.  naming: the
    command that says where the game is, with `FOLDER` and `SAVE`.
    """

    game: str | None
    options: Mapping[str, str | int]
    dirs: list[Path]
    naming: str = ""


def opened(file: Path, asked: Asked) -> Session:
    """The match in a file. Raises MisuseError, SaveError and GameError."""
    from interpreter.engine.restore import load_match

    text = read_text(file, MAX_SAVE)
    with _found(file, text, asked):
        return load_match(text, asked.dirs, asked.game, asked.options)


def replayed(file: Path, asked: Asked) -> Replay:
    """The choices of the match in a file, made again on rules that may have changed. Raises the same."""
    from interpreter.engine import replay_saved

    text = read_text(file, MAX_SAVE)
    with _found(file, text, asked):
        return replay_saved(text, asked.game, asked.dirs, asked.options)


@contextmanager
def _found(file: Path, text: str, asked: Asked) -> Iterator[None]:
    """Says how to name the game of a save that is not found by the save's name for it."""
    from interpreter.engine import GameError, saved_title

    try:
        yield
    except GameError as problem:
        if problem.code != "unknown-game" or asked.game is not None:
            raise
        command = asked.naming.replace("SAVE", shlex.quote(str(file)))
        raise MisuseError("misuse.save_game", name=saved_title(text) or "", command=command) from None


def played(game: Game, seats: tuple[str, ...], seed: int) -> Session:
    """A match between bots, to its end. Raises EndlessError for one that comes to none."""
    from interpreter.cli.table.seats import bots
    from interpreter.compiler.program import MOST_DECISIONS
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
