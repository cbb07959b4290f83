"""A whole game of every game found at every number of players, as a text that is played again and compared.

`--update` plays at random and writes the texts anew; its diff is the review.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.engine import State
from tests.engine.found import TABLES, load

HERE = Path(__file__).parent
SEED = 7
MOST = 400
"""Decisions of a game that is still worth reading; a longer one is left there."""

Choose = Callable[[int, State], str]


def text_file(table: tuple[str, int]) -> Path:
    spec, players = table
    return HERE / f"{Path(spec).name}.{players}.txt"


def told(table: tuple[str, int], choose: Choose) -> str:
    """The game in words: at each decision its number, who decides, among how many options, and for what."""
    spec, players = table
    state = load(spec).start(players, SEED)
    width = max(map(len, state.players))
    lines = [f"{state.game.title}, {players} players, seed {SEED}", ""]
    for number in range(1, MOST + 1):
        if state.decision is None:
            break
        who, count = state.decision.player, len(state.codes)
        key = choose(number, state)
        lines.append(f"{number:>3}  {who:<{width}}  {count:>2}  {key}")
        state.choose(key)
    return "\n".join([*lines, "", *ending(state)]) + "\n"


def ending(state: State) -> list[str]:
    scores = [
        f"{owner} {total} ({', '.join(f'{line} {value}' for line, value in lines.items())})"
        for (owner, lines), total in zip(state.score_lines().items(), state.totals(), strict=True)
    ]
    return [
        "over" if state.over else "not over yet",
        *scores,
        f"{'won by' if state.over else 'ahead:'} {', '.join(state.winners())}",
    ]


def at_random(draw: random.Random) -> Choose:
    def choose(_: int, state: State) -> str:
        assert state.decision is not None
        return draw.choice(state.decision.options).key

    return choose


def as_written(text: str) -> Choose:
    """The choices of a text: what stands behind the third column of its numbered lines."""
    lines = [line.split(maxsplit=3) for line in text.splitlines()]
    chosen = {int(line[0]): line[3] for line in lines if len(line) == 4 and line[0].isdecimal()}

    def choose(number: int, state: State) -> str:
        assert number in chosen, f"the game goes on: {state.decision!r}"
        return chosen[number]

    return choose


@pytest.mark.parametrize("table", TABLES, ids=lambda table: text_file(table).stem)
def test_a_whole_game_goes_as_it_went(table: tuple[str, int], request: pytest.FixtureRequest) -> None:
    file = text_file(table)
    if request.config.getoption("--update"):
        file.write_text(told(table, at_random(random.Random(SEED))), encoding="utf-8")
    assert file.is_file(), "no playthrough: python -m pytest tests/playthroughs --update"
    text = file.read_text(encoding="utf-8")
    assert told(table, as_written(text)) == text


def test_every_text_is_of_a_game() -> None:
    assert set(HERE.glob("*.txt")) == {text_file(table) for table in TABLES}
