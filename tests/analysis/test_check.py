"""Findings that are remembered: never those of files that have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.analysis import check as checking
from interpreter.analysis import scenario, setup, translations
from interpreter.analysis.check import check_games
from interpreter.engine import check_game
from tests.cli.folders import written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from interpreter.analysis.translations import Desk
    from interpreter.engine import Game
    from interpreter.source import Diagnostic

GAME = """\
kamon: 1
game: short
players: {counts: [2], seats: {anna: {}, bob: {}}}
counters: {points: {per: player}}
flow: "each player: points 1"
score: {for: player, lines: {points: points}}
"""
SCENARIO = "kamon: 1\nscenarios:\n  one:\n    players: 2\n    scores: {anna: {points: 1}}\n"
NAMES = ("game", "player.anna", "player.bob", "counter.points", "score.points")
TEXTS = "".join(f'msgid "{name}"\nmsgstr "{name}"\n\n' for name in NAMES)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a sound game with a scenario and a catalogue."""
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path / "cache"))
    folder = written(tmp_path / "short", GAME)
    for name, text in (("scenarios/short.yaml", SCENARIO), ("locales/en.po", TEXTS)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder elsewhere in which games and overlays are looked for."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    monkeypatch.setenv("KAMON_PATH", str(folder))
    return folder


def _codes(folder: Path) -> list[str]:
    (found,) = check_games([str(folder)], [])
    return [one.code for one in found]


def test_what_was_found_is_remembered(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = check_games([str(game)], [])
    monkeypatch.setattr(checking, "check_game", None)
    assert check_games([str(game)], []) == before


def _changed(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts of a game that are looked at from now on, in this process and without another one."""
    parts: list[str] = []
    rules, set_up = check_game, setup.check_setup
    scenarios, catalogues = scenario.check_scenarios, translations.check_translations

    def note_rules(spec: str, dirs: Sequence[Path]) -> list[Diagnostic]:
        parts.append("rules")
        return rules(spec, dirs)

    def note_set_up(game: Game) -> list[Diagnostic]:
        parts.append("set-up")
        return set_up(game)

    def note_scenarios(game: Game, dirs: Sequence[Path], files: Sequence[Path]) -> scenario.Report:
        parts.extend(path.name for path in files)
        return scenarios(game, dirs, files)

    def note_catalogues(desk: Desk, locales: Sequence[str]) -> list[Diagnostic]:
        parts.extend(locales)
        return catalogues(desk, locales)

    monkeypatch.setattr(checking, "beside", lambda work: work)
    monkeypatch.setattr(checking, "check_game", note_rules)
    monkeypatch.setattr(setup, "check_setup", note_set_up)
    monkeypatch.setattr(scenario, "check_scenarios", note_scenarios)
    monkeypatch.setattr(translations, "check_translations", note_catalogues)
    return parts


@pytest.mark.parametrize(
    ("change", "looked_at"),
    [
        (("game.yaml", "points 1", "points 2"), ["rules", "set-up", "more.yaml", "short.yaml", "de", "en"]),
        (("scenarios/short.yaml", "anna", "bob"), ["short.yaml"]),
        (("locales/de.po", "counter.points", "counter.pints"), ["de"]),
        (("locales/en.po", "counter.points", "counter.pints"), ["de", "en"]),
        (("notes.txt", "a", "b"), []),
    ],
)
def test_a_change_has_only_that_looked_at_which_depends_on_it(
    game: Path, done: list[str], change: tuple[str, str, str], looked_at: list[str]
) -> None:
    name, old, new = change
    for more, like in (("scenarios/more.yaml", "scenarios/short.yaml"), ("locales/de.po", "locales/en.po")):
        (game / more).write_bytes((game / like).read_bytes())
    (game / "notes.txt").write_text("a")
    before = check_games([str(game)], [])
    assert done == ["rules", "set-up", "more.yaml", "short.yaml", "de", "en"]
    done.clear()
    _changed(game / name, old, new)
    after = check_games([str(game)], [])
    assert done == looked_at
    _changed(game / name, new, old)
    assert check_games([str(game)], []) == before
    _changed(game / name, old, new)
    assert sorted(map(repr, check_games([str(game)], [])[0])) == sorted(map(repr, after[0]))


def test_what_is_told_of_a_part_that_is_kept_is_told_again(game: Path) -> None:
    (game / "scenarios" / "more.yaml").write_text(SCENARIO.replace("anna", "ann"), encoding="utf-8")
    assert _codes(game) == ["scenario-nobody"]
    _changed(game / "scenarios" / "short.yaml", "anna", "bo")
    assert _codes(game) == ["scenario-nobody", "scenario-nobody"]
    _changed(game / "locales" / "en.po", "counter.points", "counter.pints")
    assert _codes(game) == ["scenario-nobody", "scenario-nobody", "unknown-message", "untranslated"]


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("game.yaml", "points 1", "pints 1", "unknown-effect"),
        ("scenarios/short.yaml", "anna", "ann", "scenario-nobody"),
        ("locales/en.po", "counter.points", "counter.pints", "unknown-message"),
    ],
)
def test_a_change_of_any_file_is_seen(game: Path, name: str, old: str, new: str, code: str) -> None:
    assert code not in _codes(game)
    text = (game / name).read_text(encoding="utf-8")
    (game / name).write_text(text.replace(old, new), encoding="utf-8")
    assert code in _codes(game)
    (game / name).write_text(text, encoding="utf-8")
    assert code not in _codes(game)


def test_a_new_file_is_seen(game: Path) -> None:
    assert _codes(game) == []
    (game / "scenarios" / "more.yaml").write_text("kamon: 1\nscenarios: {two: {players: 7}}\n", encoding="utf-8")
    assert _codes(game) == ["player-count"]


def test_an_overlay_that_a_scenario_is_for_is_looked_for_each_time(game: Path, shelf: Path) -> None:
    (game / "scenarios" / "more.yaml").write_text(f"{SCENARIO}for: short+long\n", encoding="utf-8")
    assert _codes(game) == ["unknown-overlay"]
    (shelf / "long.yaml").write_text("kamon: 1\nextends: short\n", encoding="utf-8")
    assert _codes(game) == []


def test_parts_of_an_overlay_that_lies_elsewhere_are_not_missed_in_the_game_s_catalogues(
    game: Path, shelf: Path
) -> None:
    (shelf / "long.yaml").write_text("kamon: 1\noverlay: long\nextends: short\ntitle: Long\n", encoding="utf-8")
    (found,) = check_games([f"{game}+long"], [])
    assert found == ()


def test_what_cannot_be_read_is_not_remembered(game: Path, done: list[str]) -> None:
    (game / "scenarios" / "more.yaml").symlink_to(game / "game.yaml")
    assert _codes(game) == ["file-symlink"]
    done.clear()
    assert _codes(game) == ["file-symlink"]
    assert done == ["more.yaml"]


def test_a_part_of_a_number_of_players_that_is_refused_is_not_missed_in_the_catalogue(game: Path) -> None:
    text = GAME.replace(
        "counts: [2], seats: {anna: {}, bob: {}}", "counts: [2, 3], seats: {anna: {}, bob: {}, cid: {}}"
    )
    (game / "game.yaml").write_text(text + "parameters: {prize: {2: 4}}\n", encoding="utf-8")
    with (game / "locales/en.po").open("a", encoding="utf-8") as file:
        file.write('msgid "player.cid"\nmsgstr "Cid"\n')
    assert "without-count" in _codes(game)
    assert "unknown-message" not in _codes(game)
