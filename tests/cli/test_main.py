"""The command line itself: help, exit codes, streams, and how quickly it starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from interpreter import __version__
from interpreter.cli import main
from interpreter.cli.registry import COMMANDS as KNOWN

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

COMMANDS = [name for name, _ in KNOWN]
SLOW = {"babel", "jsonschema", "lark", "multiprocessing", "networkx", "rich", "yaml"}


def spawned(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "interpreter", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, check=False, env=os.environ | environment)


def test_help_lists_every_command(kamon: Run) -> None:
    ran = kamon("--help")
    assert ran.code == 0
    assert [name for name in COMMANDS if f"\n  {name} " not in ran.out] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(kamon: Run, name: str) -> None:
    ran = kamon(name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: kamon {name} ")
    assert "--locale" in ran.out


def test_version(kamon: Run) -> None:
    assert kamon("--version").out == f"kamon {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "which command?"),
        (("plya",), "there is no command 'plya'; did you mean 'play'?"),
        (("xyzzy",), "there is no command 'xyzzy'; the commands are play, check, "),
        (("--xyzzy",), "--xyzzy"),
        (("play", "rosenkoenig", "--xyzzy"), "--xyzzy"),
        (("perft", "rosenkoenig"), "--depth"),
        (("play", "rosenkonig"), "did you mean 'rosenkoenig'?"),
        (("play", ""), "GAME: nothing is written there"),
        (("check", ""), "nothing is written there"),
        (("list", "--games", ""), "--games: nothing is written there"),
        (("play", "rosenkoenig", "--save", ""), "--save: nothing is written there"),
        (("check", "x" * 5000), "there is no game called"),
        (("list", "--games", "x" * 5000), "there is no directory"),
        (("new", "x" * 300), "cannot write"),
        (("play", "rosenkoenig+four_players"), "did you mean 'four_player'?"),
    ],
)
def test_misuse(kamon: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = kamon(*arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


def test_help_imports_nothing_heavy(root: Path) -> None:
    code = (
        "import sys; from interpreter.cli import main; code = main(['--help']);"
        "print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr); sys.exit(code)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert SLOW & set(ran.stderr.split()) == set()


@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_help_needs_no_more_than_the_command_line(root: Path, flag: str) -> None:
    code = (
        f"import sys; from interpreter.cli import main; code = main(['{flag}']);"
        "print(*(name for name in sys.modules if name.startswith('interpreter')), file=sys.stderr); sys.exit(code)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert ran.stderr.split() == ["interpreter", "interpreter.cli", "interpreter.cli.registry"]


def test_what_is_left_is_not_looked_through_when_the_process_ends(root: Path) -> None:
    code = (
        "import atexit, gc, sys; from interpreter.cli import main;"
        "atexit.register(lambda: print(gc.get_freeze_count() > 0, file=sys.stderr));"
        "sys.argv = ['kamon', '--version']; sys.exit(main())"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert ran.stderr.split() == ["True"]


def test_output_is_utf8_where_the_locale_is_c(root: Path) -> None:
    ran = spawned(root, "list", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="")
    assert ran.returncode == 0
    assert "Rosenkönig" in ran.stdout.decode("utf-8")


def test_the_users_language_is_spoken(root: Path) -> None:
    assert "薔薇戰爭" in spawned(root, "list", LC_ALL="", LANG="zh_TW.UTF-8").stdout.decode()
    assert "Rosenkönig" in spawned(root, "list", LC_ALL="", LANG="xx_YY.UTF-8").stdout.decode()
    assert "玫瑰国王" in spawned(root, "list", LANG="xx_YY.UTF-8", LANGUAGE="yy:zh_CN").stdout.decode()


def test_a_closed_pipe_is_quiet(root: Path) -> None:
    command = [sys.executable, "-m", "interpreter", "play", "rosenkoenig", "--watch", "--seed", "1"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.wait() == 141
        assert process.stderr.read() == b""


def redirected(root: Path, arguments: str, *, buffered: bool = True) -> subprocess.CompletedProcess[bytes]:
    """A command as a shell runs it with its streams led elsewhere."""
    command = ["sh", "-c", f'exec "$0" -m interpreter {arguments}', sys.executable]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment |= {} if buffered else {"PYTHONUNBUFFERED": "1"}
    return subprocess.run(command, cwd=root, capture_output=True, check=False, env=environment)


@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_lead_nowhere(root: Path, streams: str) -> None:
    ran = redirected(root, f"play tests/toys/may --seed 1 {streams}")
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("arguments", ["list", "--version", "--help", "fmt --help", "play tests/toys/may --seed 1"])
def test_a_full_disk_is_said_in_a_line(root: Path, arguments: str, *, buffered: bool) -> None:
    ran = redirected(root, f"{arguments} > /dev/full", buffered=buffered)
    assert ran.returncode == 2
    assert ran.stderr == b"kamon: No space left on device\n"
    assert redirected(root, f"{arguments} > /dev/full 2> /dev/full").returncode == 2


def test_an_interrupt_is_quiet(root: Path) -> None:
    command = [sys.executable, "-m", "interpreter", "play", "rosenkoenig", "--seed", "1"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=root, **pipes) as process:  # type: ignore[call-overload]
        process.stdout.read(10)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b""


def test_what_nobody_foresaw_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("interpreter.source.GameLibrary.list_games", broken)
    with pytest.raises(ZeroDivisionError):
        main(["list"])
