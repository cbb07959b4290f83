"""`kamon arena`: who is stronger, as tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.cli import FINE, MISUSE, main
from interpreter.explain import available_locales

TOYS = Path(__file__).resolve().parents[1] / "toys"
LINE = str(TOYS / "tic_tac_toe")


def test_the_tables_say_who_is_stronger(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["arena", LINE, "--players", "random,mcts:30,greedy", "-n", "4", "--seed", "1", "--jobs", "1"]
    assert main(call) == FINE
    head, titles, best, *rest = capsys.readouterr().out.splitlines()
    assert head == "Three in a row: 12 matches, seed 1"
    assert titles.split() == ["bot", "Elo", "95", "%", "interval", "share"]
    assert best.startswith("mcts:30  +")
    assert rest[3].split() == ["pair", "wins", "draws", "losses", "p"]
    assert [line.split()[:3] for line in rest[4:]] == [
        ["random", "–", "mcts:30"],
        ["random", "–", "greedy"],
        ["mcts:30", "–", "greedy"],
    ]
    for line in rest[4:]:
        wins, draws, losses = map(int, line.split()[3:6])
        assert wins + draws + losses == 4


def test_the_matches_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "matches.csv"
    call = ["arena", LINE, "--players", "random,greedy", "-n", "3", "--jobs", "1", "--out", str(file)]
    assert main(call) == FINE
    capsys.readouterr()
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.parametrize("locale", available_locales())
def test_every_locale_has_the_tables(locale: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", LINE, "--players", "random,greedy", "-n", "1", "--jobs", "1", "--locale", locale]) == FINE
    assert "Elo" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", "greedy"), "an arena needs two bots at least"),
        (("--players", "greedy,random, greedy"), "'greedy' is named twice"),
        (("--players", "greedy,gredy"), "no agent 'gredy'"),
        (("--players", "greedy,human"), "no agent 'human'"),
        (("--players", "greedy,mcts:x"), "it is written: mcts, mcts:ITERATIONS, mcts:SECONDSs"),
        (("--players", "greedy,random", "--seats", "3"), "3"),
    ],
)
def test_what_cannot_be_played_is_misuse(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", LINE, *arguments]) == MISUSE
    assert told in capsys.readouterr().err


def test_where_one_side_is_played_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "white_castle+solo", "--players", "greedy,random", "-n", "1", "--jobs", "1"]) == FINE
    assert "each for itself" in capsys.readouterr().out
