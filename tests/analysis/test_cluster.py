"""Runs on a real cluster: a scheduler and two workers, processes of their own, some of which die."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest
from distributed import Client

from interpreter.analysis import GameResult, pool, simulate
from interpreter.analysis.pool import in_order
from interpreter.engine import ClusterError
from tests.engine.found import VEILED, load

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60  # seconds for a process to start


class Cluster:
    """A scheduler, and workers when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        arguments = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.scheduler = self._start("dask_scheduler", *arguments)
        self.workers: list[subprocess.Popen[bytes]] = []
        end = time.monotonic() + PATIENCE
        while not self._address and time.monotonic() < end:
            time.sleep(0.05)
        self.address = self._address

    @property
    def _address(self) -> str:
        text = self._file.read_text(encoding="utf-8") if self._file.exists() else ""
        return str(json.loads(text)["address"]) if text else ""

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{module}", *arguments]
        command += ["--scheduler-file", str(self._file)]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start_workers(self) -> None:
        """Two, which are there then."""
        arguments = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self._folder))
        self.workers = [self._start("dask_worker", *arguments) for _ in range(2)]
        with Client(self.address) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=PATIENCE)

    def end(self) -> None:
        """Ends all its processes."""
        for process in (self.scheduler, *self.workers):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    monkeypatch.setenv("PYTHONPATH", str(root))
    found = Cluster(tmp_path)
    yield found
    found.end()


def test_a_run_on_a_cluster_is_the_same_though_a_worker_dies(cluster: Cluster) -> None:
    cluster.start_workers()
    first, second = cluster.workers
    found: list[GameResult] = []

    def kill(done: int, _: int) -> None:
        if done >= 20 and first.poll() is None:
            first.kill()
            first.wait()

    run = partial(simulate, load(VEILED), 2, 300, 5, details=40, engine="python")
    there = run(cluster=cluster.address, on_matches=found.extend, on_progress=kill)
    assert (first.poll() is None, second.poll() is None) == (False, True)
    assert there == run()
    assert [one.index for one in found] == list(range(300))


def where(number: int) -> tuple[int, int]:
    return number, os.getpid()


def test_its_workers_do_the_work_and_a_cluster_that_is_lost_is_said(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "CONNECTING", 3)
    cluster.start_workers()
    found = in_order(where, range(100_000), jobs=1, cluster=cluster.address)
    number, process = next(found)
    assert number == 0
    assert process in [worker.pid for worker in cluster.workers]
    cluster.scheduler.kill()
    with pytest.raises(ClusterError, match="was lost"):
        list(found)


def test_a_cluster_without_workers_is_said(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CONNECTING", 0.5)
    with pytest.raises(ClusterError, match="has no workers"):
        simulate(load(VEILED), 2, 5, cluster=cluster.address)
