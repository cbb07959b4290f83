"""A game as it was in a revision of the git repository that its folder is in."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from interpreter.cli.problems import MisuseError
from interpreter.engine import load
from interpreter.source.files import is_folder
from interpreter.source.library import split_spec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import ExitStack

    from interpreter.engine import Game


def load_revision(stack: ExitStack, spec: str, options: Mapping[str, str | int] | None, dirs: Sequence[Path]) -> Game:
    """The game that `spec` names: as `load` takes it, or `game@REVISION`, `game+overlay@REVISION`.

    An older revision's files are there while `stack` is open. Raises GameError and MisuseError.
    """
    whole, mark, revision = spec.rpartition("@")
    folder, names = split_spec(spec)
    if not mark or (is_folder(Path(folder)) and not any("@" in name for name in names)):
        return load(spec, options, dirs)
    base, overlays = split_spec(whole)
    now = load(base, dirs=dirs).folder
    then = Path(stack.enter_context(TemporaryDirectory(prefix="kamon-")))
    _extract(now.root, revision, then)
    return load("+".join([str(then / now.root.name), *overlays]), options, dirs)


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
        archive.extractall(to, filter="data")


def _git(root: Path, *arguments: str) -> bytes | None:
    """What git prints about a folder; None when it refuses."""
    command = ["git", "-C", str(root), *arguments]
    ended = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - the user's own git
    return ended.stdout if ended.returncode == 0 else None
