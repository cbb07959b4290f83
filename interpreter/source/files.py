"""From a path to decoded text. Nothing but regular files of bounded size is ever read."""

from __future__ import annotations

import os
import re
import stat
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from interpreter.source.diagnostic import Diagnostic, error
from interpreter.source.span import BOM, SourceFile, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_BYTES = 2_000_000

_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
# Not printable by YAML's rules, or a line break to some programs only, or reordering the text around it. Written as
# what is allowed, it would take Python a hundredth of a second to make.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]")

_unsaved: ContextVar[Mapping[Path, str] | None] = ContextVar("unsaved", default=None)


@contextmanager
def unsaved(texts: Mapping[Path, str]) -> Iterator[None]:
    """While it lasts, these files have these texts instead of what is saved, for whoever reads in this context.

    Paths are as `resolved` gives them.
    """
    token = _unsaved.set(texts)
    try:
        yield
    finally:
        _unsaved.reset(token)


def shown(path: Path) -> str:
    """The path as people are shown it: relative to the current directory when it lies inside."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return absolute.as_posix()


def is_folder(path: Path) -> bool:
    """Whether a folder is there and can be reached; never raises, however strange the path."""
    return os.path.isdir(path)  # noqa: PTH112 - pathlib's raises for what is too long or forbidden


def is_there(path: Path) -> bool:
    """Whether the path names anything, a link that leads nowhere included; never raises."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False


def resolved(path: Path) -> Path:
    """The path without links as far as they can be followed; a link in a ring stays, and so does what is no path."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        return path


def children(folder: Path) -> list[Path]:
    """What lies in a folder, by name; nothing when that cannot be read."""
    try:
        return sorted(folder.iterdir())
    except (OSError, ValueError):
        return []


def file_place(path: Path) -> Span:
    """Where a finding about a whole file is."""
    return Span(SourceFile(shown(path), ""), 0, 0)


def open_to_write(path: Path) -> BinaryIO:
    """What the path names, emptied, or a new file; a pipe only when somebody reads from it. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    os.set_blocking(file, True)
    return open(file, "wb")  # noqa: PTH123 - a descriptor, not a path


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes | Diagnostic:
    """The file's bytes, at most limit + 1 of them, or why they cannot be had. Waits for no pipe. See `unsaved`."""
    texts = _unsaved.get()
    if texts and (text := texts.get(resolved(path))) is not None:
        return text.encode()[: limit + 1]
    place = file_place(path)
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        if path.is_symlink():
            return error("file-symlink", place)
        if path.is_dir():
            return error("file-directory", place)
        with open(os.open(path, flags), "rb") as file:  # noqa: PTH123 - a descriptor, not a path
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return error("file-special", place)
            return file.read(limit + 1)
    except FileNotFoundError:
        return error("file-missing", place)
    except (OSError, ValueError) as problem:
        return error("file-unreadable", place, reason=getattr(problem, "strerror", None) or str(problem))


def decode(name: str, data: bytes) -> tuple[SourceFile, Diagnostic | None]:
    """The text of UTF-8 bytes, or the first reason to refuse it, at its place."""
    empty = SourceFile(name, "")
    if len(data) > MAX_BYTES:
        return empty, error("file-too-large", Span(empty, 0, 0), limit=MAX_BYTES)
    if data.startswith(_WIDE_BOMS):
        return empty, error("file-not-utf8", Span(empty, 0, 0))
    try:
        source = SourceFile(name, data.decode("utf-8"))
    except UnicodeDecodeError as problem:
        offset = len(data[: problem.start].decode("utf-8"))
        source = SourceFile(name, data.decode("utf-8", "replace"))
        place = Span(source, offset, offset + 1)
        return source, error("invalid-utf8", place, byte=f"0x{data[problem.start]:02X}")
    found = FORBIDDEN.search(source.text, 1 if source.text.startswith(BOM) else 0)
    if found is None:
        return source, None
    code = f"U+{ord(found.group()):04X}"
    return source, error("control-character", Span(source, found.start(), found.end()), character=code)
