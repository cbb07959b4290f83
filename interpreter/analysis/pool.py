"""Pieces of work spread over threads, processes or a cluster, their results in order, by joblib."""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
import warnings
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, TypeVar

from interpreter.engine import ClusterError
from interpreter.source import NO_SPAN, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Backend = Literal["threading", "loky", "dask"]
ALONE = 1.5
"""Seconds that this thread works alone before it gets help: helpers take about as long to start."""
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

    jobs: how many threads, or processes unless `threads`; -1: as many as there are cores.  cluster: the address of a
    Dask scheduler whose workers do it instead. `work`, pieces and results must be such as can be sent to a process.
    What is not yet begun when the iterator is closed is left. Raises ClusterError, and what `work` raises.
    """
    left = iter(pieces)
    if cluster is None:
        begun = time.monotonic()
        for piece in left:
            yield work(piece)
            if jobs != 1 and time.monotonic() - begun >= ALONE:
                break
        yield from _shared(work, left, "threading" if threads else "loky", jobs)
        return
    with ExitStack() as stack:
        lost = _connect(stack, cluster)
        try:
            yield from _shared(work, left, "dask", -1)
        except lost as problem:
            raise ClusterError(error("cluster-lost", NO_SPAN, address=cluster, why=str(problem))) from None


def _shared(work: Callable[[Piece], Result], pieces: Iterator[Piece], backend: Backend, jobs: int) -> Iterator[Result]:
    first = next(pieces, None)
    if first is None:
        return
    import joblib  # type: ignore[import-untyped]

    def calls() -> Iterator[tuple[Callable[[Piece], Result], tuple[Piece], dict[str, object]]]:
        call = joblib.delayed(_undisturbed(work))
        yield call(first)
        yield from map(call, pieces)

    with joblib.parallel_config(backend=backend, n_jobs=jobs):
        found = joblib.Parallel(return_as="generator", pre_dispatch="3*n_jobs")(calls())
    try:
        for one in found:  # noqa: UP028 - `yield from` would close it before the warning can be kept quiet
            yield one
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib regrets what was done in vain
            found.close()


def _undisturbed(work: Callable[[Piece], Result]) -> Callable[[Piece], Result]:
    """The same in another process, where the keyboard is not listened to: the one that asked for it is."""
    owner = multiprocessing.current_process().pid

    def undisturbed(piece: Piece) -> Result:
        helper = multiprocessing.current_process().pid != owner
        if helper and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        return work(piece)

    return undisturbed


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
