"""A game's catalogues held against its parts."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import interpreter
from interpreter.analysis.translations import check_translations, desks

ROOT = Path(__file__).resolve().parents[2]
TOYS = ROOT / "tests" / "toys"


def gaps(folder: Path, messages: dict[str, str]) -> int:
    """How many names the toy still lacks with these in its catalogue."""
    (folder / "locales").mkdir(exist_ok=True)
    text = "\n".join(f'msgid "{name}"\nmsgstr "{said}"\n' for name, said in messages.items())
    (folder / "locales" / "en.po").write_text(text, encoding="utf-8")
    (found,) = check_translations(desks(interpreter.load(folder))[0])
    assert found.code == "untranslated"
    return int(str(found.args["count"]))


def test_one_pattern_names_all_members_of_a_kind(tmp_path: Path) -> None:
    folder = copytree(TOYS / "graph", tmp_path / "graph")
    without = gaps(folder, {"game": "Graph"})
    assert gaps(folder, {"game": "Graph", "space.deck.member": "{terrain} {level}"}) == without - 6
    assert gaps(folder, {"game": "Graph", "member.hill_1": "top of the hill"}) == without - 1


CARDS = """
kamon: 1
game: cards
players: {counts: [2], seats: {ann: {}, bob: {}}}
enums: {suit: [sun, rain]}
zones: {pile: {holds: card}, hand: {per: player, holds: card}}
components: {card: {each: {suit: suit}, starts: pile}}
counters: {coin: {per: player}}
values: {"twin(c: card)": first(d in card where suit of d = suit of c)}
rules:
  "keep(c: card)": coin 1
  grab: "choose c in pile: (keep(c); move twin(c) to hand of me)"
flow: "take turns until count(pile) = 0: grab"
score: {for: player, lines: {coins: coin}}
"""
GOOD = {
    "rule.keep": "keep {c:acc}",
    "rule.keep.title": "keep {c}",
    "rule.grab": "take {element}",
    "value.twin": "the twin of {c}",
    "value.twin.dat": "to the twin of {c:dat}",
    "zone.hand.of.the": "the {zone} of {owner}",
    "piece.card.counted": "{count} cards",
    "piece.card.member": "card of {suit}",
    "rule.unknown": "{whatever}",
}


def placeholders(folder: Path, messages: dict[str, str]) -> list[tuple[str, str]]:
    """The placeholders of a catalogue for which there is nothing, as they stand there, each with the hint."""
    (folder / "cards" / "locales").mkdir(parents=True, exist_ok=True)
    (folder / "cards" / "game.yaml").write_text(CARDS, encoding="utf-8")
    text = "\n".join(f'# {{comment}}\nmsgid "{name}"\nmsgstr ""\n"{said}"\n' for name, said in messages.items())
    (folder / "cards" / "locales" / "en.po").write_text(text, encoding="utf-8")
    found = check_translations(desks(interpreter.load(folder / "cards"))[0])
    unfilled = [one for one in found if one.code == "unknown-placeholder"]
    return [(one.span.text, str(one.hint[1]["name"]) if one.hint else "") for one in unfilled]


def test_every_placeholder_stands_for_something(tmp_path: Path) -> None:
    assert placeholders(tmp_path, GOOD) == []


def test_placeholders_that_stand_for_nothing_are_told(tmp_path: Path) -> None:
    wrong = {
        "rule.grab": "take {elemnt:acc}",
        "value.twin.dat": "{element} {c}",
        "zone.pile.the": "{ownr}",
        "piece.card.member": "{siut} and {suit}",
        "score.coins": "{coins}",
    }
    assert placeholders(tmp_path, wrong) == [
        ("elemnt", "element"),
        ("element", ""),
        ("ownr", "owner"),
        ("siut", "suit"),
        ("coins", ""),
    ]


@pytest.mark.parametrize("folder", sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml")))
def test_the_texts_of_a_shipped_game_say_what_is_meant(folder: str) -> None:
    bare = interpreter.load(ROOT / "games" / folder)
    assert check_translations(desks(bare)[0]) == []
