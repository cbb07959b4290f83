"""Compiled programs of every game found, and play on their bare arrays."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

from interpreter.compiler import PENDING, Program, compile_model
from interpreter.model import build_model, load_definition

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from interpreter.model.game import Model

Table = tuple[str, int]
Moment = tuple[list[int], list[int]]  # a state, and the codes of what is offered there
MOST_DECISIONS = 3000


@cache
def model_of(spec: str, players: int) -> Model:
    definition, problems = load_definition(spec)
    assert definition is not None, problems
    model, problems = build_model(definition, players)
    assert model is not None, problems
    return model


def texts_of(program: Program) -> str:
    """All that is emitted for a program."""
    program.prepare_playouts()
    return program.source + program.playout_source + program.native_source()


@cache
def program_of(spec: str, players: int, *, trace: bool = False) -> Program:
    return compile_model(model_of(spec, players), trace=trace)


def program_from(folder: Path, text: str, players: int = 2) -> Program:
    """A program of a game that is written to a folder. It has two seats, unless the text says otherwise."""
    head = "" if "players:" in text else "players: {counts: [2], seats: {ann: {}, bob: {}}}\n"
    score = "" if "score:" in text else "score: {for: player, lines: {none: 0}}\n"
    (folder / "game.yaml").write_text(f"kamon: 1\ngame: {folder.name}\n{head}{text}\n{score}", encoding="utf-8")
    return compile_model(model_of(str(folder), players))


def course(program: Program, seed: int, pick: Callable[[int], int]) -> Iterator[Moment]:
    """Every moment of a game, the last without options; `pick` chooses one of so many options."""
    state = program.new_state(seed)
    codes = program.begin(state)
    for _ in range(MOST_DECISIONS):
        yield state, codes
        if not codes:
            return
        codes = program.choose(state, codes[pick(len(codes))])
    raise AssertionError("the game does not end")


def random_course(program: Program, seed: int) -> Iterator[Moment]:
    return course(program, seed, random.Random(seed).randrange)


def outside(program: Program, state: list[int]) -> list[tuple[str, int]]:
    """The slots that hold what they may not, with their values."""
    slots = zip(program.layout.slots, state, strict=False)
    return [(slot.name, value) for slot, value in slots if not slot.low <= value <= slot.high]


def slot(program: Program, name: str) -> int:
    """The number of the slot with that name."""
    return next(i for i, one in enumerate(program.layout.slots) if one.name == name)


def offered(program: Program, state: list[int]) -> set[str]:
    """What is offered, by the rule or by the author's words."""
    groups = program.sites[state[PENDING] - 1].groups
    codes = program.options(state)
    found = [group for group in groups if any(group.low <= code <= group.high for code in codes)]
    return {group.name if group.name or group.effect is None else group.effect.span.text for group in found}


def played_out(program: Program, seed: int, drawn: list[tuple[int, int]]) -> list[int]:
    """Where the playout function ends with the same choices. drawn: which option, of how many."""
    answers = iter(drawn)

    def bits(width: int) -> int:
        """The least number of so many bits that means the option chosen before."""
        chosen, count = next(answers)
        return ((chosen << width) + count - 1) // count

    state = program.new_state(seed)
    assert program.playout(state, bits) == len(drawn)
    assert next(answers, None) is None
    return state
