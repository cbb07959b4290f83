"""Named values, rules, icons, printed effects, set-up, flow, score and invariants: their texts bound."""

from __future__ import annotations

from typing import Literal

from interpreter.language import ast
from interpreter.model import typed
from interpreter.model.binder import UNKNOWN
from interpreter.model.components import printed_effects
from interpreter.model.draft import Draft, field, text
from interpreter.model.game import Function, Invariant, Rule, RuleKind, Score, ScoreLine
from interpreter.model.scope import Env
from interpreter.model.types import BOOLEAN, NUMBER, PLAYER, TEAM
from interpreter.source import Entry, Mapping, Node, Scalar, error

_NO_EFFECT = typed.NoEffect()
_KINDS: tuple[tuple[str, RuleKind], ...] = (("rules", "rule"), ("icons", "icon"), ("free_actions", "free"))


def add_functions(draft: Draft) -> None:
    """Named values: their names and parameters now, their texts when first used, or at last."""
    for entry in draft.section("values").values():
        signature = draft.signature(entry.key)
        body = _text(entry.value, "value")
        parsed = None if body is None else draft.value(body)
        if signature is None:
            draft.leave_out(entry.key)
            continue
        draft.check_name(signature.name, signature.span)
        unbound = typed.Const(0, type=UNKNOWN, span=signature.span)
        parameters = _parameters(draft, signature)
        function = Function(signature.name, parameters, UNKNOWN, unbound, span=signature.span)
        if draft.scope.declare(signature.name, function, signature.span):
            draft.scope.functions[signature.name] = function
            if parsed is not None:
                draft.binder.postpone(function, parsed)


def add_modifiers(draft: Draft) -> None:
    """What is added to each gain of a counter; the texts are bound at the first gain, or at last."""
    for counter in draft.scope.counters.values():
        found: list[Function] = []
        for entry in draft.section("counters", counter.name, "modifiers").values():
            draft.label_name(entry.key)
            unbound = typed.Const(0, type=NUMBER, span=entry.key.span)
            found.append(Function(entry.key.text, (), NUMBER, unbound, span=entry.key.span))
            body = _text(entry.value, "value")
            parsed = None if body is None else draft.value(body)
            if parsed is not None:
                draft.binder.postpone(found[-1], parsed)
        if found:
            draft.scope.modifiers[counter.name] = tuple(found)


def add_rules(draft: Draft) -> list[tuple[Rule, ast.Effect]]:
    """Rules, icons and free actions by name, with the texts that are still to be bound."""
    texts: list[tuple[Rule, ast.Effect]] = []
    for section, kind in _KINDS:
        for entry in draft.section(section).values():
            signature = draft.signature(entry.key)
            body = _text(entry.value, "effect")
            parsed = None if body is None else draft.effect(body)
            if signature is None:
                draft.leave_out(entry.key)
                continue
            draft.check_name(signature.name, signature.span)
            glyph = text(field(entry.value, "glyph"))
            parameters = _parameters(draft, signature)
            if kind == "free":
                _offered(draft, signature)
            rule = Rule(signature.name, kind, parameters, _NO_EFFECT, glyph, span=signature.span)
            if draft.scope.declare(signature.name, rule, signature.span):
                draft.scope.rules[signature.name] = rule
                if parsed is not None:
                    texts.append((rule, parsed))
    return texts


def _offered(draft: Draft, signature: ast.Signature) -> None:
    """A free action is used by being offered, and nobody gives it arguments."""
    draft.scope.used.add(signature.name)
    for parameter in signature.parameters[:1]:
        draft.report(error("free-action-parameters", parameter.span, name=signature.name))


def _text(node: Node, key: str) -> Scalar | None:
    """The text of an entry: the entry itself, or what it says under `key`."""
    found = node.get(key) if isinstance(node, Mapping) else node
    return found if isinstance(found, Scalar) else None


def _parameters(draft: Draft, signature: ast.Signature) -> tuple[typed.Variable, ...]:
    found: dict[str, typed.Variable] = {}
    for parameter in signature.parameters:
        kind = draft.scope.type_named(parameter.type)
        if kind is None:
            draft.unknown_type(parameter.type, parameter.span)
        if parameter.name in found:
            draft.report(error("duplicate-name", parameter.span, name=parameter.name))
        draft.check_name(parameter.name, parameter.span)
        found[parameter.name] = draft.scope.variable(parameter.name, kind or UNKNOWN)
    return tuple(found.values())


def bind_bodies(draft: Draft, rules: list[tuple[Rule, ast.Effect]]) -> None:
    """Every text whose name others may use."""
    for function in list(draft.scope.functions.values()):
        draft.binder.finish(function, function.span)
    for modifier in (one for several in draft.scope.modifiers.values() for one in several):
        draft.binder.finish(modifier, modifier.span)
        draft.binder.expect(modifier.body, NUMBER, None)
    for rule, parsed in rules:
        rule.body = draft.binder.effect(parsed, Env({one.name: one for one in rule.parameters}))
    for attribute, index, scalar in printed_effects(draft):
        printed = draft.effect(scalar)
        if printed is not None:
            effects = list(attribute.effects)
            effects[index] = draft.binder.effect(printed, Env())
            attribute.effects = tuple(effects)


def bind_effect(draft: Draft, section: str) -> typed.Effect:
    """The effect of a section that is one text."""
    node = draft.root.get(section)
    parsed = draft.effect(node) if isinstance(node, Scalar) else None
    return _NO_EFFECT if parsed is None else draft.binder.effect(parsed, Env(me=False))


def bind_score(draft: Draft) -> Score:
    """What counts at the end, line by line, for each team or player."""
    section = draft.section("score")
    per: Literal["player", "team"] = "team"
    if "for" in section and text(section["for"].value) == "player":
        per = "player"
    owner = draft.scope.variable(per, PLAYER if per == "player" else TEAM)
    env = Env({per: owner}, me=per == "player")
    lines = tuple(_line(draft, entry, env) for entry in draft.section("score", "lines").values())
    ties = tuple(_line(draft, entry, env) for entry in draft.section("score", "ties").values())
    return Score(per, owner, lines, ties)


def _line(draft: Draft, entry: Entry, env: Env) -> ScoreLine:
    draft.label_name(entry.key)
    body = _text(entry.value, "value")
    found = draft.bound(body, env, NUMBER)
    return ScoreLine(entry.key.text, found or typed.Const(0, type=NUMBER, span=entry.key.span))


def bind_invariants(draft: Draft) -> tuple[Invariant, ...]:
    """What must hold after every step."""
    found: list[Invariant] = []
    for name, entry in draft.section("invariants").items():
        draft.label_name(entry.key)
        condition = draft.bound(_text(entry.value, "value"), Env(me=False), BOOLEAN)
        if condition is not None:
            found.append(Invariant(name, condition))
    return tuple(found)
