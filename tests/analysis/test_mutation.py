"""Changes of rules that scenarios notice, and changes that they do not."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.mutants import CHANGES, mutants
from interpreter.analysis.mutation import mutate
from interpreter.language import parse_effect, parse_value
from interpreter.source import NO_SPAN
from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.source import Span

GAME = """\
kamon: 1
game: mill
players: {counts: [2], seats: {ann: {}, bob: {}}}
zones:
  sack: {holds: grain}
  store: {per: player, holds: grain}
components:
  grain: {cards: {oat: {use: "flour 2"}, rye: {use: "pay coin 1 -> flour 3"}}, attributes: {use: effect}, starts: sack}
counters: {flour: {per: player, maximum: 9}, coin: {per: player, start: 2, maximum: 9}}
setup: nothing
flow: "repeat 2: each player: turn"
values: {rich: "coin > 1 and not flour > 3"}
rules:
  turn: "grind | sell"
  grind: "choose g in sack: move g to store of me; do use of g; if rich: coin 1"
  sell: "only if flour >= 2: pay flour 2; coin 1"
score: {for: player, lines: {most: "max(flour, coin)"}, ties: {coins: coin * 2}}
"""
SCENARIOS = """\
kamon: 1
scenarios:
  rye: {choose: [grind(rye)], expect: [coin of ann = 1, flour of ann = 3, rye in store of ann]}
