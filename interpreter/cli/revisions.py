"""A game as it was in a revision of the git repository that its folder is in."""

from __future__ import annotations

import io
import subprocess
import tarfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self

from interpreter.cli.problems import MisuseError
from interpreter.engine import GameError, load
from interpreter.source import SourceFile
from interpreter.source.files import is_folder, shown
from interpreter.source.library import split_spec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.engine import Game
    from interpreter.source import Diagnostic, Span


class Revisions:
    """Games as they are and as they were; an older revision's files are there until the `with` block ends."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._names: dict[str, tuple[str, str]] = {}
        """By the folder in which a revision's files are: the game's own folder, and the revision."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def load(self, spec: str, options: Mapping[str, str | int] | None, dirs: Sequence[Path]) -> Game:
        """The game that `spec` names: as `load` takes it, or `game@REVISION`, `game+overlay@REVISION`.

        Raises GameError and MisuseError.
        """
        whole, mark, revision = spec.rpartition("@")
        folder, names = split_spec(spec)
        if not mark or (is_folder(Path(folder)) and not any("@" in name for name in names)):
            return load(spec, options, dirs)
        base, overlays = split_spec(whole)
        now = load(base, dirs=dirs).folder
        then = Path(self._stack.enter_context(TemporaryDirectory(prefix="kamon-"))) / now.root.name
        self._names[f"{shown(then)}/"] = f"{shown(now.root)}/", revision
        _extract(now.root, revision, then.parent)
        try:
            return load("+".join([str(then), *overlays]), options, dirs)
        except GameError as problem:
            raise GameError(*map(self._named, problem.diagnostics)) from None

    def file(self, name: str) -> str:
        """A file's name as people know it: `GAME/game.yaml@HEAD` for one of an older revision."""
        for folder, (own, revision) in self._names.items():
            if name.startswith(folder):
                return f"{own}{name.removeprefix(folder)}@{revision}"
        return name

    def _named(self, found: Diagnostic) -> Diagnostic:
        labels = tuple(replace(label, span=self._span(label.span)) for label in found.labels)
        return replace(found, span=self._span(found.span), labels=labels)

    def _span(self, span: Span) -> Span:
        return replace(span, source=SourceFile(self.file(span.file), span.source.text))


def _extract(root: Path, revision: str, to: Path) -> None:
    """Puts a game's folder as it was into another folder."""
    if which("git") is None:
        raise MisuseError("misuse.no_git")
    if _git(root, "rev-parse", "--git-dir") is None:
        raise MisuseError("misuse.no_repository", path=str(root))
    found = None
    if _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}:./") is not None:
        found = _git(root, "archive", "--format=tar", f"--prefix={root.name}/", "--end-of-options", revision, ".")
    if found is None:
        raise MisuseError("misuse.revision", revision=revision, path=str(root))
    with tarfile.open(fileobj=io.BytesIO(found)) as archive:
        # Releases of Python 3.11 before 3.11.4 know no filters; git itself writes no path that leads elsewhere.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(to)  # noqa: S202 - the user's own git


def _git(root: Path, *arguments: str) -> bytes | None:
    """What git prints about a folder; None when it refuses."""
    command = ["git", "-C", str(root), *arguments]
    ended = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - the user's own git
    return ended.stdout if ended.returncode == 0 else None
