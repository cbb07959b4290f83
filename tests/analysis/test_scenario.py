"""Scenarios: what can be given and expected, and what their author is told when it goes otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.scenario import check_scenarios, run_scenarios
from interpreter.analysis.scenario_given import adjusted
from interpreter.engine.save_check import check_array
from interpreter.source import Mapping, read_document, render_text

if TYPE_CHECKING:
    from pathlib import Path

HERE = "tests/analysis/games/bazaar"
SOUND = ("both", "late", "sound")


@pytest.fixture(autouse=True)
def _in_the_checkout(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)


def test_what_can_be_given_and_expected() -> None:
    outcomes = run_scenarios(HERE).outcomes
    sound = [one for one in outcomes if one.scenario.key.span.file == f"{HERE}/scenarios/sound.yaml"]
    assert len(sound) == 15
    assert [found for one in sound for found in one.findings] == []


def test_the_author_is_told(root: Path, request: pytest.FixtureRequest) -> None:
    said = render_text(run_scenarios(HERE).failures)
    expected = root / HERE / "expected.txt"
    if request.config.getoption("--update"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")


def test_only_scenarios_for_the_overlay_are_played_on_it() -> None:
    report = run_scenarios(f"{HERE}+late")
    assert {one.scenario.name: one.findings for one in report.outcomes} == {"first_day": (), "three_days": ()}
    assert report.passed == 2


def test_some_mistakes_show_without_playing() -> None:
    found = {found.code for found in check_scenarios(interpreter.load(HERE)).failures}
    assert {"unknown-name", "unknown-source", "player-count", "scenario-other-game", "unknown-key"} <= found
    assert {"scenario-unknown", "scenario-no-reason", "scenario-nobody", "scenario-no-line", "given-no-piece"} <= found
    assert not found & {"scenario-expected", "scenario-not-offered", "given-range", "given-twice", "given-over"}


def test_scenarios_of_a_broken_game_are_not_played(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "game.yaml").write_text("kamon: 1\ngame: broken\n", encoding="utf-8")
    report = run_scenarios(folder)
    assert report.outcomes == ()
    assert "missing-key" in {found.code for found in report.failures}


def test_an_overlay_from_elsewhere_brings_its_scenarios(tmp_path: Path) -> None:
    overlay = "kamon: 1\noverlay: early\nextends: bazaar\nreplace: {rules: {rest_today: day 2}}\n"
    (tmp_path / "early.yaml").write_text(overlay, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    text = "kamon: 1\nfor: bazaar+early\nscenarios: {rest: {choose: [rest_today], expect: [day = 3]}}\n"
    (tmp_path / "scenarios" / "early.yaml").write_text(text, encoding="utf-8")
    report = run_scenarios(f"{HERE}+early", [tmp_path])
    assert [one.scenario.name for one in report.outcomes] == ["rest"]
    assert report.passed == 1


def test_a_scenario_file_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    source = interpreter.load(HERE).folder.files[0].read_text(encoding="utf-8")
    (game / "game.yaml").write_text(source.replace("game: bazaar", "game: game"), encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "one.yaml").write_text("kamon: 1\nscenarios: {one: {over: true}}\n")
    (game / "scenarios").symlink_to(tmp_path / "elsewhere")
    report = run_scenarios(game)
    assert report.outcomes == ()
    assert [one.code for one in report.findings] == ["outside-folder"]


SPENDERS = """
kamon: 1
game: spenders
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters: {coin: {per: player, start: 2}}
flow: "take turns until sum(coin of p for p in players) = 0: ((spend | give) otherwise pass)"
rules: {spend: pay coin, give: "pay coin; each player: coin 1"}
score: {for: player, lines: {coins: coin}}
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("coin of ann: 1", "offered: [spend, give]"),
        ("coin of ann: 0", "offered: [pass], not_offered: [{spend: refused-pay}]"),
        ("me: bob, coin of me: 0", "offered: [pass], expect: [me = bob]"),
    ],
)
def test_when_nothing_can_be_chosen_play_goes_on(given: str, expected: str, tmp_path: Path) -> None:
    game = tmp_path / "spenders"
    (game / "scenarios").mkdir(parents=True)
    (game / "game.yaml").write_text(SPENDERS, encoding="utf-8")
    text = f"kamon: 1\nscenarios: {{one: {{given: {{{given}}}, {expected}}}}}\n"
    (game / "scenarios" / "one.yaml").write_text(text, encoding="utf-8")
    report = run_scenarios(game)
    assert [found.code for found in report.failures] == []
    assert report.passed == 1


@pytest.mark.parametrize(
    "given",
    [
        "{hand of ann: [ware_1, ware_2]}",
        "{pile: [], sold: rest}",
        "{hand of ann: [], hand of bob: [], pile: rest}",
        "{stall_3: [trader_2], place of trader_1: stall_2}",
        "{tent on a1: shut, count(basket of bob on stall_2): 4}",
        "{tent on plot: {open: [a1, b1]}}",
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_lost_or_made(given: str, seed: int) -> None:
    state = interpreter.load(HERE).start(seed=seed)
    before = state.array[:]
    document, _ = read_document(("given.yaml", given.encode()))
    assert document is not None
    assert isinstance(document.root, Mapping)
    after, found = adjusted(state, document.root)
    assert found == []
    assert state.array == before
    assert after.array != before
    assert check_array(after.rules, after.array) is None
    assert after.rules.program.options(after.array) == after.codes


@pytest.mark.parametrize(
    "scenario",
    [
        "{seed: 2147483647}",
        "{seed: 0x10, expect: [day = 1]}",
        "{seed: 1.0}",
    ],
)
def test_any_whole_number_is_a_seed(scenario: str, tmp_path: Path) -> None:
    assert _played(tmp_path, scenario) == []


@pytest.mark.parametrize(
    ("scenario", "code"),
    [
        ("{given: {day: 99999999999999999999}}", "integer-range"),
        ("{given: {'': 3}}", "expected-value"),
        ("{given: {'day day': 3}}", "expected-end"),
        ("{expect: ['" + "(" * 3000 + "']}", "brackets-too-deep"),
        ("{choose: ['" + "x" * 5000 + "']}", "scenario-unknown"),
        ("{players: 2.5}", "wrong-shape"),
        ("{given: {day: {x: [1]}}}", "given-not-settable"),
        ("{given: {coin of ann: nothing}}", "wrong-type"),
    ],
)
def test_odd_values_are_told_and_not_tripped_over(scenario: str, code: str, tmp_path: Path) -> None:
    assert code in _played(tmp_path, scenario)


def _played(folder: Path, scenario: str) -> list[str]:
    """The codes of what a scenario of the game, copied to a folder, does otherwise than it expects."""
    game = folder / "bazaar"
    (game / "scenarios").mkdir(parents=True)
    source = interpreter.load(HERE).folder.files[0].read_text(encoding="utf-8")
    (game / "game.yaml").write_text(source, encoding="utf-8")
    text = f"kamon: 1\nscenarios:\n  one: {scenario}\n"
    (game / "scenarios" / "one.yaml").write_text(text, encoding="utf-8")
    return [found.code for found in run_scenarios(game).failures]
