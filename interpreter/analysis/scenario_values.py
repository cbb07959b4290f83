"""Values of the rules' language in a state, by name: what a condition that fails compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler import ME
from interpreter.engine.names import named, value_names
from interpreter.model import typed
from interpreter.model.types import BOOLEAN
from interpreter.model.walk import children

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine import State
    from interpreter.model.types import Type

MAX_ELEMENTS = 12


def evaluated(state: State, value: typed.Value) -> int:
    """A single value for the player who decides."""
    return state.rules.program.evaluate(value, state.array, state.array[ME])


def name_of(state: State, kind: Type, number: int) -> str:
    """How a value of a type is written."""
    return named(value_names(state.rules.program.model, kind), number)


def actual_values(state: State, condition: typed.Value) -> Iterator[str]:
    """`text is value` for each value that a false condition compares; of a conjunction, where it fails."""
    match condition:
        case typed.And(items=items):
            for item in items:
                if not evaluated(state, item):
                    yield from actual_values(state, item)
        case typed.Or() | typed.Not():
            for part in _parts(condition):
                yield from actual_values(state, part)
        case typed.Compare() | typed.Member():
            for part in _parts(condition):
                if not isinstance(part, typed.Const | typed.SetOf | typed.NumberRange):
                    yield f"{part.span.words} is {_shown(state, part)}"
        case typed.Quantified(binder=binder) if evaluated(state, _exists(binder)):
            yield f"{binder.variable.name} is {_shown(state, _first(binder))}"
        case typed.Quantified(binder=binder) | typed.Aggregate(binder=binder):
            yield f"{binder.domain.span.words} is {_shown(state, binder.domain)}"
        case _:
            return


def _parts(value: typed.Value) -> list[typed.Value]:
    return [part for part in children(value) if isinstance(part, typed.Value)]


def _exists(binder: typed.Binder) -> typed.Value:
    return typed.Quantified("exists", binder, type=BOOLEAN)


def _first(binder: typed.Binder) -> typed.Value:
    return typed.First(binder, type=binder.variable.type.or_nothing())


def _shown(state: State, value: typed.Value) -> str:
    """A value by name; a set by its elements' names."""
    if value.type.kind != "set":
        return name_of(state, value.type, evaluated(state, value))
    if value.type.element is None or value.type.element.kind == "set":
        return "{…}"
    numbers = state.rules.program.elements(value, state.array, state.array[ME])
    names = [name_of(state, value.type.element, number) for number in numbers]
    more = ["…"] if len(names) > MAX_ELEMENTS else []
    return "{" + ", ".join(names[:MAX_ELEMENTS] + more) + "}"
