"""Make the folder of a new game that checks, tests and plays at once, to be changed from there."""

from __future__ import annotations

import re
import shlex
import shutil
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import check_dirs, filled_path, write_text

if TYPE_CHECKING:
    import argparse

# A game that is complete but for its name and its title, which are these.
_TEMPLATE = Path(__file__).resolve().parent.parent / "template"
_NAME, _TITLE = "my_game", "My game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("name", metavar="NAME", help="what to call it, such as my_game: a-z, 0-9 and _")
    parser.add_argument("--dir", metavar="DIR", type=filled_path, default=Path(), help="make it here (default: .)")


def run(args: argparse.Namespace) -> int:
    """Makes the folder, never in the place of another, and prints what can be done with it."""
    from interpreter.cli.words import Words
    from interpreter.source.files import shown

    say = Words(args.locale)
    _check_name(args.name)
    check_dirs([args.dir])
    folder = args.dir / args.name
    _make(folder, args.name)
    path = shown(folder)
    spec = shlex.quote(path if Path(path).is_absolute() else f"./{path}")
    print(say("new.made", path=path))
    for command in ("check", "test", "play"):
        print(f"  kamon {command} {spec}")
    return FINE


def _check_name(name: str) -> None:
    """Raises GameError or MisuseError, which say why a game cannot be called so."""
    from interpreter.engine import GameError
    from interpreter.source import SourceFile, Span
    from interpreter.source.library import bad_name
    from interpreter.source.scalars import resolve

    found = bad_name(name, Span(SourceFile("<name>", name), 0, len(name)))
    if found is not None:
        near = _near(name)
        raise GameError(replace(found, hint=("hint.did-you-mean", {"name": near}) if near else None))
    if resolve(name) != name:
        raise MisuseError("misuse.yaml_word", name=name)


def _near(name: str) -> str:
    """A name made from what is no name: without accents and capitals, with _ for what lies between words."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub("[^a-z0-9]+", "_", letters.lower()).strip("_")
    return words.lstrip("_0123456789")


def _make(folder: Path, name: str) -> None:
    """Writes the files whole or leaves nothing. Raises MisuseError."""
    try:
        folder.mkdir()
    except FileExistsError:
        raise MisuseError("misuse.exists", path=str(folder)) from None
    except OSError as problem:
        raise MisuseError("misuse.cannot_write", path=str(folder), reason=problem.strerror or "") from None
    try:
        _fill(folder, name)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _fill(folder: Path, name: str) -> None:
    title = name.replace("_", " ").strip().capitalize()
    for source in sorted(path for path in _TEMPLATE.rglob("*") if path.is_file()):
        target = folder / source.relative_to(_TEMPLATE)
        target.parent.mkdir(exist_ok=True)
        text = source.read_text(encoding="utf-8")
        write_text(target, text.replace(_NAME, name).replace(_TITLE, title))
