"""The emitted text: always the same for the same rules."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from interpreter.compiler import compile_model
from tests.compiler.play import Table, model_of, program_of
from tests.engine.found import ROOT, TABLES, name_of

TEXTS = """
import hashlib
from tests.compiler.play import program_of
from tests.engine.found import TABLES
for table in TABLES:
    program = program_of(*table)
    program.prepare_playouts()
    print(hashlib.sha256((program.source + program.playout_source).encode()).hexdigest())
"""


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@pytest.mark.parametrize("trace", [False, True], ids=["plain", "tracing"])
def test_the_same_model_gives_the_same_text(table: Table, trace: bool) -> None:
    one, other = (compile_model(model_of(*table), trace=trace) for _ in range(2))
    assert one.source == other.source
    assert [slot.name for slot in one.layout.slots] == [slot.name for slot in other.layout.slots]
    one.prepare_playouts()
    other.prepare_playouts()
    assert one.playout_source == other.playout_source


def test_the_text_does_not_depend_on_how_strings_hash() -> None:
    expected = []
    for table in TABLES:
        program = program_of(*table)
        program.prepare_playouts()
        expected.append(hashlib.sha256((program.source + program.playout_source).encode()).hexdigest())
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(
            [sys.executable, "-c", TEXTS], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert run.stdout.split() == expected


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_slot_has_a_name_of_its_own(table: Table) -> None:
    program = program_of(*table)
    names = [slot.name for slot in program.layout.slots]
    assert len(set(names)) == len(names)
    assert len(program.layout.initial) == len(names)
