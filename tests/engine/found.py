"""Every game there is, found and not listed: those that are shipped, their overlays, and the toys. And moments of
them that tests speak of.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter
from interpreter.engine import Game, State

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
SHELVES = (ROOT / "games", ROOT / "tests" / "toys", ROOT / "tests" / "engine" / "games")


@cache
def load(spec: str) -> Game:
    """A game by its spec, compiled once for all tests."""
    return interpreter.load(spec)


def _specs() -> Iterator[str]:
    for shelf in SHELVES:
        for folder in sorted(path for path in shelf.iterdir() if (path / "game.yaml").is_file()):
            yield str(folder)
            for overlay in sorted(folder.glob("variants/*.yaml")):
                yield f"{folder}+{overlay.stem}"


SPECS = tuple(_specs())
# One way of playing each game: its spec and the number of players.
TABLES = tuple((spec, players) for spec in SPECS for players in load(spec).player_counts)
VEILED = str(ROOT / "tests" / "engine" / "games" / "veiled")
MOST_SEEDS = 300_000  # the rarest deal asked for comes once in about twenty thousand


def name_of(table: tuple[str, int]) -> str:
    spec, players = table
    return f"{Path(spec).name}-{players}"


def midgame(table: tuple[str, int], seed: int, depth: int) -> State:
    """A state after at most so many random decisions, not over unless the game is that short."""
    spec, players = table
    state = load(spec).start(players, seed)
    for i in range(depth):
        before = state.copy()
        if state.choose((seed * 31 + i * 17) % len(state.codes)).over:
            return before
    return state


@cache
def seed_dealing(players: int, **hands: str) -> int:
    """The first seed of the veiled game that deals everyone named all these cards, such as `ada="sun_1 sun_5"`.

    So tests can name cards however the game shuffles. Raises LookupError.
    """
    game = load(VEILED)
    program = game.rules(players).program
    layout, model = program.layout, program.model
    wanted = {
        model.place_names.index(f"hand of {name}"): {model.piece_names.index(card) for card in cards.split()}
        for name, cards in hands.items()
    }
    for seed in range(MOST_SEEDS):
        array = game.start(players, seed).array
        if all(cards.issubset(layout.contents(array, hand)) for hand, cards in wanted.items()):
            return seed
    raise LookupError(f"none of the first {MOST_SEEDS} seeds deals {hands} to {players} players")
