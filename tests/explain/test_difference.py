"""What differs between two games in meaning: every part in its own sentence, and nothing of how it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.explain import Speaker
from interpreter.explain.difference import differences, parts
from tests.cli.folders import written

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.explain.difference import Part
    from interpreter.model.game import Rule

GAME = """\
kamon: 1
game: shop
players: {counts: [2], seats: {ann: {colour: red}, bob: {}}}
parameters: {plenty: 3}
board:
  stand:
    spaces: {left: {rent: 1}, right: {rent: 2}}
    attributes: {rent: number}
    edges: [[left, right]]
    holds: good
zones:
  crate: {holds: good}
  cart: {per: player, holds: good}
components:
  good:
    cards: {pan: {worth: 2, use: "coin 1"}, pot: {worth: 3}}
    attributes: {worth: number, use: effect}
    starts: crate
counters: {coin: {per: player, start: 1, maximum: 9, modifiers: {luck: "1"}}}
setup: draw 1 from crate to left
flow: "repeat 2: each player: turn"
values: {rich: "coin > plenty"}
rules:
  turn: |
    buy | put_by
  buy: "choose g in crate: pay coin (worth of g); move g to cart of me"
  put_by: "if rich: coin 1 else: coin 2"
score: {for: player, lines: {worth: sum(worth of g for g in cart of me)}, ties: {coins: coin}}
invariants: {goods: count(crate) <= 2}
"""


def told(folder: Path, text: str) -> list[Part]:
    folder.parent.mkdir(exist_ok=True)
    game = interpreter.load(written(folder, text))
    return parts(Speaker(game.model(2), "en", game.folder.homes))


def changed(tmp_path: Path, text: str) -> list[tuple[str, str, list[str], list[str]]]:
    before, after = told(tmp_path / "a" / "shop", GAME), told(tmp_path / "b" / "shop", text)
    return [(one.part.sort, one.part.name, *one.lines()) for one in differences(before, after)]


@pytest.mark.parametrize(
    ("old", "new", "sort", "name"),
    [
        ("plenty: 3", "plenty: 4", "parameter", "plenty"),
        ("right: {rent: 2}", "right: {rent: 5}", "field", "right"),
        ("pot: {worth: 3}", "pot: {worth: 4}", "piece", "pot"),
        ('use: "coin 1"', 'use: "coin 2"', "piece", "pan"),
        ("start: 1", "start: 2", "counter", "coin"),
        ('luck: "1"', 'luck: "2"', "modifier", "luck"),
        ("draw 1 from crate to left", "draw 1 from crate to right", "setup", "setup"),
        ("repeat 2", "repeat 3", "flow", "flow"),
        ("coin > plenty", "coin >= plenty", "value", "rich"),
        ("buy | put_by\n", "buy | put_by | pass\n", "rule", "turn"),
        ("else: coin 2", "else: coin 3", "rule", "put_by"),
        ("worth: sum(worth of g for", "worth: 2 * sum(worth of g for", "score", "worth"),
        ("coins: coin}", "coins: coin * 2}", "tie", "coins"),
        ("count(crate) <= 2", "count(crate) <= 3", "invariant", "goods"),
        ("cart: {per: player, holds: good}", "cart: {per: player, holds: good, seen_by: owner}", "zone", "cart"),
    ],
)
def test_one_change_is_one_difference(tmp_path: Path, old: str, new: str, sort: str, name: str) -> None:
    assert GAME.count(old) == 1
    ((*about, gone, come),) = changed(tmp_path, GAME.replace(old, new))
    assert about == [sort, name]
    assert gone != come
    assert come


def test_a_link_is_a_difference_of_both_its_ends(tmp_path: Path) -> None:
    found = changed(tmp_path, GAME.replace("    edges: [[left, right]]\n", ""))
    assert [one[:2] for one in found] == [("field", "left"), ("field", "right")]


def test_what_is_new_and_what_is_gone(tmp_path: Path) -> None:
    text = GAME.replace("pot: {worth: 3}", "tub: {worth: 3}").replace("put_by", "rest")
    found = {one[:2]: one[2:] for one in changed(tmp_path, text)}
    assert set(found) == {
        *(("piece", "tub"), ("piece", "pot"), ("component", "good")),
        *(("rule", "turn"), ("rule", "rest"), ("rule", "put_by")),
    }
    assert found["piece", "tub"] == ([], ["worth: 3"])
    assert found["piece", "pot"] == (["worth: 3"], [])


def test_more_cards_change_no_zone_that_holds_them(tmp_path: Path) -> None:
    found = changed(tmp_path, GAME.replace("pot: {worth: 3}", "pot: {worth: 3}, tub: {worth: 3}"))
    assert [one[:2] for one in found] == [("component", "good"), ("piece", "tub")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    buy | put_by\n", "    buy\n    |    put_by\n"),
        ("choose g in crate: pay coin (worth of g); move g to", "choose x in crate: pay coin (worth of x); move x to"),
        ("colour: red", "colour: blue"),
        ("kamon: 1\n", "# new\nkamon: 1\n"),
        ("coin > plenty", "plenty < coin"),
    ],
)
def test_how_it_is_written_is_no_difference(tmp_path: Path, old: str, new: str) -> None:
    assert GAME.count(old) == 1
    assert changed(tmp_path, GAME.replace(old, new)) == []


def test_every_shipped_game_is_as_itself() -> None:
    game = interpreter.load("rosenkoenig")
    for locale in ("en", "ja"):
        speaker = Speaker(game.model(2), locale, game.folder.homes)
        assert differences(parts(speaker), parts(speaker)) == []


def test_only_what_differs_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    say_rule = Speaker.say_rule

    def saying(speaker: Speaker, rule: Rule) -> list[str]:
        said.append(rule.name)
        return say_rule(speaker, rule)

    monkeypatch.setattr(Speaker, "say_rule", saying)
    assert len(changed(tmp_path, GAME.replace("else: coin 2", "else: coin 3"))) == 1
    assert said == ["put_by", "put_by"]
