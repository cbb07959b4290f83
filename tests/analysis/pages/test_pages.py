"""Pages about a little game: what is on them, and that they need nothing from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.pages.cards import Deck, decks
from interpreter.analysis.pages.faces import Faces, Sign
from interpreter.analysis.pages.glossary import Row, glossary
from interpreter.analysis.pages.sheets import ON_A_SHEET, sheets
from interpreter.analysis.pages.site import site
from interpreter.explain import Speaker, text
from tests.analysis.desk.stall import ENGLISH, STALL, stall

if TYPE_CHECKING:
    from pathlib import Path

CHINESE = {
    "counter.coin": "钱币",
    "counter.apple": "苹果",
    "icon.sell": "卖苹果",
    "icon.sell.text": "支付2个苹果，获得4钱币",
}


def shape(signs: list[Sign]) -> str:
    """Signs in one line: numbers with the name, paid ones with a minus."""
    return " ".join(f"{'-' if one.cost else ''}{one.number}{one.name}" if one.picture else one.name for one in signs)


def speaker(root: Path) -> Speaker:
    return Speaker(interpreter.load(root).model(2), "en", [root])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("pay apple 2 -> coin 5", "-2apples → 5coins"),
        ("coin 2 & apple 3", "2coins & 3apples"),
        ("coin 2; lose apple 3", "2coins -3apples"),
        ("sell | some(3)", "Sale. / 3Get 3 coins."),
        ("(coin 1; apple 1) | may sell", "( 1coins 1apples ) / ( Sale. )"),
        ("sell otherwise coin 1", "Sale. ⇥ 1coins"),
        ("shuffle deck", ""),
        ("coin 1; shuffle deck", ""),
    ],
)
def test_effects_are_shown_as_icons(tmp_path: Path, text: str, shown: str) -> None:
    root = stall(tmp_path, STALL.replace("rules:", f'rules:\n  shown: "{text}"'), en=ENGLISH)
    one = speaker(root)
    assert shape(Faces(one, [root]).signs(one.model.rules["shown"].body)) == shown


def all_decks(root: Path) -> list[Deck]:
    return decks(interpreter.load(root), speaker(root))


def test_a_card_has_what_is_printed_on_it(tmp_path: Path) -> None:
    (deck,) = all_decks(stall(tmp_path, en=ENGLISH))
    oak, elm = deck.cards
    assert (deck.id, oak.id, oak.source) == ("card", "oak", "book")
    assert [(one.place, shape(one.signs), one.sentence) for one in oak.effects] == [
        ("", "4coins 2apples", "Gain 4 coins; gain 2 apples.")
    ]
    assert elm.effects[0].sentence == "Lose 3 coins."


def test_pawns_and_dice_are_no_cards(tmp_path: Path) -> None:
    pieces = """components:
  pawn: {per: player, starts: yard}
  die: {each: {n: "{1..2}"}, variables: {v: {from: 1, to: 6}}, starts: yard}
"""
    rules = STALL.replace("components:\n", pieces).replace("zones: {", "zones: {yard: {holds: [pawn, die]}, ")
    assert [deck.id for deck in all_decks(stall(tmp_path, rules, en=ENGLISH))] == ["card"]


def test_cards_with_one_sign_have_one_emblem(tmp_path: Path) -> None:
    cards = """cards:
      oak: {printed: coin 4; apple 2}"""
    listed = "glyph: '{n}'\n    " + cards.replace("printed: coin 4; apple 2", "n: 1") + "\n      ash: {n: 1}"
    rules = STALL.replace(cards, listed).replace("elm: {printed: lose coin 3}", "elm: {n: 2}")
    rules = rules.replace("attributes: {printed: effect}", "attributes: {n: number}").replace("do printed of c", "pass")
    (deck,) = all_decks(stall(tmp_path, rules, en=ENGLISH))
    oak, ash, elm = (card.emblem for card in deck.cards)
    assert oak == ash != elm


def test_a_sheet_holds_nine_cards(tmp_path: Path) -> None:
    (deck,) = all_decks(stall(tmp_path, en=ENGLISH))
    many = Deck(deck.id, deck.name, deck.one, [deck.cards[0]] * 11)
    assert [len(sheet) for sheet in sheets([many, deck])] == [ON_A_SHEET, 4]


def rows(root: Path) -> dict[str, Row]:
    found = glossary(interpreter.load(root), 2, ["en", "zh_Hans"])
    return {row.id: row for some in found.values() for row in some}


def test_the_glossary_shows_each_effect_in_each_language_with_an_example(tmp_path: Path) -> None:
    shown = rows(stall(tmp_path, en=ENGLISH, zh_Hans=CHINESE))
    sell = shown["sell"]
    assert sell.tellings["en"].sentence == "Pay 2 apples to do this: gain 5 coins."
    assert sell.tellings["zh_Hans"].texts == ["卖苹果", "支付2个苹果，获得4钱币"]
    assert len(sell.tellings["zh_Hans"].findings) == 2
    assert sell.tellings["en"].findings == []
    assert (sell.dsl, sell.place, sell.source) == ("pay apple 2 -> coin 5", "game.yaml:19", "book")
    assert [(step.name, step.before, step.after) for step in sell.steps or []] == [
        ("Coins", "5", "10"),
        ("Apples", "5", "3"),
    ]
    assert shown["both"].tellings["zh_Hans"].missing
    assert [(step.name, step.after) for step in shown["some"].steps or []] == [("Coins", "7")]
    assert (shown["oak"].names, shown["oak"].dsl) == (["oak (4 coins, 2 apples)"], "coin 4; apple 2")


def test_an_example_shows_what_moves_and_none_where_nothing_can_be_done(tmp_path: Path) -> None:
    icons = 'icons:\n  grab: "choose c in deck: move c to hand of me"\n  dear: pay coin 99 -> apple 1\n'
    shown = rows(stall(tmp_path, STALL.replace("icons:\n", icons), en=ENGLISH))
    assert [(step.before, step.after) for step in shown["grab"].steps or []] == [("the deck", "Ann's hand")]
    assert shown["dear"].steps is None


def test_rules_from_elsewhere_say_where_they_are_from(tmp_path: Path) -> None:
    rules = STALL.replace(
        '  turn: "choose c in deck: (move c to hand of me; do printed of c)"',
        """  turn:
    source: {reconstructed: no text has it}
    effect: "choose c in deck: (move c to hand of me; do printed of c)\"""",
    )
    root = stall(tmp_path, rules, en=ENGLISH)
    pages = site(interpreter.load(root), speaker(root), "Stall", lambda message, **args: text(message, "en", **args))
    assert '<b>Take a turn:</b> <span class="soft">(reconstructed: no text has it)</span>' in pages["rules.html"]
    assert pages["rules.html"].count('class="soft">(') == 1
