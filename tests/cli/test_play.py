"""Play at the terminal: what the table shows, what can be typed, saving, watching."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from interpreter.cli import main
from tests.cli.folders import told, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Run

TOYS = Path(__file__).resolve().parent.parent / "toys"
SPEC = "rosenkoenig"


# ---- the table --------------------------------------------------------------------------------------------


def test_a_grid_is_drawn_as_one(kamon: Run) -> None:
    ran = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="1\n")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert "5 ·  ·  ·  ·  ♛  ·  ·  ·  ·" in lines
    assert "6 ·  ·  ·  ·  ●  ·  ·  ·  ·" in lines
    assert "5 ·  ·  ·  ·  ·  ○♛ ·  ·  ·" in lines
    assert "  a  b  c  d  e  f  g  h  i" in lines


def test_a_grid_that_is_too_wide_comes_in_parts(kamon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    lines = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="1\n").out.splitlines()
    first, second = lines.index("  a  b  c  d  e  f"), lines.index("  g  h  i")
    assert second == first + 10
    assert lines[first - 5] == "5 ·  ·  ·  ·  ♛  ·"
    assert max(len(line) for line in lines if not line.startswith(">")) <= 20


def test_each_player_has_a_line(kamon: Run) -> None:
    lines = kamon("play", SPEC, "--seed", "5", "--locale", "en").out.splitlines()
    assert "▶ ● Red (you)   ⚔ 4   hand ↑1 ↑3 ↗3 ↓2 ↖2" in lines
    assert "  ○ White (greedy bot)   ⚔ 4   hand →2 ↘1 ↘2 ↙3 ↖1" in lines
    assert "    draw pile ×14   discard pile –   supply ×52" in lines


def test_other_boards_are_lists_and_hidden_hands_are_counted(kamon: Run, race: Path) -> None:
    lines = kamon("play", race, "--seed", "1", "--seats", "3", "--locale", "en").out.splitlines()
    assert "way 0  runner of ann 1, runner of bob 1, runner of cid 1" in lines
    assert "·  way 1, way 2, way 3, way 4, way 5" in lines
    assert "▶ ▲ ann (you)   ♥ 2   hand 2 2   shelf –" in lines
    assert "  ▼ bob (greedy bot)   ♥ 2   hand ×2   shelf –" in lines
    assert "    deck ×6   used –   bank ×9" in lines


def test_what_others_draw_is_not_told(kamon: Run, race: Path) -> None:
    out = told(kamon("play", race, "--seed", "1", "--locale", "en", typed="rest\nlog\n").out)
    assert "2 card drawn from the deck to bob's hand" in out
    assert "bob: Run" in out
    assert "hand ×1" in out


def test_drawn_cards_are_named_to_those_who_see_them(kamon: Run, race: Path) -> None:
    out = kamon("play", race, "--seed", "1", "--locale", "en", typed="rest\nrest\n").out
    assert out.count("1 card drawn from the deck to ann's hand: 2\n") == 2
    assert out.count("1 card drawn from the deck to bob's hand\n") == 1


def test_alike_events_are_told_once(kamon: Run, race: Path) -> None:
    text = (race / "game.yaml").read_text(encoding="utf-8")
    text = text.replace('rest: "breath 3;', 'rest: "repeat 3: move 1 cup from bank to shelf of me;')
    (race / "game.yaml").write_text(text, encoding="utf-8")
    out = told(kamon("play", race, "--seed", "1", "--locale", "en", typed="rest\n").out)
    assert "1 cup from the bank to ann's shelf (×3); 1 card drawn" in out


def test_points_that_are_too_wide_for_rows_stand_in_columns(
    kamon: Run, race: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("play", race, "--watch", "--seed", "1", "--locale", "en")
    assert "\n     cups  steps  total\nann " in kamon(*arguments).out
    monkeypatch.setenv("COLUMNS", "20")
    out = kamon(*arguments).out
    assert re.search(r"\n +ann +bob\ncups +\d+ +\d+\nsteps +\d+ +\d+\ntotal +\d+ +\d+\n", out)


# ---- what can be typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["2", "play(north_3)", "Play ↑3", "play ↑3", "north_3", "PLAY(NORTH_3)"])
def test_an_option_goes_by_number_key_label_and_element(kamon: Run, typed: str) -> None:
    assert "Red: Play ↑3" in kamon("play", SPEC, "--seed", "5", "--locale", "en", typed=f"{typed}\n").out


def test_numbers_that_are_options_are_typed_as_they_are(kamon: Run) -> None:
    out = kamon("play", TOYS / "track", "--seed", "1", "--locale", "en", typed="3\n").out
    assert "\n1 → square 1   2 → square 2   3 → square 3\n" in out
    assert "ann: 3\n" in out


def test_options_say_which_space_they_lead_to(kamon: Run, race: Path) -> None:
    lines = kamon("play", race, "--seed", "1", "--locale", "en").out.splitlines()
    assert "1 Run 2 (run(2_3)) → way 2   2 Run 2 (run(2_5)) → way 2   3 Rest" in lines
    assert "1 a1   2 b1" in kamon("play", TOYS / "tic_tac_toe", "--locale", "en").out


def test_what_is_not_clear_is_asked_again(kamon: Run) -> None:
    out = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="north\nply ↖2\nxyzzy\n99\n\n").out
    assert "'north' can be several:\n1 Play ↑1 → e6   2 Play ↑3 → e8   3 Play ↗3 → h8   5 Play ↖2 → c7\n" in out
    assert "'ply ↖2' is no option. Did you mean:\n5 Play ↖2" in out
    assert "'xyzzy' is no option. Type a number, or `help`." in out
    assert "'99' is no option" in out
    assert "Red: " not in out


@pytest.mark.parametrize(("typed", "near"), [("undoo", "undo"), ("hlep me", "help"), ("? bord", "board")])
def test_a_misspelt_command_is_suggested(kamon: Run, typed: str, near: str) -> None:
    out = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed=f"{typed}\n").out
    assert f"is no option and no command. Did you mean `{near}`?" in out


def test_typed_text_cannot_act_on_the_terminal(kamon: Run) -> None:
    out = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="\x1b[2Jzzz\n").out
    assert "\x1b" not in out
    assert "zzz' is no option" in out


def test_undo_takes_the_bots_answer_back_too(kamon: Run) -> None:
    out = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="1\nundo\n").out
    first, _, rest = out.partition("> 1\n")
    _, taken, after = rest.partition("Taken back.\n")
    assert taken
    assert after.split("\n>")[0].strip() in first


def test_a_bot_answers_the_same_after_an_undo(kamon: Run) -> None:
    for players in ("human,random", "human,greedy"):
        typed = "1\nundo\n2\nundo\n1\nlog\n"
        out = kamon("play", SPEC, "--seed", "5", "--players", players, "--locale", "en", typed=typed).out
        answers = [line for line in out.partition("> log")[0].splitlines() if line.startswith("White: ")]
        assert len(answers) == 3
        assert answers[0] == answers[2]


def test_a_bot_answers_the_same_in_a_loaded_match(kamon: Run, tmp_path: Path) -> None:
    arguments = ("--players", "human,random", "--locale", "en")
    whole = kamon("play", SPEC, "--seed", "5", *arguments, typed="1\n1\n1\nlog\n").out
    kamon("play", SPEC, "--seed", "5", *arguments, "--save", tmp_path / "m.json", typed="1\n1\n")
    rest = kamon("play", "--load", tmp_path / "m.json", *arguments, typed="1\nlog\n").out
    assert whole.partition("> log")[2].partition("\n>")[0] == rest.partition("> log")[2].partition("\n>")[0]


def test_a_loaded_match_has_its_players_again(kamon: Run, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    kamon("play", SPEC, "--seed", "5", "--players", "random,human", "--locale", "en", "--save", file, typed="1\n")
    assert json.loads(file.read_text(encoding="utf-8"))["table"] == ["random", "human"]
    lines = kamon("play", "--load", file, "--locale", "en").out.splitlines()
    assert any("● Red (random bot)" in line for line in lines)
    assert any("○ White (you)" in line for line in lines)
    lines = kamon("play", "--load", file, "--players", "greedy,human", "--locale", "en").out.splitlines()
    assert any("● Red (greedy bot)" in line for line in lines)


def test_undo_is_refused_when_something_came_to_light(kamon: Run) -> None:
    out = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="1\ndraw\nundo\nundo\n").out
    assert "Taken back." not in out
    assert "That cannot be taken back: something hidden has come to light since." in out
    assert out.count("Red: Draw a power card") == 1


HANDS = """\
kamon: 1
game: hands
players: {counts: [2], seats: {ann: {}, bob: {}}}
enums: {letter: [p, q, r, s, t, u]}
zones:
  deck: {holds: card, seen_by: nobody}
  hand: {per: player, holds: card, seen_by: owner}
  table: {holds: card}
