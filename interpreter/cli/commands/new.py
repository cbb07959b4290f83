"""Make a new game, or a variant of one, that checks, tests and plays at once, to be changed from there."""

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
from interpreter.cli.shared import add_dirs, check_dirs, filled, filled_path, write_text

if TYPE_CHECKING:
    import argparse

    from interpreter.cli.words import Words
    from interpreter.engine import Game

# A game that is complete but for its name and its title, which are these.
_TEMPLATE = Path(__file__).resolve().parent.parent / "template"
_NAME, _TITLE = "my_game", "My game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("name", metavar="NAME", help="what to call it, such as my_game: a-z, 0-9 and _")
    words = "make an overlay instead: one file with what is to be different from this game"
    parser.add_argument("--variant-of", metavar="GAME", type=filled, help=words)
    add_dirs(parser)
    parser.add_argument("--dir", metavar="DIR", type=filled_path, default=Path(), help="make it here (default: .)")


def run(args: argparse.Namespace) -> int:
    """Makes the folder, never in the place of another, and prints what can be done with it."""
    from interpreter.cli.words import Words
    from interpreter.source.files import shown

    say = Words(args.locale)
    _check_name(args.name)
    check_dirs([args.dir, *args.games])
    if args.variant_of is not None:
        return _variant(say, args)
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


def _title(name: str) -> str:
    return name.replace("_", " ").strip().capitalize()


def _fill(folder: Path, name: str) -> None:
    title = _title(name)
    for source in sorted(path for path in _TEMPLATE.rglob("*") if path.is_file()):
        target = folder / source.relative_to(_TEMPLATE)
        target.parent.mkdir(exist_ok=True)
        text = source.read_text(encoding="utf-8")
        write_text(target, text.replace(_NAME, name).replace(_TITLE, title))


# ---- a variant ------------------------------------------------------------------------------------------


def _variant(say: Words, args: argparse.Namespace) -> int:
    """Makes the overlay and a scenario of it beside it, and prints what can be done with them."""
    from interpreter.engine import load
    from interpreter.source.files import shown
    from interpreter.source.library import SCENARIOS, VARIANTS

    game = load(args.variant_of, dirs=args.games)
    own = game.folder.root / VARIANTS / f"{args.name}.yaml"  # it would be taken instead of the new one
    file, scenarios = args.dir / f"{args.name}.yaml", args.dir / SCENARIOS / f"{args.name}.yaml"
    for path in (own, file, scenarios):
        if path.exists():
            raise MisuseError("misuse.exists", path=str(path))
    write_text(file, _overlay(game, args.name))
    scenarios.parent.mkdir(exist_ok=True)
    write_text(scenarios, _SCENARIO.format(game=game.title, name=args.name))
    print(say("new.made", path=shown(file)))
    spec, place = shlex.quote(f"{args.variant_of}+{args.name}"), shlex.quote(shown(args.dir) or ".")
    dirs = "".join(f" --games {shlex.quote(str(one))}" for one in args.games)
    for command in ("check", "test", "play"):
        print(f"  kamon {command} {spec} --games {place}{dirs}")
    print(f"  kamon diff {shlex.quote(args.variant_of)} {spec} --games {place}{dirs}")
    return FINE


_SCENARIO = """\
kamon: 1
for: {game}+{name}

scenarios:
  begins:
    title: The variant can be begun
    over: false
"""
_OVERLAY = """\
# What is different from {game}, by id, and nothing else. Without a line below the variant is the game itself.
kamon: 1
overlay: {name}
extends: {game}
title: {title}
{examples}"""


def _overlay(game: Game, name: str) -> str:
    """An overlay that changes nothing yet, with what it could change in its comments."""
    return _OVERLAY.format(game=game.title, name=name, title=_title(name), examples=_examples(game))


def _examples(game: Game) -> str:
    """Lines to be uncommented: a number of the game with its value, and a rule."""
    from interpreter.source import Mapping, Scalar

    root = game.definition().root
    lines = []
    for section in ("parameters", "rules"):
        node = root.get(section)
        entries = node.entries.values() if isinstance(node, Mapping) else ()
        for entry in [one for one in entries if isinstance(one.value, Scalar) and one.value.style == "plain"][:1]:
            lines += [f"#   {section}:", f"#     {entry.key.span.text}: {' '.join(entry.value.span.text.split())}"]
    return "\n".join(["", "# replace:", *lines, ""]) if lines else ""
