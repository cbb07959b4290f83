"""A bot is a file: what it says is weighed, and what is wrong with it is told at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.agents import make_agent, read_weights
from interpreter.engine import Game, GameError, State, load

if TYPE_CHECKING:
    from pathlib import Path

MARKET = """
kamon: 1
game: market
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters:
  coin: {per: player}
  debt: {per: player}
  fame: {per: player}
  round: {per: game}
flow: |
  take turns until round = 6: (coin 2 | (coin 3; debt 1) | fame 1); round 1
score:
  for: player
  lines:
    fame: fame
    purse: coin / 4
"""


@pytest.fixture
def market(tmp_path: Path) -> Game:
    folder = tmp_path / "market"
    folder.mkdir()
    (folder / "game.yaml").write_text(MARKET, encoding="utf-8")
    return load(folder)


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return tmp_path / "bot.yaml"


def taken(game: Game, bot: Path, text: str, state: State | None = None) -> set[str]:
    """What the bot chooses first, with several seeds."""
    bot.write_text(text, encoding="utf-8")
    state = game.start(2, 0) if state is None else state
    view = state.view(state.seat_to_decide)
    return {make_agent(f"heuristic:{bot}", seed, game.rules(2)).choose(view).key for seed in range(8)}


def found(bot: Path, text: str, game: Game | None = None) -> list[tuple[str, int, int]]:
    """The codes and places of what is wrong."""
    bot.write_text(text, encoding="utf-8")
    with pytest.raises(GameError) as wrong:
        make_agent(f"heuristic:{bot}", 1, None if game is None else game.rules(2))
    return [(one.code, one.span.line, one.span.column) for one in wrong.value.diagnostics]


@pytest.mark.parametrize(
    ("weights", "choices"),
    [
        ("", {"fame 1"}),
        ("counters: {coin: 1}", {"coin 3; debt 1"}),
        ("counters: {coin: 1, debt: -1}", {"coin 2", "coin 3; debt 1"}),
        ("counters: {coin: 1, debt: -1.5}", {"coin 2"}),
        ("points: 0", {"coin 2", "coin 3; debt 1", "fame 1"}),
        ("points: 0\nlines: {fame: 0.5}", {"fame 1"}),
        ("lines: {fame: -1}", {"coin 2", "coin 3; debt 1", "fame 1"}),
    ],
)
def test_what_is_worth_most_is_taken(market: Game, bot: Path, weights: str, choices: set[str]) -> None:
    assert taken(market, bot, f"kamon: 1\n{weights}\n") == choices


def test_what_others_have_counts_against_it(tmp_path: Path, bot: Path) -> None:
    folder = tmp_path / "spite"
    folder.mkdir()
    text = MARKET.replace("game: market", "game: spite").replace("fame 1)", "as next(me): lose coin 2)")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    game = load(folder)
    state = game.start(2, 0).choose("coin 2").choose("coin 2")
    weights = "kamon: 1\npoints: 0\ncounters: {coin: 1}\nothers: "
    assert taken(game, bot, f"{weights}0", state) == {"coin 3; debt 1"}
    assert taken(game, bot, f"{weights}1.6", state) == {"as next(me): lose coin 2"}


def test_a_name_that_the_game_lacks_is_told_at_its_place(market: Game, bot: Path) -> None:
    text = "kamon: 1\ncounters:\n  coin: 1\n  dept: -1\n  round: 1\nlines: {fama: 1}\n"
    assert found(bot, text, market) == [
        ("unknown-name", 6, 9),
        ("unknown-name", 4, 3),
        ("unknown-name", 5, 3),
    ]
    with pytest.raises(GameError, match=r"4 \|   dept: -1(?s:.*)did you mean 'debt'"):
        make_agent(f"heuristic:{bot}", 1, market.rules(2))


def test_a_bot_for_another_game_is_refused_when_it_has_to_choose(market: Game, bot: Path) -> None:
    bot.write_text("kamon: 1\ncounters: {seal: 1}\n", encoding="utf-8")
    agent = make_agent(f"heuristic:{bot}", 1)
    with pytest.raises(GameError, match="nothing is called 'seal' here"):
        agent.choose(market.start(2, 0).view(0))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kamon: 1\npoint: 1\n", [("unknown-key", 2, 1)]),
        ("points: 1\n", [("missing-key", 1, 1)]),
        ("kamon: 2\n", [("not-among", 1, 8)]),
        ("kamon: 1\npoints: much\n", [("wrong-shape", 2, 9)]),
        ("kamon: 1\npoints: .nan\n", [("wrong-shape", 2, 9)]),
        ("kamon: 1\npoints: .inf\n", [("number-limit", 2, 9)]),
        ("kamon: 1\ncounters: {coin: yes}\n", [("wrong-shape", 2, 18)]),
        ("kamon: 1\ncounters: {}\n", [("too-few-items", 2, 1)]),
        ("[]\n", [("wrong-shape", 1, 1)]),
    ],
)
def test_what_is_wrong_with_a_file_is_told_at_its_place(bot: Path, text: str, told: list[tuple[str, int, int]]) -> None:
    assert found(bot, text) == told


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"none\.yaml"):
        read_weights(tmp_path / "none.yaml")
