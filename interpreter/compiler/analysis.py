"""What the rules of a model do, found before lowering: who decides, what repeats itself, what is looked through."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.game import Function, Model, Rule, SpaceKind
from interpreter.model.walk import children as node_children
from interpreter.model.walk import printed
from interpreter.source.records import fields_of, record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MANY = 2**31  # more pieces than there are
SMALL = 40  # parts of a rule up to which it is written out at each of its calls
LARGE_VALUE = 400  # parts past which a named value is called where it is used more than once
DEEP = 40  # parts within each other past which it is called in any case
LARGE = 1000  # parts past which it is not, counted with all that is written out in it


@record
class Analysis:
    """`deciding`: rules in which somebody decides. `recursive`: rules that can come to call themselves; `cycles` maps
    each to the rules it shares a cycle with. `calls`: from how many places a rule is called. `sizes`: parts of each;
    `written`: with those of the rules that it calls. `within_free`: free actions and what they call.
    """

    deciding: frozenset[str]
    recursive: frozenset[str]
    cycles: dict[str, frozenset[str]]
    calls: dict[str, int]
    sizes: dict[str, int]
    written: dict[str, int]
    within_free: frozenset[str]


@record
class Parts:
    """All nodes of a model. `rules`: those of each rule; `effects`: those of all rules, set-up and flow; `all`: with
    those of named values, modifiers, scores and invariants.
    """

    rules: dict[str, tuple[typed.Node, ...]]
    effects: tuple[typed.Node, ...]
    all: tuple[typed.Node, ...]


def parts_of(model: Model) -> Parts:
    """Everything that stands in a model's rules, effects printed on pieces wherever they are carried out."""
    rules = {name: tuple(parts(rule.body)) for name, rule in model.rules.items()}
    effects = (*chain.from_iterable(rules.values()), *parts(model.setup, model.flow))
    roots: list[typed.Node] = [function.body for function in model.functions.values()]
    roots += [modifier.body for modifiers in model.modifiers.values() for modifier in modifiers]
    roots += [line.value for line in (*model.score.lines, *model.score.ties)]
    roots += [invariant.condition for invariant in model.invariants]
    return Parts(rules, effects, (*effects, *parts(*roots)))


def parts(*roots: typed.Node) -> Iterator[typed.Node]:
    """The nodes and everything within them, effects printed on pieces included; rules that are called are not entered.

    Printed effects that lead to each other are gone through once.
    """
    return _parts(roots, frozenset())


def _parts(roots: Sequence[typed.Node], entered: frozenset[int]) -> Iterator[typed.Node]:
    waiting = [*reversed(roots)]
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, typed.Do) and id(found.attribute) not in entered:
            yield from _parts(printed(found.attribute), entered | {id(found.attribute)})
        waiting += reversed(node_children(found))


def printed_rule(effect: typed.Do) -> str:
    """The name under which effects printed on pieces are called like a rule; no rule can have it."""
    return f"DO_{effect.target.type.name}_{effect.attribute.name}"


def called_by(node: typed.Node) -> str:
    """The name of the rule, or of the printed effects, that a node calls; empty for none."""
    match node:
        case typed.CallRule(rule=rule):
            return rule.name
        case typed.Do():
            return printed_rule(node)
        case _:
            return ""


def decides_itself(node: typed.Node) -> bool:
    """Whether the construct stops play for a decision, or ends it."""
    match node:
        case typed.Choose() | typed.Alternatives() | typed.May() | typed.SomeOf() | typed.Pass() | typed.AtOnce():
            return True
        case typed.Cover() | typed.EndGame() | typed.TakeTurns():
            return True
        case typed.AnyOrder(items=items):
            return not all(isinstance(item, typed.Gain) for item in items)
        case typed.ForEach(any_order=any_order):
            return any_order
        case _:
            return False


def analyse(model: Model, found: Parts) -> Analysis:
    """Finds in all rules of a model who decides, what repeats itself and how often each rule is called."""
    carried_out = {printed_rule(node): node for node in found.effects if isinstance(node, typed.Do)}
    by_name = {name: tuple(parts(*printed(node.attribute))) for name, node in carried_out.items()}
    inside = found.rules | by_name
    called = {name: frozenset(map(called_by, nodes)) - {""} for name, nodes in inside.items()}
    deciding = {name for name, nodes in inside.items() if any(map(decides_itself, nodes))}
    grown = True
    while grown:
        more = {name for name, names in called.items() if name not in deciding and names & deciding}
        deciding |= more
        grown = bool(more)
    reach = {name: _reachable(name, called) for name in called}
    recursive = frozenset(name for name in called if name in reach[name])
    cycles = {name: frozenset(other for other in reach[name] if name in reach[other]) for name in recursive}
    calls = dict.fromkeys(called, 0)
    for node in found.effects:
        if isinstance(node, typed.CallRule):
            calls[node.rule.name] += 1
    sizes = {name: len(nodes) for name, nodes in inside.items()}
    free = frozenset(rule.name for rule in model.free_actions)
    within_free = free.union(*(reach[name] for name in free))
    written = _written(inside, sizes, recursive)
    return Analysis(frozenset(deciding), recursive, cycles, calls, sizes, written, within_free)


def _written(
    inside: dict[str, tuple[typed.Node, ...]], sizes: dict[str, int], recursive: frozenset[str]
) -> dict[str, int]:
    """How large each rule is with those that it calls written out, a rule past LARGE being called instead."""
    found: dict[str, int] = {}
    waiting = list(inside)
    while waiting:
        name = waiting[-1]
        called = [other for other in map(called_by, inside[name]) if other and other not in recursive]
        unknown = [other for other in dict.fromkeys(called) if other not in found]
        if name in found or not unknown:
            waiting.pop()
            small = [found[other] for other in called if found[other] <= LARGE]
            found.setdefault(name, sizes[name] + sum(small))
        else:
            waiting += unknown
    return found


