"""Values as phrases: numbers, truths, components, places, players and sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.explain.nouns import Env
from interpreter.explain.phrases import Phrase, placeholders
from interpreter.explain.sets import SetSpeech
from interpreter.explain.words import FRAMED, framed
from interpreter.model import typed
from interpreter.model.game import Attribute, Function, Rule, StateVariable
from interpreter.model.types import BOOLEAN, Type

if TYPE_CHECKING:
    from collections.abc import Container

_COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_ARITHMETIC = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "mod": "modulo", "^": "power"}
_LOOSE = (typed.Arithmetic, typed.And, typed.Or, typed.Compare, typed.IfValue, typed.MinMax)


class ValueSpeech(SetSpeech):
    """Says values."""

    def value(self, node: typed.Value, env: Env) -> Phrase:
        """The value as a phrase."""
        match node:
            case typed.Const():
                return self._const(node)
            case typed.Local(variable=variable):
                condition = f"condition.{variable.name}"
                if variable.type == BOOLEAN and self.given(condition) is not None:
                    return self.name(condition)
                known = env.references.get(variable.uid) or self.reference(self.type_noun(variable.type))
                return self.say("it.true", it=known) if variable.type == BOOLEAN else known
            case typed.Me():
                return self.say("me")
            case typed.SetOf(items=items):
                return self.listed([self.value(item, env) for item in items], "set_of")
            case typed.NumberRange(first=first, last=last):
                return self.say("number_range", first=first, last=last)
            case typed.CallFunction(function=function, arguments=arguments):
                return self._function(function, [self.value(item, env) for item in arguments])
            case typed.Arithmetic():
                return self._arithmetic(node, env)
            case _:
                return self._relation(node, env)

    # ---- constants, functions --------------------------------------------------------------------

    def _const(self, node: typed.Const) -> Phrase:
        number = self.member(node.type, node.value)
        label = node.label
        if label == "nothing":
            return self.say("nothing")
        if not label or (node.type.kind != "number" and label not in self.model.options):
            return number
        return self.say("number.parameter", name=self.parameter(label), value=number)

    def parameter(self, label: str) -> Phrase:
        """What a named number is called."""
        if label == "player_count":
            return self.say("name.player_count")
        return self.name(f"{'option' if label in self.model.options else 'parameter'}.{label}")

    def _function(self, function: Function, arguments: list[Phrase]) -> Phrase:
        return self._applied(f"value.{function.name}", function.parameters, arguments)

    def call(self, rule: Rule, arguments: tuple[typed.Value, ...], env: Env) -> Phrase:
        """What carrying out a rule is called: its title, or else its name; with a number that is not fixed, what is
        said of such a one. Of a condition that is only handed on, nothing is said unless the title has a place for it.
        """
        message = f"{rule.kind}.{rule.name}"
        numbers = [item for item in arguments if item.type.kind == "number"]
        fixed = [item.value for item in numbers if isinstance(item, typed.Const)]
        forms = ("title",) if len(fixed) == len(numbers) else ("value", "title")
        title = next((f"{message}.{form}" for form in forms if self.given(message, form) is not None), message)
        count = fixed[0] if len(fixed) == 1 else None
        given = list(zip(rule.parameters, arguments, strict=True))
        handed_on = {one.name for one, item in given if isinstance(item, typed.Local) and item.type.kind == "boolean"}
        said = [self.value(item, env) for item in arguments]
        return self._applied(title, rule.parameters, said, count, handed_on)

    def _applied(
        self,
        message: str,
        parameters: tuple[typed.Variable, ...],
        arguments: list[Phrase],
        count: int | None = None,
        unsaid: Container[str] = (),
    ) -> Phrase:
        """A name with its arguments: in the places it has for them, else after it, without those that are left unsaid
        there; in the plural form for a count.
        """
        parts = {one.name: item for one, item in zip(parameters, arguments, strict=True)}
        name = self.name(message, "form", count, **parts)
        placed = placeholders(self.named(message))
        rest = [item for key, item in parts.items() if key not in placed and key not in unsaid]
        if not rest:
            return name
        return self.say("call", name=name, arguments=self.listed(rest, "list"))

    # ---- what players, components and places have ------------------------------------------------

    def _relation(self, node: typed.Value, env: Env) -> Phrase:
        match node:
            case typed.CounterOf(counter=counter, owner=owner):
                return self._counter(f"counter.{counter.name}", owner, env)
            case typed.ZoneOf(zone=zone, owner=owner):
                mine = _is_mine(owner)
                return self.zone(zone, None if owner is None else self.value(owner, env), mine=mine)
            case typed.AttributeOf(attribute=attribute, target=target):
                return self._property(attribute, target, env)
            case typed.VariableOf(variable=variable, target=target):
                return self._property(variable, target, env)
            case typed.PlaceOf(target=target):
                place = self.kind(self.type_noun(node.type.present()))
                return self.say("of.place", place=place, piece=self.value(target, env))
            case typed.TeamOf(player=player):
                who = self.value(player, env)
                if self.alone:
                    return who
                return self.say("of.team.mine") if _is_mine(player) else self.say("of.team", player=who)
            case typed.Next(value=value):
                noun = self.kind(self.type_noun(value.type))
                return self.say("call.next", noun=noun, value=self.value(value, env))
            case typed.Opponents(player=player):
                mine = _is_mine(player)
                who = self.value(player, env)
                return self.say("of.opponents.mine") if mine else self.say("of.opponents", player=who)
            case _:
                return self._component(node, env)

    def _property(self, named: Attribute | StateVariable, target: typed.Value, env: Env) -> Phrase:
        """What a component or place has by a name."""
        if named.type == BOOLEAN:
            return self._is_so("true", named, target, env)
        return self.say("of", name=self.name(f"attribute.{named.name}"), target=self.value(target, env))

    def _is_so(self, truth: str, named: Attribute | StateVariable, target: typed.Value, env: Env) -> Phrase:
        """That a component or place has something, or has not (`true`, `false`), if need be in words of the game."""
        message, said = f"attribute.{named.name}", self.value(target, env)
        if self.given(message, truth) is not None:
            return self.name(f"{message}.{truth}", "form", None, target=said)
        return self.say(f"of.{truth}", name=self.name(message), target=said)

    def _counter(self, message: str, owner: typed.Value | None, env: Env) -> Phrase:
        counter = self.kind(message)
        if owner is None:
            return self.say("of.counter.game", counter=counter)
        if _is_mine(owner):
            mine = self.given(message, "mine") is not None
            return self.name(f"{message}.mine") if mine else self.say("of.counter.mine", counter=counter)
        parts = {"owner": self.value(owner, env)}
        if self.given(message, "of") is not None:
            return self.name(f"{message}.of", "form", None, **parts)
        return self.say("of.counter", counter=counter, **parts)

    def _component(self, node: typed.Value, env: Env) -> Phrase:
        match node:
            case typed.Contents(kind=kind):
                one = self._within(node, self.kind(f"piece.{kind.name}"), env)
                return _as_set(one)
            case typed.All(type=Type(element=Type() as element)):
                return _as_set(self.kind(self.type_noun(element)))
            case (
                typed.Neighbours(type=Type(element=Type() as element))
                | typed.Groups(type=Type(element=Type() as element))
            ):
                return _as_set(self._within(node, self.kind(self.type_noun(element)), env))
            case typed.Extremal(binder=binder):
                return _as_set(self._within(node, self.kind(self.type_noun(binder.variable.type)), env))
            case typed.TokenOn(token=token, place=place):
                which = "on.side" if token.per == "game" else "on.owner"
                token_noun = self.kind(f"token.{token.name}")
                return self.say(which, token=token_noun, place=self.value(place, env))
            case typed.TokenCount(token=token, owner=owner, place=place):
                parts = {"token": self.kind(f"token.{token.name}"), "place": self.value(place, env)}
                if owner is None:
                    return self.say("on.count", **parts)
                return self.say("on.count_of", owner=self.value(owner, env), **parts)
            case typed.TopOf(place=place, kind=kind):
                noun = self.kind(f"piece.{kind.name}")
                return self.say("call.top", noun=noun, place=self.value(place, env))
            case _:
                return self._reckoned(node, env)

    # ---- what is reckoned ------------------------------------------------------------------------

    def _reckoned(self, node: typed.Value, env: Env) -> Phrase:
        match node:
            case typed.Step(space=space, direction=direction, count=count):
                parts = {"start": self.value(space, env), "direction": self.value(direction, env)}
                place = self.kind(self.type_noun(node.type.present()))
                return self.say("call.step", place=place, steps=self.value(count, env), **parts)
            case typed.Distance(first=first, second=second):
                parts = {"first": self.value(first, env), "second": self.value(second, env)}
                return self.say("call.distance", **parts)
            case typed.Aggregate(kind=kind, binder=binder, value=measure):
                if measure is None:
                    return self.say("call.count", elements=self.mere_elements(binder, env))
                elements, inner = self.elements(binder, env)
                value = self.value(measure, inner)
                return self.say(f"comprehension.{kind}", elements=elements, value=value)
            case typed.First(binder=binder):
                return self._first(binder, env)
            case typed.MinMax(kind=kind, items=items):
                values = self.listed([self.grouped(item, env) for item in items], "list.and")
                return self.say(f"call.{kind}", items=values)
            case typed.IfValue():
                return self.say("if_value.within", words=self._if_value(node, env))
            case _:
                return self.truth(node, env)

    def _if_value(self, node: typed.IfValue, env: Env) -> Phrase:
        say = self.grouped if isinstance(node.then, typed.IfValue) else self.value
        parts = {"then": say(node.then, env), "otherwise": self.value(node.otherwise, env)}
        return self.say("if_value", condition=self.value(node.condition, env), **parts)

    def _first(self, binder: typed.Binder, env: Env) -> Phrase:
        """The first of a set, which takes forms as one thing."""
        first = self.mere_elements(binder, env, "call.first")
        return Phrase(lambda form: self.line(framed("form", form), words=first) if form in FRAMED else first.form(form))

    def amount(self, value: typed.Value, noun: str, env: Env) -> Phrase:
        """So many of a noun: `3 coins`, `5 cards (hand limit)`, `as many coins as …`."""
        if not isinstance(value, typed.Const):
            message = "noun.amount.value" if noun.startswith("counter.") else "noun.counted.value"
            return self.say(message, noun=self.kind(noun), value=self.value(value, env))
        counted = self.counted(noun, value.value)
        if not value.label:
            return counted
        return self.say("noun.counted.parameter", counted=counted, name=self.parameter(value.label))

    def _arithmetic(self, node: typed.Arithmetic, env: Env) -> Phrase:
        left, right = self.grouped(node.left, env), self.grouped(node.right, env)
        match node:
            case typed.Arithmetic(operator="-", left=typed.Const(value=0, label="")):
                return self.say("negate", value=right)
            case typed.Arithmetic(operator="^", right=typed.Const(value=2, label="")):
                return self.say("power.square", left=left)
            case _:
                return self.say(_ARITHMETIC[node.operator], left=left, right=right)

    def whole(self, node: typed.Value, env: Env) -> Phrase:
        """A value that has a line or parentheses to itself, so that nothing in it need be kept together."""
        return self._if_value(node, env) if isinstance(node, typed.IfValue) else self.value(node, env)

    def grouped(self, node: typed.Value, env: Env) -> Phrase:
        """A part of a formula, in parentheses when it is a formula itself."""
        said = self.whole(node, env)
        loose = isinstance(node, _LOOSE) or (isinstance(node, typed.Aggregate) and node.value is not None)
        return self.say("group", words=said) if loose else said

    # ---- truths ----------------------------------------------------------------------------------

    def truth(self, node: typed.Value, env: Env) -> Phrase:
        match node:
            case typed.Or(items=items):
                return self.joined([self._part(item, env) for item in items], "or")
            case typed.And(items=items):
                return self.joined([self._part(item, env) for item in items], "and")
            case typed.Not(value=typed.AttributeOf(attribute=named) | typed.VariableOf(variable=named) as lacking):
                return self._is_so("false", named, lacking.target, env)
            case typed.Not(value=value):
                return self.say("not", condition=self.value(value, env))
            case typed.Quantified():
                return self._quantified(node, env)
            case typed.Compare():
                return self._compare(node, env)
            case typed.Member(element=element, domain=domain):
                return self._member(element, domain, env)
            case typed.Can(player=player, rule=rule, arguments=arguments):
                return self.say("can", player=self.value(player, env), rule=self.call(rule, arguments, env))
            case _:
                raise AssertionError(f"no words for {type(node).__name__}")

    def _part(self, node: typed.Value, env: Env) -> Phrase:
        """A part of a condition; one that is joined itself stands in parentheses."""
        said = self.value(node, env)
        return self.say("group", words=said) if isinstance(node, typed.And | typed.Or) else said

    def _quantified(self, node: typed.Quantified, env: Env) -> Phrase:
        binder = node.binder
        if node.kind != "every":
            return self.say(node.kind, elements=self.mere_elements(binder, env))
        where, condition = _satisfied(binder)
        chosen = typed.Binder(binder.variable, binder.domain, where)
        elements, inner = self.elements(chosen, env)
        return self.say("every", elements=elements, condition=self.value(condition, inner))

    def _compare(self, node: typed.Compare, env: Env) -> Phrase:
        left, right = node.left, node.right
        if isinstance(left, typed.TokenOn) and node.operator in ("=", "!="):
            return self._token(node, left, env)
        if _is_zero(right) and node.operator in ("=", "!=", ">"):
            found = self._any(left, env, none=node.operator == "=")
            if found is not None:
                return found
        if isinstance(right, typed.Me) and not isinstance(left, typed.Local):
            left, right = right, left
        if isinstance(left, typed.Me):
            return self.say("compare.me" if node.operator == "=" else "compare.not_me", what=self.value(right, env))
        if isinstance(right, typed.Const) and right.label == "nothing":
            there = "compare.absent" if node.operator == "=" else "compare.present"
            return self.say(there, what=self.value(left, env))
        name = _COMPARE[node.operator]
        if left.type.kind != "number" and name in ("eq", "ne"):
            name += "_thing"
        parts = {"left": self.grouped(left, env), "right": self.grouped(right, env)}
        return self.say(f"compare.{name}", **parts)

    def _any(self, count: typed.Value, env: Env, *, none: bool) -> Phrase | None:
        """That there are none, or some, of what is counted."""
        there = "compare.none_there" if none else "compare.some_there"
        match count:
            case typed.Aggregate(kind="count", binder=typed.Binder(domain=typed.Contents() as domain, where=None)):
                noun = self.kind(f"piece.{domain.kind.name}")
                return self.say(there, token=noun, place=self.value(domain.place, env))
            case typed.Aggregate(kind="count", binder=binder):
                return self.say("no" if none else "exists", elements=self.mere_elements(binder, env))
            case typed.TokenCount(token=token, owner=None, place=place):
                noun = self.kind(f"token.{token.name}")
                return self.say(there, token=noun, place=self.value(place, env))
            case _:
                return None

    def _token(self, node: typed.Compare, left: typed.TokenOn, env: Env) -> Phrase:
        """What the token on a space shows or whose it is, or that there is none."""
        parts = {"token": self.kind(f"token.{left.token.name}"), "place": self.value(left.place, env)}
        right, equal = node.right, node.operator == "="
        if isinstance(right, typed.Const) and right.label == "nothing":
            return self.say("compare.none_there" if equal else "compare.some_there", **parts)
        message = f"compare.{'' if equal else 'not_'}token_{_of_whom(right.type)}"
        return self.say(message, what=self.value(right, env), **parts)

    def _member(self, element: typed.Value, domain: typed.Value, env: Env) -> Phrase:
        """That something is in a set; in one that is listed: that it is one or another."""
        if isinstance(domain, typed.SetOf):
            what = self.listed([self.value(item, env) for item in domain.items], "list.or")
        else:
            what = self.value(domain, env)
        match element:
            case typed.TokenOn(token=token, place=place):
                parts = {"token": self.kind(f"token.{token.name}"), "place": self.value(place, env)}
                return self.say(f"compare.token_{_of_whom(element.type)}", what=what, **parts)
            case typed.Me() if isinstance(domain, typed.SetOf):
                return self.say("compare.me", what=what)
            case typed.Me():
                return self.say("member.me", set=what)
            case _ if isinstance(domain, typed.SetOf):
                return self.say("compare.eq_thing", left=self.value(element, env), right=what)
            case _:
                return self.say("member", element=self.value(element, env), set=what)


def _is_mine(owner: typed.Value | None) -> bool:
    """Whether it belongs to the one who is spoken to."""
    match owner:
        case typed.Me() | typed.TeamOf(player=typed.Me()):
            return True
        case _:
            return False


def _is_zero(value: typed.Value) -> bool:
    return isinstance(value, typed.Const) and value.value == 0 and not value.label


def _of_whom(kind: Type) -> str:
    """Whether a token's side or owner is somebody, or something that it shows."""
    return "of" if kind.kind in ("player", "team") else "side"


def _as_set(elements: Phrase) -> Phrase:
    """A set by itself means all of it."""
    return Phrase(lambda form: elements.form("all" if form in ("", "acc") else form))


def _satisfied(binder: typed.Binder) -> tuple[typed.Value | None, typed.Value]:
    """The `where` and the `satisfies` of an `every`, which is bound as `no x where (W and not C)`."""
    match binder.where:
        case typed.And(items=(where, typed.Not(value=condition))):
            return where, condition
        case typed.Not(value=condition):
            return None, condition
        case _:
            raise AssertionError("not an `every`")
