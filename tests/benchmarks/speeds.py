"""How benchmarks take times: processor time of programs that run in turn, and medians of their ratios."""

from __future__ import annotations

import gc
import statistics
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 15


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def ratio(one: Callable[[], object], other: Callable[[], object], rounds: int = ROUNDS) -> float:
    """How many times as long the one takes as the other: the median over rounds in which both ran."""
    one()
    other()
    gc.collect()
    return statistics.median(seconds(one) / seconds(other) for _ in range(rounds))
