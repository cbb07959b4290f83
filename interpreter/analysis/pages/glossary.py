"""A table in which a translator sees at once what each icon does, in every language, with the human text beside it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

from interpreter.analysis.desk.entries import base, entries
from interpreter.analysis.desk.examples import Examples
from interpreter.analysis.pages.faces import Faces
from interpreter.analysis.translations import Desk, check_translations, desks
from interpreter.explain import Speaker, fingerprint
from interpreter.explain.catalogue import names
from interpreter.language import format_effect, parse_effect
from interpreter.model import typed
from interpreter.model.types import NUMBER
from interpreter.source import NO_SPAN, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.analysis.desk.examples import Step
    from interpreter.analysis.pages.faces import Sign
    from interpreter.engine import Game
    from interpreter.model.game import Model, Rule

SHOWN = 2
"""The number that an icon with a number is shown with."""
COLUMN = 44
"""Characters of a line of rules."""
_FORMS = ("", ".title", ".text")


@dataclass(frozen=True)
class Telling:
    """A row in one language. texts: what people wrote for it.  findings: what is wrong with these."""

    sentence: str
    texts: list[str]
    findings: list[str]
    missing: bool


@dataclass(frozen=True)
class Row:
    """id: of the rule, or of the first piece with this effect.  signs: how it looks.  names: the pieces that it is
    printed on.  tellings: by locale.  steps: what an example changes, None if it is not possible there.
    """

    id: str
    signs: list[Sign]
    names: list[str]
    tellings: dict[str, Telling]
    dsl: str
    place: str
    source: str
    steps: list[Step] | None


@dataclass
class _Shown:
    """An effect to be shown; an icon's rule, or the pieces that it is printed on."""

    effect: typed.Effect
    rule: Rule | None = None
    pieces: list[str] = field(default_factory=list)

    @property
    def messages(self) -> list[str]:
        """The ids of the messages that people wrote for it."""
        return [f"{self.rule.kind}.{self.rule.name}"] if self.rule else [f"member.{name}" for name in self.pieces]


def glossary(game: Game, players: int, locales: Sequence[str]) -> dict[str, list[Row]]:
    """Rows for `icons`, `free` actions and `printed` effects. The first locale is that of examples and names."""
    maker = _Maker(game, players, locales)
    rules = maker.model.rules.values()
    shown = {
        "icons": [_of_rule(rule) for rule in rules if rule.kind == "icon"],
        "free": [_of_rule(rule) for rule in rules if rule.kind == "free"],
        "printed": list(_printed(maker.model)),
    }
    maker.play([one.effect for some in shown.values() for one in some])
    return {name: [maker.row(one) for one in some] for name, some in shown.items()}


def _of_rule(rule: Rule) -> _Shown:
    """A rule with numbers is shown with one number; one that is given something else is only said."""
    arguments = [typed.Const(SHOWN, type=NUMBER) for one in rule.parameters if one.type == NUMBER]
    complete = len(arguments) == len(rule.parameters)
    return _Shown(typed.CallRule(rule, tuple(arguments)) if complete else typed.NoEffect(), rule)


def _printed(model: Model) -> Iterator[_Shown]:
    """Each different effect once."""
    found: dict[str, _Shown] = {}
    for kind in model.pieces.values():
        for attribute in kind.attributes.values():
            for index, effect in enumerate(attribute.effects):
                if effect is not None:
                    same = found.setdefault(fingerprint(effect), _Shown(effect))
                    if kind.members[index] not in same.pieces:
                        same.pieces.append(kind.members[index])
    yield from found.values()


class _Maker:
    def __init__(self, game: Game, players: int, locales: Sequence[str]) -> None:
        own, *others = desks(game)
        own = Desk(own.home, (game, *own.games))  # a part is looked at as it is in this game
        self.model = game.model(players)
        homes = game.folder.homes
        self._speakers = {locale: Speaker(self.model, locale, homes) for locale in locales}
        self._first = self._speakers[locales[0]]
        self._texts = {locale: names(homes, locale).texts for locale in locales}
        self._entries = entries(own.games)
        self._faces = Faces(self._first, homes)
        self._findings: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for one in (found for desk in (own, *others) for found in check_translations(desk, locales)):
            entry = base(one.span.text, self._entries) if one.span.text else None
            if entry is not None:
                locale = PurePath(one.span.file).stem
                self._findings[locale, entry.message].append(say(one.code, one.args, locales[0]))
        self._numbers = {name: number for number, name in enumerate(self.model.piece_names)}
        self._shown: list[typed.Effect] = []
        self._examples: Examples | None = None

    def play(self, effects: Sequence[typed.Effect]) -> None:
        """Gets ready to carry out these effects."""
        self._shown = list(effects)
        self._examples = Examples(self._first, effects) if effects else None

    def row(self, shown: _Shown) -> Row:
        """All about one effect."""
        entry = self._entries[shown.messages[0]]
        number = next(index for index, one in enumerate(self._shown) if one is shown.effect)
        place = entry.place
        return Row(
            shown.rule.name if shown.rule else shown.pieces[0],
            self._signs(shown),
            [self._first.say_piece(self._numbers[name]) for name in shown.pieces],
            {locale: self._telling(shown, locale) for locale in self._speakers},
            _dsl(shown),
            f"{place.file.rpartition('/')[2]}:{place.line}" if place else "",
            entry.source,
            self._examples.steps(number) if self._examples and not isinstance(shown.effect, typed.NoEffect) else None,
        )

    def _signs(self, shown: _Shown) -> list[Sign]:
        return [self._faces.sign(shown.rule)] if shown.rule else self._faces.signs(shown.effect)

    def _telling(self, shown: _Shown, locale: str) -> Telling:
        speaker, texts = self._speakers[locale], self._texts[locale]
        sentence = speaker.say_body(shown.rule) if shown.rule else speaker.say_effect(shown.effect)
        messages = [f"{message}{form}" for message in shown.messages for form in _FORMS] if shown.rule else []
        written = [text for message in messages for text in texts.get(message, ())]
        findings = [one for message in shown.messages for one in self._findings[locale, message]]
        return Telling(sentence, list(dict.fromkeys(written)), findings, missing=bool(shown.rule) and not written)


def _dsl(shown: _Shown) -> str:
    """What the author wrote, laid out for a narrow column."""
    text = (shown.rule.body if shown.rule else shown.effect).span.words
    parsed, _ = parse_effect(text, lambda *_: NO_SPAN)
    return text if parsed is None else format_effect(parsed, COLUMN)
