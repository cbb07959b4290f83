"""Finding, checking and compiling games; the cache between runs."""

from __future__ import annotations

import os
import pickle
import shutil
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.engine import Game, GameError, cache, check_game
from tests.engine.found import VEILED, seed_dealing

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a game that a test may change."""
    copied = tmp_path / "veiled"
    shutil.copytree(VEILED, copied)
    return copied


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    place = tmp_path / "cache"
    monkeypatch.setenv("KAMON_CACHE_DIR", str(place))
    return place


def entries(kept: Path) -> list[Path]:
    return sorted(kept.glob("game-*.bin"))


def test_a_game_says_what_it_is() -> None:
    game = interpreter.load("rosenkoenig+four_player")
    assert (game.name, game.overlays, game.title) == (
        "rosenkoenig",
        ("four_player",),
        "rosenkoenig+four_player",
    )
    assert game.player_counts == (4,)
    assert game.options == {}
    assert game.start().players == ("red_1", "white_1", "red_2", "white_2")
    assert set(game.start().scores()) == {"red", "white"}


def test_options_are_part_of_the_game() -> None:
    game, short = interpreter.load(VEILED), interpreter.load(VEILED, {"rounds": "1"})
    assert game.options == {"rounds": 3}
    assert short.options == {"rounds": 1}
    assert game.option_values == {"rounds": (1, 2, 3, 4)}
    assert game.start(seed=1) != short.start(seed=1)
    assert game.start(seed=1).random_playout(1) > short.start(seed=1).random_playout(1)
    assert game.with_options({"rounds": 1}).options == {"rounds": 1}
    assert game.with_options({"rounds": 1}) is game.with_options({"rounds": 1})


@pytest.mark.parametrize(
    ("spec", "options", "code"),
    [
        ("rosenkonig", {}, "unknown-game"),
        ("rosenkoenig+five_player", {}, "unknown-overlay"),
        ("rosenkoenig", {"round": 1}, "unknown-option"),
        (VEILED, {"rounds": 9}, "option-value"),
        (VEILED, {"rounds": "many"}, "option-value"),
    ],
)
def test_what_cannot_be_loaded_is_said(spec: str, options: dict[str, str | int], code: str) -> None:
    with pytest.raises(GameError) as refused:
        interpreter.load(spec, options)
    assert refused.value.code == code


def test_a_wrong_number_of_players_is_said() -> None:
    with pytest.raises(GameError, match="player-count"):
        interpreter.load(VEILED).start(7)


def test_errors_show_their_places(folder: Path) -> None:
    path = folder / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("purse 1)", "purze 1)"), encoding="utf-8")
    with pytest.raises(GameError, match=r"game\.yaml:\d+:\d+: error\[unknown-effect\]"):
        interpreter.load(folder)
    assert [found.code for found in check_game(folder)] == ["unknown-effect"]


def test_a_sound_game_has_no_findings() -> None:
    assert interpreter.load("rosenkoenig").check() == check_game("rosenkoenig") == []


def test_a_file_that_changes_under_a_game_is_noticed(folder: Path) -> None:
    game = interpreter.load(folder)
    path = folder / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "\n# later\n", encoding="utf-8")
    with pytest.raises(GameError, match="game-changed"):
        Game(game.folder, game.fingerprint, {}).check()
    assert not interpreter.load(folder).same_rules(game)


def test_a_game_can_be_sent_to_another_process() -> None:
    game = interpreter.load(VEILED, {"rounds": 2})
    sent = pickle.loads(pickle.dumps(game))
    assert sent.same_rules(game)
    assert sent.start(seed=3) == game.start(seed=3)


# ---- the cache ------------------------------------------------------------------------------------------


def test_a_second_start_reads_no_rules(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = interpreter.load(VEILED).start(seed=1)
    assert entries(kept)
    monkeypatch.setattr(Game, "definition", _unwanted)
    second = interpreter.load(VEILED).start(seed=1)
    assert second == first
    assert second.random_playout(5) == first.random_playout(5)
    assert second == first


def _unwanted(_: Game) -> None:
    raise AssertionError("the rules were read")


def test_a_stored_program_can_still_say_why_not(kept: Path) -> None:
    seed = seed_dealing(2, ada="sun_7", bo="sun_2")
    fresh = interpreter.load(VEILED).start(2, seed)
    stored = interpreter.load(VEILED).start(2, seed)
    assert entries(kept)
    for key in ("sun_7", "sun_2", "done"):
        assert stored.rules.program.options(stored.array) == stored.codes == fresh.codes
        fresh.choose(key)
        stored.choose(key)
    value = stored.rules.program.model.score.lines[0].value
    assert stored.rules.program.evaluate(value, stored.array, 0) == stored.scores()["ada"]


def test_entries_depend_on_options_players_and_texts(kept: Path, folder: Path) -> None:
    interpreter.load(folder).program(2)
    before = len(entries(kept))
    interpreter.load(folder).program(3)
    interpreter.load(folder, {"rounds": 1}).program(2)
    assert len(entries(kept)) == before + 3
    path = folder / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    interpreter.load(folder).program(2)
    assert len(entries(kept)) == before + 5


@pytest.mark.parametrize("damage", [b"", b"x" * 100, pickle.dumps("a pickle without digest")])
def test_a_damaged_entry_is_made_anew(kept: Path, damage: bytes) -> None:
    first = interpreter.load(VEILED).start(seed=1)
    for path in entries(kept):
        path.write_bytes(damage)
    assert interpreter.load(VEILED).start(seed=1) == first
    assert all(path.read_bytes() != damage for path in entries(kept))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="POSIX permissions")
def test_a_folder_that_others_can_write_to_is_not_trusted(kept: Path) -> None:
    kept.mkdir()
    kept.chmod(0o777)
    interpreter.load(VEILED).start(seed=1)
    assert entries(kept) == []
    kept.chmod(0o700)
    interpreter.load(VEILED).start(seed=1)
    assert entries(kept) != []
    assert kept.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="POSIX permissions")
def test_the_folder_is_made_for_us_alone(kept: Path) -> None:
    cache.write("key", 1)
    assert cache.read("key") == 1
    assert kept.stat().st_mode & 0o777 == 0o700


def test_a_link_is_not_followed(kept: Path, tmp_path: Path) -> None:
    cache.write("key", 1)
    (entry,) = entries(kept)
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    assert cache.read("key") is None


def test_what_cannot_be_stored_is_not(kept: Path) -> None:
    cache.write("key", lambda: 1)
    assert cache.read("key") is None
    assert list(kept.iterdir()) == []


def test_a_cache_that_cannot_be_made_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert interpreter.load(VEILED).start(seed=1).codes


def test_old_entries_go(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 3)
    for number in range(5):
        cache.write(str(number), number)
        os.utime(kept / f"game-{number}.bin", (number, number))
    assert [path.name for path in entries(kept)] == ["game-2.bin", "game-3.bin", "game-4.bin"]
