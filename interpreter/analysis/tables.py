"""Runs on disk, one line a match: written as they are played, and taken up again later."""

from __future__ import annotations

import csv
import hashlib
import io
import os
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from interpreter import __version__
from interpreter.analysis.results import GameResult
from interpreter.engine import TableError
from interpreter.source import NO_SPAN, error
from interpreter.source.files import open_to_write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.engine import Game

ROWS_IN_GROUP = 20_000
PARQUET = ".parquet"
LARGEST = 2**63 - 1
"""What a number in a table can be."""


class Table(Protocol):
    """A run's file."""

    def done(self) -> Iterator[GameResult]:
        """The matches that it held already, to be asked for before any is added. Raises TableError."""
        ...

    def add(self, matches: Sequence[GameResult]) -> None:
        """Writes the next matches. Raises TableError."""
        ...

    def close(self) -> None:
        """Ends the file. Raises TableError."""
        ...


def run_name(game: Game, agents: Sequence[str], seed: int) -> str:
    """12 hexadecimal digits for all that decides what a run's matches are. They stand in every line of its file."""
    players = [(agent, _told(agent)) for agent in agents]
    decides = (__version__, game.title, game.fingerprint, sorted(game.options.items()), players, seed)
    return hashlib.sha256(repr(decides).encode()).hexdigest()[:12]


def _told(agent: str) -> bytes:
    """What stands in the file that an agent is told by, if there is one."""
    name, _, told = agent.partition(":")
    return Path(told).read_bytes() if name == "heuristic" else b""


def open_table(file: Path, owners: Sequence[str], run: str, *, resume: bool = False) -> Table:
    """A run's file: Parquet if it is called so, else CSV. With `resume` what it holds stays, if it is there.

    Raises TableError when it cannot be written, or without the package that Parquet needs.
    """
    if file.suffix.lower() != PARQUET:
        return CsvTable(file, owners, run, resume=resume)
    if find_spec("pyarrow") is None:
        raise TableError(error("no-parquet-package", NO_SPAN))
    return ParquetTable(file, owners, run, resume=resume)


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    """Raises TableError for what the system refuses."""
    try:
        yield
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise TableError(error("table-unwritable", NO_SPAN, path=str(file), reason=why)) from None


class Columns:
    """A run's lines: `game,seed,decisions,score_OWNER…,winners,run`; winners are joined by `+`."""

    def __init__(self, file: Path, owners: Sequence[str], run: str) -> None:
        self.file = file
        self.owners = tuple(owners)
        self.run = run
        self.names = ("game", "seed", "decisions", *(f"score_{owner}" for owner in owners), "winners", "run")

    def row(self, one: GameResult) -> tuple[int | str, ...]:
        """A match's line."""
        winners = "+".join(self.owners[owner] for owner in one.winners)
        return (one.index, one.seed, one.decisions, *one.scores, winners, self.run)

    def match(self, row: Sequence[Any], index: int) -> GameResult:
        """The match whose line this is. Raises TableError if it is not that match of this run."""
        try:
            number, seed, decisions, *scores = map(int, row[:-2])
            winners = tuple(self.owners.index(name) for name in row[-2].split("+"))
        except (ValueError, IndexError, AttributeError):
            raise self.unreadable(index) from None
        if row[-1] != self.run:
            raise self.other_run()
        large = max(map(abs, (seed, decisions, *scores))) > LARGEST
        if number != index or len(scores) != len(self.owners) or large or min(seed, decisions) < 0:
            raise self.unreadable(index)
        return GameResult(number, seed, decisions, tuple(scores), winners)

    def other_run(self) -> TableError:
        """What is raised when the file is about other rules, players or another seed."""
        return TableError(error("table-of-other-run", NO_SPAN, path=str(self.file)))

    def unreadable(self, index: int) -> TableError:
        """What is raised when the file does not hold a match where it should."""
        return TableError(error("table-unreadable", NO_SPAN, path=str(self.file), index=index))


