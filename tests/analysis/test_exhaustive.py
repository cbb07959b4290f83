"""Random play until everything has been used: for a while here, to the end by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.analysis.exhaustive import exhaust, main, play_once
from tests.engine.found import ROOT, TABLES, load, name_of

FLAWED = """
kamon: 1
game: flawed
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters: {coin: {per: player, maximum: 5}, day: {maximum: 6}}
flow: "take turns until day = 6: (day 1; (earn | rest))"
rules: {earn: coin 2, rest: lose coin 1}
score: {for: player, lines: {coins: coin}}
invariants: {modest: coin of ann < 2}
"""
UNUSED = """
kamon: 1
game: unused
players: {counts: [1], seats: {ann: {}}}
counters: {coin: {maximum: 5}}
components: {idol: {}, stone: {}}
board: {shelf: {spaces: {left: {}, right: {}}, holds: [idol, stone]}}
flow: "move stone to right; coin 1; (coin 1 | pay coin 4 -> move idol to right)"
score: {for: player, lines: {coins: coin}}
"""


SHIPPED: dict[str, list[tuple[str, int]]] = {}
for spec, players in TABLES:
    if spec.startswith(str(ROOT / "games")):
        SHIPPED.setdefault(Path(spec).name.partition("+")[0], []).append((spec, players))
FEW = 10  # matches of one table
RARE = 0.15  # how much of a game and its overlays may turn up in no match of short runs


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_nothing_goes_wrong(table: tuple[str, int]) -> None:
    spec, players = table
    assert exhaust(load(spec), players, seed=1, most=FEW).failure is None


@pytest.mark.parametrize("tables", SHIPPED.values(), ids=SHIPPED)
def test_nearly_everything_is_used(tables: list[tuple[str, int]]) -> None:
    runs = [exhaust(load(spec), players, seed=2, most=FEW) for spec, players in tables]
    parts = {part for run in runs for part in run.parts}
    used = {part for run in runs for part in run.parts if part not in run.missing}
    assert len(parts - used) <= RARE * len(parts), sorted(part.name for part in parts - used)


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).mkdir()
    (folder / name / "game.yaml").write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_match_that_goes_wrong_can_be_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = interpreter.load(written(tmp_path, "flawed", FLAWED))
    failure = exhaust(game, 2, most=1000).failure
    assert failure is not None
    assert "modest" in failure.reason
    assert play_once(game, 2, failure.seed).failure == failure
    monkeypatch.setenv("KAMON_PATH", str(tmp_path))
    assert failure.command.startswith("python -m interpreter.analysis.exhaustive flawed ")
    assert main(failure.command.split()[3:]) == 1
    assert failure.reason in capsys.readouterr().out


def test_what_is_never_used_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path, "unused", UNUSED)
    assert main([folder, "--most", "20"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "20 matches, 20 decisions"
    assert [line.partition(": ")[2].rpartition(": ")[2] for line in said[1:]] == [
        "pay coin 4 -> move idol to right",
        "pay coin 4 -> move idol to right",
        "move idol to right",
        "piece idol",
    ]


def test_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no_such_game"]) == 2
    assert "unknown-game" in capsys.readouterr().err
