"""Work done in a process beside this one, and what happens when it fails there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from functools import partial

import pytest

from interpreter.analysis.forked import beside

forks = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1, reason="nothing is done beside this process"
)


def worth(number: int) -> tuple[int, int]:
    return number * 2, os.getpid()


def fails() -> int:
    raise ValueError("no such thing")


def ends_elsewhere(here: int) -> int:
    if os.getpid() != here:
        os._exit(3)
    return 7


@forks
def test_work_is_done_in_another_process() -> None:
    code = "import os; from interpreter.analysis.forked import beside; print(beside(os.getpid)() == os.getpid())"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("False\n", "")


def test_two_pieces_of_work_do_not_get_mixed_up() -> None:
    first, second = beside(partial(worth, 1)), beside(partial(worth, 2))
    assert (second()[0], first()[0]) == (4, 2)


def test_what_fails_there_fails_here(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no such thing"):
        beside(fails)()
    assert capfd.readouterr().err == ""


def test_what_is_lost_there_is_done_here() -> None:
    assert beside(partial(ends_elsewhere, os.getpid()))() == 7


INTERRUPTED = """\
import time
from functools import partial
from multiprocessing import active_children
from multiprocessing.connection import Connection

from interpreter.analysis.forked import beside


def interrupted(_):
    raise KeyboardInterrupt


wait = beside(partial(time.sleep, 60))
Connection.recv = interrupted
(process,) = active_children()
try:
    wait()
except KeyboardInterrupt:
    print(process.exitcode)
"""


@forks
def test_an_interrupt_ends_the_work() -> None:
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=True, timeout=50)
    assert (ran.stdout, ran.stderr) == (f"{-signal.SIGKILL}\n", "")


def test_no_process_begins_with_half_of_the_threads() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert beside(partial(worth, 3))() == (6, os.getpid())
    finally:
        done.set()
        thread.join()
