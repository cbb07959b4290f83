"""Texts from outside a game's files, such as a scenario's, bound in a finished model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.language import parse_value
from interpreter.model.bodies import BodyBinder
from interpreter.model.scope import Env
from interpreter.source import has_errors

if TYPE_CHECKING:
    from interpreter.model import typed
    from interpreter.model.game import Model
    from interpreter.model.types import Type
    from interpreter.source import Diagnostic, Scalar


def bind_value(
    model: Model, text: Scalar, expected: Type | None = None, *, me: bool = False
) -> tuple[typed.Value | None, list[Diagnostic]]:
    """The value that a scalar's text says, of the expected type. `me`: a player acts where it is evaluated.

    Neither the model nor its scope changes.
    """
    parsed, found = parse_value(text.text, text.span_of)
    if parsed is None:
        return None, found
    scope = replace(model.scope, findings=[], used=set())
    value = BodyBinder(scope).value(parsed, Env(me=me), expected)
    return None if has_errors(scope.findings) else value, scope.findings
