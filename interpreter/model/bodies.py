"""The texts of named values, rules and printed effects, bound once all names are known."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language import ast
from interpreter.model.bind_effects import EffectBinder
from interpreter.model.binder import UNKNOWN
from interpreter.model.game import Function
from interpreter.model.scope import Env, Scope
from interpreter.source import Span, error


@dataclass(slots=True)
class _Pending:
    """A named value whose text has not been bound; `running` while it is."""

    text: ast.Value
    running: bool = False


class BodyBinder(EffectBinder):
    """Binds named values when they are first used, so that their types are known there."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._pending: dict[int, _Pending] = {}

    def postpone(self, function: Function, text: ast.Value) -> None:
        """Leave the body of a named value for its first use."""
        self._pending[id(function)] = _Pending(text)

    def finish(self, function: Function, span: Span) -> None:
        """Bind the function's body if that has not been done; a value that needs itself is refused."""
        pending = self._pending.get(id(function))
        if pending is None:
            return
        if pending.running:
            self.report(error("value-needs-itself", span, name=function.name))
            return
        pending.running = True
        env = Env({parameter.name: parameter for parameter in function.parameters})
        function.body = self.value(pending.text, env)
        function.result = function.body.type if function.body.type.kind != "nothing" else UNKNOWN
        del self._pending[id(function)]
