"""What the parts of a game are called under which watched matches are counted."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.types import Type

if TYPE_CHECKING:
    from interpreter.analysis.parts import Parts
    from interpreter.cli.words import Words
    from interpreter.compiler import ir
    from interpreter.explain import Speaker

_PLACE = Type("place")


class PartWords:
    """Says the keys of `Parts` in the speaker's language."""

    def __init__(self, say: Words, speaker: Speaker, parts: Parts) -> None:
        self._say = say
        self._speaker = speaker
        self.parts = parts
        self._model = parts.model

    def __call__(self, key: str) -> str:
        """What a part is called."""
        base, mark, _ = key.partition("#")
        if mark:
            return self._speaker.say_told(self(base), self._label(key))
        sort, _, name = key.partition(":")
        model, speaker = self._model, self._speaker
        match sort:
            case "rule":
                rule = model.rules.get(name)
                said = speaker.say_option("rule", name)
                return f"{rule.glyph} {said}" if rule is not None and rule.glyph else said
            case "piece":
                return speaker.begin(speaker.say_piece(model.piece_names.index(name)))
            case "space":
                return speaker.begin(speaker.say_element(_PLACE, model.place_names.index(name)))
            case "enum":
                enum, _, member = name.partition(":")
                number = model.enums[enum].members.index(member)
                return speaker.begin(speaker.say_element(Type("enum", enum), number))
            case "owner":
                owner = self.parts.rules.owners.index(name)
                return speaker.say_team(owner) if model.score.per == "team" else speaker.say_player(owner)
            case "modifier" | "line":
                return speaker.begin(speaker.say_name(f"{'score' if sort == 'line' else sort}.{name}"))
            case _:
                return self._own(sort)

    def knows(self, key: str) -> bool:
        """Whether the game has a part with this key, that could be called by it."""
        base, mark, _ = key.partition("#")
        sort, _, name = base.partition(":")
        known = {"rule": self._model.rules, "piece": self._model.piece_names, "space": self._model.place_names}
        return name in known.get(sort, (name,)) and (not mark or key in self._groups)

    def _own(self, key: str) -> str:
        """What belongs to no part that the game names."""
        match key:
            case "setup":
                return self._say("simulate.from_setup")
            case "start":
                return self._say("simulate.from_start")
            case _:
                return self._say("simulate.from_flow")

    def _label(self, key: str) -> str:
        group = self._groups[key]
        if group.kind == "accept" and isinstance(group.effect, typed.Effect):
            return self._speaker.say_effect(group.effect)
        return self._speaker.say_option(group.kind, "")

    @cached_property
    def _groups(self) -> dict[str, ir.Group]:
        """An example of each option that has a label."""
        rules = self.parts.rules
        found: dict[str, ir.Group] = {}
        for number, site in enumerate(rules.program.sites, 1):
            for group in site.groups:
                found.setdefault(self.parts.option(number, group.low)[0], group)
        return found
