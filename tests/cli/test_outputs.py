"""What a command is to write is tried before it does anything else."""

from __future__ import annotations

import argparse
import io
import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.cli import main
from interpreter.cli.registry import COMMANDS

if TYPE_CHECKING:
    from tests.cli.conftest import Run

MORE = {
    "arena": ("rosenkoenig", "--players", "random,greedy", "-n", "1", "--jobs", "1"),
    "simulate": ("rosenkoenig", "-n", "1", "--details", "0"),
    "translate": ("extract", "rosenkoenig"),
}


def outputs(command: str) -> tuple[tuple[str, bool], ...]:
    parser = argparse.ArgumentParser()
    module: Any = import_module(f"interpreter.cli.commands.{command}")
    module.add_arguments(parser)
    return parser.get_default("outputs") or ()


OUTPUTS = [(command, f"--{name}", folder) for command, _ in COMMANDS for name, folder in outputs(command)]
every_output = pytest.mark.parametrize(
    ("command", "option", "folder"), OUTPUTS, ids=[f"{command} {option}" for command, option, _ in OUTPUTS]
)


def call(command: str, option: str, path: Path) -> tuple[str | Path, ...]:
    return command, *MORE.get(command, ("rosenkoenig",)), option, path, "--locale", "en"


def test_these_commands_write_files() -> None:
    assert {command for command, _, _ in OUTPUTS} == {
        *("play", "test", "simulate", "arena", "graph", "translate", "glossary", "cards", "docs")
    }


@every_output
def test_what_cannot_be_written_is_said_first(
    kamon: Run, tmp_path: Path, command: str, option: str, *, folder: bool
) -> None:
    (tmp_path / "file").touch()
    bad = tmp_path / "file" / "new.pdf" if folder else tmp_path / "no" / "new.pdf"
    ran = kamon(*call(command, option, bad))
    why = "Not a directory" if folder else "No such file or directory"
    assert (ran.code, ran.out, ran.err) == (2, "", f"kamon: cannot write '{bad}': {why}\n")
    wrong = tmp_path / "file" if folder else tmp_path
    ran = kamon(*call(command, option, wrong))
    why = "Not a directory" if folder else "Is a directory"
    assert (ran.code, ran.out, ran.err) == (2, "", f"kamon: cannot write '{wrong}': {why}\n")
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@every_output
def test_a_pipe_that_nobody_reads_is_not_waited_for(
    kamon: Run, tmp_path: Path, command: str, option: str, *, folder: bool
) -> None:
    pipe = tmp_path / "pipe.pdf"
    os.mkfifo(pipe)
    ran = kamon(*call(command, option, pipe))
    why = "Not a directory" if folder else "No such device or address"
    assert (ran.code, ran.out, ran.err) == (2, "", f"kamon: cannot write '{pipe}': {why}\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_that_is_read_is_written(kamon: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.svg"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert kamon("graph", "tests/toys/track", "--out", pipe).code == 0
        assert os.read(reader, 4) == b"<svg"
    finally:
        os.close(reader)


def test_a_folder_that_is_to_be_made_is_tried_above(kamon: Run, tmp_path: Path) -> None:
    assert kamon("docs", "tests/toys/track", "--out", tmp_path / "some" / "where").code == 0
    assert (tmp_path / "some" / "where" / "index.html").is_file()


def test_two_outputs_need_two_files(kamon: Run, tmp_path: Path) -> None:
    file = tmp_path / "out.xml"
    ran = kamon("test", "rosenkoenig", "--junit", file, "--lcov", f"{tmp_path}/./out.xml", "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "two outputs cannot be written to one file" in ran.err
    assert not file.exists()
    assert kamon("test", "tests/toys/track", "--junit", os.devnull, "--lcov", os.devnull).code == 0


class Closed(io.StringIO):
    """A pipe that nobody reads any more."""

    def write(self, _text: str, /) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (("simulate", "tests/toys/track", "-n", "5", "--jobs", "1"), ("--report", "--out")),
        (("test", "rosenkoenig+quick"), ("--junit", "--lcov", "--html")),
        (("arena", "tests/toys/tic_tac_toe", "--players", "greedy,random", "-n", "1", "--jobs", "1"), ("--out",)),
    ],
    ids=["simulate", "test", "arena"],
)
def test_files_are_written_whoever_stops_reading(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], options: tuple[str, ...]
) -> None:
    monkeypatch.chdir(root)
    monkeypatch.setattr("sys.stdout", Closed())
    named = [word for option in options for word in (option, str(tmp_path / option))]
    assert main([*command, *named]) == 141
    assert {file.name for file in tmp_path.iterdir() if file.stat().st_size > 100} == set(options)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is full")
@pytest.mark.parametrize(("command", "option"), [("simulate", "--report"), ("arena", "--out")])
def test_a_run_is_told_though_its_file_cannot_be_written(kamon: Run, command: str, option: str) -> None:
    """The disk may be full by then."""
    ran = kamon(*call(command, option, Path("/dev/full")))
    assert (ran.code, ran.err.splitlines()[-1]) == (2, "kamon: cannot write '/dev/full': No space left on device")
    assert ran.out.startswith("Rosenkönig: 1 match, seed 0")
