"""Rules put together at random: whatever checks is played the same in every build, within bounds, losing nothing."""

from __future__ import annotations

import random
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from hypothesis import HealthCheck, given, settings

from interpreter.compiler import Program, RulesError, analysis, compile_model
from interpreter.model import build_model, load_definition
from tests.compiler.play import Moment, course, outside, played_out
from tests.compiler.rules import games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.model.game import Model

MOST_MOMENTS = 500


def model_from(text: str, players: int) -> Model:
    with tempfile.TemporaryDirectory() as shelf:
        folder = Path(shelf) / "any"
        folder.mkdir()
        (folder / "game.yaml").write_text(f"kamon: 1\ngame: any\n{text}", encoding="utf-8")
        definition, problems = load_definition(folder)
        assert definition is not None, problems
        model, problems = build_model(definition, players)
        assert model is not None, problems
        return model


def moments_of(program: Program, seed: int, drawn: list[tuple[int, int]]) -> Iterator[Moment]:
    """A random game until it ends, takes long or is refused; what was chosen is noted in `drawn`."""
    numbers = random.Random(seed)

    def pick(count: int) -> int:
        drawn.append((numbers.randrange(count), count))
        return drawn[-1][0]

    try:
        yield from islice(course(program, seed, pick), MOST_MOMENTS)
    except RulesError:
        return


def lost_or_found_twice(program: Program, state: list[int]) -> list[int]:
    """The pieces that do not lie in exactly the place that they say."""
    layout = program.layout
    wrong = []
    lying = [(piece, place) for place in (*layout.lists, *layout.sets) for piece in layout.contents(state, place)]
    for kind in program.model.pieces.values():
        for piece in range(kind.first, kind.nothing):
            places = [place for other, place in lying if other == piece]
            if kind.name in layout.untracked:
                wrong += [piece] if len(places) != 1 else []
            elif places not in ([], [state[layout.location + piece]]):
                wrong.append(piece)
    return wrong


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(text=games())
def test_any_rules_are_played_alike_and_keep_their_bounds(text: str) -> None:
    model = model_from(text, 2 + len(text) % 2)
    plain, tracing = compile_model(model), compile_model(model, trace=True)
    for seed in range(2):
        drawn: list[tuple[int, int]] = []
        state, codes = plain.new_state(seed), [-1]
        traced = moments_of(tracing, seed, [])
        for state, codes in moments_of(plain, seed, drawn):
            assert next(traced) == (state, codes)
            assert plain.options(state) == codes
            assert outside(plain, state) == []
            assert lost_or_found_twice(plain, state) == []
            assert all(plain.invariants(state))
        if not codes:
            assert played_out(plain, seed, drawn) == state


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(text=games())
def test_named_values_are_the_same_called_as_written_out(text: str) -> None:
    model = model_from(text, 2)
    with patch.multiple(analysis, LARGE_VALUE=0, DEEP=0):
        called = compile_model(model)
        called.prepare_playouts()
    drawn: list[tuple[int, int]] = []
    state, codes = called.new_state(1), [-1]
    plain = compile_model(model)
    written = moments_of(plain, 1, [])
    for state, codes in moments_of(called, 1, drawn):
        other, offered = next(written)
        assert offered == codes
        assert of_the_game(plain, other) == of_the_game(called, state)
        assert called.options(state) == codes
    if not codes:
        assert played_out(called, 1, drawn) == state


def of_the_game(program: Program, state: list[int]) -> list[int]:
    """The state without the variables of the rules, which another build orders in another way."""
    layout = program.layout
    own = [*layout.locals.values(), *(some.base for some in layout.own_lists)]
    return state[: min([*own, len(layout.slots)])]
