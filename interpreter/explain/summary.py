"""What a game is made of, in words: places and who looks into them, what is counted, named values, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.explain.events import EventSpeech
from interpreter.explain.nouns import Env
from interpreter.explain.phrases import Phrase, fixed
from interpreter.model.game import PieceKind
from interpreter.model.scope import Constant
from interpreter.model.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.model.game import Counter, Function, Per, SeenBy, SpaceKind, Zone

UNLIMITED = 2**31 - 1


class SummarySpeech(EventSpeech):
    """Says the parts of a game, a line each."""

    def space_kind(self, space: SpaceKind) -> str:
        """How many spaces of a kind there are, and what each holds."""
        held = sum(self.model.how_many(name) for name in space.holds)
        facts = [self.say("fact.holds", held=self._held(space.holds))] if space.holds else []
        if space.capacity is not None and space.capacity < held and len(space.holds) == 1:
            facts.append(self.say("fact.limit", number=space.capacity))
        return self._facts(self.counted(f"space.{space.name}", len(space.members)), facts)

    def member_facts(self, kind: PieceKind | SpaceKind, index: int) -> list[Phrase]:
        """The numbers, words and truths that a single piece or space has."""
        facts = []
        for attribute in kind.attributes.values():
            value = attribute.values[index] if attribute.values else None
            nothing = self.model.scope.nothing_of(attribute.type) if attribute.type.kind == "enum" else None
            if attribute.type.kind in ("number", "enum", "boolean") and value is not None and value != nothing:
                name = self.name(f"attribute.{attribute.name}")
                facts.append(fixed(self.line("score.line", name=name, value=self.member(attribute.type, value))))
        return facts

    def single_member(self, kind: PieceKind | SpaceKind, index: int) -> str:
        """What a single piece or space is called, and what it has."""
        sort = Type("piece" if isinstance(kind, PieceKind) else "space", kind.name)
        return self._facts(self.member(sort, kind.first + index), self.member_facts(kind, index))

    def zone_kind(self, zone: Zone) -> str:
        """What lies in a zone, and who sees it."""
        noun = self.zone(zone, None) if zone.per == "game" else Phrase(lambda _: self._zone_noun(zone))
        facts = [self.say("fact.holds", held=self._held(zone.holds))]
        if zone.capacity < sum(self.model.how_many(name) for name in zone.holds if name in self.model.pieces):
            facts.append(self.say("fact.limit", number=zone.capacity))
        facts += self._seen(zone.seen_by)
        if zone.seen_by != "everyone" and zone.count_seen_by not in ("nobody", zone.seen_by):
            facts.append(self.say(f"fact.counted_by_{zone.count_seen_by}"))
        return self._facts(self._for_each(noun, zone.per), facts)

    def counter_kind(self, counter: Counter) -> str:
        """Where a counter starts, its range, and who sees it."""
        facts = [self.say("fact.start", number=counter.start)]
        if counter.maximum < UNLIMITED:
            facts.append(self.say("fact.range", least=counter.minimum, most=counter.maximum))
            facts.append(self.say("fact.strict" if counter.strict else "fact.lost"))
        elif -UNLIMITED < counter.minimum != 0:
            facts.append(self.say("fact.least", number=counter.minimum))
        facts += self._seen(counter.seen_by)
        noun = self.kind(f"counter.{counter.name}")
        return self._facts(
            self._for_each(fixed(noun.form("many")) if counter.per != "game" else noun, counter.per), facts
        )

    def constant(self, constant: Constant, choices: Sequence[Phrase] = ()) -> str:
        """What a parameter or an option is, and what else it could be."""
        facts = [self.member(constant.type, constant.value)]
        if choices:
            facts.append(self.say("fact.choices", choices=self.listed(choices, "list.or")))
        return self._facts(self.parameter(constant.name), facts)

    def function(self, function: Function) -> str:
        """What a named value is."""
        env, arguments = Env(), []
        for parameter in function.parameters:
            _, env = self.introduce(parameter, env)
            arguments.append(env.references[parameter.uid])
        name = self._function(function, arguments)
        return self.line("score.line", name=name, value=self.whole(function.body, env))

    def constants(self) -> Iterator[Constant]:
        """The parameters and options of the model, as they are declared."""
        for named in self.model.scope.names.values():
            if isinstance(named.entity, Constant) and named.span is not None:
                yield named.entity

    def _facts(self, subject: Phrase, facts: Sequence[Phrase]) -> str:
        if not facts:
            return str(subject)
        return self.line("score.line", name=subject, value=self.joined(facts, "list.facts"))

    def _for_each(self, noun: Phrase, per: Per) -> Phrase:
        if per == "game":
            return noun
        owner = self.kind("noun.team" if per == "team" and not self.alone else "noun.player")
        return self.say("kind.each", noun=noun, owner=owner)

    def _seen(self, seen_by: SeenBy) -> list[Phrase]:
        return [] if seen_by == "everyone" else [self.say(f"fact.seen_by_{seen_by}")]

    def _held(self, names: Sequence[str]) -> Phrase:
        found = []
        for name in names:
            kind = self.kind(f"{'piece' if name in self.model.pieces else 'token'}.{name}")
            found.append(fixed(kind.form("many" if self.model.how_many(name) > 1 else "")))
        return self.listed(found, "list.and")
