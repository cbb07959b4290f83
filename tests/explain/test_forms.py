"""Forms that a language makes from what a game's catalogue gives: articles in their cases, measure words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.analysis.translations import check_translations, desks
from interpreter.explain import Speaker

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
kamon: 1
game: lanes
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters: {coin: {per: player}, phase: {maximum: 9}}
parameters: {limit: 5}
board:
  lane:
    spaces: {lane_1: {cost: 1, lit: true}, lane_2: {cost: 2, lit: false}}
    holds: lantern
    attributes: {cost: number, lit: boolean}
components: {lantern: {cards: {l_1: {host: ann}, l_2: {host: bob}}, attributes: {host: player}, starts: lane_1}}
icons: {"some(amount: number)": coin (amount)}
rules:
  shown: "{text}"
flow: "each player: shown"
score: {for: player, lines: {coins: coin}}
"""
GERMAN = {
    "attribute.cost": "Wert",
    "attribute.cost.the": "der Wert",
    "attribute.cost.the.acc": "den Wert",
    "attribute.cost.the.dat": "dem Wert",
    "attribute.host": "Wirtin",
    "attribute.host.the": "die Wirtin",
    "counter.phase": "Abschnitt",
    "counter.phase.this": "dieser Abschnitt",
    "counter.phase.this.acc": "diesen Abschnitt",
    "counter.phase.this.dat": "diesem Abschnitt",
    "space.lane": "Gasse",
    "space.lane.this": "diese Gasse",
    "space.lane.this.dat": "dieser Gasse",
    "piece.lantern": "Lampion",
    "piece.lantern.this": "dieser Lampion",
    "piece.lantern.this.acc": "diesen Lampion",
    "piece.lantern.this.dat": "diesem Lampion",
}
CHINESE = {"piece.lantern": "灯笼", "piece.lantern.counted": "{count}盏灯笼", "space.lane": "巷子"}


def said(folder: Path, text: str, locale: str, names: dict[str, str]) -> str:
    root = folder / "lanes"
    (root / "locales").mkdir(parents=True)
    (root / "game.yaml").write_text(GAME.replace("{text}", text), encoding="utf-8")
    head = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n'
    messages = [f'msgid "{name}"\nmsgstr "{words}"\n' for name, words in names.items()]
    (root / "locales" / f"{locale}.po").write_text("\n".join([head, *messages]), encoding="utf-8")
    model = interpreter.load(root).model(2)
    return Speaker(model, locale, [root]).say_body(model.rules["shown"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("move first(lantern on lane_2) to box", "Bewege den ersten Lampion auf Gasse 2 in die Schachtel."),
        ("set phase to cost of lane_1", "Setze den Abschnitt auf den Wert von Gasse 1."),
        ("set phase to phase + 1", "Setze den Abschnitt auf den Abschnitt + 1."),
        ("phase 1", "Erhöhe den Abschnitt um 1."),
        (
            "only if phase = cost of lane_1: pass",
            "Nur wenn gilt: der Abschnitt ist der Wert von Gasse 1 – dann: passe.",
        ),
        (
            "choose l in lane where first(lantern on l) = nothing: pass",
            "Wähle 1 Gasse (Bedingung: den ersten Lampion auf dieser Gasse gibt es nicht): passe.",
        ),
        (
            "as host of first(lantern on lane_1): pass",
            "Statt dir handelt die Wirtin vom ersten Lampion auf Gasse 1: passe.",
        ),
    ],
)
def test_german_articles(tmp_path: Path, text: str, words: str) -> None:
    assert said(tmp_path, text, "de", GERMAN) == words


def test_without_forms_a_german_noun_has_no_article(tmp_path: Path) -> None:
    text = "set phase to cost of lane_1"
    assert said(tmp_path, text, "de", {}) == "Setze phase auf cost von lane 1."


def test_chinese_measure_words(tmp_path: Path) -> None:
    assert said(tmp_path, "for each l in lantern: pass", "zh_Hans", CHINESE) == "依次对每盏灯笼：跳过。"


