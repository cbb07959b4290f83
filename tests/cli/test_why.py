"""`kamon why`: what an option does, and why something is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.folders import told
from tests.cli.test_trace import saved

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run


def test_what_is_offered_is_told_with_all_that_would_come_of_it(kamon: Run) -> None:
    ran = kamon("why", "rosenkoenig", "play(north_3)", "--seed", "5", "--locale", "en")
    out = told(ran.out)
    assert ran.code == 0
    assert out.startswith("Red decides: turn That is offered: Play ↑3 Determine the target field of ↑3:")
    assert "play games/rosenkoenig/rules.yaml:22 → ↑3 to the discard pile · play games/rosenkoenig/rules.yaml:24" in out
    assert out.endswith("→ The crown to e8 · play games/rosenkoenig/rules.yaml:26")


def test_what_is_not_offered_is_told_with_values_place_and_rulebook(kamon: Run, race: Path, tmp_path: Path) -> None:
    game = race / "game.yaml"
    text = game.read_text(encoding="utf-8")
    rest = '  rest: "breath 3; if count(deck) > 0: draw 1 from deck to hand of me"'
    assert rest in text
    sourced = '  rest:\n    effect: "only if breath < 3: breath 3"\n    source: {ref: book, page: 7}'
    game.write_text(text.replace(rest, sourced), encoding="utf-8")
    save = saved(race, tmp_path / "match.json", "rest")
    fine = told(kamon("why", race, "rest", "--load", save, "--locale", "en").out)
    assert "bob decides" in fine
    assert "That is offered: Rest" in fine
    save = saved(race, tmp_path / "match.json", "rest", "rest")
    ran = kamon("why", race, "rest", "--load", save, "--locale", "en")
    out = told(ran.out)
    assert ran.code == 0
    assert "That is not offered: Rest Not offered: it needs that the number of your breath is less than 3, but" in out
    assert out.endswith(f"rest {game}:42 rulebook: The book of races, 7")


@pytest.mark.parametrize(
    ("locale", "text", "said"),
    [
        ("en", "pass", "Pass Not offered: it comes only when nothing can be chosen here."),
        ("de", "Passen", "Passen Nicht möglich: Das kommt nur, wenn hier nichts gewählt werden kann."),
    ],
)
def test_what_only_comes_where_nothing_is_offered_is_told(kamon: Run, locale: str, text: str, said: str) -> None:
    ran = kamon("why", "rosenkoenig", text, "--locale", locale)
    assert ran.code == 0
    assert told(ran.out).endswith(f"{said} turn games/rosenkoenig/rules.yaml:17")


def test_without_a_text_all_is_told(kamon: Run) -> None:
    out = kamon("why", "rosenkoenig", "--seed", "5", "--locale", "en").out
    assert out.count("That is offered:") == 5
    assert "That is not offered:" in out


def test_what_turns_on_chance_is_not_foretold(kamon: Run, race: Path) -> None:
    out = told(kamon("why", race, "rest", "--locale", "en").out)
    assert out.endswith("→ What comes of it shows only once it is chosen.")


def test_of_what_is_nothing_nothing_is_known(kamon: Run) -> None:
    ran = kamon("why", "rosenkoenig", "draw a powr card", "--locale", "en")
    assert ran.code == 1
    assert told(ran.err) == "Nothing is known of 'draw a powr card' in this decision. Did you mean: Draw a power card?"


def test_of_a_match_that_is_over_nothing_can_be_asked(kamon: Run, tmp_path: Path) -> None:
    save = tmp_path / "match.json"
    kamon("play", "tests/toys/tic_tac_toe", "--players", "random,random", "--watch", "--save", save)
    ran = kamon("why", "tests/toys/tic_tac_toe", "--load", save, "--locale", "en")
    assert (ran.code, ran.out) == (2, "")
    assert "the match is over" in ran.err


def test_what_is_asked_about_can_stand_behind_options(kamon: Run) -> None:
    before = kamon("why", "rosenkoenig", "draw_card", "--seed", "5", "--locale", "en")
    assert kamon("why", "rosenkoenig", "--seed", "5", "--locale", "en", "draw_card") == before
    assert before.code == 0


def test_what_is_asked_is_not_repeated_at_length(kamon: Run) -> None:
    ran = kamon("why", "rosenkoenig", "x" * 5000, "--locale", "en")
    assert ran.code == 1
    assert len(ran.err) < 400
