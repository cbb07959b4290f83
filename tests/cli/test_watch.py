"""`kamon watch` and `kamon replay`: what a change of the rules does to scenarios and to matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.analysis.bench import Bench
from tests.cli.folders import SCENARIOS, with_scenarios
from tests.cli.test_trace import saved

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran, Run


@pytest.fixture
def game(race: Path) -> Path:
    return with_scenarios(race) / "game.yaml"


@pytest.fixture
def watch(kamon: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Watches a game while changes are made, each as text before and after, between two looks; then interrupts."""

    def run(file: Path, *changes: tuple[str, str], load: Path | None = None) -> Ran:
        left = iter(changes)

        def sleep(_: float) -> None:
            change = next(left, None)
            if change is None:
                raise KeyboardInterrupt
            text = file.read_text(encoding="utf-8")
            assert change[0] in text
            file.write_text(text.replace(*change), encoding="utf-8")

        monkeypatch.setattr("time.sleep", sleep)
        more = () if load is None else ("--load", load)
        return kamon("watch", file.parent, *more, "--locale", "en")

    return run


def after(ran: Ran) -> str:
    """What is printed after the first look."""
    assert ran.code == 0
    head = "Scenarios played: 2 of 2; passed: 2\n"
    assert head in ran.out
    return ran.out.partition(head)[2]


def test_a_change_is_said_and_only_what_it_can_affect_is_played(watch: Callable[..., Ran], game: Path) -> None:
    out = after(watch(game, ("start: 2, maximum: 3", "start: 1, maximum: 3"), ("start: 1", "start: 2")))
    assert "'breath of ann = 2' does not hold: breath of ann is 1" in out
    assert "+ Breath, one for each player: starts at 1" in out
    assert out.count("Scenarios played: 2 of 2; passed: 1\n") == 1
    assert out.endswith("Scenarios played: 2 of 2; passed: 2\n")


def test_what_a_change_cannot_affect_is_not_played(watch: Callable[..., Ran], game: Path) -> None:
    scores = "  score: {choose: [rest], scores: {ann: 0, bob: 0}}\n"
    (game.parent / "scenarios" / "some.yaml").write_text(SCENARIOS + scores, encoding="utf-8")
    ran = watch(game, ("3 * count(cup", "4 * count(cup"))
    assert "(score cups)" in ran.out
    assert ran.out.endswith("Scenarios played: 1 of 3; passed: 1\n")


def test_how_it_is_written_is_passed_over(watch: Callable[..., Ran], game: Path) -> None:
    changes = (("kamon: 1\n", "# a race\nkamon: 1\n"), ("action: run | rest", "action: |\n    run\n    | rest"))
    assert after(watch(game, *changes)) == ""


def test_a_comment_says_nothing_while_a_scenario_fails(watch: Callable[..., Ran], game: Path) -> None:
    fails, comment = ("start: 2, maximum: 3", "start: 1, maximum: 3"), ("kamon: 1\n", "# a race\nkamon: 1\n")
    out = after(watch(game, fails, comment))
    assert out.count("does not hold") == 1
    assert out.endswith("Scenarios played: 2 of 2; passed: 1\n")


def test_a_comment_in_a_scenario_says_nothing(game: Path) -> None:
    scenarios = game.parent / "scenarios" / "some.yaml"
    text = SCENARIOS.replace("breath of ann = 3", "breath of ann = 1")
    scenarios.write_text(text, encoding="utf-8")
    bench = Bench(str(game.parent))
    assert len(bench.look().played()) == 2
    scenarios.write_text(text.replace("{choose", "{ # at once\n    choose"), encoding="utf-8")
    assert bench.look().played() == ()


def test_mistakes_are_found_and_mended(watch: Callable[..., Ran], game: Path) -> None:
    out = after(watch(game, ("run | rest", "run | rst"), ("run | rst", "run | rest")))
    assert "error[unknown-effect]" in out
    assert out.count("error[") == 1
    assert out.endswith("\nScenarios played: 0 of 2; passed: 0\nNo more errors.\n")


def test_errors_are_not_over_while_a_scenario_fails(watch: Callable[..., Ran], game: Path) -> None:
    out = after(watch(game, ("start: 2, maximum: 3", "start: 1, maximum: x"), ("maximum: x", "maximum: 3")))
    assert "does not hold" in out
    assert "No more errors" not in out


def test_a_file_that_is_removed_is_told(kamon: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scenarios = game.parent / "scenarios" / "some.yaml"
    left = [scenarios.unlink]

    def sleep(_: float) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop()()

    monkeypatch.setattr("time.sleep", sleep)
    assert after(kamon("watch", game.parent, "--locale", "en")) == f"{scenarios} is no longer there.\n"


def test_a_match_is_carried_over(watch: Callable[..., Ran], game: Path, tmp_path: Path) -> None:
    save = saved(game.parent, tmp_path / "match.json", "rest", "rest")
    ran = watch(game, ("action: run | rest", 'action: "run | only if me = ann: rest"'), load=save)
    first, _, second = ran.out.partition("(rule action)")
    assert "all 2 choices" in first or "2 of 2" in first
    assert "rest" in second
    assert "1 of 2" in second


def test_matches_are_played_again(kamon: Run, game: Path, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    saved(game.parent, saves / "one.json", "rest")
    saved(game.parent, saves / "two.json", "rest", "rest")
    fine = kamon("replay", saves, "--rules", game.parent, "--locale", "en")
    assert fine.code == 0
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("action: run | rest", 'action: "run | only if me = ann: rest"'), encoding="utf-8")
    ran = kamon("replay", saves, "--rules", game.parent, "--locale", "en")
    one, two, why = ran.out.splitlines()
    assert ran.code == 1
    assert one.startswith(f"{saves}/one.json: ")
    assert two.startswith(f"{saves}/two.json: ")
    assert why.startswith(f"  {game}:34: ")


def test_the_save_knows_its_game_options_and_overlays(kamon: Run, tmp_path: Path) -> None:
    save = tmp_path / "match.json"
    kamon("play", "rosenkoenig+four_player", "--watch", "--players", "random,random,random,random", "--save", save)
    assert kamon("replay", save).code == 0
    assert kamon("replay", save, "--rules", "games/rosenkoenig").code == 0
    empty = tmp_path / "empty"
    empty.mkdir()
    refused = kamon("replay", empty, "--locale", "en")
    assert (refused.code, refused.out) == (2, "")


def test_a_file_that_is_no_save_does_not_end_a_replay(kamon: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe")
    (tmp_path / "b.json").write_text('{"kamon": 1}', encoding="utf-8")
    ran = kamon("replay", tmp_path, "--locale", "en")
    assert ran.code == 1
    assert [line.partition(": ")[0][-6:] for line in ran.out.splitlines()] == ["a.json", "b.json"]
