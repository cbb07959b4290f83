"""Values looked up in a state from outside of the rules: by expectations, and by whatever explains.

They may ask what no rule asks, such as where a card lies, and so what a game's own layout does not keep. They are
worked out on a copy of the state in a layout that keeps everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.compiler import ir, runtime
from interpreter.compiler.fuse import Fuser
from interpreter.compiler.layout import Layout, build_layout
from interpreter.compiler.lower_choices import GameLowering
from interpreter.compiler.lowering import Scope
from interpreter.compiler.python_expressions import ExpressionWriter

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.model import typed
    from interpreter.model.game import Model

    Watch = Callable[[list[int]], list[int]]

_ELSEWHERE = frozenset({"lists", "sets", "locals", "constant"})  # what the two layouts keep in other ways


class Looking:
    """Works out values in states of a layout. `layout`: the one that keeps everything."""

    def __init__(self, model: Model, layout: Layout) -> None:
        self._own = layout
        self.layout = build_layout(model, frozenset(model.spaces), frozenset(model.zones))
        self._empty = list(self.layout.initial)
        for place in self.layout.filled(self._empty):
            self.layout.fill(self._empty, place, [])
        self._lowering = GameLowering(model)
        self._lowering.layout = self.layout
        self._fuser = Fuser(self._lowering.tables)
        self._writer = ExpressionWriter({})
        there = {slot.name: i for i, slot in enumerate(self.layout.slots)}
        slots = enumerate(layout.slots)
        shared = [(i, slot.name) for i, slot in slots if slot.area not in _ELSEWHERE and slot.name in there]
        self._shared = [(i, there[name]) for i, name in shared]
        self._names: dict[str, Any] = {**runtime.routines()}
        self._seen: list[int] = []  # the state that was looked at last, and the same with everything
        self._full: list[int] = []

    def value(self, value: typed.Value, state: list[int], me: int, watch: Watch | None = None) -> int:
        """A single value, seen by a player. Raises KeyError for one with variables that nothing binds.

        watch: what to read instead of the state in this layout, which it is given.
        """
        expr = self._lowering.value(value, Scope({}, ir.Const(me)))
        return int(self._result(f"return {self._text(expr)}", self._everything(state, watch)))

    def elements(self, value: typed.Value, state: list[int], me: int, watch: Watch | None = None) -> list[int]:
        """The elements of a set, in their stable order. Raises KeyError as `value` does."""
        over = self._lowering.iterate(value, Scope({}, ir.Const(me)))
        text = self._writer.iterable(self._fuser.fuse(over))
        return list(self._result(f"return list({text})", self._everything(state, watch)))

    def _text(self, expr: ir.Expr) -> str:
        return self._writer.text(self._fuser.fuse(expr))

    def _result(self, text: str, everything: list[int]) -> Any:
        """What a line of a function of the whole state gives. Functions that it needs are made first."""
        for name, (parameters, body) in list(self._lowering.functions.items()):
            if name not in self._names:
                head = ", ".join(["S", *(var.name for var in parameters)])
                self._define(f"def {name}({head}):\n    return {self._text(body)}\n")
        self._define(f"def looked_up(S):\n    {text}\n")
        self._names |= {f"T_{name}": values for name, values in self._lowering.tables.values.items()}
        return self._names["looked_up"](everything)

    def _define(self, text: str) -> None:
        exec(compile(text, "<looked up>", "exec"), self._names)  # noqa: S102 - our own emitted text

    def _everything(self, state: list[int], watch: Watch | None) -> list[int]:
        """The same state in the layout that keeps everything, or what `watch` makes of it."""
        if state != self._seen:
            self._seen, self._full = list(state), self._made(state)
        full = list(self._full)
        return full if watch is None else watch(full)

    def _made(self, state: list[int]) -> list[int]:
        full = list(self._empty)
        for own, there in self._shared:
            full[there] = state[own]
        for place, pieces in self._own.filled(state).items():
            self.layout.fill(full, place, pieces)
        return full
