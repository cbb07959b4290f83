"""What of the rules scenarios use, and how it is written down."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from interpreter.analysis.coverage import KINDS, Coverage, Watch, joined
from interpreter.analysis.coverage_files import html, lcov
from interpreter.analysis.junit import junit
from interpreter.analysis.scenario import run_scenarios
from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
kamon: 1
game: well
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters: {water: {per: player, maximum: 3}, day: {per: game, maximum: 4}}
setup: day 1
flow: "take turns until day = 4: turn"
rules:
  turn: "(fill | drink | pass); day 1; if day = 3: water 1"
  fill: "only if water < 2: water 2"
  drink: "pay water 1"
score: {for: player, lines: {water: water, late: "if day > 3 then 1 else 0"}}
"""
SCENARIO = """\
kamon: 1
scenarios:
  some: {choose: [fill], expect: [water of ann = 2], not_offered: [drink: refused-pay]}
"""


def covered(folder: Path, scenarios: str) -> Coverage:
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "scenarios" / "some.yaml").write_text(scenarios, encoding="utf-8")
    watch = Watch()
    assert run_scenarios(folder, watch=watch).failures == ()
    return watch.coverage


def missing(coverage: Coverage) -> list[tuple[str, str, bool | None]]:
    return [(unit.kind, unit.name or unit.span.text, unit.held) for unit in coverage.missing()]


@pytest.fixture
def well(tmp_path: Path) -> Path:
    return written(tmp_path / "well", GAME)


def test_what_was_never_used_is_told(well: Path) -> None:
    coverage = covered(well, SCENARIO)
    assert missing(coverage) == [
        ("option", "drink", None),
        ("effect", "pass", None),
        ("option", "pass", None),
        ("guard", "day = 3", True),
        ("effect", "water 1", None),
        ("guard", "water < 2", False),
        ("effect", "pay water 1", None),
        ("line", "water", None),
        ("line", "late", None),
    ]
    assert {kind: coverage.of(kind) for kind in KINDS} == {
        "effect": (3, 6),
        "option": (1, 3),
        "guard": (2, 4),
        "line": (0, 2),
    }


def test_everything_can_be_used(well: Path) -> None:
    rest = "  rest: {choose: [fill, pass, drink], over: true, scores: {ann: 2, bob: 2}}\n"
    more = "  more: {given: {water: 2}, not_offered: [fill: water < 2]}\n"
    assert missing(covered(well, SCENARIO + rest + more)) == []


def test_the_layout_changes_nothing(well: Path) -> None:
    before = covered(well, SCENARIO)
    (well / "game.yaml").write_text(GAME.replace('"pay water 1"', ">- # much\n    pay\n    water 1"), encoding="utf-8")
    after = covered(well, SCENARIO)
    assert [after.of(kind) for kind in KINDS] == [before.of(kind) for kind in KINDS]


def test_of_an_overlay_only_its_own_rules_count(well: Path) -> None:
    (well / "variants").mkdir()
    overlay = 'kamon: 1\noverlay: dry\nextends: well\nreplace: {rules: {fill: "water 1"}}\n'
    (well / "variants" / "dry.yaml").write_text(overlay, encoding="utf-8")
    (well / "scenarios").mkdir()
    (well / "scenarios" / "dry.yaml").write_text(f"kamon: 1\nfor: well+dry\n{SCENARIO[9:]}", encoding="utf-8")
    watch = Watch()
    run_scenarios(f"{well}+dry", watch=watch)
    assert [(unit.kind, unit.span.text) for unit in watch.coverage.ordered()] == [("effect", "water 1")]


def test_lcov_has_the_least_of_each_line_and_the_branches(well: Path) -> None:
    lines = lcov(covered(well, SCENARIO)).splitlines()
    assert lines[1] == f"SF:{well}/game.yaml"
    assert "DA:5,1" in lines
    assert "DA:8,0" in lines
    assert "DA:9,1" in lines
    assert [line.split(",")[2:] for line in lines if line.startswith("BRDA:9,")] == [["0", "2"], ["1", "0"]]
    assert lines[-3:] == ["BRF:4", "BRH:2", "end_of_record"]


def test_the_page_marks_what_is_not_used(well: Path) -> None:
    page = html(covered(well, SCENARIO), "a < b", lambda unit: f"not {unit.kind}", ["w", "x", "y", "z"])
    root = ET.fromstring(page.replace("<!doctype html>\n", "").replace('<meta charset="utf-8">', ""))
    assert root.findtext("body/h1") == "a < b"
    assert [cell.text for cell in next(root.iter("tr"))] == ["w", "3", "6"]
    code = root.find("body/pre")
    assert code is not None
    marked = {span.text: (span.get("class"), span.get("title")) for span in code if span.get("class") != "n"}
    assert marked["day = 3"] == ("some", "not guard")
    assert marked["pay water 1"] == ("no", "not effect")
    assert marked["water 2"] == ("yes", "")
    assert "".join(code.itertext()).splitlines()[4] == "5setup: day 1"


def test_several_games_are_joined(well: Path) -> None:
    one = covered(well, SCENARIO)
    both = joined([one, one])
    assert [both.of(kind) for kind in KINDS] == [one.of(kind) for kind in KINDS]
    assert sum(both.uses.values()) == 2 * sum(one.uses.values())


def test_junit_has_a_case_for_each_scenario(well: Path) -> None:
    covered(well, SCENARIO)
    (well / "scenarios" / "more.yaml").write_text(
        "kamon: 1\nscenarios:\n  wrong: {expect: [water of ann = 1]}\n", encoding="utf-8"
    )
    (well / "scenarios" / "none.yaml").write_text("kamon: 1\nscenaros: {}\n", encoding="utf-8")
    (suite,) = ET.fromstring(junit([run_scenarios(well)]))
    assert (suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("errors")) == (
        "well",
        "3",
        "1",
        "1",
    )
    cases = {case.get("name"): case for case in suite}
    assert list(cases) == ["wrong", "some", "files"]
    failure = cases["wrong"].find("failure")
    assert failure is not None
    assert failure.get("message") == "scenario-expected"
    assert "water of ann is 0" in (failure.text or "")
    assert cases["files"].find("error") is not None
    assert len(cases["some"]) == 0
