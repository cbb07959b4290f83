"""What happened, what can be done and what cannot: lines of the log, labels of options, reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from interpreter.explain.effects import EffectSpeech
from interpreter.explain.nouns import Env
from interpreter.explain.phrases import Phrase, fixed, placeholders
from interpreter.model import typed
from interpreter.model.types import PLAYER, TEAM, Type, TypeKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.engine import Element
    from interpreter.engine.lacking import Uncovered, Unpaid
    from interpreter.model.game import Counter, Rule, TokenKind


class EventSpeech(EffectSpeech):
    """Says events, options and refusals."""

    # ---- events ----------------------------------------------------------------------------------

    def event(self, effect: typed.Effect, values: Sequence[int]) -> str:
        """What an effect did; `values` are the numbers that the compiled rules note with it."""
        from interpreter.engine.sight import HIDDEN

        changed = _changed(effect)
        if changed and values and all(value == HIDDEN for value in values):
            names = [self.kind(name) if "counter." in name else self.name(name) for name in changed]
            return self.line("event.hidden", name=self.listed(names, "list.and"))
        match effect, tuple(values):
            case typed.Gain(amount=amount, modifier=modifier), (total, gained, _):
                said = self._counter_event("event.gain", amount.counter, total, gained)
                if not modifier:
                    return said
                return self.line("event.modifier", name=self.name(f"modifier.{modifier}"), event=said)
            case typed.Lose(amount=amount), (total, _):
                return self._counter_event("event.set", amount.counter, total, 0)
            case typed.SetCounter(counter=counter), (total, _):
                return self._counter_event("event.set", counter, total, 0)
            case typed.Pay(costs=costs), (*amounts, _):
                pairs = zip(costs, amounts, strict=True)
                paid = [self.counted(f"counter.{cost.counter.name}", amount) for cost, amount in pairs]
                return self.line("event.pay", costs=self.listed(paid, "list.and"))
            case typed.SetVariable() | typed.Roll(), (target, value):
                message = "event.roll" if isinstance(effect, typed.Roll) else "event.turned"
                name = self.name(f"attribute.{effect.variable.name}")
                shown = self.member(effect.variable.type, value)
                return self.line(message, target=self.piece(target), name=name, value=shown)
            case typed.Pass(), (player,):
                return self.line("event.pass", player=self.seat(player))
            case typed.EndGame(), ():
                return self.line("event.end")
            case _:
                return self._move_event(effect, tuple(values))

    def whose(self, effect: typed.Effect, values: Sequence[int]) -> int | None:
        """The seat whose counter an effect has changed; None when it is nobody's or a team's, or there is none."""
        match effect:
            case typed.Gain(amount=amount) | typed.Lose(amount=amount):
                counter = amount.counter
            case typed.SetCounter(counter=counter):
                pass
            case typed.Pay(costs=(cost, *_)):
                counter = cost.counter
            case _:
                return None
        return values[-1] if counter.per == "player" and values[-1] >= 0 else None

    def _counter_event(self, message: str, counter: Counter, total: int, amount: int) -> str:
        name = f"counter.{counter.name}"
        return self.line(message, counted=self.counted(name, amount), counter=self.kind(name), total=total)

    def _move_event(self, effect: typed.Effect, values: tuple[int, ...]) -> str:
        match effect, values:
            case typed.MovePieces(what=typed.Contents(kind=kind)), (source, place):
                pieces = self.kind(f"piece.{kind.name}")
                return self.line("event.move_all", pieces=pieces, source=self.place(source), to=self.place(place))
            case typed.MovePieces(), (piece, place):
                return self.line("event.move", what=self.piece(piece), to=self.place(place))
            case typed.MovePieces(what=what), (place,):
                return self.line("event.move", what=self.value(what, Env()), to=self.place(place))
            case typed.MoveTokens(token=token), (amount, source, to, variant):
                tokens = self.counted(f"token.{token.name}", amount)
                places = {"source": self.place(source), "to": self.place(to)}
                if not self._variants(token):
                    return self.line("event.tokens", tokens=tokens, **places)
                side = self._variant(token, variant)
                return self.line("event.tokens.side", tokens=tokens, side=side, **places)
            case typed.Draw(source=source), (amount, from_place, to):
                pieces = self.counted(self._piece_noun(source), amount)
                return self.line("event.draw", pieces=pieces, source=self.place(from_place), to=self.place(to))
            case typed.Shuffle(), (place,):
                return self.line("event.shuffle", place=self.place(place))
            case typed.FlipToken(token=token), (place, variant):
                noun = self.kind(f"token.{token.name}")
                side = self._variant(token, variant)
                return self.line("event.flip", token=noun, place=self.place(place), side=side)
            case _:
                raise AssertionError(f"no event of {type(effect).__name__} with {len(values)} values")

    def _variants(self, token: TokenKind) -> bool:
        """Whether tokens of this kind differ."""
        return bool(token.sides) or token.per != "game"

    def _variant(self, token: TokenKind, variant: int) -> Phrase:
        """Owner and side of a token from the one number that stands for both."""
        sides = len(token.sides) or 1
        if variant >= sides * (token.owners if token.per != "game" else 1):
            return self.say("nothing")
        found: list[Phrase] = []
        if token.per != "game":
            found.append(self.member(PLAYER if token.per == "player" else TEAM, variant // sides))
        if token.side_type is not None:
            found.append(self.member(token.side_type, variant % sides))
        return self.listed(found, "list")

    # ---- options ---------------------------------------------------------------------------------

    def option(self, kind: str, rule: str, element: Element | None) -> str:
        """The label of an option: what is done, with what."""
        if kind in ("pass", "done", "decline") or (kind == "accept" and rule not in self.model.rules):
            return self.line(f"choice.{kind}")
        known = self.model.rules.get(rule)
        if element is None:
            return rule.replace("_", " ") if known is None else self.called(known)
        what = self._chosen(element)
        if known is None:
            return str(what)
        message = f"{known.kind}.{rule}"
        name = self.name(message, element=what)
        if "element" in placeholders(self.named(message)):
            return str(name)
        return self.line("choice.element", rule=name, element=what)

    def _chosen(self, element: Element) -> Phrase:
        if element.kind == "unseen":
            piece = self.counted(f"piece.{element.of}", 1)
            return fixed(self.line("choice.unseen", piece=piece, place=self.place(element.number)))
        return self.member(Type(cast("TypeKind", element.kind), element.of), element.number)

    def called(self, rule: Rule) -> str:
        """What a rule is called where one chooses: without what it is given, unless its name has a place for that."""
        message = f"{rule.kind}.{rule.name}"
        return self.deed(rule) if placeholders(self.named(message)) else str(self.name(message))

    def names_number(self, rule: Rule) -> bool:
        """Whether what a rule is called turns on a number that it is given, or on the element that is chosen."""
        numbers = any(one.type.kind == "number" for one in rule.parameters)
        return numbers and bool(placeholders(self.named(f"{rule.kind}.{rule.name}")))

    def deed(self, rule: Rule) -> str:
        """What carrying out a rule is called, nothing being chosen yet: some number is N."""
        open_arguments = tuple(typed.Local(one, type=one.type) for one in rule.parameters)
        numbers = {one.uid: fixed("N") for one in rule.parameters if one.type.kind == "number"}
        return str(self.call(rule, open_arguments, Env(numbers)))

    # ---- refusals --------------------------------------------------------------------------------

    def refusal(
        self,
        condition: typed.Node | None,
        operands: Sequence[int | str | None],
        bound: Mapping[typed.Variable, int],
        *,
        short: Unpaid | None,
        uncovered: Uncovered | None,
        place: tuple[typed.Value, int] | None,
    ) -> str:
        """Why something is not offered: the condition that failed, and what it looks at as it is now.

        `operands` are the values of a comparison's sides, the first first, as numbers or names. `bound` gives
        the variables that have a value, such as the element that is refused. `short`: a cost that cannot be paid, what
        there is, what is needed. `uncovered`: a requirement that sources do not cover. `place`: a place that the
        condition works out, and its number.
        """
        env = self._bound(bound)
        if uncovered is not None:
            return self._uncovered(uncovered)
        if short is not None:
            cost, here, needed = short
            noun = f"counter.{cost.counter.name}"
            return self.line("refusal.pay", costs=self.counted(noun, needed), here=self.counted(noun, here))
        said = self._refused(condition, operands, bound, env)
        if place is None:
            return said
        return self.line("refusal.place", refusal=said, what=self.value(place[0], env), place=self.place(place[1]))

    def _uncovered(self, missing: Uncovered) -> str:
        """What is needed of each kind, and what there is of it by itself."""

        def listed(amounts: list[int], *more: Phrase) -> Phrase:
            kinds = [self.member(missing.kind, number) for number, _, _ in missing.parts]
            parts = [self.say("amount", count=count, kind=kind) for count, kind in zip(amounts, kinds, strict=True)]
            return self.listed([*parts, *more], "list")

        wild = [self.say("amount.any", count=missing.wild)] if missing.wild else []
        needs = listed([needed for _, needed, _ in missing.parts])
        return self.line("refusal.cover", needs=needs, most=listed([most for _, _, most in missing.parts], *wild))

    def _refused(
        self,
        condition: typed.Node | None,
        operands: Sequence[int | str | None],
        bound: Mapping[typed.Variable, int],
        env: Env,
    ) -> str:
        match condition:
            case typed.Compare() | typed.Member() if told := _told(condition, operands, bound):
                return self._refused_value(condition, told, env)
            case typed.Value(type=Type(kind="set")):
                return self.line("refusal.not_among", set=self.value(condition, env))
            case typed.Value():
                return self.line("refusal", condition=self.value(condition, env))
            case typed.Binder():
                return self.line("refusal.chosen")
            case typed.SomeOf() | typed.AnyOrder():
                return self.line("refusal.done")
            case typed.Effect():
                return self.line("refusal.effect", effect=self.inline(self.effect(condition, env)))
            case _:
                return self.line("refusal.other")

    def refusal_absent(
        self, condition: typed.Node | None, absent: typed.Value, bound: Mapping[typed.Variable, int]
    ) -> str:
        """The same of a condition that asks about something that is not there."""
        if not isinstance(condition, typed.Value):
            return self.line("refusal.other")
        env = self._bound(bound)
        return self.line("refusal.nothing", condition=self.value(condition, env), what=self.value(absent, env))

    def refusal_unseen(self, condition: typed.Node | None, bound: Mapping[typed.Variable, int]) -> str:
        """The same of a condition that turns on what is hidden from whoever asks."""
        if not isinstance(condition, typed.Value) or condition.type.kind != "boolean":
            return self.line("refusal.unseen")
        return self.line("refusal.hidden", condition=self.value(condition, self._bound(bound)))

    def _bound(self, bound: Mapping[typed.Variable, int]) -> Env:
        return Env({variable.uid: self.member(variable.type, value) for variable, value in bound.items()})

    def _refused_value(self, condition: typed.Value, told: list[tuple[typed.Value, int | str]], env: Env) -> str:
        """A comparison, and what the side of it that tells most is now, of numbers both."""
        needed = self.value(condition, env)
        (side, now), *others = told
        if isinstance(side, typed.TokenOn) and self._is_nothing(side.type, now):
            token, place = self.kind(f"token.{side.token.name}"), self.value(side.place, env)
            fact = self.say("compare.none_there", token=token, place=place)
            return self.line("refusal.fact", condition=needed, fact=fact)
        parts = {"condition": needed, "what": self.value(side, env), "now": self._operand(side.type, now)}
        for other, then in others:
            if other.type.kind == "number":
                more = {"other": self.value(other, env), "then": self._operand(other.type, then)}
                return self.line("refusal.compare_both", **parts, **more)
        return self.line("refusal.compare", **parts)

    def _is_nothing(self, kind: Type, operand: int | str) -> bool:
        nothing = len(self.model.teams if kind.kind == "team" else self.model.seats)
        if kind.kind == "enum":
            nothing = len(self.model.enums[kind.name].members)
        return operand in (nothing, "nothing")

    def _operand(self, kind: Type, operand: int | str) -> Phrase:
        """What a side of a comparison is now."""
        if isinstance(operand, int):
            return self.member(kind, operand)
        from interpreter.engine.names import value_names

        if operand == "nothing":
            return self.say("nothing")
        names = value_names(self.model, kind) or ()
        return self.member(kind, names.index(operand)) if operand in names else fixed(operand)


def _told(
    condition: typed.Compare | typed.Member, operands: Sequence[int | str | None], bound: Mapping[typed.Variable, int]
) -> list[tuple[typed.Value, int | str]]:
    """The sides of a comparison with their values, first what tells most: rather what play changes than what is
    printed, and never what is said by its value already.
    """
    sides = (condition.left, condition.right) if isinstance(condition, typed.Compare) else (condition.element,)
    telling = [
        (side, value)
        for side, value in zip(sides, operands, strict=False)
        if value is not None and not isinstance(side, typed.Const) and not _is_bound(side, bound)
    ]
    return sorted(telling, key=lambda one: _is_printed(one[0], bound))


def _is_bound(side: typed.Value, bound: Mapping[typed.Variable, int]) -> bool:
    return isinstance(side, typed.Local) and side.variable in bound


def _is_printed(side: typed.Value, bound: Mapping[typed.Variable, int]) -> bool:
    return isinstance(side, typed.AttributeOf) and _is_bound(side.target, bound)


def _changed(effect: typed.Effect) -> list[str]:
    """The ids of the counters or the attribute that an effect changes; they may be secret."""
    match effect:
        case typed.Gain(amount=amount) | typed.Lose(amount=amount):
            return [f"counter.{amount.counter.name}"]
        case typed.SetCounter(counter=counter):
            return [f"counter.{counter.name}"]
        case typed.Pay(costs=costs):
            return [f"counter.{cost.counter.name}" for cost in costs]
        case typed.SetVariable(variable=variable) | typed.Roll(variable=variable):
            return [f"attribute.{variable.name}"]
        case _:
            return []
