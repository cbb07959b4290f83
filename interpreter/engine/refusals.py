"""Why something is not offered: the first condition of the rules that fails for it, with its values.

What is told depends on nothing that the player who decides does not see. Conditions that read something hidden from
him are passed over; when no other fails, one of them must.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from interpreter.compiler import ME, PENDING
from interpreter.engine.arguments import check_text
from interpreter.engine.known import variable_name
from interpreter.engine.lacking import Uncovered, Unpaid, substituted, uncovered, unpaid
from interpreter.engine.names import NOTHING, named, value_names, written
from interpreter.engine.sight import Watched
from interpreter.model import typed
from interpreter.model.walk import children, nodes
from interpreter.source import NO_SPAN, Diagnostic, Hint, error
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.compiler import ir
    from interpreter.compiler.covering import Offer
    from interpreter.compiler.looking import Watch
    from interpreter.engine.names import OptionGroup
    from interpreter.engine.rules import Rules
    from interpreter.engine.state import State
    from interpreter.model.types import Type

Operands = tuple[tuple[str, str | None], ...]
_Found = TypeVar("_Found")


@record
class Refusal:
    """An option that is not offered.

    key: the option's.  node: the condition that fails, or the effect that cannot be done; None when it may be any
    of several that are hidden.  operands: the parts of a comparison in their order, as the author wrote them, with
    their values' names; None for what is not known, or says nothing because it is the option's element.  diagnostic:
    all that, placed.  variable, element: what the node calls the option's element, and its number, if the option is
    for one.  absent: what the node asks about and is not there.  short: a cost that cannot be paid, what there is,
    what is needed.  uncovered: a requirement that sources do not cover.  place: a place that the condition works out,
    and its number.
    """

    key: str
    node: typed.Node | None
    operands: tuple[tuple[str, str | None], ...]
    diagnostic: Diagnostic
    variable: typed.Variable | None = None
    element: int = 0
    absent: typed.Value | None = None
    short: Unpaid | None = None
    uncovered: Uncovered | None = None
    place: tuple[typed.Value, int] | None = None

    @property
    def hidden(self) -> bool:
        """Whether it turns on what the player who decides does not see."""
        return self.diagnostic.code == "refused-hidden"

    @property
    def needless(self) -> bool:
        """Whether it could be picked to pay with, and nothing that is still due would be paid by it."""
        return self.diagnostic.code == "refused-needless"


def why_not(state: State, text: str = "", *, openly: bool = False) -> list[Refusal]:
    """Why options of the pending decision are not offered: all, or those that `text` begins to name.

    Where it is asked because another decision had no options, as behind `otherwise`, that one's are among them.
    Options that are offered, and what the decision could never offer, are not in the list. It is for the eyes of the
    player who decides, unless it is to tell everything `openly`. Raises TypeError for what is no text.
    """
    check_text("what is asked about", text)
    if state.decision is None:
        return []
    looking = _Looking(state, openly=openly)
    codes = set(state.codes).difference(() if openly else state.decision.unseen)
    wanted = text.strip().casefold()
    found: dict[str, Refusal] = {}
    for site in decided(state.rules, state.array[PENDING]):
        for refusal in _refusals(looking, site, wanted, codes):
            found.setdefault(refusal.key, refusal)
        codes = set()
    return list(found.values())


def decided(rules: Rules, number: int) -> Iterator[ir.Site]:
    """A site, and those whose lack of options led to it."""
    while number:
        site = rules.program.sites[number - 1]
        yield site
        number = site.instead_of


def instead(rules: Rules, number: int) -> list[ir.Site]:
    """The sites to which a lack of options at this one leads."""
    return [site for site in rules.program.sites if number in (one.number for one in decided(rules, site.instead_of))]


def _refusals(looking: _Looking, site: ir.Site, wanted: str, offered: set[int]) -> Iterator[Refusal]:
    for group, names in zip(site.groups, looking.rules.sites[site.number - 1].groups, strict=True):
        among = looking.among(group)
        for number in [code - group.offset for code in _asked(names, wanted)]:
            if number + group.offset in offered or (not wanted and not among.listed(number)):
                continue
            refusal = _refusal(looking, _Candidate(group, names, number), among)
            if refusal is not None:
                yield refusal


@record
class _Candidate:
    """What an option is or could be for, by number; any number where it is for nothing."""

    group: ir.Group
    names: OptionGroup
    number: int

    def refused(
        self,
        node: typed.Node | None,
        diagnostic: Diagnostic,
        operands: Operands = (),
    ) -> Refusal:
        key = self.names.key(self.number + self.group.offset)
        return Refusal(key, node, operands, diagnostic, self.group.variable, self.number)

    @property
    def name(self) -> str:
        return named(self.names.names, self.number)

    @property
    def domain(self) -> typed.Value | None:
        """What is chosen from; None for what is itself a set, of which nothing is said."""
        return self.group.effect.binder.domain if isinstance(self.group.effect, typed.Choose) else None


@record
class _Among:
    """What a group's options could be for: `elements`, None where that is hidden; `single`: for nothing at all."""

    elements: frozenset[int] | None
    single: bool

    def listed(self, number: int) -> bool:
        """Whether it is known to be among them."""
        return self.single or (self.elements is not None and number in self.elements)


