"""A model said in a locale: rules, effects, values, components, options, events, refusals and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from interpreter.explain.nouns import Env
from interpreter.explain.summary import SummarySpeech
from interpreter.model import typed
from interpreter.model.game import TokenKind
from interpreter.model.scope import BOX
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from interpreter.engine import Element
    from interpreter.engine.lacking import Uncovered, Unpaid
    from interpreter.model.game import Attribute, Function, Model, PieceKind, Rule, ScoreLine, SpaceKind
    from interpreter.model.types import Type


class Speaker:
    """Says what a model's parts mean, in one locale.

    homes: the game's folder, whose `locales/LOCALE.po` has its names, and those of overlays that lie elsewhere, as in
    `GameFolder.homes`. A name that is missing is said by its id. Raises LocaleError for a locale that nobody speaks.
    """

    def __init__(self, model: Model, locale: str, homes: Sequence[Path]) -> None:
        self._speech = SummarySpeech(model, locale, homes)
        self.model = model
        self.locale = self._speech.locale

    @property
    def gaps(self) -> frozenset[str]:
        """The names that were wanted so far and that the game lacks in this locale."""
        return frozenset(self._speech.gaps)

    # ---- rules -----------------------------------------------------------------------------------

    def say_effect(self, effect: typed.Effect) -> str:
        """An effect as one sentence."""
        speech = self._speech
        return speech.indented(speech.line("line", words=speech.inline(speech.effect(effect, Env()))), 0)

    def say_printed(self, attribute: str, effect: typed.Effect) -> str:
        """An effect that is printed on a piece as one sentence, after the name of its attribute if one is given."""
        if not attribute:
            return self.say_effect(effect)
        speech = self._speech
        said = speech.line(
            "block", clause=speech.name(f"attribute.{attribute}"), body=speech.inline(speech.effect(effect, Env()))
        )
        return speech.indented(speech.line("line", words=said), 0)

    def say_steps(self, effect: typed.Effect) -> list[str]:
        """An effect as lines, two spaces deeper for what hangs on the line above."""
        speech = self._speech
        return speech.outline(speech.effect(effect, Env()))

    def say_chosen(self, choice: typed.Choose, number: int) -> list[str]:
        """What comes of choosing the element with a number, as lines; then what is printed on it, if that is done."""
        speech, variable = self._speech, choice.binder.variable
        env = Env({variable.uid: speech.member(variable.type, number)})
        lines = speech.outline(speech.effect(choice.body, env))
        for node in nodes(choice.body):
            if isinstance(node, typed.Do) and node.target == typed.Local(variable, type=variable.type):
                lines += self._printed(node.attribute, number - self.model.pieces[variable.type.name].first)
        return lines

    def say_done(self, attribute: str, piece: int) -> list[str]:
        """What is printed on a piece as lines below its name, with what the icons in it mean."""
        kind = self._kind_of(piece)
        printed, index = kind.attributes[attribute], piece - kind.first
        lines = [self.begin(self.say_piece(piece)), *(f"  {line}" for line in self._printed(printed, index))]
        effect = printed.effects[index]
        called = [] if effect is None else [one.rule for one in nodes(effect) if isinstance(one, typed.CallRule)]
        icons = [rule for rule in dict.fromkeys(called) if rule.kind == "icon" and not rule.parameters]
        return [*lines, *(f"    {self.say_icon(icon)}" for icon in icons)]

    def say_printed_on(self, attribute: str, piece: int) -> str:
        """What is printed on a piece, in few words."""
        kind = self._kind_of(piece)
        effect = kind.attributes[attribute].effects[piece - kind.first]
        return "" if effect is None else self.say_effect(effect).rstrip(".。")

    def _kind_of(self, piece: int) -> PieceKind:
        return next(kind for kind in self.model.pieces.values() if kind.first <= piece < kind.nothing)

    def _printed(self, attribute: Attribute, index: int) -> list[str]:
        """An effect of a single piece, and if that is a rule, what the rule does."""
        speech, effect = self._speech, attribute.effects[index]
        if effect is None:
            return []
        words = speech.line("line", words=speech.inline(speech.effect(effect, Env())))
        name = speech.name(f"attribute.{attribute.name}")
        lines = [speech.indented(speech.line("score.line", name=name, value=words), 0)]
        if isinstance(effect, typed.CallRule) and effect.rule.kind == "rule":
            lines += [f"  {line}" for line in self.say_rule(effect.rule)[1:]]
        return lines

    def say_rule(self, rule: Rule) -> list[str]:
        """A rule: its title, then its effect as lines."""
        speech = self._speech
        env, arguments = self._parameters(rule)
        title = speech.line("line.head", words=speech.call(rule, arguments, env))
        return [speech.indented(title, 0), *speech.outline(speech.effect(rule.body, env), 1)]

    def say_icon(self, icon: Rule) -> str:
        """An icon as one line: its glyph, its name, what it does, in the author's own words if there are any."""
        speech = self._speech
        env, arguments = self._parameters(icon)
        name = str(speech.call(icon, arguments, env))
        head = f"{icon.glyph} {name}" if icon.glyph else name
        body = self.own_words(icon) or speech.inline(speech.effect(icon.body, env))
        return speech.indented(speech.line("line", words=speech.line("block", clause=head, body=body)), 0)

    def say_called(self, rule: Rule) -> str:
        """The name of a rule; what it is given is part of it only where the name has a place for that."""
        return self._speech.indented(self._speech.called(rule), 0)

    def own_words(self, icon: Rule) -> str | None:
        """The sentence that the game's catalogue has for an icon in place of the generated one, or None."""
        own = self._speech.given(f"{icon.kind}.{icon.name}", "text")
        env, _ = self._parameters(icon)
        parts = {one.name: env.references[one.uid] for one in icon.parameters}
        return None if own is None else self._speech.filled(own, parts)

    def say_body(self, rule: Rule) -> str:
        """What a rule does, as one sentence without its title."""
        speech = self._speech
        env, _ = self._parameters(rule)
        return speech.indented(speech.line("line", words=speech.inline(speech.effect(rule.body, env))), 0)

    def say_modifier(self, counter: str, modifier: Function) -> str:
        """What is added to every gain of a counter, as one line."""
        speech, message = self._speech, f"counter.{counter}"
        more = speech.amount(modifier.body, message, Env())
        parts = {"name": speech.name(f"modifier.{modifier.name}"), "counter": speech.kind(message), "more": more}
        return speech.indented(speech.line("line", words=speech.line("modifier", **parts)), 0)

    def _parameters(self, rule: Rule) -> tuple[Env, tuple[typed.Value, ...]]:
        env = Env()
        for parameter in rule.parameters:
            _, env = self._speech.introduce(parameter, env)
        return env, tuple(typed.Local(one, type=one.type) for one in rule.parameters)

    def say_value(self, value: typed.Value) -> str:
        """A value as a phrase."""
        return str(self._speech.whole(value, Env()))

    # ---- components, score -----------------------------------------------------------------------

    def say_component(self, kind: PieceKind | TokenKind) -> str:
        """How many components of a kind there are, and where they start."""
        speech = self._speech
        if isinstance(kind, TokenKind):
            counted = speech.counted(f"token.{kind.name}", kind.count * kind.owners)
        else:
            counted = speech.counted(f"piece.{kind.name}", len(kind.members))
        starts = [speech.place(place) for place in dict.fromkeys(kind.starts)]
        said = speech.line("component", counted=counted, places=speech.listed(starts, "list.and"))
        return speech.indented(said, 0)

    def say_parts(self) -> dict[str, dict[str, str]]:
        """What there is beside components, each part by its id: `places`, what is `counted`, named `values`."""
        functions = {function.name: self.say_function(function) for function in self.model.functions.values()}
        values = self.say_constants() | functions
        return {"places": self.say_places(), "counted": self.say_counted(), "values": values}

    def say_places(self) -> dict[str, str]:
        """Each kind of spaces and each zone by its id."""
        speech, model = self._speech, self.model
        places = {space.name: speech.space_kind(space) for space in model.spaces.values()}
        places |= {zone.name: speech.zone_kind(zone) for zone in model.zones.values() if zone.name != BOX}
        return {name: speech.indented(said, 0) for name, said in places.items()}

    def say_counted(self) -> dict[str, str]:
        """Each counter by its id."""
        speech = self._speech
        counters = self.model.counters.values()
        return {counter.name: speech.indented(speech.counter_kind(counter), 0) for counter in counters}

    def say_constants(self) -> dict[str, str]:
        """Each parameter by its id."""
        speech = self._speech
        constants = [one for one in speech.constants() if one.name not in self.model.options]
        return {one.name: speech.indented(speech.constant(one), 0) for one in constants}

    def say_function(self, function: Function) -> str:
        """What a named value is."""
        return self._speech.indented(self._speech.function(function), 0)

    def say_member(self, kind: PieceKind | SpaceKind, index: int) -> str:
        """A single piece or space, and what it has: its numbers, words and truths."""
        return self._speech.indented(self._speech.single_member(kind, index), 0)

    def has_facts(self, kind: PieceKind | SpaceKind, index: int) -> bool:
        """Whether there is more to say about a single piece or space than its name."""
        return bool(self._speech.member_facts(kind, index))

    def say_numbers(self, piece: int) -> list[str]:
        """The numbers printed on a piece that its name does not tell, such as `points 3`."""
        speech = self._speech
        kind = self._kind_of(piece)
        index = piece - kind.first
        if speech.patterned(kind):
            return []
        return [
            f"{speech.name(f'attribute.{one.name}')} {one.values[index]}"
            for one in kind.attributes.values()
            if one.type.kind == "number" and one.values and not _in_every_name(one, kind)
        ]

    def say_choice(self, option: str, values: Sequence[str | int]) -> str:
        """What an option of the game is set to, and what it can be set to."""
        speech = self._speech
        constant = next(one for one in speech.constants() if one.name == option)
        members = self.model.enums[option].members if option in self.model.enums else ()
        numbers = [value if isinstance(value, int) else members.index(value) for value in values]
        choices = [speech.member(constant.type, one) for one in numbers]
        if not members and len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            choices = [speech.say("number_range", first=numbers[0], last=numbers[-1])]
        return speech.indented(speech.constant(constant, choices), 0)

    def say_counter(self, counter: str) -> str:
        """The name of a counter before its number: for many of it, unless it has a form of its own there."""
        message = f"counter.{counter}"
        return self._speech.given(message, "shown") or self.say_many(message)

    def say_heading(self, message: str) -> str:
        """The name of places above or before what lies there, unless it has a form of its own there."""
        return self._speech.given(message, "shown") or self.say_name(message)

    def say_one(self, message: str) -> str:
        """A noun by its message id, for one."""
        return str(self._speech.kind(message))

    def say_many(self, message: str) -> str:
        """A noun by its message id, such as `piece.card`, for many."""
        return self._speech.kind(message).form("many")

    def say_parameter(self, name: str) -> str:
        """The name of a parameter or an option."""
        return str(self._speech.parameter(name))

    def say_name(self, message: str) -> str:
        """The bare name of a part by its message id, such as `zone.hand` or `score.coins`."""
        return str(self._speech.name(message))

    def usual(self, text: str) -> str:
        """A text with the names that the game's catalogue gives other words for in place of those words."""
        return self._speech.usual(text)

    def say_title(self) -> str:
        """The game's name, with its overlays."""
        speech = self._speech
        overlays = [speech.name(f"overlay.{name}") for name in self.model.overlays]
        return str(speech.listed([speech.name("game"), *overlays], "list"))

    def say_score(self) -> list[str]:
        """What counts at the end, line by line, and what decides a tie."""
        speech, score = self._speech, self.model.score
        owner = speech.kind(speech.type_noun(score.owner.type))
        lines = [self._heading(speech.line("score", owner=owner))]
        lines += [f"  {self.say_line('score', line)}" for line in score.lines]
        if score.ties:
            lines.append(self._heading(speech.line("score.ties")))
            lines += [f"  {self.say_line('tie', line)}" for line in score.ties]
        return lines

    def _heading(self, words: str) -> str:
        return self._speech.indented(self._speech.line("line.head", words=words), 0)

    def say_line(self, kind: Literal["score", "tie"], line: ScoreLine) -> str:
        """A line of the score, or of what decides a tie."""
        speech = self._speech
        _, env = speech.introduce(self.model.score.owner, Env())
        name = speech.name(f"{kind}.{line.name}")
        said = speech.line("score.line", name=name, value=speech.whole(line.value, env))
        return self.begin(speech.line("line", words=said))

    # ---- play ------------------------------------------------------------------------------------

    def say_player(self, seat: int) -> str:
        """A player by seat."""
        return str(self._speech.seat(seat))

    def say_team(self, team: int) -> str:
        """A team by number."""
        return str(self._speech.team(team))

    def say_element(self, kind: Type, number: int) -> str:
        """A component, place, player or number by its number."""
        return str(self._speech.member(kind, number))

    def say_piece(self, number: int) -> str:
        """A piece by its number."""
        return str(self._speech.piece(number))

    def say_option(self, kind: str, rule: str, element: Element | None = None) -> str:
        """The label of an option: its kind, the rule it comes from and what is chosen, such as `Play ↗2`."""
        return self._speech.indented(self._speech.option(kind, rule, element), 0)

    def say_decision(self, player: int, rule: str) -> str:
        """Who decides about what; `rule` is the rule in which the decision stands. A name that says a number which the
        rule is given is left out: here it could not be said.
        """
        speech = self._speech
        known = self.model.rules.get(rule)
        if known is None or speech.names_number(known):
            return speech.line("decision", player=speech.seat(player))
        return speech.line("decision.rule", player=speech.seat(player), rule=speech.called(known))

    def say_event(self, effect: typed.Effect, values: Sequence[int], seat: int | None = None) -> str:
        """A line of the log: what an effect did, with the numbers that the compiled rules note; whose counter it
        changed is said, unless it is that of `seat`.
        """
        return self.begin(self.say_event_within(effect, values, seat))

    def say_event_within(self, effect: typed.Effect, values: Sequence[int], seat: int | None = None) -> str:
        """The same as a part of a line."""
        speech = self._speech
        said, owner = speech.event(effect, values), speech.whose(effect, values)
        return said if owner in (None, seat) else speech.line("block", clause=speech.seat(owner), body=said)

    def say_told(self, name: str, what: str) -> str:
        """A name and what is told of it, such as `points: 3`."""
        return self._speech.line("score.line", name=name, value=what)

    def say_noted(self, words: str, note: str) -> str:
        """Words with a note in parentheses, such as `the black die (pips 3)`."""
        return self._speech.line("call", name=words, arguments=note)

    def begin(self, text: str) -> str:
        """A text as the beginning of a line."""
        return self._speech.indented(text, 0)

    def say_refusal(
        self,
        condition: typed.Node | None,
        operands: Sequence[int | str | None] = (),
        bound: Mapping[typed.Variable, int] | None = None,
        *,
        absent: typed.Value | None = None,
        short: Unpaid | None = None,
        uncovered: Uncovered | None = None,
        place: tuple[typed.Value, int] | None = None,
        hidden: bool = False,
        needless: bool = False,
    ) -> str:
        """Why something is not offered: the condition that failed, and what it compares as it is now.

        operands: the values of a comparison's sides in their order, numbers or names, None where there is nothing to
        tell.  bound: variables that have a value, such as the element that is refused.  absent: what the condition
        asks about and is not there.  short: a cost that cannot be paid, what there is, what is
        needed.  uncovered: a requirement that sources do not cover.  place: a place that the condition works out, and
        its number.  hidden: who asks does not see what the condition turns on.  needless: it would pay for nothing
        that is due.
        """
        speech = self._speech
        if hidden:
            said = speech.refusal_unseen(condition, bound or {})
        elif needless:
            said = speech.line("refusal.needless")
        elif absent is not None:
            said = speech.refusal_absent(condition, absent, bound or {})
        else:
            said = speech.refusal(condition, operands, bound or {}, short=short, uncovered=uncovered, place=place)
        return self._speech.indented(said, 0)


def _in_every_name(attribute: Attribute, kind: PieceKind) -> bool:
    """Whether pieces of a kind are called by this number, such as the copies of a card."""
    both = zip(attribute.values, kind.members, strict=False)  # one value more, for nothing
    return all(str(value) in name.split("_") for value, name in both)
