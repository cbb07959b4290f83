"""Set-up carried out as it stands: what in it cannot be done, and invariants that do not hold after it."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from interpreter.compiler import Program, RulesError, TooLargeError, ir
from interpreter.compiler.lower_choices import GameLowering
from interpreter.model import build_model, typed
from interpreter.model.check import one_by_one
from interpreter.model.game import Score
from interpreter.model.sources import cite
from interpreter.model.walk import reached
from interpreter.source import error, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.compiler.lowering import Scope
    from interpreter.engine import Game
    from interpreter.model.game import Model
    from interpreter.source import Diagnostic

MOST_COMBINATIONS = 12
MOST_DECISIONS = 1000
_SEED = 1
_NOT_IN_PLAY = ("options", "fingerprint", "scope")


def check_setup(game: Game) -> list[Diagnostic]:
    """What goes wrong when a sound game is set up, with each number of players and each value of an option once.

    Of many only the first are tried, and none whose set-up is one that was tried. What is decided in set-up is decided
    at random. Raises GameError when a file of the game has changed meanwhile.
    """
    definition = game.definition()
    found: dict[tuple[str, int, str], Diagnostic] = {}
    tried: list[list[object]] = []
    for players, options in islice(one_by_one(definition), MOST_COMBINATIONS):
        model, _ = build_model(definition, players, options)
        if model is None:
            continue
        used = _used(model)
        parts = [getattr(used, spec.name) for spec in fields(used) if spec.name not in _NOT_IN_PLAY]
        if parts in tried:
            continue
        tried.append(parts)
        for one in _set_up(used, players):
            found.setdefault((one.span.file, one.span.start, one.code), one)
    return cite(definition.root, list(found.values()))


def _used(model: Model) -> Model:
    """A game that is over when it has been set up, and that nobody scores, without what that does not reach."""
    called, named = reached([model.setup, *(invariant.condition for invariant in model.invariants)])
    rules = {name: rule for name, rule in model.rules.items() if id(rule) in called and rule.kind != "free"}
    functions = {name: function for name, function in model.functions.items() if id(function) in named}
    score = Score(model.score.per, model.score.owner, (), ())
    return replace(model, rules=rules, functions=functions, modifiers={}, flow=typed.NoEffect(), score=score)


class _Lowering(GameLowering):
    """Notes only draws of several, and what is left out because it cannot be done: these notes have the numbers in
    `missed`.
    """

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.missed: set[int] = set()

    def note(self, effect: typed.Effect, values: tuple[ir.Expr, ...]) -> None:
        if _number_drawn(effect) > 1:
            super().note(effect, values)

    def primitive(self, effect: typed.Effect, scope: Scope) -> None:
        before = len(self.out)
        super().primitive(effect, scope)
        last = self.out[-1] if len(self.out) == before + 1 else None
        if isinstance(last, ir.If):
            number = len(self.effects)
            self.effects.append(effect)
            self.missed.add(number)
            self.out[-1] = replace(last, otherwise=(ir.Note(number, ()),))


class _SetUp(Program):
    """Notes what is left out."""

    def __init__(self, model: Model) -> None:
        super().__init__(model, trace=True)

    @cached_property
    def _game(self) -> _Lowering:
        game = _Lowering(self.model)
        game.lower()
        return game

    @property
    def missed(self) -> set[int]:
        """The numbers of notes about what was left out."""
        return self._game.missed


def _set_up(model: Model, players: int) -> Iterator[Diagnostic]:
    try:
        program = _SetUp(model)
    except TooLargeError as problem:
        yield problem.diagnostic
        return
    state = program.new_state(_SEED)
    choices = random.Random(_SEED)  # noqa: S311 - play, no secrets
    try:
        options = program.begin(state)
        for _ in range(MOST_DECISIONS):
            if not options:
                break
            options = program.choose(state, choices.choice(options))
    except RulesError:
        yield error("setup-endless", model.setup.span, count=players)
        return
    yield from _left_out(program, players)
    for invariant, holds in zip(model.invariants, program.invariants(state), strict=True):
        if not holds:
            yield error("setup-invariant", invariant.condition.span, name=invariant.name, count=players)


def _left_out(program: _SetUp, players: int) -> Iterator[Diagnostic]:
    """What was not done, or not in full."""
    for number, values in program.events:
        effect = program.effects[number]
        if number in program.missed:
            hint = ("hint.if-meant", {"words": "otherwise nothing"})
            yield warning("setup-left-out", effect.span, hint=hint, count=players)
        elif values[0] < _number_drawn(effect):
            wanted, drawn = _number_drawn(effect), values[0]
            yield warning("setup-draws-fewer", effect.span, count=players, wanted=wanted, drawn=drawn)


def _number_drawn(effect: typed.Effect) -> int:
    """How many an effect draws if there are enough, where the rules name the number; else 0."""
    return effect.amount.value if isinstance(effect, typed.Draw) and isinstance(effect.amount, typed.Const) else 0
