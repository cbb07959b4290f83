"""What every command that is given a saved match takes from it, and what it does not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from interpreter import load
from interpreter.engine import Session

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

Json = dict[str, Any]
COMMANDS = {
    "replay": ("replay", "SAVE", "--rules", "GAME"),
    "trace": ("trace", "SAVE", "--rules", "GAME"),
    "why": ("why", "GAME", "--load", "SAVE"),
    "play": ("play", "GAME", "--load", "SAVE"),
    "play again": ("play", "GAME", "--load", "SAVE", "--replay"),
    "test": ("test", "GAME", "--record", "SAVE"),
}
LONG = "kamon: 1\noverlay: long\nextends: race\nreplace: {board: {way: {track: 9, holds: runner}}}\n"
each = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)


@pytest.fixture
def save(race: Path, tmp_path: Path) -> Path:
    """A match with an overlay and an option that are not the usual ones."""
    (race / "variants").mkdir()
    (race / "variants" / "long.yaml").write_text(LONG, encoding="utf-8")
    session = Session(load(f"{race}+long", {"laps": 2}), 2, 1).choose("rest")
    file = tmp_path / "match.json"
    file.write_text(session.to_json(), encoding="utf-8")
    return file


def typed(command: tuple[str, ...], game: Path | str, save: Path) -> list[str]:
    return [{"GAME": str(game), "SAVE": str(save)}.get(word, word) for word in command] + ["--locale", "en"]


def change(save: Path, **fields: Any) -> None:
    document = json.loads(save.read_text(encoding="utf-8"))
    save.write_text(json.dumps({**document, **fields}), encoding="utf-8")


@each
def test_options_and_overlays_are_the_saves(kamon: Run, race: Path, save: Path, command: tuple[str, ...]) -> None:
    ran = kamon(*typed(command, race, save))
    assert (ran.code, ran.err) == (0, "")


@each
def test_no_command_goes_where_a_save_leads(kamon: Run, race: Path, save: Path, command: tuple[str, ...]) -> None:
    for field, value in (("game", f"../{race.parent.name}/race"), ("overlays", ["../../long"])):
        change(save, **{field: value})
        ran = kamon(*typed(command, race, save))
        assert ran.code == (1 if command[0] == "replay" else 2)
        assert f"a damaged save: '{field}'" in ran.out + ran.err
        change(save, game="race")


@pytest.mark.parametrize("name", ["trace", "why", "play"])
def test_options_that_contradict_a_save_are_told(kamon: Run, race: Path, save: Path, name: str) -> None:
    ran = kamon(*typed(COMMANDS[name], race, save), "--option", "laps=1")
    assert ran.code == 2
    assert "a save of race+long with other options: laps=2" in ran.err
    assert kamon(*typed(COMMANDS[name], race, save), "--option", "laps=2").code == 0


def test_an_option_that_is_new_is_none_that_a_save_contradicts(kamon: Run, race: Path, save: Path) -> None:
    game = race / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("options: {", "options: {more: {values: [1, 2], default: 1}, "), encoding="utf-8")
    ran = kamon("replay", save, "--rules", race, "--locale", "en")
    assert (ran.code, ran.out) == (0, f"{save}: 1 of 1 choice could be played again.\n")


def test_a_file_that_cannot_be_replayed_does_not_stop_the_others(kamon: Run, save: Path) -> None:
    folder = save.parent
    good = save.read_text(encoding="utf-8")
    faults: dict[str, Json] = {
        "b": {"overlays": ["nowhere"]},
        "c": {"game": "nowhere"},
        "d": {"options": {"x": 1}},
        "e": {"players": 9},
    }
    for name, fields in faults.items():
        (folder / f"{name}.json").write_text(json.dumps({**json.loads(good), **fields}), encoding="utf-8")
    (folder / "a.json").write_bytes(b"\xff")
    (folder / "f.json").write_text("{", encoding="utf-8")
    ran = kamon("replay", folder, "--games", folder, "--locale", "en")
    assert (ran.code, ran.err) == (1, "")
    *told, last = ran.out.splitlines()
    assert last == f"{save}: 1 of 1 choice could be played again."
    assert [line.partition(": ")[0] for line in told] == [f"{folder}/{name}.json" for name in "abcdef"]


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("trace", "SAVE"), "kamon trace SAVE --rules FOLDER"),
        (("play", "--load", "SAVE"), "kamon play FOLDER --load SAVE"),
        (("replay", "SAVE"), "kamon replay SAVE --rules FOLDER"),
    ],
)
def test_a_game_that_is_not_found_is_named_in_the_same_command(
    kamon: Run, save: Path, words: tuple[str, ...], advice: str
) -> None:
    ran = kamon(*typed(words, "", save))
    assert advice.replace("SAVE", str(save)) in ran.out + ran.err


@pytest.mark.parametrize(("locale", "said"), [("en", "there is no such file"), ("de", "diese Datei gibt es nicht")])
def test_a_save_that_is_missing_is_told_in_the_users_words(kamon: Run, locale: str, said: str) -> None:
    ran = kamon("trace", "nope.json", "--locale", locale)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_rules_that_changed_say_how_to_go_on(kamon: Run, race: Path, save: Path) -> None:
    game = race / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("breath 3;", "breath 2;"), encoding="utf-8")
    ran = kamon("trace", save, "--rules", race, "--locale", "en")
    assert "kamon replay SAVE --rules GAME" in ran.err


def test_two_people_sit_where_they_sat(kamon: Run, race: Path, tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    kamon("play", race, "--players", "human,human", "--save", file, typed="rest\n")
    assert json.loads(file.read_text(encoding="utf-8"))["table"] == ["human", "human"]
    out = kamon("play", race, "--load", file, "--locale", "en").out
    assert "ann (you)" in out
    assert "bob (you)" in out


@pytest.mark.parametrize("more", [(), ("--replay",)])
def test_a_save_cannot_have_a_file_read(kamon: Run, race: Path, save: Path, more: tuple[str, ...]) -> None:
    secret = race / "secret"
    secret.write_text("root: toor\n", encoding="utf-8")
    for table in (["human", f"heuristic:{secret}"], [f"human, heuristic:{secret}", "rules"]):
        change(save, table=table)
        ran = kamon("play", race, "--load", save, *more, "--locale", "en")
        assert ran.code == 2
        assert f"heuristic:{secret}; say who plays with --players A,B" in ran.err
        assert "root" not in ran.out + ran.err.replace(str(secret), "")


def test_a_match_with_a_bots_file_says_how_to_go_on(kamon: Run, race: Path, tmp_path: Path) -> None:
    bot, file = tmp_path / "bot.yaml", tmp_path / "m.json"
    bot.write_text("kamon: 1\npoints: 1\n", encoding="utf-8")
    players = f"--players=human,heuristic:{bot}"
    ran = kamon("play", race, players, "--save", file, "--locale", "en", typed="rest\n")
    assert ran.out.endswith(f"\n  kamon play {race} {players} --load {file}\n")
    assert kamon("play", race, players, "--load", file).code == 0


@each
def test_a_save_of_another_game_is_told_so_whatever_its_options(
    kamon: Run, save: Path, command: tuple[str, ...]
) -> None:
    ran = kamon(*typed(command, "rosenkoenig", save))
    assert ran.code in (1, 2)
    assert "race+long" in ran.out + ran.err
    assert "laps" not in ran.out + ran.err


@each
def test_a_save_with_a_byte_order_mark_is_one(kamon: Run, race: Path, save: Path, command: tuple[str, ...]) -> None:
    save.write_text(save.read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert kamon(*typed(command, race, save)).code == 0


def test_a_save_holds_no_scenarios(kamon: Run, save: Path) -> None:
    ran = kamon("test", save, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert f"'{save}' is no YAML file with scenarios; a saved match becomes one with:" in ran.err
