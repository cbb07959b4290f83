"""Texts held against what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.analysis.desk.wording import LISTS
from interpreter.explain import available_locales
from interpreter.explain.catalogue import LOCALES, read_catalogue
from tests.analysis.desk.stall import ENGLISH, STALL, stall, told

if TYPE_CHECKING:
    from pathlib import Path

GERMAN = {"counter.coin": "Münze", "counter.apple": "Apfel", "counter.apple.also": "Äpfel, Obst"}
CHINESE = {"counter.coin": "钱币", "counter.apple": "苹果"}


@pytest.mark.parametrize("locale", available_locales())
def test_every_locale_has_all_lists_of_words(locale: str) -> None:
    assert set(read_catalogue(LOCALES / locale / "words.po", locale).texts) == set(LISTS)


@pytest.mark.parametrize(
    ("message", "text", "found"),
    [
        ("icon.sell.text", "pay 2 apples, then gain 5 coins", []),
        ("icon.sell.text", "pay two apples and get 5 coins", []),
        ("icon.sell.text", "pay 2 apples, then gain 4 coins", [("text-number", "4"), ("text-lacks-number", "5")]),
        ("icon.sell.text", "pay apples, then gain 5 coins", [("text-lacks-number", "2")]),
        ("icon.sell.text", "pay 2 apples, then gain 5", [("text-lacks-noun", "coin")]),
        ("icon.sell.text", "gain 2 apples; pay 5 coins", [("text-not-cost", "apple"), ("text-not-gain", "coin")]),
        ("icon.sell.text", "pay 2 apples, gain 5 coins, in any order", [("text-order", "in any order")]),
        ("icon.both.text", "gain 2 coins and 3 apples in any order", []),
        ("icon.both.text", "gain 2 coins, then 3 apples", [("text-order", "then")]),
        ("member.oak", "oak with 4", []),
        ("member.oak", "oak (4 coins, 3 apples)", [("text-number", "3")]),
        ("member.oak", "oak (4 coins, 4 apples)", [("text-number", "4")]),
        ("icon.sell", "sale", []),
    ],
)
def test_english_texts(tmp_path: Path, message: str, text: str, found: list[tuple[str, str]]) -> None:
    root = stall(tmp_path, en={**ENGLISH, message: text})
    assert told(root) == [(code, message, what) for code, what in found]


@pytest.mark.parametrize(
    ("locale", "names", "text", "found"),
    [
        ("de", GERMAN, "Zahle zwei Äpfel, um 5 Münzen zu bekommen: du erhältst sie sofort", []),
        ("de", GERMAN, "Erhalte 2 Äpfel, zahle 5 Münzen", [("text-not-cost", "Apfel"), ("text-not-gain", "Münze")]),
        ("de", GERMAN, "Zahle 2 Äpfel und zahle 5 Münzen und erhalte, was das bringt", [("text-not-gain", "Münze")]),
        ("zh_Hans", CHINESE, "支付两个苹果并支付5钱币并获得好处", [("text-not-gain", "钱币")]),
        ("de", GERMAN, "Zahle 2 Stück Obst und erhalte 5 Münzen", []),
        ("zh_Hans", CHINESE, "支付两个苹果，获得5钱币", []),
        ("zh_Hans", CHINESE, "支付两个苹果，获得6钱币", [("text-number", "6"), ("text-lacks-number", "5")]),
        ("ja", CHINESE, "苹果を2個払い、钱币を５枚得る", []),
    ],
)
def test_other_languages(
    tmp_path: Path, locale: str, names: dict[str, str], text: str, found: list[tuple[str, str]]
) -> None:
    catalogues = {locale: {**names, "icon.sell.text": text}}
    root = stall(tmp_path, STALL, **catalogues)
    assert told(root, locale) == [(code, "icon.sell.text", what) for code, what in found]


def test_a_changed_number_on_a_card_is_told_even_where_no_meaning_is_kept(tmp_path: Path) -> None:
    root = stall(tmp_path, STALL.replace("coin 4;", "coin 6;"), en=ENGLISH)
    assert told(root) == [("text-number", "member.oak", "4")]


def test_a_placeholder_that_got_lost_is_told(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de={"icon.some": "Münzen bekommen"})
    assert [one[:2] for one in told(root, "de")] == [("lost-placeholder", "icon.some")]


def test_a_name_for_one_only_is_told_where_english_has_one_for_many(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de={"counter.apple": "Apfel", "member.elm": "Ulme"})
    path = root / "locales" / "de.po"
    alone = '\nmsgid "counter.coin"\nmsgstr "Münze"\n'
    path.write_text(path.read_text(encoding="utf-8") + alone, encoding="utf-8")
    assert [one[:2] for one in told(root, "de")] == [("plural-missing", "counter.coin")]


def test_half_a_plural_is_told(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de={"counter.coin": "Münze"})
    path = root / "locales" / "de.po"
    path.write_text(path.read_text(encoding="utf-8").replace('"Münzes"', '""'), encoding="utf-8")
    assert [one[:2] for one in told(root, "de")] == [("plural-missing", "counter.coin")]


def test_one_thing_with_two_names_is_told_unless_one_is_a_synonym(tmp_path: Path) -> None:
    english = {**ENGLISH, "counter.apple": "Coin"}
    root = stall(tmp_path, en=english, de={"counter.coin": "Münze", "counter.apple": "Taler"})
    assert [one[:2] for one in told(root, "de")] == [("two-translations", "counter.apple")]
    stall(tmp_path, de={"counter.coin": "Münze", "counter.apple": "Taler", "counter.coin.also": "Taler, Geld"})
    assert told(root, "de") == []


def test_a_text_that_is_marked_is_told(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH)
    path = root / "locales" / "en.po"
    path.write_text(path.read_text(encoding="utf-8").replace('msgid "icon.both"', '#, fuzzy\nmsgid "icon.both"'))
    assert told(root) == [("text-fuzzy", "icon.both", "")]


def test_a_number_in_the_id_of_a_part_that_is_dealt_with_can_be_said(tmp_path: Path) -> None:
    text = STALL.replace("elm: {printed: lose coin 3}", "elm: {printed: move oak_7 to hand of me}\n      oak_7: {}")
    assert told(stall(tmp_path, text, en={**ENGLISH, "member.elm": "elm (the oak of 7)"})) == []
