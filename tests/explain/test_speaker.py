"""What a table shows: rules, icons, options, decisions, refusals, components, score, missing names."""

from pathlib import Path

import pytest

from interpreter.engine import Element
from interpreter.engine.lacking import Uncovered
from interpreter.explain import LocaleError, Speaker, available_locales, missing, wanted
from interpreter.model import typed
from interpreter.model.types import BOOLEAN, NUMBER, PLACE, PLAYER, TEAM, Type
from tests.explain.helpers import added, card, effect, piece, place, speaker, value, workshop, workshop_with


def test_a_rule_has_its_title_above_it() -> None:
    rule = workshop()[0].rules["give"]
    assert speaker().say_rule(rule) == [
        "Give that card to that player:",
        "  Move that card to that player's hand.",
    ]
    assert speaker("zh_Hans").say_rule(rule) == ["将该卡牌交给该玩家：", "  将该卡牌移到该玩家的手牌。"]


def test_what_is_added_to_gains() -> None:
    modifier = workshop()[0].modifiers["point"][0]
    said = (
        "Whenever you gain points, you also gain points equal to the number of your coins ÷ 2 rounded down (savings)."
    )
    assert speaker().say_modifier("point", modifier) == said
    assert speaker("zh_Hans").say_modifier("point", modifier) == (
        "每当你获得分数时，额外获得数量等于你的金币数 ÷ 2（向下取整）的分数（积蓄）。"
    )
    assert speaker().say_event(added(), (5, 2, 0)) == "Ann: savings: 2 points gained, now 5"


def test_an_icon_shows_its_glyph() -> None:
    model, folder = workshop_with({}, icons={"purse": {"effect": "coin 2", "glyph": "◎"}})
    one = Speaker(model, "en", [folder])
    assert one.say_icon(model.rules["purse"]) == "◎ purse: gain 2 coins."
    assert one.gaps == {"icon.purse"}


@pytest.mark.parametrize(
    ("kind", "rule", "element", "label"),
    [
        ("element", "give", card("oak"), "Give the oak"),
        ("element", "wait", card("oak"), "Wait the oak"),
        ("element", "", card("elm"), "The elm"),
        ("element", "", Element("number", "", 3, "3"), "3"),
        ("rule", "give", None, "Give that card to that player"),
        ("rule", "wait", None, "Wait"),
        ("pass", "pass", None, "Pass"),
        ("done", "done", None, "Done"),
        ("decline", "decline", None, "No, thank you"),
        ("accept", "", None, "Yes"),
    ],
)
def test_an_option(kind: str, rule: str, element: Element | None, label: str) -> None:
    assert speaker().say_option(kind, rule, element) == label


def test_a_decision() -> None:
    assert speaker().say_decision(0, "wait") == "Ann decides: wait"
    assert speaker("zh_Hans").say_decision(1, "flow") == "由鲍勃决定"


def test_what_a_game_is_made_of() -> None:
    one = speaker()
    parts = one.say_parts()
    places, counted = parts["places"], parts["counted"]
    assert places["yard"] == "9 fields: for tiles, figure, pebbles and marks"
    assert places["hand"] == "Hand, one for each player: for cards; seen by its owner only; everyone sees how many"
    assert places["pouch"] == (
        "Pouch, one for each team: for cards; at most 1 at a time; hidden from all; its owner sees how many"
    )
    assert "box" not in places
    assert counted["phase"] == "Phase: starts at 0; from 0 to 9; a gain of too much is impossible"
    assert counted["fund"] == "Funds, one for each team: starts at 2; at least 1; hidden from all"
    assert parts["values"]["limit"] == "Limit: 5"
    assert parts["values"]["worth"] == "Worth (that card, that number): the size of that card × that number"
    assert one.say_choice("length", ("short", "long")) == "Length of the game: short; can be short or long"
    assert one.say_choice("rounds", range(1, 10)) == "Number of rounds: 3; can be 1 to 9"