class _Looking:
    """A state in the eyes of the player who decides."""

    def __init__(self, state: State, *, openly: bool) -> None:
        rules, array = state.rules, state.array
        self.program = rules.program
        self.me = array[ME]
        everything = frozenset(range(len(array)))
        seen = everything if openly else rules.sights[self.me].seen_in(array) | rules.known_variables
        self.openly = openly
        self.plain = array
        self.state = Watched(array, seen)
        self.rules = rules

    def among(self, group: ir.Group) -> _Among:
        """What the group's options could be for."""
        if group.variable is None:
            return _Among(None, single=True)
        elements = frozenset(self.program.candidates(self.state, group))
        return _Among(None if self._touched() else elements, single=False)

    def conditions(self, candidate: _Candidate) -> Iterator[tuple[bool | None, ir.Expr, typed.Node | None]]:
        """Each condition of an option: whether it holds, None where that is hidden."""
        group = candidate.group
        looked_at = self.program.conditions(self.state, group, candidate.number)
        for (held, node), (expr, _) in zip(looked_at, group.conditions, strict=True):
            yield (None if self._touched() else held), expr, node

    def variables(
        self, expr: ir.Expr, node: typed.Node, own: typed.Variable | None
    ) -> Iterator[tuple[typed.Variable, typed.Const]]:
        """The rules' variables that a condition reads, but the option's own, and their values where they are seen."""
        from interpreter.compiler import ir

        kept = self.program.layout.locals
        names = {part.name for part in ir.walk(expr) if isinstance(part, ir.Var) and part.name in kept}
        inner = {part.variable for part in nodes(node) if isinstance(part, typed.Binder | typed.Let)}
        for variable in {part.variable for part in nodes(node) if isinstance(part, typed.Local)} - inner - {own}:
            mine = [kept[name] for name in names if variable_name(name) == variable.name]
            if len(mine) == 1 and mine[0] in self.state.seen:
                number = self.plain[mine[0]]
                yield variable, typed.Const(number, self.name(variable.type, number), type=variable.type)

    def evaluated(self, value: typed.Value) -> int | None:
        """The value for the player who decides; None when it depends on what is hidden from him, or on variables of the
        effect it stands in.
        """
        return None if value.type.kind == "set" else self._looked_up(self.program.evaluate, value)

    def members(self, domain: typed.Value) -> list[int] | None:
        """The elements of a set for the player who decides; None as in `evaluated`."""
        return self._looked_up(self.program.elements, domain)

    def _looked_up(
        self, look: Callable[[typed.Value, list[int], int, Watch], _Found], value: typed.Value
    ) -> _Found | None:
        watched: list[Watched] = []

        def watch(whole: list[int]) -> list[int]:
            seen = self.rules.whole_sights[self.me].seen_in(whole)
            watched.append(Watched(whole, frozenset(range(len(whole))) if self.openly else seen))
            return watched[0]

        try:
            found = look(value, self.plain, self.me, watch)
        except KeyError:
            return None
        return None if watched[0].touched else found

    def payment(self, candidate: _Candidate, payable: ir.Payable) -> tuple[tuple[int, ...], Offer] | None:
        """What is needed of each kind, and what sources offer; None where that is hidden."""
        from interpreter.compiler import ir

        parts, var = [*payable.needs, payable.gifts], candidate.group.var
        known = parts if var is None else [ir.substitute(one, var, ir.Const(candidate.number)) for one in parts]
        *needs, offer = self.program.results(self.state, known)
        return None if self._touched() else (tuple(needs), offer)

    def name(self, kind: Type, number: int) -> str:
        return named(value_names(self.program.model, kind), number)

    def _touched(self) -> bool:
        touched, self.state.touched = self.state.touched, False
        return touched


def _asked(names: OptionGroup, wanted: str) -> Iterator[int]:
    """The codes of a group that a text can mean."""
    for code in range(names.low, names.high + 1):
        element = names.element(code)
        spellings = [names.key(code)] if element is None else [names.key(code), element.name]
        real = element is None or names.names is None or 0 <= element.number < len(names.names)
        if real and any(spelling.casefold().startswith(wanted) for spelling in spellings):
            yield code


def _refusal(looking: _Looking, candidate: _Candidate, among: _Among) -> Refusal | None:
    """The first condition that fails for all to see; else that something hidden must."""
    unseen: list[typed.Node | None] = []
    if not among.listed(candidate.number):
        if among.elements is not None:
            return _not_among(candidate)
        unseen.append(candidate.domain)
    for held, expr, node in looking.conditions(candidate):
        if held is None:
            unseen.append(node)
        elif not held and node is not None:
            return _failed(looking, candidate, expr, node)
    return _hidden(candidate, unseen) if unseen else None


