"""`kamon test`, `simulate`, `explain`, `fmt`, `graph` and `sources`."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len

import interpreter
from interpreter.analysis.mutation import Mutation, mutate
from interpreter.analysis.placing import placed
from interpreter.engine.native_build import find_compiler
from tests.cli.folders import SCENARIOS, with_scenarios

if TYPE_CHECKING:
    from tests.cli.conftest import Run

TOYS = Path(__file__).resolve().parent.parent / "toys"
SVG = "{http://www.w3.org/2000/svg}"


# ---- test -------------------------------------------------------------------------------------------------


@pytest.fixture
def tested(race: Path) -> Path:
    return with_scenarios(race)


def test_scenarios_pass(kamon: Run, tested: Path) -> None:
    ran = kamon("test", tested, "rosenkoenig", "--locale", "en")
    assert ran.code == 0
    assert ran.out.startswith("race: 2 scenarios passed\nrosenkoenig: ")
    assert "\nrosenkoenig+four_player: " in ran.out


def test_a_scenario_fails_with_what_there_is(kamon: Run, tested: Path) -> None:
    file = tested / "scenarios" / "some.yaml"
    file.write_text(SCENARIOS.replace("ann = 3", "ann = 4"), encoding="utf-8")
    for wanted in (tested, file):
        ran = kamon("test", wanted, "--locale", "en")
        assert ran.code == 1
        assert f"{file}:4:35: error[" in ran.out
        assert "breath of ann is 3" in ran.out
        assert ran.out.endswith("1 error\nrace: 1 of 2 scenarios failed\n")


def test_a_game_without_scenarios_says_so(kamon: Run, race: Path) -> None:
    ran = kamon("test", race, "--locale", "en")
    assert (ran.code, ran.out) == (0, "race: no scenarios\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("command", ["test", "check"])
def test_what_is_no_file_is_told_and_nothing_else(kamon: Run, tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    ran = kamon(command, tmp_path / "pipe.yaml", "--locale", "en")
    assert ran.code == 1
    assert "error[file-special]" in ran.out
    assert "no scenarios" not in ran.out


@pytest.mark.parametrize("command", ["test", "check"])
def test_a_file_that_is_missing_is_told_as_one(kamon: Run, tested: Path, command: str) -> None:
    missing = tested / "scenarios" / "nope.yaml"
    ran = kamon(command, missing, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"kamon: cannot read '{missing}': there is no such file\n"
    assert "diese Datei gibt es nicht" in kamon(command, missing, "--locale", "de").err


def test_a_broken_scenario_file_is_a_finding(kamon: Run, tested: Path) -> None:
    (tested / "scenarios" / "more.yaml").write_text("kamon: 1\nscenaros: {}\n", encoding="utf-8")
    for wanted in (tested, tested / "scenarios" / "more.yaml"):
        ran = kamon("test", wanted)
        assert ran.code == 1
        assert "more.yaml:2:" in ran.out


def test_coverage_is_told_and_written(kamon: Run, tested: Path, tmp_path: Path) -> None:
    files = {kind: tmp_path / f"out.{kind}" for kind in ("html", "lcov", "junit")}
    ran = kamon("test", tested, "--coverage", "--locale", "en", *(f"--{kind}={file}" for kind, file in files.items()))
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[1].startswith("race: the scenarios use ")
    assert (
        f"  {tested}/game.yaml:36:5 never chosen: choose card in hand of me where breath >= speed of card: pay"
        in ran.out
    )
    assert all(file.stat().st_size > 200 for file in files.values())


def test_too_little_use_is_a_finding(kamon: Run, tested: Path) -> None:
    assert kamon("test", tested, "--coverage", "--least", "99").code == 1
    assert kamon("test", tested, "--coverage", "--least", "10").code == 0
    refused = kamon("test", tested, "--coverage", "--least", "101")
    assert refused.code == 2
    assert "not a whole number from 1 to 100: '101'" in refused.err


def test_changes_that_no_scenario_notices_are_listed(kamon: Run, tested: Path) -> None:
    ran = kamon("test", tested, "--mutate", "--most", "500", "--locale", "en")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert re.fullmatch(r"race: the scenarios notice (\d+) of (\d+) changes, \d+\.\d % \(there are \2\)", lines[1])
    assert any(line.endswith(" cost: pay breath (speed of card) → nothing") for line in lines)


def test_changes_that_were_tried_before_an_interrupt_are_told(
    kamon: Run, tested: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def some(*arguments: Any, **how: Any) -> Mutation:
        def stop(done: int, _: int) -> None:
            if done == 2:
                raise KeyboardInterrupt

        return mutate(*arguments, **(how | {"on_progress": stop}))

    monkeypatch.setattr("interpreter.analysis.mutation.mutate", some)
    ran = kamon("test", tested, "--mutate", "--locale", "en")
    assert ran.code == 130
    assert " of 2 changes" in ran.out


def test_a_match_becomes_a_scenario(kamon: Run, race: Path, tmp_path: Path) -> None:
    save = tmp_path / "one.json"
    kamon("play", race, "--watch", "--seed", "2", "--save", save)
    (race / "scenarios").mkdir()
    ran = kamon("test", race, "--record", save)
    (race / "scenarios" / "one.yaml").write_text(ran.out, encoding="utf-8")
    assert kamon("test", race, "--locale", "en").out == "race: 1 scenario passed\n"
    refused = kamon("test", race, "rosenkoenig", "--record", save, "--locale", "en")
    assert (refused.code, refused.out) == (2, "")


# ---- simulate ---------------------------------------------------------------------------------------------


def test_a_table_that_is_too_wide_comes_in_two(kamon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    arguments = ("-n", "3", "--players", "random,greedy", "--details", "0", "--locale", "es")
    out = kamon("simulate", "rosenkoenig", *arguments).out
    wins, points = out.split("\n\n")
    assert [line.split()[1] for line in wins.splitlines()[2:]] == ["random", "greedy"]
    assert [len(line.split()) for line in points.splitlines()[1:3]] == [7, 7]
    assert out.count(" %") == 1 + 2 + 2 * 2
    assert max(map(len, out.splitlines())) <= 60


def test_a_run_repeats_itself_whatever_the_jobs(kamon: Run, tmp_path: Path) -> None:
    arguments = ("simulate", "rosenkoenig", "-n", "30", "--seed", "7", "--locale", "en")
    one = kamon(*arguments, "--out", tmp_path / "one.csv")
    two = kamon(*arguments, "--jobs", "2", "--out", tmp_path / "two.csv")
    assert one.code == two.code == 0
    assert one.out == two.out
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert "30 matches in " in one.err


@pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")
def test_a_run_repeats_itself_on_either_engine(kamon: Run, tmp_path: Path) -> None:
    arguments = ("simulate", "tests/toys/tic_tac_toe", "-n", "30", "--seed", "7", "--locale", "en")
    one = kamon(*arguments, "--engine", "python", "--out", tmp_path / "one.csv")
    two = kamon(*arguments, "--engine", "native", "--out", tmp_path / "two.csv")
    assert one.code == two.code == 0
    assert one.out == two.out
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_without_a_compiler_python_plays_and_says_so(kamon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.engine.native_build.find_compiler", lambda: None)
    arguments = ("simulate", "tests/toys/tic_tac_toe", "-n", "500", "--locale", "en")
    ran = kamon(*arguments)
    assert ran.code == 0
    reason, took = ran.err.splitlines()
    assert reason.startswith("there is no C compiler")
    assert reason.endswith("Python plays, which takes longer")
    assert took.startswith("500 matches in ")
    refused = kamon(*arguments, "--engine", "native")
    assert (refused.code, refused.out) == (2, "")
    assert "there is no C compiler" in refused.err


def test_the_table_and_the_file_agree(kamon: Run, tmp_path: Path) -> None:
    arguments = ("--players", "greedy,random", "-n", "8", "--seed", "2", "--details", "0", "--locale", "en")
    lines = kamon("simulate", "rosenkoenig", *arguments, "--out", tmp_path / "out.csv").out.splitlines()
    with (tmp_path / "out.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    red = [row["winners"] for row in rows].count("red")
    scores = [int(row["score_red"]) for row in rows]
    assert lines[0] == "Rosenkönig: 8 matches, seed 2"
    name, bot, wins, share, *_ = lines[2].split()
    assert (name, bot, int(wins), float(share)) == ("Red", "greedy", red, round(100 * red / 8, 1))
    assert lines[2].split()[-1] == str(max(scores))
    assert lines[-1].startswith(f"{sum(int(row['decisions']) for row in rows) / 8:.1f} decisions a match, from ")


def test_teams_are_counted_together(kamon: Run) -> None:
    players = "greedy,random,random,random"
    lines = kamon("simulate", "rosenkoenig+four_player", "--players", players, "-n", "2").out.splitlines()
    assert [line.split()[1] for line in lines[2:4]] == ["greedy+random", "random"]


@pytest.mark.parametrize(
    ("arguments", "bots"),
    [
        (("--players", "random"), ["random"] * 2),
        (("--players", "greedy", "--seats", "3"), ["greedy"] * 3),
        (("--players", "greedy,random", "--seats", "2"), ["greedy", "random"]),
    ],
)
def test_one_bot_stands_for_all(kamon: Run, arguments: tuple[str, ...], bots: list[str]) -> None:
    lines = kamon("simulate", "tests/toys/extremes", "-n", "2", *arguments, "--locale", "en").out.splitlines()
    assert [line.split()[1] for line in lines[2 : 2 + len(bots)]] == bots


@pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")
def test_random_bots_on_all_seats_play_as_machine_code(kamon: Run) -> None:
    arguments = ("simulate", "tests/toys/tic_tac_toe", "-n", "3", "--engine", "native")
    one, two = kamon(*arguments), kamon(*arguments, "--players", "random")
    assert one.code == two.code == 0
    assert one.out == two.out


def test_options_reach_the_game(kamon: Run, race: Path, tmp_path: Path) -> None:
    def most(*arguments: str) -> int:
        kamon("simulate", race, "--players", "greedy,greedy", "-n", "5", "--out", tmp_path / "o.csv", *arguments)
        with (tmp_path / "o.csv").open(encoding="utf-8") as file:
            return max(int(row["score_ann"]) for row in csv.DictReader(file))

    assert (most(), most("--option", "laps=2")) == (8, 11)


def stopped(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """From now on a run is interrupted from the keyboard after so many matches."""
    from interpreter.analysis import simulate

    def some(*arguments: Any, **how: Any) -> object:
        def stop(done: int, _: int) -> None:
            if done >= count:
                raise KeyboardInterrupt

        return simulate(*arguments, **(how | {"on_progress": stop}))

    monkeypatch.setattr("interpreter.analysis.simulate", some)


def test_an_interrupted_run_shows_what_it_has(kamon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(monkeypatch, 3)
    ran = kamon("simulate", "tests/toys/tic_tac_toe", "-n", "8", "--jobs", "1", "--locale", "en")
    assert ran.code == 130
    assert "3 matches, seed 0" in ran.out


@pytest.mark.parametrize("name", ["run.csv", "run.parquet"])
def test_a_run_that_was_stopped_goes_on(kamon: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    arguments = ("simulate", "tests/toys/tic_tac_toe", "-n", "40", "--seed", "7", "--locale", "en", "--out")
    whole = kamon(*arguments, tmp_path / name)
    part = tmp_path / f"part_{name}"
    with monkeypatch.context() as until:
        stopped(until, 10)
        assert kamon(*arguments, part, "--jobs", "1").code == 130
    again = kamon(*arguments, part, "--resume")
    assert (again.code, again.out) == (0, whole.out)
    assert part.read_bytes() == (tmp_path / name).read_bytes()
    assert re.match(r"(2\d|30) matches in ", again.err)
    other = kamon(*arguments, part, "--resume", "--engine", "python")
    assert (other.out, other.err) == (whole.out, f"nothing was left to play: {part} holds all of it\n")


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt cannot be sent to a process there")
def test_ctrl_c_ends_a_run_and_keeps_it(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.csv"
    arguments = ("tests/toys/tic_tac_toe", "-n", "900000000", "--details", "0", "--engine", "python", "--locale", "en")
    command = [sys.executable, "-m", "interpreter", "simulate", *arguments, "--jobs", "1", "--out", str(file)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") > 1):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    rows = file.read_text(encoding="utf-8").splitlines()[1:]
    assert out.splitlines()[0].endswith(f": {len(rows)} matches, seed 0")
    assert err.startswith(f"{len(rows)} matches in ")


def test_a_run_of_other_players_does_not_go_on(kamon: Run, tmp_path: Path) -> None:
    arguments = ("simulate", "tests/toys/tic_tac_toe", "-n", "5", "--locale", "en", "--out", tmp_path / "run.csv")
    assert kamon(*arguments).code == 0
    kept = (tmp_path / "run.csv").read_bytes()
    ran = kamon(*arguments, "--resume", "--players", "random,greedy")
    assert (ran.code, ran.out) == (2, "")
    assert "holds a run of other rules" in ran.err
    assert (tmp_path / "run.csv").read_bytes() == kept


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "human,random"), "human"),
        (("--players", "greedi,random"), "did you mean 'greedy'?"),
        (("--players", "random,random,random"), "3"),
        (("--seats", "3"), "3"),
        (("--seats", "3", "--players", "random,random"), "2 players are named, but --seats says 3"),
        (("--players", "greedy,random", "--engine", "native"), "plays random bots only"),
        (("--engine", "java"), "java"),
        (("-n", "0"), "not a whole number from 1 to 999,999,999: '0'"),
        (("-n", "9" * 30), "not a whole number from 1 to 999,999,999: '9999"),
        (("--details", "-1"), "not a whole number from 0 to 999,999,999: '-1'"),
        (("-n", "2", "--out", "/no/where.csv"), "cannot write '/no/where.csv'"),
        (("-n", "2", "--resume"), "--resume needs --out FILE"),
        (("-n", "2", "--cluster", "nonsense://"), "does not answer"),
    ],
)
def test_misuse_of_simulate(kamon: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = kamon("simulate", "rosenkoenig", *arguments, "--locale", "en")
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


# ---- explain ----------------------------------------------------------------------------------------------


def test_everything_is_explained(kamon: Run) -> None:
    out = kamon("explain", "rosenkoenig", "--locale", "en").out
    headings = [line for line in out.splitlines() if line.isupper()]
    parts = ["COMPONENTS", "BOARD AND PLACES", "WHAT IS COUNTED", "SET-UP", "COURSE OF THE GAME", "RULES"]
    assert headings == [*parts, "NAMED VALUES", "SCORE"]
    assert out.startswith("Rosenkönig\nFor 2 players\n")
    assert "24 power cards, starting in the draw pile\n" in out
    assert "The draw pile: for power cards; hidden from all; everyone sees how many\n" in out
    assert "Hero cards, one for each player: starts at 4; from 0 to 4; what is too much is lost\n" in out
    assert "\nHand limit: 5\n" in out
    assert "\nThe target field of that power card: " in out


def test_options_and_numbers_of_players_are_explained(kamon: Run) -> None:
    out = kamon("explain", "white_castle", "--seats", "3", "--locale", "en").out
    assert "\nFor 3 players\nOther numbers of players: 2, 4 (with --seats)\n\nOPTIONS\n\n" in out
    assert "\nStarting pairs: chosen; can be chosen or dealt\n" in out
    assert "\n3 herons, " in out


def test_free_actions_stand_apart_and_options_are_given_as_they_are_typed(kamon: Run) -> None:
    out = kamon("explain", "white_castle", "--locale", "en").out
    assert "\nFREE ACTIONS\n\nWhoever decides anything can take these first" in out
    assert out.count("Change a seal into a coin:") == 1
    assert "\n  --option starting_cards=chosen|dealt\n" in out
    assert "there is: starting_cards" in kamon("explain", "white_castle", "--option", "foo=1").err


def test_it_is_said_that_names_are_lacking(kamon: Run) -> None:
    assert "Este juego no tiene nombres en español" in kamon("explain", "tests/toys/may", "--locale", "es").out
    assert "Este juego no tiene nombres" not in kamon("explain", "rosenkoenig", "--locale", "es").out


def test_a_name_is_found_where_words_begin(kamon: Run) -> None:
    assert "did you mean 'play'?" in kamon("explain", "rosenkoenig", "ply", "--locale", "en").err
    assert "power card" in kamon("explain", "rosenkoenig", "car", "--locale", "en").out


def test_printed_effects_and_icons_are_explained(kamon: Run) -> None:
    out = kamon("explain", TOYS / "do", "--locale", "en").out
    assert "\nminer\n  Do one of these: gain 1 coin or gain 2 coin.\n" in out


@pytest.mark.parametrize("locale", ["de", "es", "fr", "ja", "zh_Hans", "zh_Hant"])
def test_headings_are_in_the_locale(kamon: Run, locale: str) -> None:
    out = kamon("explain", "rosenkoenig", "--locale", locale).out
    assert [word for word in ("COMPONENTS", "SET-UP", "RULES", "SCORE") if word in out] == []


def test_one_part_is_explained(kamon: Run) -> None:
    out = kamon("explain", "rosenkoenig", "draw_card", "--locale", "en").out
    assert out.startswith("Draw a power card:\n")
    assert kamon("explain", "rosenkoenig", "groups", "--locale", "en").out.count("\n") == 3
    assert kamon("explain", TOYS / "do", "miner", "--locale", "en").out.count("\n") == 3


def test_parts_are_found_by_their_names(kamon: Run) -> None:
    by_id = kamon("explain", "rosenkoenig", "groups", "--locale", "en").out
    assert kamon("explain", "rosenkoenig", "connected GROUPS", "--locale", "en").out == by_id
    found = kamon("explain", "rosenkoenig", "power card", "--locale", "en").out.splitlines()
    assert {"24 power cards, starting in the draw pile", "Draw a power card:"} <= set(found)
    assert (
        "did you mean 'draw a power card'?" in kamon("explain", "rosenkoenig", "draw power card", "--locale", "en").err
    )


def test_printed_effects_are_told_apart_by_their_attributes(kamon: Run, tmp_path: Path) -> None:
    (tmp_path / "birds").mkdir()
    (tmp_path / "birds" / "game.yaml").write_text(TWO_EFFECTS, encoding="utf-8")
    out = kamon("explain", tmp_path / "birds", "owl", "--locale", "en").out
    assert out == "owl\n  By day: gain 1 coin.\n  By night: gain 2 coin.\n"


TWO_EFFECTS = """\
kamon: 1
game: birds
players: {counts: [1], seats: {ann: {}}}
counters: {coin: {per: player}}
components:
  bird:
    attributes: {by_day: effect, by_night: effect}
    cards: {owl: {by_day: coin 1, by_night: coin 2}}
