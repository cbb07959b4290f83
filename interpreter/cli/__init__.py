"""The command line: `kamon COMMAND …`. Each is a module in `commands`, imported when it is asked for."""

from __future__ import annotations

import atexit
import contextlib
import gc
import io
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FINE, FINDINGS, MISUSE = 0, 1, 2
MOST_NEW = 300_000
"""Objects that are made before unused ones are looked for: what is read and compiled stays in use, and looking as often
as Python does by itself takes a fifth of the time."""
INTERRUPTED, BROKEN_PIPE = 130, 141  # what a shell reports of a program ended by these signals


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code. Arguments None: the process's own."""
    _prepare_streams()
    gc.set_threshold(MOST_NEW)
    if arguments is None:
        atexit.register(gc.freeze)  # else Python goes through all that is left before the process ends
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_output()
        return BROKEN_PIPE
    except OSError as problem:
        return _failed(problem)
    return code


def _prepare_streams() -> None:
    """Every stream is there and speaks UTF-8. One that was closed before the start leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _run(arguments: list[str]) -> int:
    from interpreter.cli.registry import command_and_arguments

    try:
        run, parsed = command_and_arguments(arguments)
    except SystemExit as end:  # argparse has said what is wrong, or has printed the help
        return end.code if isinstance(end.code, int) else MISUSE
    from interpreter.cli.shared import check_outputs

    try:
        check_outputs(parsed)
        return run(parsed)
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as problem:
        from interpreter.cli.problems import report

        code = report(problem, parsed.locale)
        if code is None:
            raise
        return code


def _failed(problem: OSError) -> int:
    """Says what the system refuses, and for which file; nothing where nobody can be told."""
    which = "" if problem.filename is None else f"'{str(problem.filename)[:200]}': "
    with contextlib.suppress(OSError):
        print(f"kamon: {which}{problem.strerror or problem}", file=sys.stderr, flush=True)
    _let_go_of_output()
    return MISUSE


def _let_go_of_output() -> None:
    """What is still buffered goes nowhere, so that the end of the process is quiet."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
            with contextlib.suppress(OSError, ValueError):
                os.dup2(nowhere, stream.fileno())
    finally:
        os.close(nowhere)