def test_a_name_has_the_plural_form_of_the_number_it_is_given(tmp_path: Path) -> None:
    model, folder = workshop_with({"grab(amount: number)": "coin (amount)", "one": "grab(1)", "two": "grab(2)"})
    catalogue = tmp_path / "locales" / "en.po"
    catalogue.parent.mkdir()
    plural = 'msgid "rule.grab"\nmsgid_plural "rule.grab.plural"\nmsgstr[0] "grab {amount} thing"\n'
    names = (folder / "locales" / "en.po").read_text(encoding="utf-8")
    catalogue.write_text(f'{names}\n{plural}msgstr[1] "grab {{amount}} things"\n', encoding="utf-8")
    one = Speaker(model, "en", [tmp_path])
    assert [one.say_effect(model.rules[name].body) for name in ("one", "two")] == ["Grab 1 thing.", "Grab 2 things."]


def test_a_refusal_says_what_is_there() -> None:
    one = speaker()
    bound = effect("choose c in hand of me where size of c > 1: pass")
    assert isinstance(bound, typed.Choose)
    assert bound.binder.where is not None
    said = one.say_refusal(bound.binder.where, (1, 1), {bound.binder.variable: piece("oak")})
    assert said == "Not offered: it needs that the size of the oak is more than 1, but the size of the oak is 1"
    assert one.say_refusal(value("tile on b2 = coral"), ("black", "coral")) == (
        "Not offered: it needs that the tile on b2 shows coral, but the side shown by the tile on b2 is black"
    )
    assert one.say_refusal(value("tile on b2 = coral"), (2, 0)) == (
        "Not offered: it needs that the tile on b2 shows coral, but there are no tiles on b2"
    )
    assert one.say_refusal(value("place of figure = b2"), ("deck", "b2")) == (
        "Not offered: it needs that the place of the figure is b2, but the place of the figure is the deck"
    )


def test_a_refusal_tells_of_the_side_that_says_something() -> None:
    one = speaker()
    bound = effect("choose n in {1..3} where n < size of oak: pass")
    assert isinstance(bound, typed.Choose)
    chosen = {bound.binder.variable: 3}
    assert one.say_refusal(bound.binder.where, (None, "2"), chosen) == (
        "Not offered: it needs that 3 is less than the size of the oak, but the size of the oak is 2"
    )
    said = one.say_refusal(bound.binder.where, (3, None), chosen)
    assert said == "Not offered: it needs that 3 is less than the size of the oak"


def test_a_refusal_gives_both_numbers_that_it_compares() -> None:
    assert speaker().say_refusal(value("coin >= seal"), (2, 4)) == (
        "Not offered: it needs that the number of your coins is at least the number of your seals, but the number of"
        " your coins is 2 and the number of your seals is 4"
    )


def test_a_refusal_names_the_place_that_was_worked_out() -> None:
    target = value("tile on step(b2, north, 1) = nothing")
    assert isinstance(target, typed.Compare)
    assert isinstance(target.left, typed.TokenOn)
    said = speaker().say_refusal(target, ("coral", "nothing"), place=(target.left.place, place("b3")))
    assert said.endswith(" (the field reached from b2 (direction: north; steps: 1) is b3)")


def test_one_of_several_values_is_kept_apart_from_what_follows() -> None:
    assert speaker().say_value(value("min(coin + seal, coin - 1) + 2")) == (
        "(the least of (the number of your coins + the number of your seals) and (the number of your coins − 1)) + 2"
    )


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("de", "Bewege figure in die Schachtel."),
        ("en", "Move the figure to the box."),
        ("es", "Mueve la figura a la caja."),
        ("fr", "Déplacez la figurine dans la boîte."),
    ],
)
def test_the_box_has_its_article(locale: str, said: str) -> None:
    assert speaker(locale).say_effect(effect("move figure to box")) == said


def test_a_choice_is_said_for_what_is_chosen() -> None:
    chosen = effect("choose c in hand of me where size of c > 1: move c to deck; coin 1")
    assert isinstance(chosen, typed.Choose)
    assert speaker().say_chosen(chosen, piece("oak")) == ["Move the oak to the deck.", "Gain 1 coin."]


