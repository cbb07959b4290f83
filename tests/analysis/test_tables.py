"""Runs on disk: a line a match, taken up where they ended, and refused when they are of something else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.analysis import GameResult, open_table, run_name, tables
from interpreter.engine import TableError
from tests.engine.found import VEILED, load

if TYPE_CHECKING:
    from collections.abc import Sequence

OWNERS = ("ada", "bo")
RUN = "0123456789ab"
MATCHES = (
    GameResult(0, 2**63 - 1, 10, (5, -3), (0,)),
    GameResult(1, 12, 20, (4, 4), (0, 1)),
    GameResult(2, 13, 30, (1, 9), (1,)),
)
either = pytest.mark.parametrize("name", ["run.csv", "run.parquet"])


def written(file: Path, matches: Sequence[GameResult], run: str = RUN) -> Path:
    table = open_table(file, OWNERS, run)
    table.add(matches[:2])
    table.add(matches[2:])
    table.close()
    return file


def read(file: Path, run: str = RUN) -> list[GameResult]:
    table = open_table(file, OWNERS, run, resume=True)
    try:
        return list(table.done())
    finally:
        table.close()


def test_a_table_has_a_line_a_match(tmp_path: Path) -> None:
    assert written(tmp_path / "run.csv", MATCHES).read_text(encoding="utf-8").splitlines() == [
        "game,seed,decisions,score_ada,score_bo,winners,run",
        "0,9223372036854775807,10,5,-3,ada,0123456789ab",
        "1,12,20,4,4,ada+bo,0123456789ab",
        "2,13,30,1,9,bo,0123456789ab",
    ]


def test_parquet_has_the_same_columns(tmp_path: Path) -> None:
    from pyarrow import parquet  # type: ignore[import-untyped]

    found = parquet.read_table(written(tmp_path / "run.parquet", MATCHES)).to_pydict()
    assert list(found) == ["game", "seed", "decisions", "score_ada", "score_bo", "winners", "run"]
    assert found["score_bo"] == [-3, 4, 9]
    assert found["winners"] == ["ada", "ada+bo", "bo"]


@either
def test_what_is_written_can_be_read(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ROWS_IN_GROUP", 2)
    file = written(tmp_path / name, MATCHES)
    assert read(file) == list(MATCHES)
    assert read(file) == list(MATCHES)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@either
def test_a_run_in_two_parts_is_the_same_file(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "ROWS_IN_GROUP", 1)
    whole, parts = written(tmp_path / name, MATCHES), written(tmp_path / f"parts_{name}", MATCHES[:1])
    table = open_table(parts, OWNERS, RUN, resume=True)
    assert list(table.done()) == list(MATCHES[:1])
    table.add(MATCHES[1:])
    table.close()
    assert parts.read_bytes() == whole.read_bytes()


@either
def test_a_new_run_begins_where_there_is_no_file(tmp_path: Path, name: str) -> None:
    table = open_table(tmp_path / name, OWNERS, RUN, resume=True)
    assert list(table.done()) == []
    table.add(MATCHES)
    table.close()
    assert read(tmp_path / name) == list(MATCHES)


@pytest.mark.parametrize("lost", [1, 5, 30])
def test_a_line_that_was_cut_off_is_written_anew(tmp_path: Path, lost: int) -> None:
    file = written(tmp_path / "run.csv", MATCHES)
    whole = file.read_bytes()
    file.write_bytes(whole[:-lost])
    table = open_table(file, OWNERS, RUN, resume=True)
    kept = list(table.done())
    assert kept == list(MATCHES[:2]) if lost < 28 else kept == list(MATCHES[:1])
    table.add(MATCHES[len(kept) :])
    table.close()
    assert file.read_bytes() == whole


@either
def test_a_file_of_another_run_is_refused_and_kept(tmp_path: Path, name: str) -> None:
    file = written(tmp_path / name, MATCHES, "another run!")
    before = file.read_bytes()
    with pytest.raises(TableError, match="another seed"):
        read(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("game,seed", "gane,seed"), "a run of other rules"),
        (("\n1,12", "\n7,12"), "match 1"),
        (("1,12,20", "1,twelve,20"), "match 1"),
        ((",bo,", ",eve,"), "match 2"),
        (("1,12,20", "1,12,-20"), "match 1"),
        (("1,12,20", "1,-12,20"), "match 1"),
        (("13,30,1,9", "13,30,1"), "match 2"),
    ],
)
def test_a_file_that_was_changed_is_refused(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    file = written(tmp_path / "run.csv", MATCHES)
    file.write_text(file.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    with pytest.raises(TableError, match=said):
        read(file)


def test_what_is_no_parquet_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.parquet"
    file.write_text("game,seed\n", encoding="utf-8")
    with pytest.raises(TableError, match="does not hold match 0"):
        read(file)
    assert file.read_text(encoding="utf-8") == "game,seed\n"


@either
def test_a_place_that_cannot_be_written_is_said(name: str) -> None:
    with pytest.raises(TableError, match="cannot write '/no/where/run"):
        open_table(Path("/no/where") / name, OWNERS, RUN)


def test_without_its_package_parquet_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    with pytest.raises(TableError, match=r"kamon\[parquet\]"):
        open_table(tmp_path / "run.parquet", OWNERS, RUN)
    assert not list(tmp_path.iterdir())


def test_a_run_is_called_by_all_that_decides_it() -> None:
    game = load(VEILED)
    names = {
        run_name(game, ("random", "random"), 1),
        run_name(game, ("random", "greedy"), 1),
        run_name(game, ("random", "random"), 2),
        run_name(load("tests/toys/options"), ("random", "random"), 1),
    }
    assert len(names) == 4
    assert run_name(load(VEILED), ("random", "random"), 1) in names


@either
@settings(max_examples=150)
@given(at=st.floats(0, 1), lost=st.integers(0, 9), new=st.sampled_from([b"", b"9" * 99]) | st.binary(max_size=9))
def test_a_damaged_file_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, name: str, at: float, lost: int, new: bytes
) -> None:
    file = written(tmp_path_factory.mktemp("damaged") / name, MATCHES)
    whole = file.read_bytes()
    place = int(at * len(whole))
    damaged = whole[:place] + new + whole[place + lost :]
    file.write_bytes(damaged)
    try:
        found = read(file)
    except TableError:
        assert file.read_bytes() == damaged
    else:
        assert [one.index for one in found] == list(range(len(found)))
        assert all(abs(number) < 2**63 for one in found for number in (one.seed, one.decisions, *one.scores))


def test_bytes_that_are_no_table_are_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "run.csv"
    file.write_bytes(b'\x00"\r\x9c\n,"' * 50)
    with pytest.raises(TableError, match="other rules"):
        read(file)
    assert len(file.read_bytes()) == 350


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run.csv")
    with pytest.raises(TableError, match="cannot write"):
        open_table(tmp_path / "run.csv", OWNERS, RUN)
