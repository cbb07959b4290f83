"""The emitted text: always the same for the same rules."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys

import pytest

from interpreter.compiler import ME, compile_model
from interpreter.compiler.emit_python import place
from tests.compiler.play import Table, model_of, program_of, texts_of
from tests.engine.found import ROOT, TABLES, name_of

TEXTS = """
import hashlib
from tests.compiler.play import program_of, texts_of
from tests.engine.found import TABLES
for table in TABLES:
    texts = texts_of(program_of(*table))
    print(hashlib.sha256(texts.encode()).hexdigest())
"""


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@pytest.mark.parametrize("trace", [False, True], ids=["plain", "tracing"])
def test_the_same_model_gives_the_same_text(table: Table, trace: bool) -> None:
    one, other = (compile_model(model_of(*table), trace=trace) for _ in range(2))
    assert one.source == other.source
    assert [slot.name for slot in one.layout.slots] == [slot.name for slot in other.layout.slots]
    assert texts_of(one) == texts_of(other)


def test_the_text_does_not_depend_on_how_strings_hash() -> None:
    expected = []
    for table in TABLES:
        texts = texts_of(program_of(*table))
        expected.append(hashlib.sha256(texts.encode()).hexdigest())
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


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_c_says_where_in_the_rules_it_comes_from_and_names_slots(table: Table) -> None:
    program = program_of(*table)
    text = program.native_source()
    for site in program.sites:
        if f"options_{site.number}(" in text:
            assert f"/* {site.name}: {place(site.span)} */\nstatic void options_{site.number}(Match *m) {{" in text
            assert f"/* {site.name}: {place(site.span)} */\nstatic int resume_{site.number}(" in text
    for name, rule in program.model.rules.items():
        if f"void rule_{name}(" in text:
            assert f"/* {place(rule.span)} */\nstatic void rule_{name}(" in text
    assert f"AT_ME = {ME}," in text
    assert re.search(r"S\[\d", text) is None