def _not_among(candidate: _Candidate) -> Refusal | None:
    """Why something is not even a candidate."""
    from interpreter.compiler import ir

    domain, over = candidate.domain, candidate.group.over
    if over is not None and any(isinstance(part, ir.Picks) for part in ir.walk(over)):
        span = NO_SPAN if candidate.group.effect is None else candidate.group.effect.span
        return candidate.refused(None, error("refused-needless", span, name=candidate.name))
    if domain is None:
        return None
    found = error("refused-not-among", domain.span, name=candidate.name, text=written(domain))
    return candidate.refused(domain, found)


def _hidden(candidate: _Candidate, unseen: list[typed.Node | None]) -> Refusal:
    """With a single condition that is hidden it is no secret that this one fails."""
    node = unseen[0] if len(unseen) == 1 else None
    shown = node or candidate.group.effect
    text, span = ("", NO_SPAN) if shown is None else (written(shown), shown.span)
    return candidate.refused(node, error("refused-hidden", span, text=text))


def _failed(looking: _Looking, candidate: _Candidate, expr: ir.Expr, node: typed.Node) -> Refusal:
    bound, variable = node, candidate.group.variable
    for known, value in looking.variables(expr, node, variable):
        bound = substituted(bound, known, value)
    if variable is not None:
        bound = substituted(bound, variable, typed.Const(candidate.number, candidate.name, type=variable.type))
    operands = tuple(_operands(looking, node, bound, variable))
    absent = _absent(looking, bound)
    if absent is not None:
        found = error("refused-nothing", node.span, text=written(node), name=written(absent))
        return replace(candidate.refused(node, found, operands), absent=absent)
    short = next(unpaid(looking, bound), None) if isinstance(bound, typed.Effect) else None
    missing = None if short else uncovered(expr, partial(looking.payment, candidate))
    if missing is not None:
        found = _uncovered(looking, node, missing)
        return replace(candidate.refused(node, found, operands), uncovered=missing)
    found = _diagnostic(bound, operands, short)
    return replace(candidate.refused(node, found, operands), short=short, place=_place(looking, bound))


def _uncovered(looking: _Looking, node: typed.Node, missing: Uncovered) -> Diagnostic:
    parts = [(looking.name(missing.kind, number), needed, most) for number, needed, most in missing.parts]
    needs = ", ".join(f"{needed} × {name}" for name, needed, _ in parts)
    most = ", ".join(f"{most} × {name}" for name, _, most in parts)
    hint: Hint | None = ("hint.any-kind", {"count": missing.wild}) if missing.wild else None
    return error("refused-cover", node.span, hint=hint, needs=needs, most=most)


def _diagnostic(node: typed.Node, operands: Operands, short: Unpaid | None) -> Diagnostic:
    match [(text, value) for text, value in operands if value is not None]:
        case [(_, left), (_, right)]:
            return error("refused-compare", node.span, text=written(node), left=left, right=right)
        case [(text, value)]:
            return error("refused-value", node.span, text=written(node), name=text, value=value)
        case _:
            pass
    if short is not None:
        cost, here, needed = short
        return error("refused-pay", cost.span, counter=cost.counter.name, needed=needed, here=here)
    code = "refused-effect" if isinstance(node, typed.Effect) else "refused-condition"
    return error(code, node.span, text=written(node))


def _operands(
    looking: _Looking, node: typed.Node, bound: typed.Node, variable: typed.Variable | None
) -> Iterator[tuple[str, str | None]]:
    """The single values that a condition compares, as far as they can be worked out outside their effect."""
    match node, bound:
        case (typed.Compare(), typed.Compare()):
            parts = [(node.left, bound.left), (node.right, bound.right)]
        case (typed.Member(), typed.Member()):
            parts = [(node.element, bound.element)]
        case _:
            return
    for part, value in parts:
        itself = isinstance(part, typed.Local) and part.variable == variable
        number = None if itself else looking.evaluated(value)
        yield written(part), None if number is None else looking.name(value.type, number)


def _absent(looking: _Looking, node: typed.Node) -> typed.Value | None:
    """What a comparison asks about and is not there, such as a space beyond the edge."""
    for operand in children(node) if isinstance(node, typed.Compare | typed.Member) else ():
        for part in nodes(operand):
            if part is not operand and isinstance(part, typed.Value) and part.type.nullable:
                number = looking.evaluated(part)
                if number is not None and looking.name(part.type, number) == NOTHING:
                    return part
    return None


def _place(looking: _Looking, node: typed.Node) -> tuple[typed.Value, int] | None:
    """The first place that a condition works out on the way to what it compares, and where it is."""
    for operand in children(node) if isinstance(node, typed.Compare | typed.Member) else ():
        for part in nodes(operand):
            if (
                part is not operand
                and isinstance(part, typed.CallFunction | typed.Step | typed.PlaceOf)
                and part.type.kind == "space"
            ):
                number = looking.evaluated(part)
                if number is not None:
                    return part, number
    return None
