"""`kamon check`: what it can be pointed at, what it finds there, how it says it."""

from __future__ import annotations

import json
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

OVERLAY = "kamon: 1\noverlay: long\nextends: race\nreplace: {counters: {breath: {maximum: 5}}}\n"
SCENARIOS = "kamon: 1\nscenarios:\n  start: {expect: [breath of ann = 2]}\n"
PO = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "game"\nmsgstr "Race"\n'


@pytest.fixture
def whole(race: Path) -> Path:
    """The race with an overlay, a scenario and a catalogue."""
    for name, text in (
        ("variants/long.yaml", OVERLAY),
        ("scenarios/start.yaml", SCENARIOS),
        ("locales/en.po", PO),
    ):
        (race / name).parent.mkdir()
        (race / name).write_text(text, encoding="utf-8")
    return race


def broken(folder: Path, old: str, new: str, file: str = "game.yaml") -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_shipped_games_are_fine(kamon: Run) -> None:
    ran = kamon("check", "games/", "--locale", "en")
    assert ran.code == 0
    assert "rosenkoenig: fine\nrosenkoenig+four_player: fine\nrosenkoenig+quick: fine\n" in ran.out


def test_a_name_means_the_game_with_its_overlays(kamon: Run) -> None:
    ran = kamon("check", "rosenkoenig", "--locale", "en")
    assert ran.out == "rosenkoenig: fine\nrosenkoenig+four_player: fine\nrosenkoenig+quick: fine\n"
    ran = kamon("check", "rosenkoenig+four_player", "--locale", "en")
    assert ran.out == "rosenkoenig+four_player: fine\n"


def test_where_one_asks_to_look_first_is_looked_first(
    kamon: Run, race: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    copytree(race, here / "race")
    broken(race, "mine to ahead", "myne to ahead")
    monkeypatch.chdir(here)
    assert kamon("check", "race", "--locale", "en").out == "race: fine\n"
    assert "error[unknown-name]" in kamon("check", "--games", race.parent, "race", "--locale", "en").out


def test_an_overlay_that_leads_elsewhere_now_is_looked_at_again(kamon: Run, whole: Path, tmp_path: Path) -> None:
    overlay, scenarios = whole / "variants" / "long.yaml", whole / "scenarios" / "start.yaml"
    scenarios.write_text(SCENARIOS.replace("scenarios:", "for: race+long\nscenarios:"), encoding="utf-8")
    assert kamon("check", whole, "--locale", "en").code == 0
    overlay.rename(tmp_path / "long.yaml")
    overlay.symlink_to(tmp_path / "long.yaml")
    assert f"{scenarios}:2:6: error[outside-folder]" in kamon("check", whole, "--locale", "en").out


def test_all_errors_in_one_run(kamon: Run, whole: Path) -> None:
    broken(whole, "mine to ahead", "myne to ahed")
    broken(whole, 'msgid "game"', 'msgid "gaem.x"', "locales/en.po")
    ran = kamon("check", whole, "--locale", "en")
    assert ran.code == 1
    assert "error[unknown-name]: nothing is called 'myne' here" in ran.out
    assert "did you mean 'ahead'?" in ran.out
    assert ran.out.endswith("2 errors\nrace: 2 errors\nrace+long: 2 errors\n")


@pytest.mark.parametrize(
    ("file", "change", "code"),
    [
        ("variants/long.yaml", ("breath", "breth"), "overlay-misses"),
        ("scenarios/start.yaml", ("breath of", "breth of"), "unknown-name"),
        ("scenarios/start.yaml", ("expect", "expct"), "unknown-key"),
    ],
)
def test_other_files_are_checked_too(kamon: Run, whole: Path, file: str, change: tuple[str, str], code: str) -> None:
    broken(whole, *change, file)
    for wanted in (whole, whole / file, whole.parent):
        ran = kamon("check", wanted, "--locale", "en")
        assert ran.code == 1
        assert f"{file}:" in ran.out
        assert f"error[{code}]" in ran.out


def test_a_part_of_a_game_is_checked_within_it(kamon: Run, whole: Path) -> None:
    (whole / "more.yaml").write_text("kamon: 1\nvalues: {many: coins + 1}\n", encoding="utf-8")
    ran = kamon("check", whole / "more.yaml", "--locale", "en")
    assert ran.code == 1
    assert ran.out.endswith("1 error\n" + f"{whole / 'more.yaml'}: 1 error\n")


@pytest.mark.usefixtures("race")
def test_an_overlay_from_elsewhere_finds_its_game(kamon: Run, tmp_path: Path) -> None:
    elsewhere = tmp_path / "mods"
    elsewhere.mkdir()
    (elsewhere / "long.yaml").write_text(OVERLAY, encoding="utf-8")
    ran = kamon("check", elsewhere / "long.yaml", "--games", tmp_path, "--locale", "en")
    assert (ran.code, ran.out) == (0, f"{elsewhere / 'long.yaml'}: fine\n")


def test_a_file_that_cannot_be_read_is_a_finding(kamon: Run, whole: Path) -> None:
    (whole / "variants" / "long.yaml").write_text("a: [", encoding="utf-8")
    ran = kamon("check", whole / "variants" / "long.yaml")
    assert ran.code == 1
    assert "long.yaml:1:" in ran.out


def test_catalogues_are_held_against_the_game(kamon: Run, whole: Path) -> None:
    more = '\nmsgid "piece.runer"\nmsgstr "runner"\n\nmsgid "zone.deck"\nmsgstr "deck"\n'
    (whole / "locales" / "en.po").write_text(PO + more, encoding="utf-8")
    (whole / "locales" / "xx.po").write_text(PO, encoding="utf-8")
    ran = kamon("check", whole, "--locale", "en")
    assert ran.code == 0
    assert "en.po:8:8: warning[unknown-message]: the game has no part 'piece.runer'" in ran.out
    assert "did you mean 'piece.runner'?" in ran.out
    assert "warning[untranslated]" in ran.out
    assert "zone.deck" not in ran.out
    assert "xx.po: warning[unknown-locale]" in ran.out
    assert kamon("check", whole, "--strict").code == 1


def test_json_and_github(kamon: Run, whole: Path) -> None:
    broken(whole, "mine to ahead", "myne to ahead")
    found = json.loads(kamon("check", whole, "--format", "json").out)
    assert [(one["code"], one["severity"]) for one in found] == [("unknown-name", "error")]
    ran = kamon("check", whole, "--format", "github")
    assert ran.code == 1
    assert ran.out.startswith("::error file=")
    assert ran.out.count("\n") == 1


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("rosenkonig", "did you mean 'rosenkoenig'?"),
        ("nowhere/at_all", "nowhere/at_all"),
        ("grammar", "there is no game in 'grammar'"),
        ("Rosenkönig", "ö"),
    ],
)
def test_misuse(kamon: Run, wanted: str, said: str) -> None:
    ran = kamon("check", wanted)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""
