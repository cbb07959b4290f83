"""Pieces of work spread over threads, processes or a cluster, their results in order, by joblib."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from interpreter.engine import ClusterError
from interpreter.source import NO_SPAN, error

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Backend = Literal["threading", "loky", "dask"]
ALONE = 1.5
"""Seconds that this thread works alone before it gets help: helpers take about as long to start."""
HANDED_OUT = "2*n_jobs"
"""Pieces that wait or are worked on. Joblib cannot end its processes quietly when more wait than there is room for."""
ON_ITS_WAY = 0.05
"""Seconds that a piece takes to get from here to where the helpers fetch it."""
HELPERS_EACH = 4
"""Helpers for each core; more would only cost."""
CONNECTING = 10
"""Seconds that a cluster has to answer, and to have a worker."""


def in_order(
    work: Callable[[Piece], Result],
    pieces: Iterable[Piece],
    *,
    jobs: int,
    threads: bool = False,
    cluster: str | None = None,
) -> Iterator[Result]:
    """What `work` makes of each piece, in the pieces' order, while others are being worked on.

    jobs: how many threads, or processes unless `threads`, within reason; -1: as many as there are cores.  cluster: the
    address of a Dask scheduler whose workers do it instead. `work`, pieces and results must be such as can be sent to a
    process. What is not yet begun when the iterator is closed is left. Raises ClusterError, and what `work` raises.
    """
    left = iter(pieces)
    if cluster is None:
        begun = time.monotonic()
        for piece in left:
            yield work(piece)
            if jobs != 1 and time.monotonic() - begun >= ALONE:
                break
        yield from _shared(work, left, "threading" if threads else "loky", within_reason(jobs))
        return
    with ExitStack() as stack:
        lost = _connect(stack, cluster)
        try:
            yield from _shared(work, left, "dask", -1)
        except lost as problem:
            raise ClusterError(error("cluster-lost", NO_SPAN, address=cluster, why=str(problem))) from None


def within_reason(jobs: int) -> int:
    """So many, or as many as can be of use."""
    return min(jobs, HELPERS_EACH * (os.cpu_count() or 1))


def _shared(work: Callable[[Piece], Result], pieces: Iterator[Piece], backend: Backend, jobs: int) -> Iterator[Result]:
    first = next(pieces, None)
    if first is None:
        return
    import joblib  # type: ignore[import-untyped]

    ended = threading.Event()

    def calls() -> Iterator[tuple[Callable[[Piece], Result], tuple[Piece], dict[str, object]]]:
        call = joblib.delayed(_Here(work) if backend == "loky" else work)
        yield call(first)
        for piece in pieces:
            if ended.is_set():
                return
            yield call(piece)

    with _interruptible(ended), ExitStack() as end:
        with _unheard(), joblib.parallel_config(backend=backend, n_jobs=jobs):
            found = joblib.Parallel(return_as="generator", pre_dispatch=HANDED_OUT)(calls())
            end.callback(_close, found)
        for one in found:  # noqa: UP028 - `yield from` would close it before the warning can be kept quiet
            yield one


class _Here(Generic[Piece, Result]):
    """Work that processes do in this one's folder. They are kept from one run to the next, maybe elsewhere."""

    def __init__(self, work: Callable[[Piece], Result]) -> None:
        self._work = work
        self._folder = Path.cwd()

    def __call__(self, piece: Piece) -> Result:
        os.chdir(self._folder)
        return self._work(piece)


def _close(found: Generator[object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # joblib regrets what was done in vain
        found.close()


@contextmanager
def _interruptible(ended: threading.Event) -> Iterator[None]:
    """While it lasts, an interrupt from the keyboard first stops the handing out of work, and only one is listened to.

    Joblib's helpers end with a traceback when they are told to while work is on its way to them.
    """
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or usual is not signal.default_int_handler:
        yield
        return

    def interrupted(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        ended.set()
        time.sleep(ON_ITS_WAY)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


@contextmanager
def _unheard() -> Iterator[None]:
    """What this thread starts meanwhile never hears an interrupt from the keyboard; the thread does so afterwards."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # by itself it would be started later, and let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _connect(stack: ExitStack, address: str) -> tuple[type[Exception], ...]:
    """Makes a cluster the one that joblib uses while the stack is open. Returns what it raises when it is lost."""
    if find_spec("distributed") is None:
        raise ClusterError(error("no-cluster-package", NO_SPAN))
    from distributed import Client
    from distributed.client import FutureCancelledError
    from distributed.scheduler import KilledWorker

    try:
        client = stack.enter_context(Client(address, timeout=CONNECTING))  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as problem:
        raise ClusterError(error("no-cluster", NO_SPAN, address=address, why=str(problem))) from None
    try:
        client.wait_for_workers(1, timeout=CONNECTING)
    except TimeoutError:
        raise ClusterError(error("no-workers", NO_SPAN, address=address)) from None
    return FutureCancelledError, KilledWorker
