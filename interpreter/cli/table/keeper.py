"""Keeps a match in its file, so that neither an interrupt nor a crash loses it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import MAX_SAVE, read_text, write_text
from interpreter.engine import saved_title

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from interpreter.engine import Session


class Keeper:
    """Writes a session to files.

    file: where it is kept, None: nowhere.  loaded: the file it comes from.  again: the command that takes it up,
    but for the file.
    """

    def __init__(self, session: Session, file: Path | None, loaded: Path | None, again: Sequence[str]) -> None:
        self.file = file
        self._session = session
        self._again = again
        self._changed = False
        self.saved = False
        """Whether the match has been written anywhere."""
        self._taken = file is not None and self._holds_a_match(file)
        self.replaces = self._taken and not (loaded is not None and file is not None and file.samefile(loaded))
        """Whether the file holds another match, which is given up with the first choice."""

    def keep(self) -> None:
        """Writes the match to its file after a choice. Raises MisuseError and SaveError."""
        if self.file is not None:
            self._changed = True
            self._write(self.file)

    def close(self) -> bool:
        """Writes the match to its file when it is left; a match in which nothing was done replaces no other.

        Returns whether the file holds the match. Raises MisuseError and SaveError.
        """
        if self.file is None or (self.replaces and not self._changed):
            return False
        self._write(self.file)
        return True

    def copy_to(self, file: Path) -> None:
        """Writes the match to another file. Raises MisuseError, also for one that holds something else, and
        SaveError.
        """
        self._holds_a_match(file)
        self._write(file)

    def command(self, file: Path) -> str:
        """What to type to go on with the match in a file."""
        return shlex.join([*self._again, "--load", str(file)])

    def _write(self, file: Path) -> None:
        write_text(file, self._session.to_json())
        self.saved = True

    def _holds_a_match(self, file: Path) -> bool:
        """Whether the file is there, with a match of this game. Raises MisuseError if it holds anything else."""
        if not file.exists():
            return False
        title = self._session.game.title
        if saved_title(read_text(file, MAX_SAVE)) != title:
            raise MisuseError("misuse.save_over", path=str(file), name=title)
        return True
