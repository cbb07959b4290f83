"""`kamon new`: what it makes is a game, and it never takes another's place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.scenario import run_scenarios
from interpreter.explain import missing
from interpreter.language import format_document
from interpreter.model import dsl_scalars
from interpreter.source import read_document

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


@pytest.fixture
def made(kamon: Run, tmp_path: Path) -> Path:
    ran = kamon("new", "night_walk", "--dir", tmp_path, "--locale", "en")
    assert (ran.code, ran.err) == (0, "")
    return tmp_path / "night_walk"


def test_it_says_where_the_game_is_and_what_to_do_next(kamon: Run, tmp_path: Path) -> None:
    lines = kamon("new", "night_walk", "--dir", tmp_path, "--locale", "en").out.splitlines()
    path = tmp_path / "night_walk"
    assert lines == [f"{path} is made. Go on with:", *(f"  kamon {do} {path}" for do in ("check", "test", "play"))]


def test_what_is_next_can_be_typed_where_one_is(kamon: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my games").mkdir()
    assert "  kamon check ./night_walk\n" in kamon("new", "night_walk").out
    assert "  kamon check './my games/night_walk'\n" in kamon("new", "night_walk", "--dir", "my games").out


def test_the_game_checks(kamon: Run, made: Path) -> None:
    ran = kamon("check", made, "--strict", "--locale", "en")
    assert (ran.code, ran.out, ran.err) == (0, "night_walk: fine\n", "")


def test_the_game_has_its_name_and_title(made: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in made.rglob("*") if path.is_file()]
    assert [text for text in texts if "my_game" in text or "My game" in text] == []
    assert interpreter.load(made).definition().title == "Night walk"


def test_every_part_of_the_game_has_an_english_name(made: Path) -> None:
    game = interpreter.load(made)
    assert [missing(game.model(count), "en", game.folder.homes) for count in game.player_counts] == [[], []]


def test_the_scenarios_pass(made: Path) -> None:
    report = run_scenarios(made)
    assert [(outcome.scenario.name, outcome.findings) for outcome in report.outcomes] == [("sun", ()), ("arriving", ())]
    assert list(report.findings) == []


@pytest.mark.parametrize("players", [2, 3])
def test_random_play_ends_with_the_invariants_kept(made: Path, players: int) -> None:
    game = interpreter.load(made)
    program = game.program(players)
    for state in game.random_games(50, players, seed=1):
        assert all(program.invariants(state.array))
        assert [winner for winner, points in state.scores().items() if points >= 5]


def test_the_set_up_is_carried_out_once_for_all_players(made: Path) -> None:
    """What stands behind a colon reaches far, as far as a careless author's next line."""
    start = json.loads(interpreter.load(made).start(3, seed=1).to_json())["state"]
    assert [start[f"berry.trail_{number}"] for number in range(16)] == [0, *[2] * 14, 0]
    assert [len(start[f"hand of {player}"]) for player in ("ann", "bob", "cid")] == [3, 3, 3]


def test_it_plays(kamon: Run, made: Path) -> None:
    ran = kamon("play", made, "--watch", "--players", "random,random,random", "--seed", "1", "--locale", "en")
    assert ran.code == 0
    assert ran.out.startswith("Night walk\n")
    assert "The game is over." in ran.out


def test_the_rules_are_formatted(made: Path) -> None:
    for path in made.glob("*.yaml"):
        document, _ = read_document(path)
        assert document is not None
        text = path.read_text(encoding="utf-8")
        assert format_document(text, dsl_scalars(document.root)) == text


