"""A model built from a definition: the passes, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.model.alike import model_like, words
from interpreter.model.blame import blame_overlays
from interpreter.model.board import add_edges, add_spaces, finish_spaces
from interpreter.model.bodies import BodyBinder
from interpreter.model.components import add_components, finish_components
from interpreter.model.definition import Definition
from interpreter.model.draft import Draft
from interpreter.model.effort import MOST_LEVELS
from interpreter.model.game import Model
from interpreter.model.members import check_members, tell_members_apart
from interpreter.model.rules import (
    add_functions,
    add_modifiers,
    add_rules,
    bind_bodies,
    bind_effect,
    bind_invariants,
    bind_score,
)
from interpreter.model.scope import Scope, TooManyFindingsError
from interpreter.model.sections import (
    add_counters,
    add_enums,
    add_options,
    add_parameters,
    add_players,
    add_zones,
)
from interpreter.model.soundness import check_soundness
from interpreter.model.sources import cite
from interpreter.source import NO_SPAN, Diagnostic, error, has_errors, what_there_is

if TYPE_CHECKING:
    from collections.abc import Mapping

_DECLARE = (
    add_players,
    add_options,
    add_enums,
    add_parameters,
    add_spaces,
    add_components,
    add_zones,
    finish_spaces,
    add_counters,
    finish_components,
    add_functions,
    add_modifiers,
    add_edges,
    tell_members_apart,
)


def build_model(
    definition: Definition, players: int, options: Mapping[str, str | int] | None = None
) -> tuple[Model | None, list[Diagnostic]]:
    """The game for so many players and with these options set; the others keep their defaults.

    None when there is an error. Diagnostics are in the order of the passes.
    """
    choices = options or {}
    found = _check_choices(definition, players, choices)
    if found:
        return None, found
    model, scope = assemble(definition, players, choices)
    return model, cite(definition.root, blame_overlays(scope.findings, definition.removed))


def assemble(definition: Definition, players: int, choices: Mapping[str, str | int]) -> tuple[Model | None, Scope]:
    """The model, None when there is an error, and the scope with what was found and used; each made once."""
    made = definition.work.models
    chosen = {name: option.default for name, option in definition.options.items()} | dict(choices)
    key = players, tuple(sorted(chosen.items()))
    if key not in made:
        made[key] = _assembled(definition, players, chosen)
    return made[key]


def _assembled(definition: Definition, players: int, choices: Mapping[str, str | int]) -> tuple[Model | None, Scope]:
    scope = Scope(left_out=set(definition.left_out))
    draft = Draft(definition.root, players, choices, definition.work.texts, scope, BodyBinder(scope))
    alike = _alike(definition, draft)
    if alike is not None:
        return alike, alike.scope
    try:
        model = _bound(definition, draft)
    except TooManyFindingsError:
        return None, scope
    except RecursionError:
        scope.findings.append(error("rules-too-deep", definition.root.span, limit=MOST_LEVELS))
    return None if has_errors(scope.findings) else model, scope


def _alike(definition: Definition, draft: Draft) -> Model | None:
    """The model, made from one with which nothing is wrong, if there is one and nothing is wrong with this either."""
    others = definition.work.models.items()
    sound = (model for (players, _), (model, scope) in others if players == draft.players and not scope.findings)
    like = next((model for model in sound if model is not None), None)
    if like is None or definition.left_out:
        return None
    said = definition.work.words = definition.work.words or words(definition.root)
    try:
        model = model_like(draft, said, like)
    except (TooManyFindingsError, RecursionError):
        return None
    return None if model is None or check_soundness(model, like) else model


def _bound(definition: Definition, draft: Draft) -> Model:
    """All passes; what they report is in the draft's scope."""
    for declare in _DECLARE:
        declare(draft)
    rules = add_rules(draft)
    check_members(draft)
    bind_bodies(draft, rules)
    model = _model(definition, draft)
    if not has_errors(draft.scope.findings) and not draft.scope.left_out:
        for found in check_soundness(model):
            draft.report(found)
    return model


def _model(definition: Definition, draft: Draft) -> Model:
    scope = draft.scope
    return Model(
        definition.name,
        definition.overlays,
        scope.options,
        definition.fingerprint,
        scope.seats,
        scope.teams,
        scope.enums,
        scope.spaces,
        scope.zones,
        scope.pieces,
        scope.tokens,
        scope.counters,
        scope.functions,
        scope.modifiers,
        scope.rules,
        bind_effect(draft, "setup"),
        bind_effect(draft, "flow"),
        bind_score(draft),
        bind_invariants(draft),
        tuple(scope.place_names),
        tuple(scope.piece_names),
        scope,
    )


def _check_choices(definition: Definition, players: int, choices: Mapping[str, str | int]) -> list[Diagnostic]:
    """What is wrong with what the caller asks for. It stands in no file."""
    found: list[Diagnostic] = []
    if players not in definition.player_counts:
        counts = ", ".join(map(str, definition.player_counts))
        found.append(error("player-count", NO_SPAN, count=players, counts=counts))
    for name, value in choices.items():
        option = definition.options.get(name)
        if option is None:
            known = tuple(definition.options)
            hint = what_there_is(name, known)
            found.append(error("unknown-option", NO_SPAN, hint=hint, name=name))
        elif value not in option.values:
            values = ", ".join(map(str, option.values[:20]))
            found.append(error("option-value", NO_SPAN, name=name, value=str(value), values=values))
    return found
