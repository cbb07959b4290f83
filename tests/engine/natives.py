"""Machine code of every game found, and the two engines played side by side."""

from __future__ import annotations

import random
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.engine import NativeError, NativeProgram, Outcome
from interpreter.engine.native_build import LIBRARY, compiled, find_compiler, opened
from tests.compiler.play import Table, program_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.compiler import Program
    from interpreter.engine.native_build import Command

WATCHED = ("-DKAMON_MAIN", "-DKAMON_DEBUG", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")
PATIENT = 1_200  # seconds: sanitizers take their time, even more beside other work
QUICK = "-O0"  # compiling for a few games takes longer than playing them


def native_from(program: Program, level: str | None = QUICK) -> NativeProgram:
    """A program's machine code, compiled now."""
    command = find_compiler()
    if command is None:
        pytest.skip("there is no C compiler")
    return NativeProgram(program, opened(compiled(program.native_source(), command, LIBRARY, level)))


@cache
def native_of(table: Table, level: str | None = QUICK) -> NativeProgram:
    return native_from(program_of(*table), level)


def side_by_side(native: NativeProgram, seed: int, pick: Callable[[int], int], most: int = 3000) -> int:
    """Plays a match on both engines with the same choices and compares everything. Returns how many were made."""
    program, match = native.program, native.start(seed)
    state = program.new_state(seed)
    codes = program.begin(state)
    for decisions in range(most):
        assert match.array == state, differing(program, state, match.array)
        assert match.codes == codes
        match.find_options()
        assert match.codes == codes
        assert match.scores() == program.score(state)
        if not codes:
            return decisions
        chosen = pick(len(codes))
        codes = program.choose(state, codes[chosen])
        match.choose(chosen)
    return most


def differing(program: Program, state: list[int], other: list[int]) -> list[tuple[str, int, int]]:
    """The slots in which two states differ, with both values."""
    rows = zip(program.layout.slots, state, other, strict=False)
    return [(slot.name, one, two) for slot, one, two in rows if one != two]


def played_in_python(program: Program, seed: int) -> Outcome:
    """The match that the seed stands for, on the Python engine."""
    state = program.new_state(seed)
    decisions = program.playout(state, random.Random(seed).getrandbits)
    return Outcome(decisions, tuple(map(sum, program.score(state))), program.leaders(state))


@cache
def can_be_watched() -> bool:
    """Whether the C compiler has the sanitizers, and what it makes with them runs."""
    command = find_compiler()
    if command is None:
        return False
    try:
        return ran("int main(void) { return 0; }", command) == ""
    except NativeError:
        return False


def watched(program: Program, seeds: Sequence[int]) -> list[str]:
    """What a program of its own prints that plays these seeds and ends at whatever C leaves undefined."""
    command = find_compiler()
    assert command is not None
    return ran(program.native_source(), command, *map(str, seeds)).splitlines()


def ran(source: str, command: Command, *arguments: str) -> str:
    """What a program prints that the sanitizers watch; they must find nothing. Raises NativeError."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "watched"
        path.write_bytes(compiled(source, command, WATCHED, QUICK, wait=PATIENT))
        path.chmod(0o700)
        ended = subprocess.run([path, *arguments], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def row_of(found: Outcome) -> str:
    """An outcome as such a program prints it."""
    return f"{found.decisions} {' '.join(map(str, found.totals))} {sum(1 << owner for owner in found.winners)} "
