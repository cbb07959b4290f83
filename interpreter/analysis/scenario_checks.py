"""What a scenario chooses and expects, held against a state. Every miss tells what is there instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.scenario_files import items, scalars
from interpreter.analysis.scenario_values import actual_values, evaluated
from interpreter.engine.refusals import why_not
from interpreter.model import bind_value
from interpreter.model.types import BOOLEAN
from interpreter.source import Label, Mapping, Scalar, did_you_mean, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.engine import Option, Rules, State
    from interpreter.engine.refusals import Refusal
    from interpreter.source import Diagnostic, Node

NOT_ASKED = "not-asked"
"""The reason for what belongs to other decisions than the pending one."""


def chosen(state: State, label: Scalar) -> tuple[Option | None, list[Diagnostic]]:
    """The option that a label means; else why there is none."""
    matching = [option for option in _options(state) if means(label.text, option)]
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
    unknown = _unknown(state.rules, label)
    if unknown is not None:
        return unknown
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
    unknown = _unknown(state.rules, label)
    if unknown is not None:
        yield unknown
    for option in _options(state):
        if means(label.text, option):
            yield error("scenario-offered", label.span, text=label.text, key=option.key)


def _other_reason(state: State, label: Scalar, reason: Scalar) -> Iterator[Diagnostic]:
    """Says so when no option that the label means is refused for the reason."""
    refusals = [] if state.over else _refusals(state, label.text)
    if not refusals:
        if reason.text != NOT_ASKED:
            yield error("scenario-not-asked", reason.span, text=label.text, reason=NOT_ASKED)
    elif not any(_plainly(reason.text) in _reasons(refusal) for refusal in refusals):
        because = _because(refusals)
        yield error("scenario-reason", reason.span, labels=because, text=label.text)


def _reasons(refusal: Refusal) -> tuple[str, str]:
    """What a scenario can call the reason: the message's code, or the condition as the rules have it."""
    return refusal.diagnostic.code, _plainly(refusal.diagnostic.span.text)


def _plainly(text: str) -> str:
    return " ".join(text.split())


def _refusals(state: State, label: str) -> list[Refusal]:
    """Why the options that a label means are not offered."""
    return [
        refusal
        for refusal in why_not(state, label, openly=True)
        if refusal.key == label or refusal.key.endswith(f"({label})") or refusal.key.startswith(f"{label}(")
    ]


def _unknown(rules: Rules, label: Scalar) -> Diagnostic | None:
    """Why a label can mean nothing at any decision of the game, or None."""
    known: set[str] = set()
    for group in (group for site in rules.sites for group in site.groups):
        known.add(group.rule)
        for code in range(group.low, group.high + 1):
            element = group.element(code)
            known |= {group.key(code)} if element is None else {group.key(code), element.name}
    if label.text in known - {""}:
        return None
    return error("scenario-unknown", label.span, hint=did_you_mean(label.text, known), text=label.text)


# ---- values ---------------------------------------------------------------------------------------------


def _expected(state: State, conditions: Node) -> Iterator[Diagnostic]:
    for text in scalars(conditions):
        value, found = bind_value(state.rules.program.model, text, BOOLEAN, me=True)
        yield from found
        if value is not None and not evaluated(state, value):
            values = tuple(actual_values(state, value))
            code = "scenario-expected" if values else "scenario-false"
            yield error(code, text.span, text=_plainly(text.text), values=values)


def _over(state: State, over: Node) -> Iterator[Diagnostic]:
    if isinstance(over, Scalar) and over.value is not state.over:
        yield error("scenario-is-over" if state.over else "scenario-goes-on", over.span)


def _scores(state: State, scores: Node) -> Iterator[Diagnostic]:
    if not isinstance(scores, Mapping):
        return
    actual = state.scores()
    for name, entry in scores.items():
        if name not in actual:
            yield _nobody(state, entry.key)
        elif isinstance(entry.value, Mapping):
            yield from _score_lines(state, name, entry.value)
        elif isinstance(entry.value, Scalar) and actual[name] != entry.value.value:
            wanted = entry.value.text
            yield error("scenario-score", entry.value.span, name=name, wanted=wanted, score=actual[name])


def _score_lines(state: State, owner: str, lines: Mapping) -> Iterator[Diagnostic]:
    actual = state.score_lines()[owner]
    for line, entry in lines.items():
        if line not in actual:
            yield error("scenario-no-line", entry.key.span, hint=did_you_mean(line, actual), name=line)
        elif isinstance(entry.value, Scalar) and actual[line] != entry.value.value:
            wanted = entry.value.text
            yield error("scenario-line", entry.value.span, name=owner, line=line, wanted=wanted, score=actual[line])


def _winners(state: State, winners: Node) -> Iterator[Diagnostic]:
    names = scalars(winners)
    unknown = [_nobody(state, name) for name in names if name.text not in state.rules.owners]
    yield from unknown
    if not unknown and {name.text for name in names} != set(state.winners()):
        yield error("scenario-winners", names[0].span, names=state.winners())


def _nobody(state: State, name: Scalar) -> Diagnostic:
    owners = state.rules.owners
    return error("scenario-nobody", name.span, hint=did_you_mean(name.text, owners), name=name.text)


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