def called_values(model: Model, nodes: Sequence[typed.Node]) -> frozenset[str]:
    """Named values that are called and not written out: used more than once in these nodes, and large with all that is
    written out in them, or deep.
    """
    uses = Counter(node.function.name for node in nodes if isinstance(node, typed.CallFunction))
    called: set[str] = set()
    written: dict[str, tuple[int, int]] = {}

    def measure(node: typed.Node) -> tuple[int, int]:
        parts_of = [measure(child) for child in node_children(node)]
        if isinstance(node, typed.CallFunction):
            parts_of.append(measure_named(node.function))
        return 1 + sum(size for size, _ in parts_of), 1 + max((depth for _, depth in parts_of), default=0)

    def measure_named(function: Function) -> tuple[int, int]:
        if function.name not in written:
            size, depth = measure(function.body)
            if depth > DEEP or (size > LARGE_VALUE and uses[function.name] > 1):
                called.add(function.name)
            written[function.name] = (1, 1) if function.name in called else (size, depth)
        return written[function.name]

    for function in model.functions.values():
        if function.result.kind != "set":
            measure_named(function)
    return frozenset(called)


def _reachable(name: str, called: dict[str, frozenset[str]]) -> frozenset[str]:
    found: set[str] = set()
    queue = list(called[name])
    while queue:
        other = queue.pop()
        if other not in found:
            found.add(other)
            queue.extend(called[other])
    return frozenset(found)


class Deciding:
    """Whether somebody decides somewhere in an effect, the rules that it calls included; found out once for each.
    `rules`: those in which somebody does.
    """

    def __init__(self, rules: frozenset[str]) -> None:
        self._rules = rules
        self._known: dict[int, tuple[typed.Effect, bool]] = {}

    def __call__(self, effect: typed.Effect) -> bool:
        known = self._known.get(id(effect))
        if known is None:
            found = decides_itself(effect) or called_by(effect) in self._rules
            found = found or any(map(self, fields_of(effect, typed.Effect)))
            known = self._known[id(effect)] = (effect, found)  # the effect is kept, so that no other has its id
        return known[1]


def inlined(rule: Rule, analysis: Analysis) -> bool:
    """Whether a rule is written out where it is called."""
    if rule.name in analysis.recursive or rule.kind == "free":
        return False
    small = analysis.sizes[rule.name] <= SMALL and analysis.written[rule.name] <= LARGE
    return analysis.calls[rule.name] <= 1 or small


def homes(model: Model, nodes: Sequence[typed.Node]) -> dict[str, frozenset[str]]:
    """For each kind of piece, the names of the zones and kinds of spaces where rules or set-up ever put one; "" stands
    for a place that is only known in play.
    """
    owner = {zone.first + i: zone.name for zone in model.zones.values() for i in range(zone.owners)}
    owner |= {space.first + i: space.name for space in model.spaces.values() for i in range(len(space.members))}
    found = {kind.name: {owner[start] for start in kind.starts} for kind in model.pieces.values()}
    for node in nodes:
        if isinstance(node, typed.MovePieces):
            kind = node.what.type.element or node.what.type
            found[kind.name].add(_home(node.to))
        elif isinstance(node, typed.Draw):
            for names in found.values():
                names.add(_home(node.to))
    return {name: frozenset(names) for name, names in found.items()}


def _home(place: typed.Value) -> str:
    if isinstance(place, typed.ZoneOf):
        return place.zone.name
    return place.type.name if place.type.kind == "space" else ""


def ordered_zones(model: Model, nodes: Sequence[typed.Node]) -> frozenset[str]:
    """Zones in which the order of pieces means something to the rules: what is drawn from, shuffled, or looked at from
    the top, and what says so itself. All of them, where rules name places that are only known in play.
    """
    found = {zone.name for zone in model.zones.values() if zone.ordered}
    for node in nodes:
        match node:
            case typed.Draw(source=place) | typed.Shuffle(place=place) | typed.TopOf(place=place):
                found.add(_home(place))
            case typed.MovePieces(to=place, at_bottom=True):
                found.add(_home(place))
            case typed.MovePieces(to=place) | typed.Contents(place=place):
                if not _home(place):
                    found.add("")
            case _:
                pass
    return frozenset(model.zones) if "" in found else frozenset(found)


def _pieces_for(model: Model, space: SpaceKind) -> int:
    return sum(len(model.pieces[name].members) for name in space.holds if name in model.pieces)


def listed_spaces(model: Model, nodes: Sequence[typed.Node]) -> frozenset[str]:
    """Space kinds whose pieces some rule looks through, that not all of them fit on, or where nobody sees them: lists
    of them must be kept.
    """
    holding = [space for space in model.spaces.values() if any(name in model.pieces for name in space.holds)]
    limited = (space for space in holding if (space.capacity or MANY) < _pieces_for(model, space))
    found = {space.name for space in (*limited, *(space for space in holding if space.seen_by == "nobody"))}
    for node in nodes:
        place = node.place if isinstance(node, typed.Contents | typed.TopOf) else None
        if isinstance(node, typed.Draw):
            place = node.source
        if place is not None and not isinstance(place, typed.ZoneOf):
            found |= {s.name for s in holding if place.type.kind == "place" or place.type.name == s.name}
    return frozenset(found)
