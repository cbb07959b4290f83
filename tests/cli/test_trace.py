"""`kamon trace`: a match as a log with the rule and the place behind each line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from interpreter import load
from interpreter.engine import Session

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def saved(game: Path, file: Path, *choices: str) -> Path:
    session = Session(load(game), 2, 1)
    for choice in choices:
        session.choose(choice)
    file.write_text(session.to_json(), encoding="utf-8")
    return file


def test_each_line_has_its_rule_and_its_place(kamon: Run, race: Path, tmp_path: Path) -> None:
    save = saved(race, tmp_path / "match.json", "rest")
    lines = kamon("trace", save, "--rules", race, "--locale", "en").out.splitlines()
    assert lines[:4] == [
        "race",
        "Seed 1",
        "  0  Set-up",
        f"       The deck shuffled  · setup {race}/game.yaml:26",
    ]
    assert lines[-3] == f"  1  ann: Rest  · action {race}/game.yaml:34"
    assert lines[-1] == f"       1 card drawn from the deck to ann's hand  · rest {race}/game.yaml:41"


def test_programs_get_objects(kamon: Run, race: Path, tmp_path: Path) -> None:
    save = saved(race, tmp_path / "match.json", "rest")
    out = kamon("trace", save, "--rules", race, "--format", "jsonl", "--locale", "en").out
    first, *objects = map(json.loads, out.splitlines())
    assert first == {"kind": "match", "game": "race", "options": {"laps": 1}, "seed": 1, "players": ["ann", "bob"]}
    assert [one["kind"] for one in objects] == ["set_up", "shuffle", "draw", "draw", "choice", "gain", "draw"]
    choice, gain, _ = objects[-3:]
    assert (choice["step"], choice["player"], choice["key"], choice["rule"]) == (1, "ann", "rest", "action")
    assert gain["values"] == [3, 1, 0]
    assert (gain["file"], gain["line"]) == (f"{race}/game.yaml", 41)


def test_a_match_of_bots_is_told_to_its_end_and_again_the_same(kamon: Run, race: Path) -> None:
    arguments = ("trace", race, "--seed", "4", "--players", "random,random", "--format", "jsonl")
    one, two = kamon(*arguments), kamon(*arguments)
    assert one.code == 0
    assert one.out == two.out
    assert json.loads(one.out.splitlines()[-1])["kind"] == "end"


def test_a_save_that_is_none_is_refused(kamon: Run, tmp_path: Path, race: Path) -> None:
    ran = kamon("trace", tmp_path / "nothing.json", "--rules", race, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no such file" in ran.err