flow: "as ann: choose b in bird: do by_day of b; do by_night of b"
"""


def test_an_unknown_part_is_misuse(kamon: Run) -> None:
    assert "did you mean 'draw_card'?" in kamon("explain", "rosenkoenig", "drawcard", "--locale", "en").err
    ran = kamon("explain", "rosenkoenig", "xyzzy", "--locale", "en")
    assert ran.code == 2
    assert "there are: power_card, crown, stone" in ran.err


@pytest.mark.parametrize("locale", ["en", "zh_Hant"])
@pytest.mark.parametrize("command", ["explain", "sources", "simulate -n 5", "list", "play --seed 1"])
def test_nothing_is_wider_than_the_terminal(
    kamon: Run, monkeypatch: pytest.MonkeyPatch, command: str, locale: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    name, *rest = command.split()
    game = [] if name == "list" else ["rosenkoenig"]
    lines = kamon(name, *game, *rest, "--locale", locale).out.splitlines()
    assert [line for line in lines if cell_len(line) > 80] == []


# ---- fmt --------------------------------------------------------------------------------------------------


@pytest.fixture
def untidy(tmp_path: Path) -> Path:
    path = tmp_path / "untidy.yaml"
    path.write_bytes("# é\r\nkamon: 1\r\nrules:\r\n  go:   'coin   2;seal 1'   # keep\r\n".encode())
    return path


def test_only_the_rules_are_formatted(kamon: Run, untidy: Path) -> None:
    ran = kamon("fmt", untidy, "--locale", "en")
    assert (ran.code, ran.out) == (0, f"{untidy}: formatted\n")
    assert untidy.read_bytes() == "# é\r\nkamon: 1\r\nrules:\r\n  go:   'coin 2; seal 1'   # keep\r\n".encode()
    assert kamon("fmt", untidy.parent).out == ""


def test_check_shows_a_diff_and_changes_nothing(kamon: Run, untidy: Path) -> None:
    before = untidy.read_bytes()
    ran = kamon("fmt", "--check", untidy)
    assert ran.code == 1
    assert ran.out.startswith(f"--- {untidy}\n+++ {untidy}\n@@ -1,4 +1,4 @@\n # é\r\n")
    assert "-  go:   'coin   2;seal 1'   # keep\r\n+  go:   'coin 2; seal 1'   # keep\r\n" in ran.out
    assert untidy.read_bytes() == before


def test_a_file_without_a_last_line_feed_is_shown_so(kamon: Run, tmp_path: Path) -> None:
    (tmp_path / "end.yaml").write_text("{kamon: 1, rules: {go: 'coin  2'}}", encoding="utf-8")
    out = kamon("fmt", "--check", tmp_path).out
    assert out.endswith("+{kamon: 1, rules: {go: 'coin 2'}}\n\\ No newline at end of file\n")


def test_hidden_files_are_left_alone_and_what_a_link_leads_to_is_formatted_once(kamon: Run, untidy: Path) -> None:
    folder = untidy.parent
    (folder / "link.yaml").symlink_to(untidy)
    (folder / ".hidden.yaml").write_bytes(untidy.read_bytes())
    ran = kamon("fmt", folder)
    assert (ran.code, ran.out.count("\n"), ran.err) == (0, 1, "")
    assert (folder / ".hidden.yaml").read_bytes() != untidy.read_bytes()


def test_what_is_no_file_of_the_folder_is_a_finding(kamon: Run, untidy: Path) -> None:
    folder = untidy.parent / "games"
    folder.mkdir()
    (folder / "link.yaml").symlink_to(untidy)
    (folder / "nowhere.yaml").symlink_to("gone.yaml")
    os.mkfifo(folder / "pipe.yaml")
    ran = kamon("fmt", folder, "--locale", "en")
    assert (ran.code, ran.out) == (1, "")
    assert f"{folder}/link.yaml: error[outside-folder]" in ran.err
    assert f"{folder}/gone.yaml: error[file-missing]" in ran.err
    assert f"{folder}/pipe.yaml: error[file-special]" in ran.err


def test_an_unreadable_file_is_a_finding_and_the_rest_is_formatted(kamon: Run, untidy: Path) -> None:
    (untidy.parent / "broken.yaml").write_text("a: [", encoding="utf-8")
    ran = kamon("fmt", untidy.parent)
    assert ran.code == 1
    assert "broken.yaml:1:" in ran.err
    assert str(untidy) in ran.out


@pytest.mark.parametrize("flags", [(), ("--check",)])
def test_a_text_that_cannot_be_read_is_a_finding_and_the_others_are_formatted(
    kamon: Run, tmp_path: Path, flags: tuple[str, ...]
) -> None:
    path = tmp_path / "half.yaml"
    path.write_text("kamon: 1\nrules:\n  a: coin ( 1\n  b: coin   1;coin 2\n", encoding="utf-8")
    ran = kamon("fmt", *flags, path, "--locale", "en")
    assert ran.code == 1
    assert f"{path}:3:" in ran.err
    tidy = "kamon: 1\nrules:\n  a: coin ( 1\n  b: coin 1; coin 2\n"
    assert ("  b: coin 1; coin 2" in ran.out) if flags else (path.read_text(encoding="utf-8") == tidy)


def test_the_texts_of_shipped_games_are_formatted(kamon: Run, root: Path) -> None:
    ran = kamon("fmt", "--check", root / "games")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_files_of_no_game_are_refused_by_name_and_left_alone_in_folders(kamon: Run, tmp_path: Path) -> None:
    (tmp_path / "foreign.yaml").write_text("rules: {go: 'coin  2'}\n", encoding="utf-8")
    (tmp_path / "words.txt").write_text("nothing of a game\n", encoding="utf-8")
    assert kamon("fmt", "--check", tmp_path).code == 0
    assert "does not state the version" in kamon("fmt", tmp_path / "foreign.yaml").err
    ran = kamon("fmt", tmp_path / "words.txt")
    assert ran.code == 1
    assert "not-a-mapping" in ran.err


def test_a_path_that_is_not_there_is_misuse(kamon: Run) -> None:
    ran = kamon("fmt", "nowhere", "--locale", "en")
    assert (ran.code, ran.err) == (2, "kamon: there is no file or folder 'nowhere'\n")


# ---- graph ------------------------------------------------------------------------------------------------


def drawn(path: Path) -> tuple[list[str], int, int]:
    """The texts of a drawing, how many boxes it has, and how many lines."""
    svg = ET.fromstring(path.read_text(encoding="utf-8"))
    labels = ["".join(text.itertext()) for text in svg.iter(f"{SVG}text")]
    return labels, len(list(svg.iter(f"{SVG}rect"))) - 1, len(list(svg.iter(f"{SVG}path")))


def test_a_grid_is_drawn(kamon: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert kamon("graph", "rosenkoenig", "--out", file, "--locale", "en").code == 0
    labels, boxes, lines = drawn(file)
    assert labels[0] == "Rosenkönig"
    assert {"a1", "i9"} <= set(labels)
    assert (boxes, lines) == (81, 144)


def test_several_kinds_of_spaces_are_named(kamon: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    kamon("graph", TOYS / "graph", "--out", file)
    labels, boxes, lines = drawn(file)
    assert labels[1:6] == ["town", "inn", "mill", "well", "fort"]
    assert (boxes, lines) == (15, 11)


def test_neighbours_in_a_ring_are_nearer_than_others() -> None:
    ring = interpreter.load(TOYS / "graph").model(2).spaces["ring"]
    points = placed(ring)
    near = [abs(complex(*points[i]) - complex(*points[(i + 1) % 5])) for i in range(5)]
    far = [abs(complex(*points[i]) - complex(*points[(i + 2) % 5])) for i in range(5)]
    assert max(near) < min(far)


def test_markup_in_titles_is_harmless(kamon: Run, race: Path, tmp_path: Path) -> None:
    (race / "title.yaml").write_text("kamon: 1\ntitle: <b>&amp;</b>\n", encoding="utf-8")
    kamon("graph", race, "--out", tmp_path / "b.svg")
    assert drawn(tmp_path / "b.svg")[0][0] == "<b>&amp;</b>"


def test_a_game_without_a_board_cannot_be_drawn(kamon: Run, tmp_path: Path) -> None:
    ran = kamon("graph", TOYS / "draw", "--out", tmp_path / "b.svg", "--locale", "en")
    assert (ran.code, ran.err) == (2, "kamon: draw has no board to draw\n")


# ---- sources ----------------------------------------------------------------------------------------------


def test_sources_are_counted(kamon: Run, race: Path) -> None:
    lines = kamon("sources", race, "--locale", "en").out.splitlines()
    rows = {line.split("  ")[0]: line.split()[-4:] for line in lines[1:4]}
    assert rows["book: The book of races"] == ["2", "0", "0", "0"]
    assert [line.split()[-4:] for line in lines[2:4]] == [["1", "0", "0", "0"], ["7", "10", "4", "0"]]


def test_scenarios_are_counted_with_their_sources(kamon: Run, race: Path) -> None:
    (race / "scenarios").mkdir()
    more = "kamon: 1\nscenarios:\n  one: {source: book, over: false}\n  two: {over: false}\n"
    (race / "scenarios" / "start.yaml").write_text(more, encoding="utf-8")
    lines = kamon("sources", race, "--locale", "en").out.splitlines()
    assert lines[1].split()[-4:] == ["2", "0", "0", "1"]


def test_what_nobody_gives_a_source_for_is_listed(kamon: Run, race: Path) -> None:
    lines = kamon("sources", race, "--locale", "en").out.splitlines()
    heading = lines.index("Nobody says where these come from:")
    listed = {line.partition("  ")[0] for line in lines[heading + 2 :]}
    assert {"board.way", "options.laps", "flow"} <= listed
    assert not {"components.cup", "components.card"} & listed


def test_what_is_reconstructed_is_listed_with_its_reason(kamon: Run, race: Path) -> None:
    lines = kamon("sources", race, "--locale", "en").out.splitlines()
    assert lines[5:9] == ["Reconstructed:", "", "components.card: no list of cards", f"    {race / 'game.yaml'}:17"]


def test_what_is_reconstructed_of_a_source_is_counted_apart(kamon: Run, race: Path) -> None:
    text = (race / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("{reconstructed: no list of cards}", "{ref: book, reconstructed: no list of cards}")
    (race / "game.yaml").write_text(text, encoding="utf-8")
    lines = kamon("sources", race, "--locale", "en").out.splitlines()
    rows = [line.split("  ") for line in lines[1:3]]
    kinds = [[cell.strip() for cell in row if cell.strip()][1] for row in rows]
    assert kinds == ["rulebook", "reconstructed"]


def test_cards_have_sources_of_their_own(kamon: Run, race: Path) -> None:
    more = """\
kamon: 1
source: book
components:
  tile:
    attributes: {worth: number}
    cards: {one: {worth: 1}, two: {worth: 2, source: {reconstructed: guessed}}}
"""
    (race / "tiles.yaml").write_text(more, encoding="utf-8")
    out = kamon("sources", race, "--locale", "en").out
    assert "components.tile.two: guessed" in out
    assert "components.tile.one" not in out
    assert "not said" not in out


def test_what_a_source_is_not_sure_of_is_listed(kamon: Run, race: Path) -> None:
    more = """\
kamon: 1
components:
  tile:
    attributes: {worth: number}
    source: {ref: book, confidence: medium}
    cards: {one: {worth: 1}, two: {worth: 2, source: book}, three: {worth: 3}}
"""
    (race / "tiles.yaml").write_text(more, encoding="utf-8")
    lines = kamon("sources", race, "--locale", "en").out.splitlines()
    heading = lines.index("How sure a source is, where it says so:")
    assert lines[heading + 2] == "book, medium: components.tile.one, components.tile.three"
