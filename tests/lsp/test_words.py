"""The words of a rules file, as far as the file alone tells."""

from __future__ import annotations

import pytest

from interpreter.lsp.words import Word, words_of
from interpreter.source import SourceFile

RULES = """\
kamon: 1
enums: {suit: [sun, moon]}
components:
  card: {each: {suit: suit}, starts: deck}
values:
  "worth(c: card)": suit of c
rules:
  "play(p: player, c: card)": |
    choose d in hand of p where suit of d = sun and d != c:
      let most_of = count(d in hand of me where worth(d) > 1):
        point (most_of); do action of d
  again: c 1
"""


def words(text: str) -> list[Word]:
    return list(words_of(SourceFile("rules.yaml", text)))


def by_use(text: str, use: str) -> list[str]:
    return [word.text for word in words(text) if word.use == use]


def test_words_are_told_apart_by_what_stands_beside_them() -> None:
    assert by_use("kamon: 1\nflow: set use of top(deck) to 3 - x; do deed of card", "of") == ["use"]
    assert by_use("kamon: 1\nflow: set use of top(deck) to 3 - x; do deed of card", "attribute") == ["deed"]
    assert by_use("kamon: 1\nflow: draw 2 from deck to hand", "keyword") == ["draw", "from", "to"]
    assert by_use("kamon: 1\nflow: repeat 3 + 4 -> 5", "sign") == ["+", "->"]


def test_variables_belong_to_the_text_that_makes_them() -> None:
    found = [word for word in words(RULES) if word.use == "local"]
    homes = {word.home: word.text for word in found if word.declares}
    assert sorted(homes.values()) == ["c", "c", "d", "d", "most_of", "p"]
    assert all(homes[word.home] == word.text for word in found)
    uses = [word.text for word in found if not word.declares]
    assert sorted(uses) == ["c", "c", "d", "d", "d", "d", "most_of", "p"]
    assert [word.use for word in words(RULES) if word.text == "c"][-1] == "name"


def test_an_inner_variable_hides_an_outer_one_of_the_same_name() -> None:
    outer, inner = (word.home for word in words(RULES) if word.text == "d" and word.declares)
    spans = {home: [w.span.line for w in words(RULES) if w.home == home] for home in (outer, inner)}
    assert spans == {outer: [9, 9, 9, 11], inner: [10, 10]}


def test_keys_and_lists_of_yaml_declare_and_plain_values_refer() -> None:
    found = {(word.text, word.use, word.declares) for word in words(RULES) if word.span.line < 5}
    assert {("suit", "name", True), ("sun", "name", True), ("card", "name", True)} <= found
    assert {("suit", "attribute", True), ("suit", "name", False), ("deck", "name", False)} <= found


def test_an_overlays_changes_are_read_as_the_games_own_structure() -> None:
    overlay = (
        "kamon: 1\noverlay: more\nextends: game\nreplace: {zones: {deck: {holds: card}}}\nremove: {zones: [hand]}\n"
    )
    assert [(w.text, w.declares) for w in words(overlay)] == [("deck", True), ("card", False), ("hand", False)]


def test_glyphs_and_what_tells_pieces_apart_name_attributes() -> None:
    text = 'kamon: 1\ncomponents: {card: {each: {a: b}, told_apart_by: [a], glyph: "a{a} {b_c}"}}\n'
    assert by_use(text, "attribute") == ["a", "a", "a", "b_c"]


def test_peoples_own_words_are_no_names() -> None:
    text = "kamon: 1\ncounters: {coin: {glyph: deck, source: {ref: rules, section: coins of players}}}\n"
    assert [word.text for word in words(text)] == ["coin"]


@pytest.mark.parametrize("text", ["a: [", "flow: choose c in", "flow: |\n  choose c in deck: (", ""])
def test_what_is_half_written_has_the_words_that_can_be_told(text: str) -> None:
    assert [word.text for word in words(f"kamon: 1\n{text}") if word.use == "local"] == []


def test_places_are_those_in_the_file_whatever_way_the_text_is_written() -> None:
    text = 'kamon: 1\nflow: "draw 1\\u0020from deck to hand"\nsetup: >\n  shuffle\n  deck\n'
    assert [word.span.text for word in words(text) if word.text == "deck"] == ["deck", "deck"]
