"""Effects carried out to show what they do: what is so before and what is so after."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.compiler import PENDING, Program, RulesError
from interpreter.compiler.layout import owner_names
from interpreter.model import typed
from interpreter.model.game import Score
from interpreter.model.types import BOOLEAN, NUMBER, PLACE, PLAYER, set_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.explain import Speaker
    from interpreter.model.game import Model, SpaceKind, TokenKind, Zone

MOST_DECISIONS = 60
RICH, ROOM = 5, 2
"""So much of everything has whoever shows an effect, so that it can be paid, with so much room for more."""
_SEEDS = (1, 2, 3, 4, 5)
"""Choices are made anew where they did not come to anything."""
_ACTOR = 0
_SITE = "flow"
"""What the decision is called at which an effect is picked."""


@dataclass(frozen=True)
class Step:
    """Something that changed: what it is called, and what it was and is."""

    name: str
    before: str
    after: str


class Examples:
    """Effects of one model, compiled together; each is carried out by the first player right after set-up.

    What is decided is decided at random, the same each time. Raises TooLargeError.
    """

    def __init__(self, speaker: Speaker, effects: Sequence[typed.Effect]) -> None:
        self._speaker = speaker
        self._program = Program(_with_effects(speaker.model, effects), trace=False)
        self._start, self._offered = self._begin()

    def _begin(self) -> tuple[list[int], dict[int, int]]:
        """The state in which one effect is picked, and the codes for those that are possible there, by number."""
        program = self._program
        state = program.new_state(_SEEDS[0])
        choices = random.Random(_SEEDS[0])  # noqa: S311 - play, no secrets
        codes = program.begin(state)
        while (site := program.sites[state[PENDING] - 1]).name != _SITE:
            codes = program.choose(state, choices.choice(codes))
        _enrich(self._speaker.model, program, state)
        offset = site.groups[0].offset
        return state, {code - offset: code for code in program.ask(state)}

    def steps(self, number: int) -> list[Step] | None:
        """What the effect with a number changes; None when it is not possible in this position."""
        if number not in self._offered:
            return None
        played = (self._changes(self._start, self._played(self._offered[number], seed)) for seed in _SEEDS)
        return next((steps for changes in played if (steps := list(changes))), [])

    def _played(self, code: int, seed: int) -> list[int]:
        """The state after an effect."""
        program, state = self._program, self._start[:]
        choices = random.Random(seed)  # noqa: S311 - play, no secrets
        try:
            codes = program.choose(state, code)
            for _ in range(MOST_DECISIONS):
                if not codes:
                    break
                codes = program.choose(state, choices.choice(codes))
        except RulesError:
            return self._start
        return state

    # ---- what is different -----------------------------------------------------------------------

    def _changes(self, before: list[int], after: list[int]) -> Iterator[Step]:
        yield from self._counters(before, after)
        yield from self._tokens(before, after)
        yield from self._pieces(before, after)
        yield from self._variables(before, after)

    def _counters(self, before: list[int], after: list[int]) -> Iterator[Step]:
        speaker, layout = self._speaker, self._program.layout
        for counter in speaker.model.counters.values():
            for owner in range(counter.owners):
                slot = layout.counters[counter.name] + owner
                if before[slot] != after[slot]:
                    name = speaker.begin(speaker.say_counter(counter.name))
                    if counter.per == "player" and owner != _ACTOR:
                        name = speaker.say_told(speaker.say_player(owner), name)
                    yield Step(name, str(before[slot]), str(after[slot]))

    def _tokens(self, before: list[int], after: list[int]) -> Iterator[Step]:
        speaker = self._speaker
        for token in speaker.model.tokens.values():
            for place, slots in self._counted(token):
                was, now = (sum(array[slot] for slot in slots) for array in (before, after))
                if was != now:
                    where = speaker.say_element(PLACE, place)
                    yield Step(f"{speaker.begin(speaker.say_name(f'token.{token.name}'))}, {where}", str(was), str(now))

    def _counted(self, token: TokenKind) -> Iterator[tuple[int, range]]:
        """The places that count tokens of a kind, each with the slots for all owners."""
        model, layout = self._speaker.model, self._program.layout
        owners = len(owner_names(model, token.per))
        places: list[tuple[Zone | SpaceKind, int]] = [(zone, zone.owners) for zone in model.zones.values()]
        places += [(space, len(space.members)) for space in model.spaces.values() if space.capacity != 1]
        for place, count in places:
            base = layout.tokens.get((token.name, place.name))
            if base is None:
                continue
            for index in range(count):
                yield place.first + index, range(base + index * owners, base + (index + 1) * owners)

    def _pieces(self, before: list[int], after: list[int]) -> Iterator[Step]:
        speaker, layout = self._speaker, self._program.layout
        was, now = layout.places(before), layout.places(after)
        for piece in sorted(was.keys() & now.keys()):
            if was[piece] != now[piece]:
                here, there = (speaker.say_element(PLACE, places[piece]) for places in (was, now))
                yield Step(speaker.begin(speaker.say_piece(piece)), here, there)

    def _variables(self, before: list[int], after: list[int]) -> Iterator[Step]:
        speaker, layout = self._speaker, self._program.layout
        for (kind, name), base in layout.variables.items():
            pieces = speaker.model.pieces[kind]
            for piece in range(pieces.first, pieces.nothing):
                was, now = before[base + piece], after[base + piece]
                if was != now:
                    values = (speaker.say_element(pieces.variables[name].type, one) for one in (was, now))
                    title = f"{speaker.begin(speaker.say_name(f'attribute.{name}'))}, {speaker.say_piece(piece)}"
                    yield Step(title, *values)


def _enrich(model: Model, program: Program, state: list[int]) -> None:
    for counter in model.counters.values():
        if counter.per == "player":
            slot = program.layout.counters[counter.name] + _ACTOR
            state[slot] = max(state[slot], min(RICH, counter.maximum - ROOM))


def _with_effects(model: Model, effects: Sequence[typed.Effect]) -> Model:
    """The game, but after set-up its first player picks one of the effects by number; the number past the last does
    nothing, so that there is always something to pick.
    """
    number = typed.Variable("example", NUMBER, -1)
    domain = typed.NumberRange(0, len(effects), type=set_of(NUMBER))
    picked = typed.Local(number, type=NUMBER)
    cases = tuple(
        typed.Conditional(typed.Compare("=", picked, typed.Const(index, type=NUMBER), type=BOOLEAN), effect, None)
        for index, effect in enumerate(effects)
    )
    choice = typed.Choose(typed.Binder(number, domain, None), None, None, typed.Sequence(cases))
    rules = {name: replace(rule, kind="rule") for name, rule in model.rules.items()}  # free actions are not offered
    score = Score(model.score.per, model.score.owner, (), ())
    flow = typed.AsPlayer(typed.Const(_ACTOR, type=PLAYER), choice)
    return replace(model, rules=rules, flow=flow, score=score, invariants=())
