"""The grammar, its reserved words, and Lark's parser for it.

The parser comes ready made with the package, for the Lark release that it was made with: `ship` makes it anew after a
change of the grammar. With another release it is built on first use and kept in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    """The parser: the package's own, or from the cache, or else built and put there. No fault of the cache shows."""
    kept = cache_file()
    return _load(shipped_file()) or _load(kept) or _build(kept)


def shipped_file() -> Path:
    """Where the package keeps the parser for this grammar and this release of Lark, if it has one."""
    return Path(__file__).with_name(f"parser-{_key()[:16]}.bin")


def cache_file() -> Path:
    """Where the parser is kept: under $KAMON_CACHE_DIR or the user's cache folder, by all that shapes it."""
    from platformdirs import user_cache_dir

    folder = os.environ.get("KAMON_CACHE_DIR") or user_cache_dir("kamon")
    return Path(folder) / f"grammar-{_key(__version__, sys.version)[:32]}.bin"


def _key(*parts: str) -> str:
    import lark

    known = (*parts, lark.__version__, GRAMMAR, ",".join(STARTS))
    return hashlib.sha256("\0".join(known).encode()).hexdigest()


def ship() -> Path:
    """Makes the parser that comes with the package, in place of an older one."""
    path = shipped_file()
    for older in path.parent.glob("parser-*.bin"):
        older.unlink()
    _build(path)
    return path


def _build(path: Path) -> Lark:
    from lark import Lark

    buffer = io.BytesIO()
    Lark(GRAMMAR, start=list(STARTS), parser="lalr", maybe_placeholders=True).save(buffer)
    _store(buffer.getvalue(), path)
    return _made(buffer.getvalue())


def _load(path: Path) -> Lark | None:
    """The stored parser, or None when there is none or its bytes are not those that were written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, payload = content[:32], content[32:]
    if hashlib.sha256(payload).digest() != digest:
        return None
    return _made(payload)


def _made(payload: bytes) -> Lark:
    """The parser that was saved so, with what we put into it."""
    from lark import Lark

    from interpreter.language.plugins import Lexer, Parser, Part

    load: Any = Lark._load_from_dict  # noqa: SLF001 - what the parsers call that Lark makes to stand alone
    kept = pickle.loads(payload)  # noqa: S301 - as `Lark.load` does
    plugins = {"ContextualLexer": Lexer, "LALR_Parser": Parser}
    made: Lark = load(kept["data"], kept["memo"], tree_class=Part, _plugins=plugins)
    return made


def _store(payload: bytes, path: Path) -> None:
    """Write to a file of its own first, so that no reader sees half a parser."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            part = Path(folder) / path.name
            part.write_bytes(hashlib.sha256(payload).digest() + payload)
            part.replace(path)
    except OSError:
        return