@pytest.mark.parametrize("there", ["folder", "file", "link"])
def test_what_is_there_stays(kamon: Run, tmp_path: Path, there: str) -> None:
    path = tmp_path / "mine"
    match there:
        case "folder":
            path.mkdir()
        case "file":
            path.write_text("keep", encoding="utf-8")
        case _:
            path.symlink_to(tmp_path / "nowhere")
    ran = kamon("new", "mine", "--dir", tmp_path, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"kamon: '{path}' is already there; nothing is changed\n"
    assert [found.name for found in tmp_path.rglob("*")] == ["mine"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("My Game", "names begin with one of a-z and go on with a-z, 0-9 and _; did you mean 'my_game'?"),
        ("3_towers", "names begin with one of a-z and go on with a-z, 0-9 and _; did you mean 'towers'?"),
        ("café", "the character 'é' (U+00E9) is not one of a-z, 0-9 and _, though it may look like it"),
        ("城", "the character '城' (U+57CE) is not one of a-z, 0-9 and _, though it may look like it"),
        ("../out", "did you mean 'out'?"),
        ("a+b", "did you mean 'a_b'?"),
        ("", "'' is no name"),
        ("true", "in YAML it is a value of its own"),
    ],
)
def test_a_bad_name_is_explained(kamon: Run, tmp_path: Path, name: str, reason: str) -> None:
    ran = kamon("new", name, "--dir", tmp_path, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert reason in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_too_long_for_a_file_is_refused(kamon: Run, tmp_path: Path) -> None:
    ran = kamon("new", "a" * 300, "--dir", tmp_path, "--locale", "en")
    assert ran.code == 2
    assert "cannot write" in ran.err


def test_the_folder_it_goes_into_must_be_there(kamon: Run, tmp_path: Path) -> None:
    ran = kamon("new", "mine", "--dir", tmp_path / "nope", "--locale", "en")
    assert ran.code == 2
    assert "there is no directory" in ran.err


def test_nothing_is_left_when_it_cannot_be_written(kamon: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.cli.commands.new.write_text", stopped)
    assert kamon("new", "mine", "--dir", tmp_path).code == 130
    assert list(tmp_path.iterdir()) == []


# ---- variants -------------------------------------------------------------------------------------------


@pytest.fixture
def variant(kamon: Run, tmp_path: Path) -> Path:
    ran = kamon("new", "calm", "--variant-of", "white_castle", "--dir", tmp_path, "--locale", "en")
    assert (ran.code, ran.err) == (0, "")
    assert f"  kamon play white_castle+calm --games {tmp_path}\n" in ran.out
    return tmp_path / "calm.yaml"


def test_a_variant_is_the_game_until_something_is_written_there(kamon: Run, variant: Path) -> None:
    dirs = ("--games", variant.parent, "--locale", "en")
    assert kamon("check", "white_castle+calm", *dirs).code == 0
    assert kamon("test", "white_castle+calm", *dirs).out == "white_castle+calm: 1 scenario passed\n"
    assert kamon("diff", "white_castle", "white_castle+calm", *dirs).code == 0


def test_what_it_suggests_can_be_uncommented(kamon: Run, variant: Path) -> None:
    text = variant.read_text(encoding="utf-8")
    head, sign, examples = text.partition("# replace:")
    assert "#   parameters:\n#     room_for_seals: 5\n#   rules:\n#     turn: " in text
    lines = [line.removeprefix("# ") for line in (sign + examples).replace(": 5", ": 6").splitlines()]
    variant.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    dirs = ("--games", variant.parent, "--locale", "en")
    assert kamon("check", "white_castle+calm", *dirs).code == 0
    assert "(parameter room_for_seals)" in kamon("diff", "white_castle", "white_castle+calm", *dirs).out


def test_a_variant_takes_nothings_place(kamon: Run, variant: Path) -> None:
    before = variant.read_text(encoding="utf-8")
    ran = kamon("new", "calm", "--variant-of", "rosenkoenig", "--dir", variant.parent, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "is already there" in ran.err
    assert variant.read_text(encoding="utf-8") == before


def test_a_variant_is_not_called_like_one_of_the_games_own(kamon: Run, tmp_path: Path) -> None:
    ran = kamon("new", "solo", "--variant-of", "white_castle", "--dir", tmp_path, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "variants/solo.yaml' is already there" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_variants_scenarios_are_no_game(kamon: Run, variant: Path) -> None:
    assert "scenarios" not in kamon("list", "--games", variant.parent, "--locale", "en").out


def test_a_variant_is_of_a_game(kamon: Run, tmp_path: Path) -> None:
    ran = kamon("new", "calm", "--variant-of", "white_castel", "--dir", tmp_path, "--locale", "en")
    assert ran.code == 2
    assert "did you mean 'white_castle'?" in ran.err
    assert list(tmp_path.iterdir()) == []
