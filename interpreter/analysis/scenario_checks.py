"""What a scenario chooses and expects, held against a state. Every miss tells what is there instead.

That the game has what a scenario names was seen before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.scenario_files import items, scalars
from interpreter.analysis.scenario_names import NOT_ASKED, plainly
from interpreter.analysis.scenario_values import actual_values, evaluated
from interpreter.engine.refusals import why_not
from interpreter.model import bind_value
from interpreter.model.types import BOOLEAN
from interpreter.source import Label, Mapping, Scalar, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.engine import Option, State
    from interpreter.engine.refusals import Refusal
    from interpreter.source import Diagnostic, Node


def chosen(state: State, label: Scalar) -> tuple[Option | None, list[Diagnostic]]:
    """The option that a label means; else why there is none."""
    exactly = [option for option in _options(state) if option.key == label.text]
    matching = exactly or [option for option in _options(state) if means(label.text, option)]
    if len(matching) == 1:
        return matching[0], []
    if matching:
        keys = tuple(option.key for option in matching)
        return None, [error("scenario-ambiguous", label.span, text=label.text, keys=keys)]
    return None, [_missing(state, label)]


def means(label: str, option: Option) -> bool:
    """Whether a label is an option's key, the name of what it is for, or that of its rule."""
    element = "" if option.element is None else option.element.name
    return label in (option.key, element, option.rule)


def _options(state: State) -> tuple[Option, ...]:
    return () if state.decision is None else state.decision.options


# ---- options --------------------------------------------------------------------------------------------


def _offered(state: State, labels: Node) -> Iterator[Diagnostic]:
    for label in scalars(labels):
        if not any(means(label.text, option) for option in _options(state)):
            yield _missing(state, label)


def _missing(state: State, label: Scalar) -> Diagnostic:
    """Why what should be offered is not: the rules' reasons, and what is offered instead."""
    if state.over:
        return error("scenario-ended", label.span, text=label.text)
    because = _because(_refusals(state, label.text))
    keys = tuple(option.key for option in _options(state))
    return error("scenario-not-offered", label.span, labels=because, text=label.text, keys=keys)


def _because(refusals: list[Refusal]) -> list[Label]:
    """The rules' reasons, each once."""
    found = [(refusal.diagnostic.span, refusal.diagnostic) for refusal in refusals]
    return [Label(span, one.code, one.args) for span, one in dict(found).items()]


def _not_offered(state: State, labels: Node) -> Iterator[Diagnostic]:
    for label in items(labels):
        if isinstance(label, Scalar):
            yield from _offered_yet(state, label)
        for part in label.entries.values() if isinstance(label, Mapping) else ():
            offered = list(_offered_yet(state, part.key))
            yield from offered
            if not offered and isinstance(part.value, Scalar):
                yield from _other_reason(state, part.key, part.value)


def _offered_yet(state: State, label: Scalar) -> Iterator[Diagnostic]:
    for option in _options(state):
        if means(label.text, option):
            yield error("scenario-offered", label.span, text=label.text, key=option.key)


def _other_reason(state: State, label: Scalar, reason: Scalar) -> Iterator[Diagnostic]:
    """Says so when no option that the label means is refused for the reason."""
    refusals = [] if state.over else _refusals(state, label.text)
    if not refusals:
        if reason.text != NOT_ASKED:
            yield error("scenario-not-asked", reason.span, text=label.text, reason=NOT_ASKED)
    elif not any(plainly(reason.text) in _reasons(refusal) for refusal in refusals):
        because = _because(refusals)
        yield error("scenario-reason", reason.span, labels=because, text=label.text)


def _reasons(refusal: Refusal) -> tuple[str, str]:
    """What a scenario can call the reason: the message's code, or the condition as the rules have it."""
    return refusal.diagnostic.code, plainly(refusal.diagnostic.span.text)


def _refusals(state: State, label: str) -> list[Refusal]:
    """Why the options that a label means are not offered."""
    return [
        refusal
        for refusal in why_not(state, label, openly=True)
        if refusal.key == label or refusal.key.endswith(f"({label})") or refusal.key.startswith(f"{label}(")
    ]


# ---- values ---------------------------------------------------------------------------------------------


def _expected(state: State, conditions: Node) -> Iterator[Diagnostic]:
    for text in scalars(conditions):
        value, _ = bind_value(state.rules.program.model, text, BOOLEAN, me=True)
        if value is not None and not evaluated(state, value):
            values = tuple(actual_values(state, value))
            code = "scenario-expected" if values else "scenario-false"
            yield error(code, text.span, text=plainly(text.text), values=values)


def _over(state: State, over: Node) -> Iterator[Diagnostic]:
    if isinstance(over, Scalar) and over.value is not state.over:
        yield error("scenario-is-over" if state.over else "scenario-goes-on", over.span)


def _scores(state: State, scores: Node) -> Iterator[Diagnostic]:
    if not isinstance(scores, Mapping):
        return
    actual = state.scores()
    for name, entry in scores.items():
        if isinstance(entry.value, Mapping):
            yield from _score_lines(state, name, entry.value)
        elif isinstance(entry.value, Scalar) and actual[name] != entry.value.value:
            wanted = entry.value.text
            yield error("scenario-score", entry.value.span, name=name, wanted=wanted, score=actual[name])


def _score_lines(state: State, owner: str, lines: Mapping) -> Iterator[Diagnostic]:
    actual = state.score_lines()[owner]
    for line, entry in lines.items():
        if isinstance(entry.value, Scalar) and actual[line] != entry.value.value:
            wanted = entry.value.text
            yield error("scenario-line", entry.value.span, name=owner, line=line, wanted=wanted, score=actual[line])


def _winners(state: State, winners: Node) -> Iterator[Diagnostic]:
    names = scalars(winners)
    if {name.text for name in names} != set(state.winners()):
        yield error("scenario-winners", names[0].span, names=state.winners())


_CHECKS: dict[str, Callable[[State, Node], Iterator[Diagnostic]]] = {
    "expect": _expected,
    "offered": _offered,
    "not_offered": _not_offered,
    "over": _over,
    "scores": _scores,
    "winners": _winners,
}


def check(state: State, name: str, expected: Node) -> list[Diagnostic]:
    """What is not as the part of a step with this name expects; nothing for parts that expect nothing."""
    return list(_CHECKS[name](state, expected)) if name in _CHECKS else []
