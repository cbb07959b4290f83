"""Functions of emitted text that are compiled when they are first called."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from interpreter.compiler import compile_model
from interpreter.compiler.emitted import AT_ONCE, Emitted, is_flat
from tests.compiler.play import model_of

TEXTS = {
    AT_ONCE: "def begin(S):\n    return b1(S)",
    "b1": "def b1(S):\n    return S[0] + 1",
    "resume_1": "def resume_1(S, o):\n    return o",
}


def loaded(emitted: Emitted) -> dict[str, Any]:
    names: dict[str, Any] = {}
    emitted.run(names)
    names["BLOCKS"], names["RESUME"] = [None, names["b1"]], [None, names["resume_1"]]
    return names


def deep(brackets: int) -> str:
    return f"def b1(S):\n    return {'(' * brackets}1{')' * brackets}"


def test_a_function_that_was_put_off_is_there_everywhere_once_it_was_called() -> None:
    names = loaded(Emitted("game", TEXTS))
    waiting = names["b1"]
    assert names["begin"]([4]) == 5
    assert names["b1"] is names["BLOCKS"][1] is not waiting
    assert waiting([5]) == 6
    assert names["RESUME"][1]([], 7) == 7
    assert names["RESUME"][1] is names["resume_1"]


@pytest.mark.parametrize("whole", [True, False])
def test_what_was_kept_runs_as_before(whole: bool) -> None:
    emitted = Emitted("game", TEXTS)
    assert emitted.settle()
    if whole:
        emitted.compile_all()
    again = pickle.loads(pickle.dumps(emitted))
    assert again.source == emitted.source == "\n\n\n".join(TEXTS.values()) + "\n"
    assert loaded(again)["begin"]([1]) == 2


@pytest.mark.parametrize(
    "text",
    [
        deep(300),
        "def b1(S):\n" + "".join(f"{'    ' * i}if S:\n" for i in range(1, 101)) + "    " * 101 + "return 1",
        "def b1(S):\n" + "".join(f"{'    ' * i}for a in S:\n" for i in range(1, 22)) + "    " * 22 + "return 1",
    ],
    ids=["brackets", "steps", "loops"],
)
def test_what_python_refuses_is_known_at_once(text: str) -> None:
    with pytest.raises((SyntaxError, RecursionError, MemoryError)):
        compile(text, "<text>", "exec")
    assert not is_flat(text)
    assert not Emitted("game", {**TEXTS, "b1": text}).settle()


def test_up_to_the_first_decision_most_waits() -> None:
    program = compile_model(model_of("white_castle", 2))
    before = len(pickle.dumps(program))
    program.begin(program.new_state(1))
    begun = len(pickle.dumps(program))
    program.prepare_playouts()
    assert before < begun < before + (len(pickle.dumps(program)) - before) / 4
