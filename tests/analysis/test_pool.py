"""Work that is spread over helpers: its results are in order and whole, and what cannot be had is said."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from interpreter.analysis import pool
from interpreter.analysis.pool import in_order
from interpreter.engine import ClusterError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def fails(number: int) -> int:
    if number == 3:
        raise ValueError(number)
    return number


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ALONE", 0)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("threads", [True, False])
@pytest.mark.parametrize("count", [0, 1, 40])
def test_results_come_in_order(threads: bool, count: int) -> None:
    found = list(in_order(square, range(count), jobs=2, threads=threads))
    assert [one for one, _ in found] == [number * number for number in range(count)]
    elsewhere = {process for _, process in found} - {os.getpid()}
    assert bool(elsewhere) == (count == 40 and not threads)


def folder(_: int) -> str:
    return os.getcwd()  # noqa: PTH109 - what Path.cwd() asks


@pytest.mark.usefixtures("at_once")
def test_processes_work_in_the_folder_of_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kept from one run to the next."""
    for here in (tmp_path / "one", tmp_path / "two"):
        here.mkdir()
        monkeypatch.chdir(here)
        assert set(in_order(folder, range(20), jobs=2)) == {str(here)}


@pytest.mark.usefixtures("at_once")
def test_helpers_are_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(pool, "HELPERS_EACH", 2)
    found = [process for _, process in in_order(square, range(200), jobs=10)]
    assert len({*found} - {os.getpid()}) in (1, 2)


def test_short_work_is_done_here() -> None:
    assert {process for _, process in in_order(square, range(5), jobs=2)} == {os.getpid()}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("threads", [True, False])
def test_what_the_work_raises_is_raised(threads: bool) -> None:
    with pytest.raises(ValueError, match="3"):
        list(in_order(fails, range(10), jobs=2, threads=threads))


@pytest.mark.usefixtures("at_once")
def test_what_is_not_begun_is_left() -> None:
    asked: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(10_000):
            asked.append(number)
            yield number

    found = in_order(fails_never, pieces(), jobs=2, threads=True)
    assert [next(found) for _ in range(5)] == list(range(5))
    found.close()  # type: ignore[attr-defined]
    assert len(asked) < 10_000


def fails_never(number: int) -> int:
    return number


INTERRUPTED = """
import sys
from interpreter.analysis import pool

def work(number):
    return number

def pieces():
    for number in range(100_000):
        print(number, flush=True)
        yield number

pool.ALONE = 0
try:
    for one in pool.in_order(work, pieces(), jobs=2):
        pass
except KeyboardInterrupt:
    sys.exit("stopped")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal there interrupts otherwise")
@pytest.mark.parametrize("pause", [0.2, 0.4], ids=str)
def test_an_interrupt_ends_processes_without_a_word(pause: float, root: Path) -> None:
    """It goes to all of them, as from a terminal, while they start."""
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        for _ in range(3):  # the third piece is asked for when the first was sent to a process
            process.stdout.readline()
        time.sleep(pause)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (1, "stopped\n")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "nonsense://"])
def test_a_cluster_that_does_not_answer_is_said(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CONNECTING", 0.5)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ClusterError, match="does not answer"):
        list(in_order(square, range(3), jobs=1, cluster=address.format(port=port)))


def test_without_its_package_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "find_spec", lambda _: None)
    with pytest.raises(ClusterError, match=r"kamon\[cluster\]"):
        list(in_order(square, range(3), jobs=1, cluster="tcp://127.0.0.1:1"))
