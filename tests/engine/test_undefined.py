"""Machine code of every game under the compiler's sanitizers: nothing is undefined, every slot stays in its bounds.

Usually each game is played by as few as can; when asked for, by any number.
"""

from __future__ import annotations

import pytest

from tests.compiler.play import Table, program_of
from tests.engine.found import TABLES, load, name_of
from tests.engine.natives import can_be_watched, played_in_python, row_of, watched

SEEDS = range(20)


def is_smallest(table: Table) -> bool:
    spec, players = table
    return players == min(load(spec).player_counts)


FEWEST = [pytest.param(table, id=name_of(table)) for table in TABLES if is_smallest(table)]
OTHERS = [
    pytest.param(table, id=name_of(table), marks=pytest.mark.sanitize) for table in TABLES if not is_smallest(table)
]


@pytest.fixture(scope="module", autouse=True)
def _sanitizers() -> None:
    if not can_be_watched():
        pytest.skip("there is no C compiler with sanitizers")


@pytest.mark.parametrize("table", [*FEWEST, *OTHERS])
def test_nothing_is_left_undefined(table: Table) -> None:
    program = program_of(*table)
    assert watched(program, SEEDS) == [row_of(played_in_python(program, seed)) for seed in SEEDS]
