"""Two pieces of work done at the same time."""

from __future__ import annotations

import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

First = TypeVar("First")
Second = TypeVar("Second")


def side_by_side(first: Callable[[], First], second: Callable[[], Second]) -> tuple[First, Second]:
    """What both come to. The second is done in a process that begins as this one is, with all that has been read and
    made, where there is a core for it and the system makes such processes safely; its result is sent back.
    """
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1 or threading.active_count() > 1:
        return first(), second()
    from multiprocessing import get_context

    with ProcessPoolExecutor(1, get_context("fork"), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        beside = pool.submit(second)
        here = first()
        try:
            return here, beside.result()
        except BrokenProcessPool:
            return here, second()
