"""A seat that the rules play is no player: nobody sits there, no bot is named for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

GAME = """\
kamon: 1
game: alone
title: Alone
players: {counts: [2], seats: {rival: {plays: rules}, ann: {}}}
counters:
  coin: {per: player}
flow: "repeat 2: ((as rival: coin 1); (as ann: (earn | rest)))"
rules:
  earn: coin 2
  rest: coin 0
score: {for: player, lines: {coins: coin}}
"""


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    return written(tmp_path / "alone", GAME)


def test_it_is_a_game_for_one(kamon: Run, alone: Path) -> None:
    listed = kamon("list", "--games", alone.parent, "--locale", "en").out
    assert "  alone  Alone  1 player\n" in listed
    assert kamon("explain", alone, "--locale", "en").out.splitlines()[1] == "For 1 player"


@pytest.mark.parametrize("arguments", [(), ("--players", "human"), ("--seats", "1")])
def test_one_person_is_enough(kamon: Run, alone: Path, arguments: tuple[str, ...]) -> None:
    ran = kamon("play", alone, *arguments, "--locale", "en", typed="earn\nearn\n")
    assert "  rival   coin 1\n▶ ann (you)   coin 0\n" in ran.out
    assert ran.out.endswith("\nann wins.\n")


def test_nobody_can_sit_there(kamon: Run, alone: Path) -> None:
    ran = kamon("play", alone, "--players", "greedy,human", "--locale", "en")
    assert (ran.code, ran.err) == (2, "kamon: this game is not for 2 players; how many can play: 1\n")


@pytest.mark.parametrize("arguments", [("--seats", "2"), ("--players", "greedy,random")])
def test_nobody_is_simulated_there(kamon: Run, alone: Path, arguments: tuple[str, ...]) -> None:
    ran = kamon("simulate", alone, *arguments, "-n", "1", "--locale", "en")
    assert (ran.code, ran.err) == (2, "kamon: this game is not for 2 players; how many can play: 1\n")


def test_a_match_is_taken_up_by_one_person(kamon: Run, alone: Path, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    kamon("play", alone, "--save", file, "--locale", "en", typed="earn\n")
    assert "▶ ann (you)   coin 2" in kamon("play", alone, "--load", file, "--players", "human", "--locale", "en").out


def test_bots_alone_play_against_the_rules(kamon: Run, alone: Path) -> None:
    watched = kamon("play", alone, "--watch", "--players", "random", "--seed", "1", "--locale", "en").out
    assert "  rival   coin 2\n  ann (random bot)" in watched
    lines = kamon("simulate", alone, "--players", "random", "-n", "4", "--locale", "en").out.splitlines()
    assert [line.split()[:2] for line in lines[2:4]] == [["rival", "0"], ["ann", "random"]]
