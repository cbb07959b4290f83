"""The command line: `kamon COMMAND …`. Each is a module in `commands`, imported when it is asked for."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FINE, FINDINGS, MISUSE = 0, 1, 2
INTERRUPTED, BROKEN_PIPE = 130, 141  # what a shell reports of a program ended by these signals


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code. Arguments None: the process's own."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _let_go_of_stdout()
        return BROKEN_PIPE
    return code


def _run(arguments: list[str]) -> int:
    from interpreter.cli.registry import command_and_arguments

    try:
        run, parsed = command_and_arguments(arguments)
    except SystemExit as end:  # argparse has said what is wrong, or has printed the help
        return end.code if isinstance(end.code, int) else MISUSE
    try:
        return run(parsed)
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as problem:
        from interpreter.cli.problems import report

        code = report(problem, parsed.locale)
        if code is None:
            raise
        return code


def _let_go_of_stdout() -> None:
    """Nobody reads any more: what is still buffered goes nowhere, so that the end of the process is quiet."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
    finally:
        os.close(nowhere)
