"""C made into a library by the compiler that this computer has, once, and kept in the cache."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from platform import machine
from typing import TYPE_CHECKING

from interpreter.compiler import NotInCError
from interpreter.engine import cache
from interpreter.engine.errors import NativeError
from interpreter.source import NO_SPAN, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LANGUAGE = ("-std=gnu11", "-w")
LIBRARY = ("-shared", "-fvisibility=hidden", *(() if sys.platform == "win32" else ("-fPIC",)))
BITS = ("-mpopcnt",) if machine() in ("x86_64", "AMD64") else ()  # every such processor since 2009 counts bits
LONGEST_FOR_O2 = 5000  # lines of C; what is longer is compiled with -O1, so that nobody waits for long
LONGEST_WAIT = 120  # seconds

Command = tuple[str, ...]


def find_compiler() -> Command | None:
    """How to call the C compiler: the system's `cc`, else the one of the `ziglang` package; None without either."""
    found = shutil.which("cc")
    if found is not None:
        return (found,)
    return (sys.executable, "-m", "ziglang", "cc") if find_spec("ziglang") is not None else None


def library(parts: Iterable[str], source: Callable[[], str]) -> ctypes.CDLL:
    """The library for what `parts` determine, from the cache or compiled from `source()`.

    Raises NativeError when there is no compiler, it fails, or `source` raises NotInCError.
    """
    command = find_compiler()
    if command is None:
        raise NativeError(error("no-compiler", NO_SPAN))
    key = _key(command, parts)
    kept = cache.read(key)
    if isinstance(kept, bytes):
        try:
            return opened(kept)
        except OSError:  # made on another system, perhaps; it is made anew
            pass
    try:
        text = source()
    except NotInCError as problem:
        raise NativeError(error("not-in-c", NO_SPAN, why=str(problem))) from None
    made = compiled(text, command, LIBRARY)
    cache.write(key, made)
    return opened(made)


def is_built(parts: Iterable[str]) -> bool:
    """Whether the library is in the cache."""
    command = find_compiler()
    return command is not None and isinstance(cache.read(_key(command, parts)), bytes)


def _key(command: Command, parts: Iterable[str]) -> str:
    return cache.key_of(("native", *_identity(command), *parts))


def compiled(
    source: str, command: Command, flags: Iterable[str], level: str | None = None, wait: float = LONGEST_WAIT
) -> bytes:
    """The content of the library or program that the compiler makes. Raises NativeError, also after `wait` seconds."""
    if level is None:
        level = "-O2" if source.count("\n") <= LONGEST_FOR_O2 else "-O1"
    with tempfile.TemporaryDirectory(prefix="kamon-") as folder:
        text, made = Path(folder) / "rules.c", Path(folder) / "rules.bin"
        text.write_text(source, encoding="utf-8")
        call = [*command, level, *LANGUAGE, *BITS, *flags, "-o", str(made), str(text)]
        try:
            ended = subprocess.run(call, capture_output=True, check=False, timeout=wait, text=True)  # noqa: S603
        except subprocess.TimeoutExpired:
            raise NativeError(error("compiler-failed", NO_SPAN, why=f"{Path(command[0]).name}, > {wait:g} s")) from None
        except OSError as problem:
            raise NativeError(error("compiler-failed", NO_SPAN, why=str(problem))) from None
        if ended.returncode != 0 or not made.is_file():
            lines = ended.stderr.strip().splitlines()
            told = next((line for line in lines if "error" in line), lines[0] if lines else str(ended.returncode))
            raise NativeError(error("compiler-failed", NO_SPAN, why=told.replace(f"{folder}{os.sep}", "")))
        return made.read_bytes()


def _identity(command: Command) -> tuple[str, ...]:
    """What tells one compiler and its target from another."""
    program = Path(command[0]).resolve()
    known = program.stat()
    return (sys.platform, machine(), *command, str(program), str(known.st_size), str(known.st_mtime_ns))


def opened(content: bytes) -> ctypes.CDLL:
    """A library opens only from a file; where that can be, the file goes as soon as it is open."""
    with tempfile.TemporaryDirectory(prefix="kamon-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "rules.bin"
        path.write_bytes(content)
        return ctypes.CDLL(str(path))
