"""Catalogues brought up to date: what is marked, and what is left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter
from interpreter.analysis.desk.merge import Change, Report, update
from interpreter.analysis.desk.notes import Notes, notes
from interpreter.analysis.desk.po_file import parse
from interpreter.explain import Speaker
from interpreter.explain.po import forms, identity
from tests.analysis.desk.stall import ENGLISH, STALL, entry, needs, opened, po, stall, told

if TYPE_CHECKING:
    from pathlib import Path

GERMAN = {
    "game": "Marktstand",
    "counter.coin": "Münze",
    "counter.apple": "Apfel",
    "member.oak": "Eiche (4 Münzen, 2 Äpfel)",
    "icon.sell": "Verkauf",
    "rule.turn": "Zug",
}


def refresh(root: Path, locale: str) -> Report:
    """`update` of one catalogue, written back."""
    file = opened(root, locale)
    report = update(file.catalog, locale, needs(root))
    (root / "locales" / f"{locale}.po").write_text(file.text(), encoding="utf-8")
    return report


def test_what_is_missing_is_added_and_what_names_nothing_becomes_obsolete(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de={**GERMAN, "icon.gone": "Weg"})
    report = refresh(root, "de")
    assert report.gone == ["icon.gone"]
    assert {"icon.both", "zone.hand", "player.ann"} <= set(report.added)
    assert "game" not in report.added
    file = opened(root, "de")
    assert [identity(one) for one in file.catalog.obsolete.values()] == ["icon.gone"]
    assert forms(entry(file, "icon.both")) == ("",)
    assert refresh(root, "de") == Report()


def test_what_comes_back_has_its_text_again(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de=GERMAN)
    (root / "game.yaml").write_text(STALL.replace("sell", "vend"), encoding="utf-8")
    refresh(root, "de")
    (root / "game.yaml").write_text(STALL, encoding="utf-8")
    refresh(root, "de")
    assert forms(entry(opened(root, "de"), "icon.sell")) == ("Verkauf",)


def test_an_entry_carries_what_it_stands_for(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de=GERMAN)
    refresh(root, "de")
    found = entry(opened(root, "de"), "member.oak")
    meaning = needs(root).entries["member.oak"].meaning
    assert found.locations == [("game.yaml", 15)]
    assert notes(found.auto_comments)[0] == Notes(
        meaning, "oak (4 coins, 2 apples)", "printed: coin 4; apple 2", "Gain 4 coins; gain 2 apples.", source="book"
    )


def test_a_changed_number_marks_the_texts_that_state_numbers_and_no_others(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de=GERMAN)
    refresh(root, "de")
    (root / "game.yaml").write_text(STALL.replace("coin 4; apple 2", "coin 4; apple 3"), encoding="utf-8")
    was, now = "Gain 4 coins; gain 2 apples.", "Gain 4 coins; gain 3 apples."
    assert told(root, "de") == [("text-stale", "member.oak", was)]
    assert refresh(root, "de").changed == [Change("member.oak", was, now)]
    assert [identity(one) for one in opened(root, "de").catalog if one.fuzzy] == ["member.oak"]
    assert told(root, "de") == [("text-stale", "member.oak", was)]
    assert refresh(root, "de").changed == []
    assert notes(entry(opened(root, "de"), "member.oak").auto_comments)[0].was == was


def test_a_changed_number_beside_the_effects_marks_texts_that_state_numbers(tmp_path: Path) -> None:
    dear = STALL.replace("{printed: effect}", "{printed: effect, price: number}")
    dear = dear.replace("oak: {", "oak: {price: 6, ").replace("elm: {", "elm: {price: 5, ")
    root = stall(tmp_path, dear, en=ENGLISH, de={**GERMAN, "member.oak": "Eiche für 6", "member.elm": "Ulme"})
    refresh(root, "de")
    assert told(root, "de") == []
    (root / "game.yaml").write_text(dear.replace("price: 6", "price: 7").replace("price: 5", "price: 8"), "utf-8")
    was, now = "price 6", "price 7"
    assert told(root, "de") == [("text-stale", "member.oak", was)]
    assert refresh(root, "de").changed == [Change("member.oak", was, now)]
    assert [identity(one) for one in opened(root, "de").catalog if one.fuzzy] == ["member.oak"]
    assert told(root, "de") == [("text-stale", "member.oak", was)]


def test_another_id_marks_nothing(tmp_path: Path) -> None:
    rules = STALL.replace("elm: {printed: lose coin 3}", "elm: {printed: sell}")
    names = {**GERMAN, "member.elm": "Ulme (2 Äpfel)"}
    root = stall(tmp_path, rules, en=ENGLISH, de=names)
    refresh(root, "de")
    meaning = needs(root).entries["member.elm"].meaning
    for path in (root / "game.yaml", *(root / "locales").glob("*.po")):
        path.write_text(path.read_text(encoding="utf-8").replace("sell", "trade"), encoding="utf-8")
    assert needs(root).entries["member.elm"].meaning != meaning
    assert refresh(root, "de").changed == []


def test_a_mark_that_the_translator_takes_away_stays_away(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de=GERMAN)
    refresh(root, "de")
    (root / "game.yaml").write_text(STALL.replace("apple 2", "apple 3"), encoding="utf-8")
    refresh(root, "de")
    path = root / "locales" / "de.po"
    text = path.read_text(encoding="utf-8").replace("#, fuzzy\n", "").replace("2 Äpfel", "3 Äpfel")
    path.write_text(text, encoding="utf-8")
    assert told(root, "de") == []
    assert refresh(root, "de").changed == []
    assert "Was:" not in path.read_text(encoding="utf-8")


def test_layout_comments_and_other_rules_mark_nothing(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de=GERMAN)
    refresh(root, "de")
    other = STALL.replace("coin 4; apple 2}", '"coin  4;   apple 2"}   # rich').replace("lose coin 3", "lose coin 2")
    (root / "game.yaml").write_text(other, encoding="utf-8")
    assert told(root) == []
    assert refresh(root, "de").changed == []


def test_a_changed_english_text_marks_its_translation(tmp_path: Path) -> None:
    root = stall(tmp_path, en=ENGLISH, de=GERMAN)
    refresh(root, "de")
    (root / "locales" / "en.po").write_text(po({**ENGLISH, "icon.sell": "market day"}), encoding="utf-8")
    assert refresh(root, "de").changed == [Change("icon.sell", "sale", "market day")]
    assert refresh(root, "en").changed == []


def test_a_called_icon_counts_by_its_name(tmp_path: Path) -> None:
    root = stall(tmp_path)
    before = needs(root).entries
    (root / "game.yaml").write_text(STALL.replace("pay apple 2", "pay apple 1"), encoding="utf-8")
    after = needs(root).entries
    assert before["icon.sell"].meaning != after["icon.sell"].meaning
    assert before["rule.turn"].meaning == after["rule.turn"].meaning


def test_an_icons_own_sentence_is_said_in_place_of_the_generated_one(tmp_path: Path) -> None:
    root = stall(tmp_path, en={**ENGLISH, "icon.some.text": "You are given {amount} coins"}, de=GERMAN)
    model = interpreter.load(root).model(2)
    speaker = Speaker(model, "en", [root])
    assert speaker.say_icon(model.rules["some"]) == "Get that number coins: You are given that number coins."
    assert speaker.say_icon(model.rules["both"]).startswith("Both: do all of these")
    assert "icon.some.text" in refresh(root, "de").added


def test_a_template_has_every_name_and_no_text(tmp_path: Path) -> None:
    file = parse("", "en")
    report = update(file.catalog, "", needs(stall(tmp_path, en=ENGLISH)))
    assert len(report.added) == len(list(file.catalog)) - 1
    assert not any(any(forms(one)) for one in file.catalog if identity(one))