components:
  card: {each: {letter: letter}, starts: deck}
setup: "each player: draw 3 from deck to hand of me"
flow: "repeat 2: each player: choose c in hand of me: move c to table"
score: {for: player, lines: {none: 0}}
"""


@pytest.mark.parametrize(("players", "refused"), [("human,random", True), ("human,human", False)])
def test_undo_is_refused_when_a_bot_has_shown_a_card(
    kamon: Run, tmp_path: Path, players: str, *, refused: bool
) -> None:
    game = written(tmp_path / "hands", HANDS)
    out = kamon("play", game, "--seed", "5", "--players", players, "--locale", "en", typed="1\nundo\n").out
    assert ("That cannot be taken back: something hidden has come to light since." in out) == refused
    assert ("Taken back." in out) != refused


def test_undo_with_nothing_done_says_so(kamon: Run) -> None:
    out = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="undo\n").out
    assert "> undo\nThere is nothing to take back.\n" in out


def test_why_gives_the_condition_and_its_place(kamon: Run) -> None:
    typed = "1\nwhy play_with_hero(north_3)\nwhy ↗3 with a hero\nwhy draw\nwhy xyzzy\n"
    out = told(kamon("play", SPEC, "--seed", "5", "--locale", "en", typed=typed).out)
    assert "Play ↑3 with a hero card Not offered: it needs that the Powerstone on the target field" in out
    assert "but there are no Powerstones on the target field of ↗3 (the target field of ↗3 is " in out
    assert ") play_with_hero games/rosenkoenig/rules.yaml:34" in out
    assert "> why draw That is offered: 5 Draw a power card" in out
    assert "Nothing is known of 'xyzzy' in this decision." in out


def test_why_alone_gives_all_reasons(kamon: Run, race: Path) -> None:
    out = told(kamon("play", race, "--seed", "1", "--locale", "en", typed="1\nwhy\nwhy run\n").out)
    alone, _, named = out.partition("> why run")
    assert "Run 2 Not offered: it needs that" in alone
    assert "game.yaml" not in alone
    assert named.count("game.yaml:36") == 1


def test_why_says_so_when_everything_is_offered(kamon: Run) -> None:
    out = kamon("play", TOYS / "tic_tac_toe", "--locale", "en", typed="why\n").out
    assert "> why\nEverything that can be decided here is offered.\n" in out


@pytest.mark.parametrize("locale", ["en", "ja", "zh_Hans"])
def test_why_tells_of_what_is_offered_and_of_what_is_not(kamon: Run, locale: str) -> None:
    out = kamon("play", SPEC, "--seed", "3", "--locale", locale, typed="why ↗3\nwhy h8\nwhy 2\n").out
    both, field, number = (part.splitlines() for part in out.split("> why ")[1:])
    assert [line for line in both if line.startswith("2 ")] == [line for line in field if line.startswith("2 ")] != []
    assert any("rules.yaml:34" in line for line in both)
    assert not any("rules.yaml:34" in line for line in number)


def test_why_tells_what_an_option_does_and_where_that_is_written(kamon: Run) -> None:
    out = told(kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="why play(north_3)\n").out)
    assert "Move ↑3 to the discard pile." in out
    assert "→ The crown to e8 · play games/rosenkoenig/rules.yaml:26" in out


def test_why_suggests_names(kamon: Run) -> None:
    out = told(kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="why draw a powr card\n").out)
    assert "Nothing is known of 'draw a powr card' in this decision. Did you mean: Draw a power card?" in out


def test_why_knows_the_decision_that_had_no_options(kamon: Run, race: Path) -> None:
    text = (race / "game.yaml").read_text(encoding="utf-8").replace("action: run | rest", "action: run otherwise pass")
    (race / "game.yaml").write_text(text.replace("start: 2, maximum: 3", "maximum: 3"), encoding="utf-8")
    out = told(kamon("play", race, "--seed", "1", "--locale", "en", typed="why\nwhy 2\nwhy pass\n").out)
    assert "1 Pass > why Run 2 Not offered: it needs that" in out
    assert "> why pass That is offered: 1 Pass" in out


def test_a_question_mark_explains(kamon: Run) -> None:
    typed = "1\n? 5\n?\n? xyzzy\n"
    out = told(kamon("play", SPEC, "--seed", "5", "--locale", "en", typed=typed).out)
    one, both = out.partition("> ? 5 ")[2].split("> ? ")[:2]
    assert one.startswith("Draw a power card Draw a power card: Only if the number of power cards in your hand")
    assert "Move that power card to the discard pile." in both
    assert "Shuffle the draw pile." in both
    assert "'xyzzy' is no option" in out


def test_a_question_mark_explains_this_very_option(kamon: Run) -> None:
    out = told(kamon("play", SPEC, "--seed", "3", "--locale", "en", typed="? 2\n?↗3\n").out)
    said = (
        "Play ↗3 Determine the target field of ↗3: Move ↗3 to the discard pile. Move 1 Powerstone from the supply to"
        " that field, with your side up. Move the crown to that field. → ↗3 to the discard pile; 1 Powerstone (Red)"
        " from the supply to h8; the crown to h8 >"
    )
    assert f"> ? 2 {said}" in out
    assert f"> ?↗3 {said}" in out


def test_help_log_and_board(kamon: Run) -> None:
    out = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed="help\n1\nlog\nboard\nquit\n").out
    assert "undo         take back your last choice" in out
    assert out.partition("> log")[2].startswith("\nSet-up\n    The draw pile shuffled;")
    assert out.count("▶ ● Red") == 3
    assert "End of input" not in out


def test_the_end_of_input_leaves_the_match(kamon: Run) -> None:
    ran = kamon("play", SPEC, "--seed", "5", "--locale", "en")
    assert ran.code == 0
    assert ran.out.endswith("End of input. The match is left.\nNothing is saved.\n")


@pytest.mark.parametrize("locale", ["de", "ja", "zh_Hans", "zh_Hant"])
def test_a_locale_has_words_of_its_own_for_everything(kamon: Run, locale: str) -> None:
    typed = "help\nxyzzy\n1\nwhy\nundo\nlog\n?\nsave\nquit\n"
    said = kamon("play", SPEC, "--seed", "5", "--locale", locale, typed=typed).out
    english = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed=typed).out
    same = {line.strip() for line in said.splitlines()} & {line.strip() for line in english.splitlines()}
    words = {line for line in same if any(char.isalpha() for char in line) and not line.startswith(">")}
    assert words - {"a  b  c  d  e  f  g  h  i", "Rosenkönig", "games/rosenkoenig/rules.yaml:34"} == set()


def test_commands_can_be_typed_in_the_locale(kamon: Run) -> None:
    out = kamon("play", SPEC, "--seed", "5", "--locale", "zh_Hant", typed="1\n撤銷\n離開\n").out
    assert "已撤銷" in out


# ---- who plays --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "human"), "not for one player; how many can play: 2"),
        (("--players", "human,random,greedy"), "not for 3 players"),
        (("--players", "human,greedi"), "'greedi' plays; did you mean 'greedy'?"),
        (("--players", "human,xyzzy"), "'xyzzy' plays; there are: human, random, greedy"),
        (("--seats", "5"), "not for 5 players"),
        (("--seats", "2", "--players", "human"), "one player is named, but --seats says 2"),
        (("--watch", "--players", "human,random"), "let bots play every seat: random, greedy"),
        (("--option", "laps"), "an option is set as NAME=VALUE, not as 'laps'"),
        (("--option", "laps=1", "--option", "laps=2"), "the option 'laps' is set twice"),
        (("--games", "nowhere"), "there is no directory 'nowhere'"),
        (("--load", "nowhere.json"), "cannot read 'nowhere.json'"),
        (("--replay",), "--load FILE"),
        (("--locale", "xx"), "no locale 'xx'"),
        (("--seed", "-1"), "not a whole number"),
        (("--seed", "9" * 30), "not a whole number"),
    ],
)
def test_misuse(kamon: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = kamon("play", SPEC, *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


def test_an_unknown_option_is_misuse(kamon: Run, race: Path) -> None:
    assert kamon("play", race, "--option", "lap=1").code == 2
    assert kamon("play", race, "--option", "laps=7").code == 2
    assert "laps" in kamon("play", race, "--option", "lap=1").err


def test_a_broken_game_is_a_finding(kamon: Run, race: Path) -> None:
    (race / "more.yaml").write_text("kamon: 1\nflow: 3 +\n", encoding="utf-8")
    ran = kamon("play", race)
    assert ran.code == 1
    assert "more.yaml:2" in ran.err


def test_people_share_a_terminal(kamon: Run) -> None:
    arguments = ("--players", "human,human", "--seed", "5", "--locale", "en")
    out = kamon("play", SPEC, *arguments, typed="1\n1\n").out
    assert "▶ ○ White (you)" in out
    assert out.count("Red: Play ↑1") == 2


# ---- watching ---------------------------------------------------------------------------------------------


def test_a_watched_match_repeats_itself(kamon: Run) -> None:
    arguments = ("play", SPEC, "--watch", "--players", "greedy,random", "--seed", "3", "--locale", "zh_Hant")
    first, second = kamon(*arguments), kamon(*arguments)
    assert first.code == 0
    assert first.out == second.out
    assert first.out.splitlines()[0] == "薔薇戰爭"
    assert "相連區域" in first.out


def test_one_bot_is_watched_on_all_seats(kamon: Run) -> None:
    arguments = ("play", SPEC, "--watch", "--seed", "3", "--players")
    assert kamon(*arguments, "random").out == kamon(*arguments, "random,random").out


def test_a_watched_match_shows_no_pile(kamon: Run) -> None:
    out = kamon("play", SPEC, "--watch", "--players", "random,random", "--seed", "3", "--locale", "en").out
    assert "draw pile ×" in out
    assert "White wins." in out or "Red wins." in out


def test_ties_are_told(kamon: Run, race: Path) -> None:
    (race / "flow.yaml").write_text("kamon: 1\n", encoding="utf-8")
    text = (race / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("take turns until exists r in runner where place of r = way_5: action", "each player: rest")
    (race / "game.yaml").write_text(text, encoding="utf-8")
    out = kamon("play", race, "--watch", "--seed", "1", "--seats", "3", "--locale", "en").out
    assert out.endswith("ann and bob and cid share the victory.\nTied; cards: ann 3, bob 3, cid 3\n")


def test_endless_bots_are_stopped(kamon: Run, race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.cli.table.match.MOST_DECISIONS", 5)
    ran = kamon("play", race, "--watch", "--seed", "1", "--locale", "en")
    assert ran.code == 1
    assert "race" in ran.err


def test_rules_without_end_are_a_finding(kamon: Run, race: Path) -> None:
    text = (race / "game.yaml").read_text(encoding="utf-8")
    text = text.replace(
        "  take turns until", "  repeat until count(deck) = 99: (if count(deck) = 98: end game);\n  take turns until"
    )
    (race / "game.yaml").write_text(text, encoding="utf-8")
    ran = kamon("play", race, "--watch", "--locale", "en")
    assert ran.code == 1
    assert ran.err.startswith("kamon: the game cannot go on: ")


# ---- saving -----------------------------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was_left(kamon: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    left = kamon("play", SPEC, "--seed", "5", "--save", file, "--locale", "en", typed="1\nquit\n")
    assert f"Saved in {file}" in left.out
    again = kamon("play", "--load", file, "--locale", "en", typed="undo\n")
    assert "5 ·  ·  ·  ·  ·  ○♛ ·  ·  ·" in again.out
    assert "Taken back." in again.out


class Typing:
    """Standard input, which does something when it is read past its end."""

    def __init__(self, typed: str, then: Callable[[], str]) -> None:
        self._typed = io.StringIO(typed)
        self._then = then

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        return self._typed.readline() or self._then()


def test_a_match_is_kept_after_each_choice(race: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.json"
    kept = []

    def look() -> str:
        kept.append(json.loads(file.read_text(encoding="utf-8"))["choices"])
        return ""

    monkeypatch.setattr("sys.stdin", Typing("rest\n", look))
    assert main(["play", str(race), "--seed", "1", "--save", str(file)]) == 0
    assert kept == [[["ann", "rest"], ["bob", kept[0][1][1]]]]


def test_an_interrupt_keeps_the_match(
    race: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    file = tmp_path / "match.json"
    monkeypatch.setattr("sys.stdin", Typing("", interrupt))
    assert main(["play", str(race), "--seed", "1", "--save", str(file), "--locale", "en"]) == 130
    assert json.loads(file.read_text(encoding="utf-8"))["choices"] == []
    assert capsys.readouterr().out.endswith(f"\nGo on with:\n  kamon play {race} --load {file}\n")


def test_the_end_of_input_keeps_the_match(kamon: Run, race: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    ran = kamon("play", race, "--seed", "1", "--save", file, "--option", "laps=2", "--locale", "en", typed="rest\n")
    assert "Nothing is saved" not in ran.out
    assert ran.out.endswith(f"Go on with:\n  kamon play {race} --load {file}\n")
    assert "ann: Rest" in kamon("play", race, "--load", file, "--locale", "en", typed="log\n").out


def test_a_file_with_anything_else_is_not_written_over(kamon: Run, race: Path, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    other = tmp_path / "other.json"
    kamon("play", SPEC, "--save", other, "--seed", "1")
    for path, text in ((file, "notes"), (other, other.read_text(encoding="utf-8"))):
        path.write_text(text, encoding="utf-8")
        ran = kamon("play", race, "--save", path, "--locale", "en")
        said = f"'{path}' is there already and holds no match of race"
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err
        assert said in told(kamon("play", race, "--locale", "en", typed=f"save {path}\n").out)
        assert path.read_text(encoding="utf-8") == text


def test_another_match_is_replaced_with_the_first_choice(kamon: Run, race: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    kamon("play", race, "--seed", "1", "--save", file)
    first = file.read_text(encoding="utf-8")
    arguments = ("play", race, "--seed", "2", "--save", file, "--locale", "en")
    assert "holds another match" in " ".join(kamon(*arguments).out.split())
    assert file.read_text(encoding="utf-8") == first
    kamon(*arguments, typed="rest\n")
    assert json.loads(file.read_text(encoding="utf-8"))["seed"] == 2
    again = kamon("play", race, "--load", file, "--save", file, "--locale", "en", typed="rest\n")
    assert "holds another match" not in " ".join(again.out.split())


def test_a_save_of_a_game_that_is_not_found_says_what_to_do(kamon: Run, race: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    kamon("play", race, "--seed", "1", "--save", file)
    ran = kamon("play", "--load", file, "--locale", "en")
    assert ran.code == 2
    assert f"kamon play FOLDER --load {file}" in ran.err
    assert kamon("play", "--games", race.parent, "--load", file).code == 0


def test_a_folder_is_suggested_for_its_bare_name(
    race: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(race.parent)
    assert main(["play", "race"]) == 2
    assert "./race" in capsys.readouterr().err


def test_a_match_is_saved_where_it_is_asked_for(kamon: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    out = kamon("play", SPEC, "--seed", "5", "--locale", "en", typed=f"save\nsave {file}\nsave /no/where\n").out
    assert "Say where: save FILE" in out
    assert "cannot write '/no/where'" in out
    assert json.loads(file.read_text(encoding="utf-8"))["seed"] == 5
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_a_spoiled_save_is_refused(kamon: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(b"\xff\xfe")
    assert "no text in UTF-8" in kamon("play", "--load", file).err
    file.write_text('{"kamon_save": 1', encoding="utf-8")
    ran = kamon("play", "--load", file)
    assert ran.code == 2
    assert ran.out == ""


def test_only_a_file_can_be_loaded(kamon: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        ran = kamon("play", "--load", path)
        assert (ran.code, ran.out) == (2, "")
        assert f"cannot read '{path}'" in ran.err


def test_choices_are_played_again_on_changed_rules(kamon: Run, race: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    kamon("play", race, "--seed", "1", "--save", file, typed="rest\nquit\n")
    text = (race / "game.yaml").read_text(encoding="utf-8")
    (race / "game.yaml").write_text(text.replace("maximum: 3", "maximum: 4"), encoding="utf-8")
    assert kamon("play", race, "--load", file).code == 2
    again = kamon("play", race, "--load", file, "--replay", "--locale", "en")
    assert again.code == 0
    assert "2 of 2 choices could be played again." in again.out
    assert "kamon play GAME" in kamon("play", "--load", file, "--replay", "--locale", "en").err


@pytest.mark.parametrize(("locale", "word"), [("en", "q"), ("en", "exit"), ("de", "q"), ("zh_Hans", "退出")])
def test_there_are_several_words_for_leaving(kamon: Run, locale: str, word: str) -> None:
    out = kamon("play", SPEC, "--locale", locale, typed=f"{word}\n").out
    left = kamon("play", SPEC, "--locale", locale, typed="quit\n").out
    assert out.split(f"> {word}\n")[1] == left.split("> quit\n")[1]
