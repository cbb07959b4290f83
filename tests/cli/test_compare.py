"""`kamon compare`: nothing moves where nothing is meant differently; else what moved, of any two games."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

CHANGE = ("move mine to ahead(speed of card);", "move mine to ahead(2 * speed of card);")
HEAD = "kamon: 1\ngame: steady\nplayers: {counts: [1], seats: {me_alone: {}}}\n"
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def other(race: Path) -> Path:
    """The race, in which a card counts more."""
    folder = race.parent / "other" / "race"
    shutil.copytree(race, folder)
    return folder


def change(folder: Path, old: str, new: str) -> None:
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_games_that_mean_the_same_are_not_even_played(
    kamon: Run, race: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.analysis.simulate_together", None)
    change(other, "kamon: 1\n", "# a comment\n\nkamon: 1\n")
    ran = kamon("compare", race, other, "--locale", "en")
    assert (ran.code, ran.out, ran.err) == (0, "The two mean the same: nothing moves.\n", "")


def test_what_moved_is_told_the_most_surprising_first(kamon: Run, race: Path, other: Path) -> None:
    change(other, *CHANGE)
    ran = kamon("compare", race, other, "-n", "150", "--seed", "3", "--locale", "en")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("What differs: ")
    assert lines[1].startswith("150 matches each, seed 3: ")
    assert lines[3].split() == ["A", "B", "B", "−", "A", "effect"]
    assert any(line.startswith("decisions a match") for line in lines[4:])
    assert "percentage points" in ran.out
    assert kamon("compare", race, other, "-n", "150", "--seed", "3", "--locale", "en", "--jobs", "1").out == ran.out


def test_options_make_two_games_of_one(kamon: Run, race: Path) -> None:
    arguments = ("compare", race, race, "-n", "400", "--details", "0", "--locale", "en")
    ran = kamon(*arguments, "--option-b", "laps=2")
    assert ran.code == 0
    assert ran.out.startswith("What differs: laps\n")
    assert "bob: points" in ran.out
    assert kamon(*arguments, "--option", "laps=2").out == "The two mean the same: nothing moves.\n"
    twice = kamon(*arguments, "--option", "laps=2", "--option-b", "laps=1")
    assert (twice.code, twice.out) == (2, "")
    assert "laps" in twice.err


def test_where_nothing_moved_for_sure_that_is_said(kamon: Run, race: Path, other: Path) -> None:
    change(other, *CHANGE)
    ran = kamon("compare", race, other, "-n", "5", "--locale", "en")
    assert ran.code == 0
    assert re.fullmatch(r"5 matches each, seed 0: 0 of \d figures moved", ran.out.splitlines()[1])


@needs_git
def test_a_game_is_compared_with_what_it_was(kamon: Run, race: Path) -> None:
    git(race.parent, "init", "-q")
    git(race.parent, "add", ".")
    git(race.parent, "commit", "-qm", "the game")
    change(race, *CHANGE)
    same = kamon("compare", f"{race}@HEAD", f"{race}@HEAD", "--locale", "en")
    assert (same.code, same.out) == (0, "The two mean the same: nothing moves.\n")
    now = kamon("compare", f"{race}@HEAD", race, "-n", "5", "--locale", "en")
    assert now.code == 0
    assert now.out.startswith("What differs: ")
    git(race.parent, "commit", "-qam", "the change")
    assert kamon("compare", f"{race}@HEAD~1", f"{race}@HEAD", "-n", "5", "--locale", "en").out == now.out


@needs_git
def test_signs_in_folders_are_no_revisions_and_no_overlays(kamon: Run, race: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a@b+c" / "race"
    shutil.copytree(race, folder)
    (folder / "variants").mkdir()
    rest = "breath 2; if count(deck) > 0: draw 1 from deck to hand of me"
    text = f"kamon: 1\noverlay: long\nextends: race\nreplace:\n  rules:\n    rest: |\n      {rest}\n"
    (folder / "variants" / "long.yaml").write_text(text, encoding="utf-8")
    git(folder.parent, "init", "-q", "-b", "main/line")
    git(folder.parent, "add", ".")
    git(folder.parent, "commit", "-qm", "the game")
    for before in (race, f"{folder}@HEAD", f"{folder}@main/line"):
        assert kamon("diff", before, folder).code == 0
        assert kamon("diff", before, f"{folder}+long").code == 1
    assert kamon("diff", f"{folder}+long@main/line", f"{folder}+long").code == 0


@needs_git
@pytest.mark.parametrize("revision", ["nowhere", "--output=out.tar"])
def test_a_revision_that_is_not_there_is_said(kamon: Run, race: Path, revision: str) -> None:
    git(race.parent, "init", "-q")
    ran = kamon("compare", f"{race}@{revision}", race, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"kamon: git has no '{revision}' of {race}\n"


@needs_git
def test_a_game_outside_of_git_has_no_revisions(kamon: Run, race: Path) -> None:
    ran = kamon("compare", f"{race}@HEAD", race, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"kamon: {race} is in no git repository, so it has no revisions\n"


@needs_git
def test_a_revision_from_before_the_game_is_said(kamon: Run, race: Path) -> None:
    git(race.parent, "init", "-q")
    git(race.parent, "commit", "-q", "--allow-empty", "-m", "nothing yet")
    ran = kamon("compare", f"{race}@HEAD", race, "--locale", "en")
    assert (ran.code, ran.err) == (2, f"kamon: git has no 'HEAD' of {race}\n")


def test_what_never_varies_moves_without_end(kamon: Run, tmp_path: Path) -> None:
    rules = 'counters: {turn: {}}\nflow: "take turns until turn = N: turn 1 | pass"'
    for folder, last in (("a", "3"), ("b", "2")):
        text = f"{HEAD}{rules.replace('N', last)}\nscore: {{for: player, lines: {{points: turn}}}}\n"
        (tmp_path / folder).mkdir()
        written(tmp_path / folder / "steady", text)
    ran = kamon("compare", tmp_path / "a" / "steady", tmp_path / "b" / "steady", "-n", "40", "--locale", "en")
    assert re.search(r"me alone: points +3.00  2.00  -1.00 ± 0.00 +-∞$", ran.out, re.MULTILINE)


def test_too_few_matches_are_said_to_be(kamon: Run, race: Path, other: Path) -> None:
    change(other, *CHANGE)
    ran = kamon("compare", race, other, "-n", "1", "--locale", "en")
    assert ran.code == 0
    assert ran.out.splitlines()[1:] == ["Matches of each: 1. That is too few to tell anything: 10 at least are needed."]


def test_other_numbers_of_players_are_told(kamon: Run, race: Path, other: Path) -> None:
    change(other, "counts: [2, 3]", "counts: [3]")
    ran = kamon("compare", race, other, "-n", "1", "--locale", "en")
    assert "Players: 2 in A, 3 in B" in ran.out.splitlines()


def test_a_copy_with_another_name_is_told_how_to_lie(kamon: Run, race: Path) -> None:
    shutil.copytree(race, race.parent / "race2")
    ran = kamon("compare", race, race.parent / "race2", "--locale", "en")
    assert ran.code == 1
    assert "a copy that keeps the game's name lies in a folder of its own, such as copy/race" in ran.err


def test_without_git_a_revision_is_refused(kamon: Run, race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.cli.revisions.which", lambda _: None)
    ran = kamon("compare", f"{race}@HEAD", race, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "git, which is not installed" in ran.err


def test_a_comparison_that_is_interrupted_tells_what_it_has(
    kamon: Run, race: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from interpreter.analysis import simulate_together

    def some(*arguments: Any, **how: Any) -> object:
        def stop(done: int, _: int) -> None:
            if done >= 40:
                raise KeyboardInterrupt

        return simulate_together(*arguments, **(how | {"on_progress": stop, "jobs": 1}))

    change(other, *CHANGE)
    monkeypatch.setattr("interpreter.analysis.simulate_together", some)
    ran = kamon("compare", race, other, "-n", "80", "--details", "0", "--locale", "en")
    assert ran.code == 130
    assert "20 matches each" in ran.out