def test_a_decision_leaves_out_what_is_said_of_an_open_number() -> None:
    model, folder = workshop_with({"grab(amount: number)": "coin (amount)"})
    assert Speaker(model, "en", [folder]).say_decision(0, "grab") == "Ann decides: grab"
    catalogue = folder / "locales" / "en.po"
    named = 'msgid "rule.grab"\nmsgstr "grab {amount} coins"\n'
    catalogue.write_text(catalogue.read_text(encoding="utf-8") + "\n" + named, encoding="utf-8")
    assert Speaker(model, "en", [folder]).say_decision(0, "grab") == "Ann decides"


def test_a_refusal_for_something_that_is_not_there() -> None:
    target = value("tile on step(b2, north, 3) = nothing")
    assert isinstance(target, typed.Compare)
    assert isinstance(target.left, typed.TokenOn)
    assert speaker().say_refusal(target, ("nothing", "nothing"), absent=target.left.place) == (
        "Not offered: it needs that there are no tiles on the field reached from b2 (direction: north; steps: 3), "
        "but the field reached from b2 (direction: north; steps: 3) does not exist"
    )


def test_a_refusal_that_turns_on_something_hidden() -> None:
    one = speaker()
    assert one.say_refusal(value("size of oak > 3"), hidden=True) == (
        "Not offered: it needs that the size of the oak is more than 3, and that turns on what you do not see"
    )
    assert one.say_refusal(value("hand of me"), hidden=True) == "Not offered: that turns on what you do not see"


def test_a_refusal_of_an_effect() -> None:
    one = speaker()
    paid = effect("pay coin 3, seal")
    assert isinstance(paid, typed.Pay)
    assert one.say_refusal(paid, short=(paid.costs[1], 0, 1)) == (
        "Not offered: 1 seal cannot be paid (available: 0 seals)"
    )
    lacking = Uncovered(Type("enum", "colour"), ((0, 2, 1), (1, 3, 0)), 1)
    assert one.say_refusal(paid, uncovered=lacking) == (
        "Not offered: 2 × coral, 3 × black cannot be paid "
        "(to be had, each by itself: 1 × coral, 0 × black, 1 of any kind)"
    )
    assert one.say_refusal(effect("coin 1")) == "Not offered: this is impossible: gain 1 coin"
    assert one.say_refusal(effect("may coin 1")) == ("Not offered: this is impossible: you may do this: gain 1 coin")
    assert one.say_refusal(None) == "Not offered: it is not possible now"


@pytest.mark.parametrize(
    ("kind", "number", "said"),
    [
        (NUMBER, -2, "-2"),
        (BOOLEAN, 1, "yes"),
        (PLAYER, 2, "Cid"),
        (PLAYER, 4, "nothing"),
        (TEAM, 1, "the guests"),
        (PLACE, place("hand of bob"), "Bob's hand"),
        (PLACE, place("path_0"), "path 0"),
        (PLACE, place("cellar"), "the cellar"),
        (PLACE, -2, "something hidden"),
        (Type("space", "yard"), place("c3"), "c3"),
        (Type("piece", "scout"), piece("scout_bob_1"), "scout of Bob 1"),
        (Type("piece", "figure"), piece("figure"), "the figure"),
        (Type("piece", "figure"), piece("figure") + 1, "nothing"),
        (Type("enum", "colour"), 2, "nothing"),
    ],
)
def test_an_element(kind: Type, number: int, said: str) -> None:
    assert speaker().say_element(kind, number) == said


def test_components_and_score() -> None:
    one, model = speaker(), workshop()[0]
    assert one.say_component(model.pieces["die"]) == "2 dice, starting in the chest"
    assert one.say_component(model.tokens["pebble"]) == "20 pebbles, starting in the bag"
    assert one.say_score() == [
        "The score of each player:",
        "  Coins: the number of your coins.",
        "In a tie, whoever has more of these wins, in this order:",
        "  Seals: the number of your seals.",
    ]


