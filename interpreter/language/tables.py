"""The grammar, its reserved words, and Lark's parser for it, kept between runs in the user's cache folder."""

from __future__ import annotations

import hashlib
import io
import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import __version__
from interpreter.resources import data_dir

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("start_effect", "start_value", "start_signature")
GRAMMAR = (data_dir("grammar") / "kamon.lark").read_text(encoding="utf-8")
RESERVED = frozenset(re.findall(r'"([a-z]+)"', re.sub(r"//.*", "", GRAMMAR)))
"""The words that the grammar gives a meaning of their own."""


@cache
def parser() -> Lark:
    """The parser, read from the cache or else built and put there. No fault of the cache ever shows."""
    path = cache_file()
    return _load(path) or _build(path)


def cache_file() -> Path:
    """Where the parser is kept: under $KAMON_CACHE_DIR or the user's cache folder, by all that shapes it."""
    import lark
    from platformdirs import user_cache_dir

    folder = os.environ.get("KAMON_CACHE_DIR") or user_cache_dir("kamon")
    parts = (__version__, lark.__version__, sys.version, GRAMMAR, ",".join(STARTS))
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return Path(folder) / f"grammar-{key[:32]}.bin"


def _build(path: Path) -> Lark:
    from lark import Lark

    lark = Lark(GRAMMAR, start=list(STARTS), parser="lalr", maybe_placeholders=True, propagate_positions=True)
    _store(lark, path)
    return lark


def _load(path: Path) -> Lark | None:
    """The stored parser, or None when there is none or its bytes are not those that were written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, payload = content[:32], content[32:]
    if hashlib.sha256(payload).digest() != digest:
        return None
    from lark import Lark

    return Lark.load(io.BytesIO(payload))


def _store(lark: Lark, path: Path) -> None:
    """Write to a file of its own first, so that no reader sees half a parser."""
    buffer = io.BytesIO()
    lark.save(buffer)
    payload = buffer.getvalue()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            part = Path(folder) / path.name
            part.write_bytes(hashlib.sha256(payload).digest() + payload)
            part.replace(path)
    except OSError:
        return