def test_chinese_without_a_measure_word(tmp_path: Path) -> None:
    assert said(tmp_path, "for each l in lane: pass", "zh_Hans", CHINESE) == "依次对每个巷子：跳过。"


def test_a_conditional_value_within_a_sentence_is_kept_together(tmp_path: Path) -> None:
    text = "set phase to if phase > 3 then 2 else 1"
    assert (
        said(tmp_path, text, "ja", {"counter.phase": "段階"})
        == "段階を（段階が3より多い場合は2、そうでなければ1）にする。"
    )


def test_a_parameter_is_told_behind_its_number_in_german(tmp_path: Path) -> None:
    found = said(tmp_path, "up to (limit) of (coin 1 | pass)", "de", {"parameter.limit": "Höchstzahl"})
    assert found.startswith("Tu davon bis zu 5 (Höchstzahl):")


OWN_WORDS = {
    "counter.coin": "Geld",
    "counter.coin.mine": "dein Geld",
    "counter.coin.mine.dat": "deinem Geld",
    "counter.coin.of": "das Geld von {owner:dat}",
    "counter.coin.of.dat": "dem Geld von {owner:dat}",
    "player.bob": "Bob",
    "space.lane": "Gasse",
    "space.lane.this": "diese Gasse",
    "attribute.lit": "Licht",
    "attribute.lit.true": "{target} leuchtet",
    "attribute.lit.false": "{target} liegt dunkel",
    "icon.some": "{amount} Stück nehmen",
    "icon.some.value": "so viele Stücke wie {amount} nehmen",
}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("set coin to 3", "Setze dein Geld auf 3."),
        ("coin (max(1, coin))", "Erhalte Geld in Höhe vom größten Wert von 1 und deinem Geld."),
        ("set coin to coin of bob", "Setze dein Geld auf das Geld von Bob."),
        ("coin (coin of bob)", "Erhalte Geld in Höhe vom Geld von Bob."),
        ("only if exists l in lane where lit of l: pass", "diese Gasse leuchtet"),
        ("only if exists l in lane where not lit of l: pass", "diese Gasse liegt dunkel"),
        ("some(2)", "2 Stück nehmen."),
        ("some(coin)", "So viele Stücke wie dein Geld nehmen."),
    ],
)
def test_a_game_has_words_of_its_own_where_no_pattern_fits(tmp_path: Path, text: str, words: str) -> None:
    assert words in said(tmp_path, text, "de", OWN_WORDS)


def test_without_such_words_the_pattern_is_used(tmp_path: Path) -> None:
    text = "only if exists l in lane where lit of l and coin > 1: some(coin)"
    found = said(tmp_path, text, "de", {"attribute.lit": "Licht", "icon.some": "{amount} Stück nehmen"})
    for words in ("hat „Licht“", "die Anzahl deiner coin", "Die Anzahl deiner coin Stück nehmen"):
        assert words.lower() in found.lower()


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"condition.early": "it is still early"}, "If it is still early: pass."),
        ({}, "If that condition holds: pass."),
    ],
)
def test_a_condition_that_a_rule_is_told_can_have_words(tmp_path: Path, names: dict[str, str], words: str) -> None:
    said(tmp_path, "pass", "en", names)
    rules = (tmp_path / "lanes" / "game.yaml").read_text(encoding="utf-8")
    rules = rules.replace('  shown: "pass"', '  shown: ask(phase < 3)\n  "ask(early: boolean)": "if early: pass"')
    (tmp_path / "lanes" / "game.yaml").write_text(rules, encoding="utf-8")
    game = interpreter.load(tmp_path / "lanes")
    model = game.model(2)
    assert Speaker(model, "en", game.folder.homes).say_body(model.rules["ask"]) == words
    assert [one.args["name"] for one in check_translations(desks(game)[0]) if one.code == "unknown-message"] == []