"""


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    folder = written(tmp_path / "mill", GAME)
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "some.yaml").write_text(SCENARIOS, encoding="utf-8")
    return folder


def test_each_kind_of_change_is_tried(mill: Path) -> None:
    found = [(one.name, one.change, one.before, one.after) for one in mutants(interpreter.load(mill).model(2))]
    assert found == [
        ("flow", "number", "2", "3"),
        ("grind", "order", "move g to store of me; do use of g", "do use of g; move g to store of me"),
        ("grind", "order", "do use of g; if rich: coin 1", "(if rich: coin 1); do use of g"),
        ("grind", "target", "me", "next(me)"),
        ("grind", "number", "1", "2"),
        ("sell", "comparison", "flour >= 2", "flour > 2"),
        ("sell", "number", "2", "3"),
        ("sell", "cost", "pay flour 2", "nothing"),
        ("sell", "number", "2", "3"),
        ("sell", "number", "1", "2"),
        ("rich", "condition", "coin > 1 and not flour > 3", "coin > 1 or not flour > 3"),
        ("rich", "comparison", "coin > 1", "coin >= 1"),
        ("rich", "number", "1", "2"),
        ("rich", "condition", "not flour > 3", "flour > 3"),
        ("rich", "comparison", "flour > 3", "flour >= 3"),
        ("rich", "number", "3", "4"),
        ("oat", "number", "2", "3"),
        ("rye", "cost", "pay coin 1 -> flour 3", "flour 3"),
        ("rye", "number", "1", "2"),
        ("rye", "number", "3", "4"),
        ("most", "comparison", "max(flour, coin)", "min(flour, coin)"),
        ("coins", "number", "coin * 2", "coin + 2"),
        ("coins", "number", "2", "3"),
    ]


@pytest.mark.parametrize(
    ("effect", "change", "before", "after"),
    [
        ("grind; (sell | grind)", "order", "grind; (sell | grind)", "(sell | grind); grind"),
        ("(if rich: coin 1); flour 1", "order", "(if rich: coin 1); flour 1", "flour 1; if rich: coin 1"),
        ("pay coin 1 -> (sell; grind)", "cost", "pay coin 1 -> (sell; grind)", "sell; grind"),
        ("move oat to sack at bottom", "target", "move oat to sack at bottom", "move oat to sack"),
        ("coin (3\n      - flour)", "number", "3 - flour", "3 + flour"),
        ("coin ((1 - flour) / 2)", "number", "(1 - flour) / 2", "(1 - flour) * 2"),
        (
            "choose up to 1 g in sack: coin 1",
            "choice",
            "choose up to 1 g in sack: coin 1",
            "choose 1 g in sack: coin 1",
        ),
        ("up to 1 of (grind | sell)", "choice", "up to 1 of (grind | sell)", "exactly 1 of (grind | sell)"),
        ("choose g in sack with most coin: sell", "comparison", "with most coin", "with least coin"),
        (
            "if (rich or coin = 2) and rich: sell",
            "condition",
            "(rich or coin = 2) and rich",
            "(rich or coin = 2) or rich",
        ),
        (
            "if count(g in sack where g = oat) = 1: sell",
            "comparison",
            "count(g in sack where g = oat) = 1",
            "count(g in sack where g = oat) != 1",
        ),
    ],
)
def test_a_change_reads_as_the_author_would_write_it(
    tmp_path: Path, effect: str, change: str, before: str, after: str
) -> None:
    found = _in_turn(tmp_path, effect)
    assert (change, before, after) in found
    for text in chain.from_iterable(texts for _, *texts in found):
        parsed = [parse(text.removeprefix("with "), _nowhere)[0] for parse in (parse_effect, parse_value)]
        assert any(one is not None for one in parsed) or text.startswith("with "), text


@pytest.mark.parametrize(
    ("effect", "wanted"),
    [
        ("sell; sell", []),
        ("coin (-(3 - flour))", ["3 - flour"]),
        ("if every p in players satisfies coin of p > 1 and coin of p > 2: sell", ["coin of p > 1 and coin of p > 2"]),
        ("if not (not rich): sell", ["not not rich", "not rich"]),
    ],
)
def test_what_no_author_wrote_is_left_alone(tmp_path: Path, effect: str, wanted: list[str]) -> None:
    found = _in_turn(tmp_path, effect)
    assert [before for change, before, _ in found if change in ("order", "condition") or " - " in before] == wanted


def _in_turn(folder: Path, effect: str) -> list[tuple[str, str, str]]:
    """The changes of a rule that says this: of which kind, what it was and what it becomes."""
    game = written(folder / "mill", GAME.replace('"grind | sell"', f"|\n    {effect}"))
    found = mutants(interpreter.load(game).model(2))
    return [(one.change, one.before, one.after) for one in found if one.name == "turn"]


def _nowhere(_start: int, _end: int) -> Span:
    return NO_SPAN


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_no_scenario_notices_survives(mill: Path, jobs: int) -> None:
    found = mutate(mill, most=100, jobs=jobs)
    assert (found.title, found.every, found.failing) == ("mill", 23, 0)
    survivors = [(one.mutant.name, one.mutant.before) for one in found.survivors]
    assert ("sell", "pay flour 2") in survivors
    assert ("oat", "2") in survivors
    noticed = [(one.mutant.name, one.mutant.before) for one in found.judged if one.noticed is not None]
    assert noticed == [
        ("grind", "do use of g; if rich: coin 1"),
        ("grind", "me"),
        ("rich", "coin > 1 and not flour > 3"),
        ("rich", "coin > 1"),
        ("rye", "pay coin 1 -> flour 3"),
        ("rye", "1"),
        ("rye", "3"),
    ]


def test_nothing_of_a_change_is_left(mill: Path) -> None:
    game = interpreter.load(mill)
    before = list(mutants(game.model(2)))
    mutate(mill, most=100)
    assert list(mutants(game.model(2))) == before
    assert mutate(mill, most=100) == mutate(mill, most=100)


def test_a_run_is_bounded_and_repeats_itself(mill: Path) -> None:
    one, two, other = (mutate(mill, most=4, seed=seed) for seed in (1, 1, 2))
    assert one == two != other
    assert len(one.judged) == 4


def test_an_interrupt_keeps_what_was_tried(mill: Path) -> None:
    def interrupt(done: int, _: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    found = mutate(mill, most=10, on_progress=interrupt)
    assert (len(found.judged), found.wanted, found.complete) == (3, 10, False)
    whole = mutate(mill, most=10)
    assert whole.complete
    assert whole.judged[:3] == found.judged


def test_failing_scenarios_come_first(mill: Path) -> None:
    (mill / "scenarios" / "some.yaml").write_text(SCENARIOS.replace("= 3", "= 4"), encoding="utf-8")
    found = mutate(mill, most=4)
    assert (found.failing, found.judged) == (1, ())


def test_an_order_that_cannot_be_told_is_not_tried(tmp_path: Path) -> None:
    text = GAME.replace("pay flour 2; coin 1", "pay flour 2; coin 1; coin 2; coin (flour)").replace(
        "if rich: coin 1", "coin 1"
    )
    game = interpreter.load(written(tmp_path / "mill", text))
    orders = [one.before for one in mutants(game.model(2)) if one.change == "order"]
    assert orders[2:] == ["coin 1; coin 2", "coin 2; coin(flour)"]
    assert {one.change for one in mutants(game.model(2))} < set(CHANGES)


def test_the_same_effect_on_two_cards_is_one(tmp_path: Path) -> None:
    cards = '{bran: {size: 1, use: "flour 2"}, oat: {size: 2, use: "flour  2"}, rye: {size: 3, use:'
    text = GAME.replace('{oat: {use: "flour 2"}, rye: {use:', cards).replace(
        "{use: effect}", "{use: effect, size: number}"
    )
    folder = written(tmp_path / "mill", text)
    (folder / "scenarios").mkdir()
    scenario = "kamon: 1\nscenarios:\n  oat: {choose: [oat], expect: [flour of ann = 2]}\n"
    (folder / "scenarios" / "some.yaml").write_text(scenario, encoding="utf-8")
    printed = [one.name for one in mutants(interpreter.load(folder).model(2)) if one.sort == "card"]
    assert printed == ["bran", "rye", "rye", "rye"]
    noticed = {one.mutant.name for one in mutate(folder, most=100).judged if one.noticed is not None}
    assert "bran" in noticed


def test_a_change_is_made_once_for_all_choices_of_options(tmp_path: Path) -> None:
    """Models for other choices share rules; a change made twice would be another, or none."""
    option = 'options: {long: {values: [0, 1], default: 0}}\nsetup: "each player: coin (long)"'
    folder = written(tmp_path / "mill", GAME.replace("setup: nothing", option))
    (folder / "scenarios").mkdir()
    scenarios = """\
kamon: 1
scenarios:
  first: {given: {flour of ann: 3}, choose: [sell], over: false}
  second: {options: {long: 1}, given: {flour of ann: 2}, choose: [sell], over: false}
"""
    (folder / "scenarios" / "some.yaml").write_text(scenarios, encoding="utf-8")
    default, other = interpreter.load(folder).model(2), interpreter.load(folder, {"long": 1}).model(2)
    assert default.rules["sell"] is other.rules["sell"]
    by_place = {(one.mutant.name, one.mutant.change): one.noticed for one in mutate(folder, most=100).judged}
    assert by_place["sell", "comparison"] == "some.yaml:4"
