"""Effects as sentences: a tree of what is said first, written on one line or as an indented list."""

from __future__ import annotations

from interpreter.explain.nouns import Env
from interpreter.explain.phrases import Phrase
from interpreter.explain.values import ValueSpeech
from interpreter.model import typed
from interpreter.model.types import BOOLEAN
from interpreter.source.records import record


@record
class Said:
    """A clause and what hangs on it. Without a clause: its parts, one after another.

    `joint` is the pattern between the parts: steps in order, or things to choose from.
    """

    clause: str
    parts: tuple[Said, ...] = ()
    joint: str = "sequence"


class EffectSpeech(ValueSpeech):
    """Says effects."""

    # ---- what is said ----------------------------------------------------------------------------

    def effect(self, node: typed.Effect, env: Env) -> Said:
        match node:
            case typed.Sequence(items=items):
                return Said("", tuple(self.effect(item, env) for item in items))
            case typed.AnyOrder(items=items):
                return self._several("any_order", items, env)
            case typed.Alternatives(items=items):
                return self._several("alternatives", items, env)
            case typed.SomeOf():
                return self._some_of(node, env)
            case typed.Otherwise(first=first, second=second):
                other = self._head(self.line("otherwise"), second, env)
                return Said("", (self.effect(first, env), other), "conditional.joint")
            case typed.Conditional():
                return self._conditional(node, env)
            case typed.OnlyIf(condition=condition, body=body):
                return self._head(self.line("only_if", condition=self.value(condition, env)), body, env)
            case typed.May(body=body):
                return self._head(self.line("may"), body, env)
            case typed.Pay(costs=costs, body=body):
                said = self.listed([self._cost(cost, env) for cost in costs], "list.and")
                if body is None:
                    return Said(self.line("pay", costs=said))
                return self._head(self.line("pay_then", costs=said), body, env)
            case typed.ModifiedGain(gain=gain):
                return self.effect(gain, env)
            case typed.Cover():
                return self._cover(node, env)
            case typed.CallRule(rule=rule, arguments=arguments):
                return Said(self.line("invoke", rule=self.call(rule, arguments, env)))
            case _:
                return self._loop(node, env)

    def _head(self, clause: str, body: typed.Effect, env: Env) -> Said:
        return Said(clause, (self.effect(body, env),))

    def _several(self, message: str, items: tuple[typed.Effect, ...], env: Env) -> Said:
        parts = tuple(self.effect(item, env) for item in items)
        return Said(self.line(message), parts, f"{message}.joint")

    def _some_of(self, node: typed.SomeOf, env: Env) -> Said:
        parts = tuple(self.effect(item, env) for item in node.items)
        message = f"some_of.{node.limit}{'_different' if node.different else ''}"
        return Said(self.line(message, amount=self.value(node.amount, env)), parts, "alternatives.joint")

    def _cover(self, node: typed.Cover, env: Env) -> Said:
        kinds, inner = self.elements(node.binder, env)
        clause = self.line("cover", kinds=kinds, need=self.value(node.need, inner))
        kind = inner.references[node.binder.variable.uid]
        return Said(clause, tuple(self._source(one, kind, inner) for one in node.sources), "alternatives.joint")

    def _source(self, node: typed.Source, kind: Phrase, env: Env) -> Said:
        pieces, inner = self.elements(node.binder, env)
        message = "cover.gives" if node.sort == "each" else f"cover.gives_{node.sort}"
        clause = self.line(message, pieces=pieces, gives=self.value(node.gives, inner), kind=kind)
        if node.owes is not None:
            clause = self.line("cover.owing", source=clause, owes=self.value(node.owes, inner), kind=kind)
        return self._head(clause, node.body, inner)

    def _conditional(self, node: typed.Conditional, env: Env) -> Said:
        then = self._head(self.line("conditional", condition=self.value(node.condition, env)), node.then, env)
        if node.otherwise is None:
            return then
        other = self._head(self.line("conditional.else"), node.otherwise, env)
        return Said("", (then, other), "conditional.joint")

    def _cost(self, amount: typed.Amount, env: Env) -> Phrase:
        return self.amount(amount.amount, f"counter.{amount.counter.name}", env)

    # ---- who, how often, with what ---------------------------------------------------------------

    def _loop(self, node: typed.Effect, env: Env) -> Said:
        match node:
            case typed.ForEach(binder=binder, any_order=any_order, body=body):
                elements, inner = self.elements(binder, env)
                message = "for_each.any_order" if any_order else "for_each"
                return self._head(self.line(message, elements=elements), body, inner)
            case typed.AtOnce(binder=binder, body=body):
                elements, inner = self.elements(binder, env)
                return self._head(self.line("at_once", elements=elements), body, inner)
            case typed.Choose():
                return self._choose(node, env)
            case typed.Let(variable=variable, value=value, body=body):
                _, inner = self.introduce(variable, env)
                kind = ["boolean"] if value.type == BOOLEAN else []
                kind += ["lettered"] if inner.nouns[-1] in env.nouns else []
                kind = ["me"] if isinstance(value, typed.Me) else kind
                message = ".".join(["let", "_".join(kind)] if kind else ["let"])
                parts = {"value": self.value(value, env), "name": inner.references[variable.uid]}
                return self._head(self.line(message, **parts), body, inner)
            case typed.EachPlayer(start=start, body=body):
                return self._head(self._in_turn("each_player", start, env), body, env)
            case typed.TakeTurns(start=start, condition=condition, body=body):
                said = self._in_turn("take_turns", start, env, condition=self.value(condition, env))
                return self._head(said, body, env)
            case typed.AsPlayer(player=player, body=body):
                return self._head(self.line("as_player", player=self.value(player, env)), body, env)
            case typed.Repeat(times=typed.Const() as times, body=body):
                said = self.line("repeat", times=self.amount(times, "noun.time", env))
                return self._head(said, body, env)
            case typed.Repeat(times=times, body=body):
                return self._head(self.line("repeat.value", count=self.value(times, env)), body, env)
            case typed.RepeatUntil(condition=condition, body=body):
                said = self.line("repeat_until", condition=self.value(condition, env))
                return self._head(said, body, env)
            case _:
                return Said(self._deed(node, env))

    def _in_turn(self, message: str, start: typed.Value | None, env: Env, **parts: Phrase) -> str:
        if start is None:
            return self.line(message, **parts)
        return self.line(f"{message}.starting", start=self.value(start, env), **parts)

    def _choose(self, node: typed.Choose, env: Env) -> Said:
        amount = node.amount
        if amount is None:
            elements, inner = self.elements(node.binder, env)
            return self._head(self.line("choose", elements=elements), node.body, inner)

        def number(noun: str) -> Phrase:
            if node.limit == "at_most" and _counts(amount, node.binder):
                return self.say("noun.any_number", noun=self.kind(noun))
            counted = self.amount(amount, noun, env)
            return self.say("noun.at_most", counted=counted) if node.limit == "at_most" else counted

        elements, inner = self.elements(node.binder, env, number)
        single = isinstance(amount, typed.Const) and amount.value == 1
        return self._head(self.line("choose" if single else "choose.several", elements=elements), node.body, inner)

    # ---- deeds -----------------------------------------------------------------------------------

    def _deed(self, node: typed.Effect, env: Env) -> str:
        match node:
            case typed.Gain(amount=amount):
                return self._counted_deed("invoke_number", amount, env)
            case typed.Lose(amount=amount):
                return self._counted_deed("lose", amount, env)
            case typed.SetCounter(counter=counter, owner=owner, value=value):
                target = typed.CounterOf(counter, owner, type=value.type)
                return self.line("set_to", target=self.value(target, env), value=self.value(value, env))
            case typed.SetVariable(variable=variable, target=target, value=value):
                what = typed.VariableOf(variable, target, type=variable.type)
                return self.line("set_to", target=self.value(what, env), value=self.value(value, env))
            case typed.Roll(variable=variable, target=target):
                what = typed.VariableOf(variable, target, type=variable.type)
                return self.line("roll", target=self.value(what, env))
            case typed.Do(attribute=attribute, target=target):
                name = self.name(f"attribute.{attribute.name}")
                return self.line("do", name=name, target=self.value(target, env))
            case typed.Pass():
                return self.line("pass")
            case typed.EndGame():
                return self.line("end_game")
            case typed.NoEffect():
                return self.line("no_effect")
            case _:
                return self._moved(node, env)

    def _counted_deed(self, message: str, amount: typed.Amount, env: Env) -> str:
        """A gain or a loss: of the one who is spoken to, or of the whole game."""
        noun = f"counter.{amount.counter.name}"
        if amount.owner is not None:
            return self.line(message, counted=self.amount(amount.amount, noun, env))
        number = self.value(amount.amount, env)
        return self.line(f"{message}.game", counter=self.kind(noun), amount=number)

    def _moved(self, node: typed.Effect, env: Env) -> str:
        match node:
            case typed.MovePieces(what=what, to=to, at_bottom=at_bottom):
                message = "move.bottom" if at_bottom else "move"
                return self.line(message, what=self.value(what, env), to=self.value(to, env))
            case typed.MoveTokens():
                return self._tokens(node, env)
            case typed.Draw(amount=amount, source=source, to=to):
                pieces = self.amount(amount, self._piece_noun(source), env)
                places = {"source": self.value(source, env), "to": self.value(to, env)}
                return self.line("draw", pieces=pieces, **places)
            case typed.Shuffle(place=place):
                return self.line("shuffle", place=self.value(place, env))
            case typed.FlipToken(token=token, place=place, side=side):
                message = "flip.of" if side.type.kind in ("player", "team") else "flip"
                parts = {"token": self.kind(f"token.{token.name}"), "place": self.value(place, env)}
                return self.line(message, side=self.value(side, env), **parts)
            case _:
                raise AssertionError(f"no words for {type(node).__name__}")

    def _tokens(self, node: typed.MoveTokens, env: Env) -> str:
        parts = {
            "tokens": self.amount(node.amount, f"token.{node.token.name}", env),
            "source": self.value(node.source, env),
            "to": self.value(node.to, env),
        }
        if node.owner is not None and not isinstance(node.owner, typed.Me):
            owner = self.value(node.owner, env)
            parts["tokens"] = self.say("move.tokens.owned", tokens=parts["tokens"], owner=owner)
        if node.side is None:
            return self.line("move.tokens", **parts)
        message = "move.tokens.of" if node.side.type.kind in ("player", "team") else "move.tokens.side"
        return self.line(message, side=self.value(node.side, env), **parts)

    def _piece_noun(self, place: typed.Value) -> str:
        """The noun for what lies in a place, when that is of one kind."""
        kinds: tuple[str, ...] = ()
        if isinstance(place, typed.ZoneOf):
            kinds = place.zone.holds
        elif place.type.kind == "space":
            kinds = self.model.spaces[place.type.name].holds
        pieces = [kind for kind in kinds if kind in self.model.pieces]
        return f"piece.{pieces[0]}" if len(pieces) == 1 else "noun.piece"

    # ---- how it is written -----------------------------------------------------------------------

    def inline(self, said: Said) -> str:
        """All of it as one clause; parentheses keep together what belongs together."""
        if not said.parts:
            return said.clause
        body = self._joined_parts(said)
        return self.line("block", clause=said.clause, body=body) if said.clause else body

    def _joined_parts(self, said: Said) -> str:
        words = [self.inline(part) for part in said.parts]
        choice = said.joint in ("alternatives.joint", "any_order.joint")
        for i, part in enumerate(said.parts):
            if not part.parts or (i == len(said.parts) - 1 and not choice):
                continue
            if said.joint == "conditional.joint" and part.clause:
                words[i] = self._kept_together(part)
            else:
                words[i] = self.line("group", words=words[i])
        joined = words[0]
        for word in words[1:]:
            joined = self.line(said.joint, first=joined, second=word)
        return joined

    def _kept_together(self, said: Said) -> str:
        """A clause whose body cannot be taken to go on into what follows."""
        body = self._joined_parts(said)
        if said.parts[0].parts:
            body = self.line("group", words=body)
        return self.line("block", clause=said.clause, body=body)

    def outline(self, said: Said, depth: int = 0) -> list[str]:
        """A line for each clause, what hangs on it indented below."""
        if not said.parts:
            return [self.indented(self.line("line", words=said.clause), depth)]
        if not said.clause:
            return [line for part in said.parts for line in self.outline(part, depth)]
        if len(said.parts) == 1 and not said.parts[0].parts:
            return [self.indented(self.line("line", words=self.inline(said)), depth)]
        lines = [self.indented(self.line("line.head", words=said.clause), depth)]
        for part in said.parts:
            inner = self.outline(part, depth + 1)
            if said.joint in ("alternatives.joint", "any_order.joint"):
                inner[0] = self.indented(self.line("line.item", words=inner[0].strip()), depth + 1)
                inner[1:] = ["  " + line for line in inner[1:]]
            lines += inner
        return lines

    def indented(self, text: str, depth: int) -> str:
        """A line that begins with a capital letter, unless it begins with a name such as e5."""
        word = text.partition(" ")[0]
        named = any(char.isdigit() for char in word)
        return "  " * depth + (text if named else text[:1].upper() + text[1:])


def _counts(amount: typed.Value, binder: typed.Binder) -> bool:
    """Whether an amount is how many elements a binder has."""
    match amount:
        case typed.Aggregate(kind="count", binder=typed.Binder(domain=domain, where=None)):
            return binder.where is None and domain == binder.domain
        case _:
            return False
