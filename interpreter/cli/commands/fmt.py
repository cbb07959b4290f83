"""Format the rules inside YAML files: only texts in Kamon's language change, every other character stays."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import filled_path, write_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from interpreter.cli.words import Words
    from interpreter.source import Diagnostic, Document


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a YAML file of a game or overlay, or a folder with such files"
    parser.add_argument("paths", metavar="PATH", type=filled_path, nargs="+", help=words)
    parser.add_argument("--check", action="store_true", help="change nothing; show what would change, and fail")


def run(args: argparse.Namespace) -> int:
    """Prints the names of the files that are changed, or with --check a diff. Files and texts that cannot be read are
    findings, and so are files that belong to no game, unless they only lie in a folder.
    """
    from interpreter.cli.problems import print_findings
    from interpreter.cli.words import Words
    from interpreter.model import unread_texts
    from interpreter.source import read_document
    from interpreter.source.overlay import checked_root

    say = Words(args.locale)
    code = FINE
    for path, outside in _files(args.paths):
        document, found = read_document(path) if outside is None else (None, [outside])
        foreign: list[Diagnostic] = []
        if document is not None:
            checked_root(document, foreign)
        if document is None or (foreign and path in args.paths):
            print_findings(foreign or found, say.locale)
            code = FINDINGS
        elif not foreign:
            unread = unread_texts(document)
            print_findings(unread, say.locale)
            changed = _format(path, document, say, check=args.check)
            code = FINDINGS if unread or (changed and args.check) else code
    return code


def _format(path: Path, document: Document, say: Words, *, check: bool) -> bool:
    """Whether something is to be changed; unless it is only to be shown, it is changed."""
    from interpreter.language import format_document
    from interpreter.model import dsl_scalars
    from interpreter.source.files import shown

    old = document.source.text
    new = format_document(old, dsl_scalars(document.root))
    if new != old and check:
        print(_diff(shown(path), old, new), end="")
    elif new != old:
        write_text(path, new)
        print(say("fmt.changed", path=shown(path)))
    return new != old


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, Diagnostic | None]]:
    """The files themselves, and those in folders, whatever their depth, hidden ones left out; with a link that leads
    outside its folder, that finding.
    """
    from interpreter.source.files import is_folder, is_there

    for path in paths:
        if is_folder(path):
            for one in sorted(path.rglob("*.yaml")):
                yield from _in_folder(one, path)
        elif is_there(path):
            yield path, None
        else:
            raise MisuseError("misuse.no_path", path=str(path))


def _in_folder(path: Path, folder: Path) -> Iterator[tuple[Path, Diagnostic | None]]:
    from interpreter.source import error
    from interpreter.source.files import file_place, is_folder, is_there, resolved, shown

    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    target = resolved(path)
    if hidden or is_folder(target):
        return
    if not target.is_relative_to(resolved(folder)):
        yield path, error("outside-folder", file_place(path), path=shown(path), folder=shown(folder))
    elif not path.is_symlink():
        yield path, None
    elif not is_there(target):
        yield target, None


def _diff(name: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(_cut(old), _cut(new), name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _cut(text: str) -> list[str]:
    """Lines with their line feeds; no other character ends a line of a diff."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
