"""A little game with icons, cards and a catalogue, to be translated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter
from interpreter.analysis.desk.po_file import PoFile, parse
from interpreter.analysis.translations import check_translations, desks, needs_of
from interpreter.explain.po import identity

if TYPE_CHECKING:
    from pathlib import Path

    from babel.messages.catalog import Message

    from interpreter.analysis.desk.merge import Needs

STALL = """\
kamon: 1
game: stall
title: Stall
source: book
sources: {book: {kind: rulebook, title: The book of stalls}}
players: {counts: [2], seats: {ann: {}, bob: {}}}
counters:
  coin: {per: player}
  apple: {per: player}
zones: {deck: {holds: card}, hand: {per: player, holds: card}}
components:
  card:
    attributes: {printed: effect}
    cards:
      oak: {printed: coin 4; apple 2}
      elm: {printed: lose coin 3}
    starts: deck
icons:
  sell: pay apple 2 -> coin 5
  both: coin 2 & apple 3
  "some(amount: number)": coin(amount)
rules:
  turn: "choose c in deck: (move c to hand of me; do printed of c)"
flow: "each player: turn; (sell | both | some(3))"
score: {for: player, lines: {coins: coin}}
"""
HEAD = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""
ENGLISH = {
    "game": "Stall",
    "player.ann": "Ann",
    "player.bob": "Bob",
    "counter.coin": "coin",
    "counter.apple": "apple",
    "member.oak": "oak (4 coins, 2 apples)",
    "member.elm": "elm",
    "icon.sell": "sale",
    "icon.both": "both",
    "icon.some": "get {amount} coins",
    "rule.turn": "turn",
    "rule.turn.title": "take a turn",
}
NOUNS = ("counter.coin", "counter.apple")


def stall(folder: Path, rules: str = STALL, **catalogues: dict[str, str]) -> Path:
    """The game's folder, with a catalogue for each locale."""
    root = folder / "stall"
    (root / "locales").mkdir(parents=True, exist_ok=True)
    (root / "game.yaml").write_text(rules, encoding="utf-8")
    for locale, texts in catalogues.items():
        (root / "locales" / f"{locale}.po").write_text(po(texts), encoding="utf-8")
    return root


def po(texts: dict[str, str]) -> str:
    """A catalogue; nouns take an s for many."""
    parts = [HEAD]
    for name, said in texts.items():
        if name in NOUNS:
            parts.append(f'msgid "{name}"\nmsgid_plural "{name}.plural"\nmsgstr[0] "{said}"\nmsgstr[1] "{said}s"\n')
        else:
            parts.append(f'msgid "{name}"\nmsgstr "{said}"\n')
    return "\n".join(parts)


def needs(root: Path) -> Needs:
    return needs_of(desks(interpreter.load(root))[0])


def opened(root: Path, locale: str) -> PoFile:
    return parse((root / "locales" / f"{locale}.po").read_text(encoding="utf-8"), locale)


def entry(file: PoFile, name: str) -> Message:
    return next(message for message in file.catalog if identity(message) == name)


def told(root: Path, locale: str | None = None) -> list[tuple[str, str, str]]:
    """What is found about texts: the code, the message, what is told."""
    desk = desks(interpreter.load(root))[0]
    found = [one for one in check_translations(desk, locale and [locale]) if one.code != "untranslated"]
    return [(one.code, one.span.text, str(one.args.get("what", one.args.get("was", "")))) for one in found]
