"""Slips in YAML: each is told at the right place, in an author's words, whichever parser reads it."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.source import render_text
from interpreter.source.files import decode
from interpreter.source.reader import _compose

SLIPS: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "slips.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("python_parser", [False, True], ids=["libyaml", "python"])
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip["slip"])
def test_a_slip_is_explained(slip: dict[str, Any], *, python_parser: bool) -> None:
    source, problem = decode("game.yaml", slip["text"].encode())
    assert problem is None
    _, found = _compose(source, python_parser=python_parser)
    assert render_text(found) == f"{slip['says']}\n1 error\n"
