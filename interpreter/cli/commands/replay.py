"""Play the choices of saved matches again on rules that have changed: how far does each go?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import add_dirs, check_dirs, filled, filled_path

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from interpreter.cli.words import Words
    from interpreter.source import Diagnostic


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a saved match, or a folder of them"
    parser.add_argument("saves", metavar="SAVE", type=filled_path, nargs="+", help=words)
    words = "the game as it is now, by name or folder (default: the one that each save names)"
    parser.add_argument("--rules", metavar="GAME", type=filled, help=words)
    add_dirs(parser)


def run(args: argparse.Namespace) -> int:
    """Prints a line for each match, and below it why the first choice that no longer fits does not."""
    from interpreter.cli.words import Words

    say = Words(args.locale)
    check_dirs(args.games)
    whole = [_fits(say, file, args) for file in _files(args.saves)]
    return FINE if all(whole) else FINDINGS


def _files(saves: Iterable[Path]) -> Iterator[Path]:
    """The files that are named, and those in folders that are. Raises MisuseError for a folder without any."""
    for path in saves:
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.glob("*.json"))
        if not found:
            raise MisuseError("misuse.no_saves", path=str(path))
        yield from found


def _fits(say: Words, file: Path, args: argparse.Namespace) -> bool:
    from interpreter.cli.saves import Asked, replayed
    from interpreter.engine import GameError, SaveError

    try:
        found = replayed(file, Asked(args.rules, {}, args.games, "kamon replay SAVE --rules FOLDER"))
    except (SaveError, GameError) as problem:
        print(f"{file}: {_placed(problem.diagnostics[0], say)}")
        return False
    except MisuseError as problem:
        print(f"{file}: {problem.text(say)}")
        return False
    done = len(found.session.moments)
    print(f"{file}: {say('play.replayed', done=done, count=found.choices)}")
    if found.stopped is not None:
        print(f"  {_placed(found.stopped, say)}")
    return found.stopped is None


def _placed(found: Diagnostic, say: Words) -> str:
    """A finding in a line, with its place if that is in a file of a game."""
    from interpreter.cli.problems import in_a_line

    in_file = found.span.file and not found.span.file.startswith("<")
    place = f"{found.span.file}:{found.span.line}: " if in_file else ""
    return place + in_a_line(found, say.locale)
