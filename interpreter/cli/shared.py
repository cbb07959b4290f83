"""Arguments that several commands take, and the game that they ask for."""

from __future__ import annotations

import argparse
import os
import shutil
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.cli.problems import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.engine import Game

BOTS = "random, greedy, mcts, mcts:ITERATIONS, mcts:SECONDSs, heuristic:FILE"
"""How bots are written; the agents themselves take long to import."""
MAX_SEED = 2**63
MOST = 999_999_999
"""What a number that is no seed may be."""
MAX_SAVE = 10_000_000
"""Bytes of a saved match."""


def add_game(parser: argparse.ArgumentParser, *, optional: bool = False, options: bool = False) -> None:
    """GAME, --games, and with `options` also --option."""
    words = "a game's name or folder, with overlays: game+overlay"
    parser.add_argument("game", metavar="GAME", type=filled, nargs="?" if optional else None, help=words)
    add_dirs(parser)
    if options:
        add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """--option."""
    words = "set an option of the game (repeatable)"
    parser.add_argument("--option", metavar="K=V", action="append", default=[], help=words)


def add_dirs(parser: argparse.ArgumentParser) -> None:
    """--games."""
    parser.add_argument(
        "--games",
        metavar="DIR",
        type=filled_path,
        action="append",
        default=[],
        help="look for games here first (repeatable)",
    )


def add_seed(parser: argparse.ArgumentParser, default: int | None = 0) -> None:
    """--seed."""
    words = "a number that makes chance repeat itself"
    parser.add_argument("--seed", metavar="S", type=seed, default=default, help=words)


def seed(written: str) -> int:
    """A seed as it is typed. Raises ArgumentTypeError."""
    number = int(written) if written.isascii() and written.isdigit() else MAX_SEED
    if number >= MAX_SEED:
        raise argparse.ArgumentTypeError(f"not a whole number from 0 to 2^63 - 1: {written[:40]!r}")
    return number


def filled(written: str) -> str:
    """What is typed, if it is anything. Raises ArgumentTypeError."""
    if not written.strip():
        raise argparse.ArgumentTypeError("nothing is written there")
    return written


def filled_path(written: str) -> Path:
    """A path as it is typed. Raises ArgumentTypeError when it is empty, which would mean the current folder."""
    return Path(filled(written))


def positive(written: str) -> int:
    """A number from 1 as it is typed. Raises ArgumentTypeError."""
    return _number(written, 1)


def whole(written: str) -> int:
    """A number from 0 as it is typed. Raises ArgumentTypeError."""
    return _number(written, 0)


def percent(written: str) -> int:
    """A share from 1 to 100 as it is typed. Raises ArgumentTypeError."""
    return _number(written, 1, 100)


def _number(written: str, least: int, most: int = MOST) -> int:
    digits = written.lstrip("0") or written[-1:]
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST)) else -1
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"not a whole number from {least} to {most:,}: {written[:40]!r}")
    return number


def open_game(args: argparse.Namespace) -> Game:
    """The game that the arguments name. Raises GameError and MisuseError."""
    from interpreter.engine import load

    check_dirs(args.games)
    return load(args.game, options_of(args), args.games)


def check_dirs(dirs: list[Path]) -> None:
    """Raises MisuseError for a directory that is not there: silence would look for games elsewhere."""
    from interpreter.source.files import is_folder

    for directory in dirs:
        if not is_folder(directory):
            raise MisuseError("misuse.no_directory", path=str(directory))


def options_of(args: argparse.Namespace) -> dict[str, str | int]:
    """What --option says. Raises what `settings` does."""
    return settings(getattr(args, "option", []))


def settings(written: Sequence[str]) -> dict[str, str | int]:
    """Options as they are typed. Raises MisuseError for one that is not K=V, or that is given twice."""
    found: dict[str, str | int] = {}
    for one in written:
        name, sign, value = one.partition("=")
        if not (name and sign and value):
            raise MisuseError("misuse.option", text=one)
        if name in found:
            raise MisuseError("misuse.option_twice", name=name)
        found[name] = value
    return found


def require(*packages: str) -> None:
    """Raises MisuseError unless the packages are there that come with the extra `pages`."""
    lacking = [name for name in packages if find_spec(name) is None]
    if lacking:
        raise MisuseError("misuse.packages", names=", ".join(lacking))


def read_text(file: Path, limit: int) -> str:
    """The text of a file, at most limit + 1 bytes of it. Raises MisuseError when it cannot be had."""
    from interpreter.source import Diagnostic
    from interpreter.source.files import read_bytes, resolved

    content = read_bytes(resolved(file), limit)
    if isinstance(content, Diagnostic):
        raise MisuseError("misuse.cannot_read", path=str(file), reason=content)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise MisuseError("misuse.not_text", path=str(file)) from None


def add_output(parser: argparse.ArgumentParser, flag: str, words: str, *, folder: bool = False, **how: Any) -> None:
    """An argument that names a file that the command writes, or a folder. See `check_outputs`."""
    metavar = "DIR" if folder else "FILE"
    added = parser.add_argument(flag, metavar=metavar, type=filled_path, help=words, **how)
    parser.set_defaults(outputs=(*(parser.get_default("outputs") or ()), (added.dest, folder)))


def check_outputs(args: argparse.Namespace) -> None:
    """Raises MisuseError when something could not be written in the end: known now, it costs nobody a long run."""
    from interpreter.source.files import resolved

    named: set[Path] = set()
    for name, folder in getattr(args, "outputs", ()):
        path: Path | None = getattr(args, name)
        if path is None:
            continue
        with _writing(path):
            if path.exists() and not (folder or path.is_file()):
                _try_special(path)
                continue
            if resolved(path) in named:
                raise MisuseError("misuse.output_twice", path=str(path))
            named.add(resolved(path))
            _try_beside(_nearest(path) / "new" if folder else resolved(path))


def _try_special(path: Path) -> None:
    """A pipe's reader would take its closing for the end: what can be opened stays so."""
    os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    return next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())


def _try_beside(file: Path) -> None:
    new = _new(file)
    new.open("xb").close()
    new.unlink()


def write_text(file: Path, text: str) -> None:
    """Writes a file whole or not at all. Raises MisuseError when it cannot be written."""
    write_bytes(file, text.encode("utf-8"))


def write_bytes(file: Path, content: bytes) -> None:
    """Writes a file whole or not at all. Raises MisuseError when it cannot be written."""
    from interpreter.source.files import open_to_write, resolved

    with _writing(file):
        if file.exists() and not file.is_file():
            with open_to_write(file) as opened:
                opened.write(content)
        else:
            _replace(resolved(file), content)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Raises MisuseError for what the system refuses."""
    try:
        yield
    except OSError as problem:
        raise MisuseError("misuse.cannot_write", path=str(path), reason=problem.strerror or "") from None


def _replace(file: Path, content: bytes) -> None:
    """Puts a new file with the old one's permissions in its place."""
    new = _new(file)
    try:
        with new.open("xb") as opened:
            opened.write(content)
        if file.exists():
            shutil.copymode(file, new)
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def _new(file: Path) -> Path:
    """Where a file is written before it takes its place."""
    return file.with_name(f".{file.name[:200]}.{os.getpid()}")