def test_members_by_what_they_are() -> None:
    each = {"each": {"colour": "colour", "number": "{1..2}"}}
    model, folder = workshop_with({}, components={"ticket": each}, board={"gate": each})
    with (folder / "locales" / "en.po").open("a", encoding="utf-8") as catalogue:
        catalogue.write('\nmsgid "piece.ticket.member"\nmsgstr "ticket {number} ({colour})"\n')
        catalogue.write('\nmsgid "space.gate.member"\nmsgstr "gate {colour} {number}"\n')
    one = Speaker(model, "en", [folder])
    ticket, gate = model.pieces["ticket"], model.spaces["gate"]
    assert one.say_element(Type("piece", "ticket"), ticket.first + 2) == "ticket 1 (black)"
    assert one.say_element(Type("space", "gate"), gate.first + 1) == "gate coral 2"
    assert one.gaps == frozenset()


def test_a_name_that_is_missing_is_its_id_and_is_reported(tmp_path: Path) -> None:
    model, folder = workshop_with({"long_walk": "pass"})
    assert missing(model, "en", [folder]) == ["rule.long_walk"]
    assert Speaker(model, "en", [folder]).say_option("rule", "long_walk") == "Long walk"
    bare = Speaker(model, "en", [tmp_path])
    assert bare.say_effect(effect("draw 2 from deck to chest")) == "Draw 2 card from the deck to the chest."
    assert bare.gaps == {"piece.card", "zone.deck", "zone.chest"}


def test_a_game_without_this_locale_speaks_english_and_says_so() -> None:
    model, folder = workshop()
    assert Speaker(model, "ja", [folder]).say_effect(effect("coin 1")) == "coin1個を得る。"
    assert "counter.coin" in missing(model, "ja", [folder])
    assert missing(model, "ja", [folder]) == sorted(set(missing(model, "ja", [folder])))


def test_every_locale_wants_the_same_names(tmp_path: Path) -> None:
    model, _ = workshop()
    names = wanted(model)
    assert "counter.coin" in names
    assert all(missing(model, locale, [tmp_path]) == names for locale in available_locales())


def test_nobody_speaks_klingon() -> None:
    model, folder = workshop()
    with pytest.raises(LocaleError) as found:
        Speaker(model, "tlh", [folder])
    assert found.value.diagnostic.code == "unknown-locale"


def test_what_a_rule_is_given_is_said_in_its_name_as_far_as_it_is_known() -> None:
    model, folder = workshop_with(
        {
            "grab(amount: number)": "coin (amount)",
            "dare(bold: boolean)": "if bold: try(bold)",
            "try(bold: boolean)": "coin 1",
        }
    )
    catalogue = folder / "locales" / "en.po"
    named = 'msgid "rule.grab"\nmsgstr "grab {amount} coins"\n'
    catalogue.write_text(catalogue.read_text(encoding="utf-8") + "\n" + named, encoding="utf-8")
    one = Speaker(model, "en", [folder])
    assert one.say_called(model.rules["grab"]) == "Grab N coins"
    assert one.say_rule(model.rules["dare"]) == ["Dare:", "  If that condition holds: try."]


def test_a_counter_or_place_can_have_a_form_before_what_is_shown() -> None:
    model, folder = workshop_with({})
    catalogue = folder / "locales" / "en.po"
    named = 'msgid "counter.coin.shown"\nmsgstr "coin"\n'
    assert Speaker(model, "en", [folder]).say_counter("coin") == "coins"
    catalogue.write_text(catalogue.read_text(encoding="utf-8") + "\n" + named, encoding="utf-8")
    assert Speaker(model, "en", [folder]).say_counter("coin") == "coin"
    assert Speaker(model, "en", [folder]).say_heading("zone.deck") == "deck"
    more = 'msgid "zone.deck.shown"\nmsgstr "deck, the top first"\n'
    catalogue.write_text(catalogue.read_text(encoding="utf-8") + "\n" + more, encoding="utf-8")
    assert Speaker(model, "en", [folder]).say_heading("zone.deck") == "deck, the top first"


@pytest.mark.parametrize(
    ("locale", "told", "noted"),
    [("en", "size: 3", "oak (size 3)"), ("ja", "size：3", "oak（size 3）"), ("zh_Hant", "size：3", "oak（size 3）")],
)
def test_what_is_told_of_a_name_in_the_marks_of_the_language(locale: str, told: str, noted: str) -> None:
    assert speaker(locale).say_told("size", "3") == told
    assert speaker(locale).say_noted("oak", "size 3") == noted
