"""`kamon diff`: two games, or a game with and without overlays, compared."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from tests.cli.folders import told
from tests.cli.test_compare import change, git, needs_git

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def test_an_overlay_is_what_it_changes(kamon: Run) -> None:
    ran = kamon("diff", "rosenkoenig", "rosenkoenig+four_player", "--locale", "en")
    assert ran.code == 1
    assert "hand limit (parameter hand_limit)\n  - Hand limit: 5\n  + Hand limit: 3\n" in ran.out
    assert "How many can play (players counts)\n  - 2\n  + 4\n" in ran.out
    assert "(rule " not in ran.out


def test_it_is_said_in_any_language(kamon: Run) -> None:
    ran = kamon("diff", "rosenkoenig", "rosenkoenig+four_player", "--locale", "zh_Hans")
    assert "可玩人数" in ran.out


def test_programs_get_json(kamon: Run, race: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "race"
    shutil.copytree(race, other)
    text = (other / "game.yaml").read_text(encoding="utf-8")
    (other / "game.yaml").write_text(text.replace('rest: "breath 3', 'rest: "breath 2'), encoding="utf-8")
    ran = kamon("diff", race, other, "--format", "json", "--locale", "en")
    (found,) = json.loads(ran.out)
    assert (found["sort"], found["name"], found["change"]) == ("rule", "rest", "changed")
    assert (found["before"], found["after"]) != ([], [])
    assert found["file"] == f"{other}/game.yaml"


def test_each_number_of_players_is_looked_at(kamon: Run, race: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "race"
    shutil.copytree(race, other)
    text = (other / "game.yaml").read_text(encoding="utf-8")
    (other / "game.yaml").write_text(
        text.replace('rest: "breath 3', 'rest: "breath (if player_count = 3 then 4 else 3)'), encoding="utf-8"
    )
    assert kamon("diff", race, other, "--locale", "en").code == 1
    assert kamon("diff", race, race).code == 0


def test_nothing_differs(kamon: Run) -> None:
    ran = kamon("diff", "rosenkoenig", "rosenkoenig", "--locale", "en")
    assert (ran.code, ran.out) == (0, "Nothing differs in meaning.\n")


@needs_git
def test_a_game_differs_from_what_it_was(kamon: Run, race: Path) -> None:
    git(race.parent, "init", "-q")
    git(race.parent, "add", ".")
    git(race.parent, "commit", "-qm", "the game")
    change(race, 'rest: "breath 3', 'rest: "breath 2')
    ran = kamon("diff", f"{race}@HEAD", race, "--locale", "en")
    assert ran.code == 1
    assert f"(rule rest) {race}/game.yaml:41" in told(ran.out)
    back = kamon("diff", race, f"{race}@HEAD", "--locale", "en")
    assert f"(rule rest) {race}/game.yaml@HEAD:41" in told(back.out)
    (found,) = json.loads(kamon("diff", race, f"{race}@HEAD", "--format", "json").out)
    assert found["file"] == f"{race}/game.yaml@HEAD"
    assert kamon("diff", f"{race}@HEAD", f"{race}@HEAD").code == 0
    assert "git has no 'nowhere' of " in kamon("diff", f"{race}@nowhere", race, "--locale", "en").err


@needs_git
def test_mistakes_of_an_older_game_are_told_where_they_were(kamon: Run, race: Path) -> None:
    good, bad = 'rest: "breath 3', 'rest: "breth 3'
    change(race, good, bad)
    git(race.parent, "init", "-q")
    git(race.parent, "add", ".")
    git(race.parent, "commit", "-qm", "the game")
    change(race, bad, good)
    ran = kamon("diff", f"{race}@HEAD", race, "--locale", "en")
    assert ran.code == 1
    assert f"{race}/game.yaml@HEAD:41:" in ran.err
    assert "kamon-" not in ran.err
