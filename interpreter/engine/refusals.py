"""Why something is not offered: the first condition of the rules that fails for it, with its values."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from interpreter.compiler import ME, PENDING
from interpreter.engine.names import NOTHING, named, value_names
from interpreter.model import typed
from interpreter.model.walk import children, nodes
from interpreter.source import Diagnostic, error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.compiler import ir
    from interpreter.engine.names import OptionGroup
    from interpreter.engine.state import State
    from interpreter.model.types import Type

MAX_TEXT = 60


@dataclass(frozen=True, slots=True)
class Refusal:
    """An option that is not offered.

    key: the option's.  node: the condition that fails, or the effect that cannot be done.  operands: the
    parts of a comparison, as the author wrote them, with their values' names.  diagnostic: all that, placed.
    variable, element: what the node calls the option's element, and its number, if the option is for one.
    """

    key: str
    node: typed.Node
    operands: tuple[tuple[str, str], ...]
    diagnostic: Diagnostic
    variable: typed.Variable | None = None
    element: int = 0


def why_not(state: State, text: str = "") -> list[Refusal]:
    """Why options of the pending decision are not offered: all, or those that `text` begins to name.

    Options that are offered, and what the decision could never offer, are not in the list.
    """
    if state.over:
        return []
    program, codes = state.rules.program, set(state.codes)
    site = program.sites[state.array[PENDING] - 1]
    wanted = text.strip().casefold()
    found = []
    for group, names in zip(site.groups, state.rules.sites[site.number - 1].groups, strict=True):
        candidates = program.candidates(state.array, group) if group.variable is not None else [0]
        for number in [code - group.offset for code in _asked(names, wanted)]:
            if number + group.offset in codes:
                continue
            if group.variable is not None and number not in candidates:
                refusal = _not_among(group, names, number) if wanted else None
            else:
                refusal = _refusal(state, group, names, number)
            if refusal is not None:
                found.append(refusal)
    return found


def _asked(names: OptionGroup, wanted: str) -> Iterator[int]:
    """The codes of a group that a text can mean."""
    for code in range(names.low, names.high + 1):
        element = names.element(code)
        spellings = [names.key(code)] if element is None else [names.key(code), element.name]
        real = element is None or names.names is None or 0 <= element.number < len(names.names)
        if real and any(spelling.casefold().startswith(wanted) for spelling in spellings):
            yield code


def _not_among(group: ir.Group, names: OptionGroup, number: int) -> Refusal | None:
    """Why something is not even a candidate; for what is itself a set, nothing is said."""
    if not isinstance(group.effect, typed.Choose):
        return None
    domain = group.effect.binder.domain
    key = names.key(number + group.offset)
    name = named(names.names, number)
    found = error("refused-not-among", domain.span, name=name, text=_words(domain))
    return Refusal(key, domain, (), found, group.variable, number)


def _refusal(state: State, group: ir.Group, names: OptionGroup, number: int) -> Refusal | None:
    element = None if group.variable is None else number
    for held, node in state.rules.program.conditions(state.array, group, element):
        if not held and node is not None:
            bound = node
            if group.variable is not None:
                known = typed.Const(number, named(names.names, number), type=group.variable.type)
                bound = _substituted(node, group.variable, known)
            operands = tuple(_operands(state, node, bound))
            found = _diagnostic(state, bound, operands)
            return Refusal(names.key(number + group.offset), node, operands, found, group.variable, number)
    return None


def _diagnostic(state: State, node: typed.Node, operands: tuple[tuple[str, str], ...]) -> Diagnostic:
    absent = _absent(state, node)
    if absent is not None:
        return error("refused-nothing", node.span, text=_words(node), name=_words(absent))
    if isinstance(node, typed.Compare) and len(operands) == 2:
        (_, left), (_, right) = operands
        return error("refused-compare", node.span, text=_words(node), left=left, right=right)
    if operands:
        return error("refused-value", node.span, text=_words(node), value=operands[0][1])
    if isinstance(node, typed.Effect):
        for cost, here, needed in _unpaid(state, node):
            name = cost.counter.name
            return error("refused-pay", cost.span, counter=name, needed=needed, here=here)
        return error("refused-effect", node.span, text=_words(node))
    return error("refused-condition", node.span, text=_words(node))


def _operands(state: State, node: typed.Node, bound: typed.Node) -> Iterator[tuple[str, str]]:
    """The single values that a condition compares, as far as they can be worked out outside their effect."""
    match node, bound:
        case (typed.Compare(), typed.Compare()):
            parts = [(node.left, bound.left), (node.right, bound.right)]
        case (typed.Member(), typed.Member()):
            parts = [(node.element, bound.element)]
        case _:
            return
    for written, value in parts:
        number = _evaluated(state, value)
        if number is not None:
            yield _words(written), _name(state, value.type, number)


def _absent(state: State, node: typed.Node) -> typed.Value | None:
    """What a comparison asks about and is not there, such as a space beyond the edge."""
    for operand in children(node) if isinstance(node, typed.Compare | typed.Member) else ():
        for part in nodes(operand):
            if part is not operand and isinstance(part, typed.Value) and part.type.nullable:
                number = _evaluated(state, part)
                if number is not None and _name(state, part.type, number) == NOTHING:
                    return part
    return None


def _name(state: State, kind: Type, number: int) -> str:
    return named(value_names(state.rules.program.model, kind), number)


def _unpaid(state: State, effect: typed.Effect) -> Iterator[tuple[typed.Amount, int, int]]:
    """The costs at the beginning of an effect that cannot be paid: what there is, and what is needed."""
    match effect:
        case typed.Sequence(items=items):
            for item in items:
                yield from _unpaid(state, item)
        case typed.Let(body=body) | typed.OnlyIf(body=body):
            yield from _unpaid(state, body)
        case typed.CallRule(rule=rule, arguments=()):
            yield from _unpaid(state, rule.body)
        case typed.Pay(costs=costs):
            for cost in costs:
                counter = typed.CounterOf(cost.counter, cost.owner, type=cost.amount.type)
                here, needed = _evaluated(state, counter), _evaluated(state, cost.amount)
                if here is not None and needed is not None and here - needed < cost.counter.minimum:
                    yield cost, here, needed
        case _:
            return


def _evaluated(state: State, value: typed.Value) -> int | None:
    """The value for the player who decides; None when it depends on variables of the effect it stands in."""
    if value.type.kind == "set":
        return None
    try:
        return state.rules.program.evaluate(value, state.array, state.array[ME])
    except KeyError:
        return None


def _substituted(node: Any, variable: typed.Variable, known: typed.Const) -> Any:
    """The tree with a value in place of a variable."""
    if isinstance(node, typed.Local) and node.variable == variable:
        return known
    if isinstance(node, tuple):
        return tuple(_substituted(item, variable, known) for item in node)
    if not isinstance(node, typed.Node):
        return node
    parts = {spec.name: getattr(node, spec.name) for spec in fields(node) if spec.name != "span"}
    changed = {name: _substituted(part, variable, known) for name, part in parts.items()}
    return replace(node, **changed)


def _words(node: typed.Node) -> str:
    """What the author wrote, on one line."""
    return " ".join(node.span.text.split())[:MAX_TEXT]
