"""How a run of many matches is asked for, and what is shown while it goes on."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.cli.shared import filled, positive

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    Progress = Callable[[int, int], None]

ALL_CORES = -1


def add_helpers(parser: argparse.ArgumentParser) -> None:
    """--jobs, --engine and --cluster: who plays. The matches are always the same."""
    words = "in how many processes or threads (default: one for each core)"
    parser.add_argument("--jobs", metavar="J", type=positive, default=ALL_CORES, help=words)
    parser.add_argument(
        "--engine",
        choices=("auto", "native", "python"),
        default="auto",
        help="what plays: machine code made by a C compiler, for random bots only; Python; or what is quicker "
        "(default: auto). Both play the same matches",
    )
    words = "let the workers of a Dask cluster play, such as tcp://10.0.0.1:8786; they need the same files"
    parser.add_argument("--cluster", metavar="ADDRESS", type=filled, help=words)


@contextmanager
def bar(label: str) -> Iterator[Progress | None]:
    """On a terminal a bar with an estimate of the time that is left, set by what is yielded; None elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(label, total=None)

        def show(done: int, total: int) -> None:
            shown.update(task, completed=done, total=total)

        yield show
