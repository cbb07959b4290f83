"""What `kamon simulate` tells of watched matches."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.analysis.parts import parts_of
from interpreter.cli.simulation.running import bar
from interpreter.cli.simulation.wording import PartWords
from interpreter.cli.words import Words
from interpreter.explain import Speaker
from tests.engine.found import SPECS, load

if TYPE_CHECKING:
    from tests.cli.conftest import Run

DO = Path(__file__).resolve().parent.parent / "toys" / "do"


def told(kamon: Run, *arguments: str) -> dict[str, list[str]]:
    """The parts of what is told, each under its first line's first words."""
    ran = kamon("simulate", DO, "-n", "60", "--locale", "en", *arguments)
    assert ran.code == 0
    parts = (part.splitlines() for part in ran.out.rstrip().split("\n\n"))
    return {lines[0].partition("  ")[0].partition(" (")[0]: lines for lines in parts}


def test_details_come_in_sections(kamon: Run) -> None:
    found = told(kamon, "--details", "50")
    assert [name.partition(":")[0] for name in found] == [
        "Effects printed on cards",
        "Seen in the first 50 matches",
        "where points come from",
        "cards and pieces",
        "options",
        "decisions with one option",
    ]
    assert {line.split("  ")[0] for line in found["where points come from"][1:]} == {"Baker", "Judge"}


def test_without_details_only_the_table_is_told(kamon: Run) -> None:
    assert list(told(kamon, "--details", "0")) == ["Effects printed on cards: 60 matches, seed 0"]


def test_a_long_section_says_how_much_more_there_is(kamon: Run) -> None:
    ran = kamon("simulate", "rosenkoenig", "-n", "3", "--locale", "en")
    lines = ran.out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("cards and pieces"))
    assert lines[start + 9] == "… and 16 more"


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: Path(spec).name)
def test_every_part_has_a_name(spec: str) -> None:
    game = load(spec)
    parts = parts_of(game, max(game.player_counts))
    speaker = Speaker(parts.model, "en", game.folder.homes)
    call = PartWords(Words("en"), speaker, parts)
    keys = {*parts.homes, *parts.asking[1:], "setup", "flow", "start"}
    for number, site in enumerate(parts.rules.program.sites, 1):
        for group in site.groups:
            for code in range(group.low, min(group.high, group.low + 20) + 1):
                keys.update(key for key in parts.option(number, code) if key)
    keys |= {f"line:{name}" for name in parts.rules.lines}
    said = {key: call(key) for key in sorted(keys)}
    assert [key for key, name in said.items() if not name.strip() or name == key] == []


def test_a_bar_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with bar("matches") as show:
        assert show is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with bar("matches") as show:
        assert show is not None
        show(1, 4)
    shown = capsys.readouterr().err
    assert "matches" in shown
    assert "25%" in shown