class CsvTable:
    """A run as CSV. A line that was not written to its end is written anew."""

    def __init__(self, file: Path, owners: Sequence[str], run: str, *, resume: bool = False) -> None:
        self._columns = Columns(file, owners, run)
        with _writing(file):
            self._file = file.open("r+b") if resume and file.is_file() else open_to_write(file)
        if not resume or os.fstat(self._file.fileno()).st_size == 0:
            self._write([self._columns.names])

    def done(self) -> Iterator[GameResult]:
        """See Table."""
        if not self._file.readable():
            return
        self._file.seek(0)
        if self._line() != [*self._columns.names]:
            raise self._columns.other_run()
        index, end = 0, self._file.tell()
        while row := self._line():
            yield self._columns.match(row, index)
            index, end = index + 1, self._file.tell()
        self._file.seek(end)
        self._file.truncate()

    def _line(self) -> list[str]:
        """The next line's fields; none where no whole line is left."""
        line = self._file.readline()
        try:
            return next(csv.reader([line.decode(errors="replace")])) if line.endswith(b"\n") else []
        except csv.Error:
            raise self._columns.other_run() from None

    def add(self, matches: Sequence[GameResult]) -> None:
        """See Table."""
        self._write([self._columns.row(one) for one in matches])

    def _write(self, rows: Sequence[Sequence[int | str]]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        with _writing(self._columns.file):
            self._file.write(text.getvalue().encode())
            self._file.flush()

    def close(self) -> None:
        """See Table."""
        with _writing(self._columns.file):
            self._file.close()


class ParquetTable:
    """A run as Parquet, which is whole when it is closed. Until then the file of before stays as it is."""

    def __init__(self, file: Path, owners: Sequence[str], run: str, *, resume: bool = False) -> None:
        import pyarrow as pa  # type: ignore[import-untyped]
        from pyarrow import parquet

        self._columns = Columns(file, owners, run)
        self._kept = file if resume and file.is_file() else None
        numbers = [(name, pa.int64()) for name in self._columns.names[:-2]]
        words = pa.dictionary(pa.int32(), pa.string())
        self._schema = pa.schema([*numbers, ("winners", words), ("run", words)])
        self._rows: list[tuple[int | str, ...]] = []
        self._new = file.with_name(f".{file.name[:200]}.{os.getpid()}")
        with _writing(file):
            self._writer = parquet.ParquetWriter(self._new, self._schema)
        self._changed = self._kept is None

    def done(self) -> Iterator[GameResult]:
        """See Table."""
        if self._kept is None:
            return
        import pyarrow as pa
        from pyarrow import parquet

        index = 0
        try:
            with parquet.ParquetFile(self._kept) as kept:
                if tuple(kept.schema_arrow.names) != self._columns.names:
                    raise self._columns.other_run()
                for batch in kept.iter_batches(ROWS_IN_GROUP):
                    rows = zip(*(column.to_pylist() for column in batch.columns), strict=True)
                    found = [self._columns.match(row, index + at) for at, row in enumerate(rows)]
                    index += len(found)
                    self._write(found)
                    yield from found
        except (pa.ArrowException, OSError, ValueError):
            raise self._columns.unreadable(index) from None

    def add(self, matches: Sequence[GameResult]) -> None:
        """See Table."""
        self._changed = self._changed or bool(matches)
        self._write(matches)

    def _write(self, matches: Sequence[GameResult]) -> None:
        self._rows += map(self._columns.row, matches)
        while len(self._rows) >= ROWS_IN_GROUP:
            self._write_group()

    def _write_group(self) -> None:
        """Groups are equally long, whatever the pieces in which matches come: the same run is the same file."""
        import pyarrow as pa

        rows = self._rows[:ROWS_IN_GROUP]
        del self._rows[:ROWS_IN_GROUP]
        columns = zip(zip(*rows, strict=True), self._schema.types, strict=True)
        arrays = [pa.array(column, kind) for column, kind in columns]
        with _writing(self._columns.file):
            self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))

    def close(self) -> None:
        """See Table."""
        try:
            if self._rows:
                self._write_group()
            with _writing(self._columns.file):
                self._writer.close()
                if self._changed:
                    self._new.replace(self._columns.file)
        finally:
            self._new.unlink(missing_ok=True)
