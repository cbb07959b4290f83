"""Compiled games kept between runs in the user's cache folder. A fault of the cache means a rebuild, no more.

An entry is a digest and a pickle. It is read only from a folder that nobody else can write to, so that nobody
else's pickle is ever opened.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import __version__
from interpreter.resources import data_dir

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_ENTRIES = 100
_LAYERS = ("source", "language", "model", "compiler", "engine", "explain", "analysis", "locales")


def key_of(parts: Iterable[str]) -> str:
    """A key for whatever these parts determine, with this version of this program on this Python."""
    digest = hashlib.sha256()
    for part in (*_stamp(), *parts):
        digest.update(f"{len(part.encode())} ".encode() + part.encode())
    return digest.hexdigest()[:40]


@cache
def _stamp() -> tuple[str, ...]:
    """Our own version: the number alone would not tell a changed checkout from the one it was."""
    package = Path(__file__).resolve().parent.parent
    files = [path for layer in _LAYERS for path in (package / layer).glob("**/*.[ph]*") if path.suffix != ".pyc"]
    files += [path for kind in ("grammar", "schema") for path in _data(kind)]
    known = [(path.name, path.stat()) for path in sorted(files)]
    modules = (f"{name} {found.st_size} {found.st_mtime_ns}" for name, found in known)
    return (__version__, sys.version, *modules)


def _data(kind: str) -> list[Path]:
    return list(data_dir(kind).iterdir())  # type: ignore[arg-type]


def read(key: str) -> object | None:
    """What was kept under the key; None when there is nothing, or nothing to trust."""
    folder = _folder()
    if folder is None:
        return None
    try:
        with open(os.open(folder / _name(key), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:  # noqa: PTH123
            if not _ours(os.fstat(file.fileno())):
                return None
            content = file.read()
        digest, payload = content[:32], content[32:]
        if hashlib.sha256(payload).digest() != digest:
            return None
        found: object = pickle.loads(payload)  # noqa: S301 - see the module's docstring
    except Exception:  # noqa: BLE001 - a pickle of other code can raise anything
        return None
    return found


def write(key: str, value: object) -> None:
    """Keeps a value. Each reader sees a whole entry or none."""
    folder = _folder()
    if folder is None:
        return
    try:
        payload = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        with tempfile.NamedTemporaryFile(dir=folder, prefix="new-", delete=False) as file:
            file.write(hashlib.sha256(payload).digest() + payload)
        Path(file.name).replace(folder / _name(key))
        _prune(folder)
    except (OSError, pickle.PicklingError, TypeError, AttributeError, RecursionError):
        return


def _name(key: str) -> str:
    return f"game-{key}.bin"


def _folder() -> Path | None:
    """The cache folder, made if need be; None when others could write to it."""
    place = os.environ.get("KAMON_CACHE_DIR")
    if not place:
        from platformdirs import user_cache_dir

        place = user_cache_dir("kamon", appauthor=False)
    folder = Path(place)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError:
        return None
    return folder if _ours(found) else None


def _ours(found: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _prune(folder: Path) -> None:
    entries = sorted(folder.glob("game-*.bin"), key=lambda path: path.stat().st_mtime)
    for path in entries[:-MOST_ENTRIES]:
        path.unlink(missing_ok=True)
