"""Typed values lowered to integer expressions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from interpreter.compiler import ir
from interpreter.compiler.layout import ME, Layout, variant_names
from interpreter.model import typed
from interpreter.model.game import Counter, Function, Model, SpaceKind, Zone
from interpreter.model.types import Type

TRUE = ir.Const(1)
FALSE = ir.Const(0)
UNREACHABLE = 1 << 20  # the distance between spaces that no path joins
OPERATORS: dict[str, str] = {"/": "//", "mod": "%", "^": "**"}
COMPARISONS: dict[str, str] = {"=": "==", "!=": "!="}


@dataclass(slots=True)
class Tables:
    """Constant tables by name. Equal tables are kept once."""

    values: dict[str, tuple[object, ...]] = field(default_factory=dict)

    def add(self, name: str, values: tuple[object, ...]) -> str:
        known = self.values.setdefault(name, values)
        if known != values:
            raise AssertionError(f"two tables called {name}")
        return name


@dataclass(frozen=True, slots=True)
class Scope:
    """What stands for each variable, and for `me`, while a value is lowered."""

    variables: dict[int, ir.Expr]
    me: ir.Expr
    changed: dict[ir.Expr, ir.Expr] = field(default_factory=dict)

    def bind(self, variable: typed.Variable, value: ir.Expr) -> Scope:
        return replace(self, variables={**self.variables, variable.uid: value})

    def as_player(self, player: ir.Expr) -> Scope:
        return replace(self, me=player)

    def after(self, slot: ir.Expr, value: ir.Expr) -> Scope:
        """The scope in which a counter already has another value: for judging the later parts of an effect."""
        return replace(self, changed={**self.changed, slot: value})


class ValueLowering:
    """Lowers values over a layout; keeps the tables and pure functions that they need."""

    def __init__(self, model: Model, layout: Layout) -> None:
        self.model = model
        self.layout = layout
        self.tables = Tables()
        self.functions: dict[str, tuple[tuple[ir.Var, ...], ir.Expr]] = {}
        self.pending_functions: set[str] = set()
        self.counter = 0

    # -- names and ranges ---------------------------------------------------------------------------------------

    @property
    def me(self) -> ir.Load:
        return ir.Load(ir.Const(ME), "me", 0, len(self.model.seats) - 1)

    def base_scope(self) -> Scope:
        return Scope({}, self.me)

    def bounds(self, kind: Type) -> tuple[int, int]:
        """The numbers a value of this type can have, nothing included."""
        model = self.model
        match kind.kind:
            case "boolean":
                return 0, 1
            case "player":
                return 0, len(model.seats)
            case "team":
                return 0, len(model.teams)
            case "enum":
                return 0, len(model.enums[kind.name].members)
            case "piece":
                return model.pieces[kind.name].first, model.pieces[kind.name].nothing
            case "space":
                return model.spaces[kind.name].first, model.spaces[kind.name].nothing
            case "place":
                return 0, len(model.place_names)
            case _:
                return ir.UNKNOWN

    def nothing(self, kind: Type) -> int:
        return self.bounds(kind)[1]

    def fresh(self, variable: typed.Variable) -> ir.Var:
        self.counter += 1
        low, high = self.bounds(variable.type)
        return ir.Var(f"{variable.name}_{self.counter}", low, high)

    def fresh_number(self, name: str) -> ir.Var:
        self.counter += 1
        return ir.Var(f"{name}_{self.counter}")

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, node: typed.Value, scope: Scope) -> ir.Expr:
        match node:
            case typed.Const(value=value):
                return ir.Const(value)
            case typed.Local(variable=variable):
                return scope.variables[variable.uid]
            case typed.Me():
                return scope.me
            case typed.CounterOf(counter=counter, owner=owner):
                load = self.counter_slot(counter, owner, scope)
                return scope.changed.get(load, load)
            case typed.ZoneOf(zone=zone, owner=owner):
                return self.owned(zone.first, owner, scope)
            case typed.TokenOn():
                return self.token_on(node, scope)
            case typed.TokenCount():
                return self.token_count(node, scope)
            case typed.AttributeOf(attribute=attribute, target=target):
                return self.attribute(node, attribute.values, scope)
            case typed.VariableOf(variable=variable, target=target):
                base = self.layout.variables[variable.kind, variable.name]
                area = f"variable:{variable.kind}.{variable.name}"
                return ir.Load(
                    add(ir.Const(base), self.value(target, scope)), area, variable.low, variable.high
                )
            case typed.PlaceOf(target=target):
                low, high = self.bounds(node.type)
                index = add(ir.Const(self.layout.location), self.value(target, scope))
                return ir.Load(index, f"place:{target.type.name}", low, high)
            case typed.TeamOf(player=player):
                return self.team_of(self.value(player, scope))
            case typed.Step():
                return self.step(node, scope)
            case typed.Distance(first=first, second=second):
                return self.distance(first, second, scope)
            case typed.TopOf(place=place, kind=kind):
                return self.top_of(place, kind.nothing, scope)
            case typed.IfValue(condition=condition, then=then, otherwise=otherwise):
                return ir.Select(
                    self.value(condition, scope), self.value(then, scope), self.value(otherwise, scope)
                )
            case typed.Or(items=items):
                return any_of([self.value(item, scope) for item in items])
            case typed.And(items=items):
                return all_of([self.value(item, scope) for item in items])
            case typed.Not(value=value):
                return ir.Not(self.value(value, scope))
            case typed.Compare():
                return self.compare(node, scope)
            case typed.Member(element=element, domain=domain):
                return self.member(element, domain, scope)
            case typed.Arithmetic(operator=operator, left=left, right=right):
                kind = OPERATORS.get(operator, operator)
                return fold(kind, (self.value(left, scope), self.value(right, scope)))
            case typed.MinMax(kind=kind, items=items):
                return fold(kind, tuple(self.value(item, scope) for item in items))
            case typed.Aggregate(kind=kind, binder=binder, value=value):
                return self.aggregate(kind, binder, value, scope)
            case typed.Quantified(kind=kind, binder=binder):
                var, over, where = self.binder(binder, scope)
                found = ir.Reduce("exists", var, over, where, None)
                return found if kind == "exists" else ir.Not(found)
            case typed.First(binder=binder):
                var, over, where = self.binder(binder, scope)
                return ir.Reduce("first", var, over, where, None, self.nothing(node.type))
            case typed.CallFunction(function=function, arguments=arguments):
                return self.call(function, [self.value(argument, scope) for argument in arguments], scope)
            case typed.Can(player=player, rule=rule, arguments=arguments):
                return self.can(
                    rule, [self.value(argument, scope) for argument in arguments], self.value(player, scope)
                )
            case _:
                raise AssertionError(f"not a single value: {type(node).__name__}")

    def can(self, rule: object, arguments: list[ir.Expr], player: ir.Expr) -> ir.Expr:
        raise NotImplementedError

    def counter_slot(self, counter: Counter, owner: typed.Value | None, scope: Scope) -> ir.Load:
        index = self.owned(self.layout.counters[counter.name], owner, scope)
        return ir.Load(index, f"counter:{counter.name}", counter.minimum, counter.maximum)

    def owned(self, base: int, owner: typed.Value | None, scope: Scope) -> ir.Expr:
        return ir.Const(base) if owner is None else add(ir.Const(base), self.value(owner, scope))

    def team_of(self, player: ir.Expr) -> ir.Expr:
        teams = tuple(seat.team for seat in self.model.seats)
        if teams == tuple(range(len(teams))):
            return player
        return ir.Table(self.tables.add("TEAM", (*teams, len(self.model.teams))), player)

    def attribute(self, node: typed.AttributeOf, values: tuple[int, ...], scope: Scope) -> ir.Expr:
        """A table over the whole numbering up to the kind's nothing, so that the index needs no offset."""
        target = node.target.type
        first = self.bounds(target)[0]
        name = self.tables.add(f"{node.attribute.name}_of_{target.name or target.kind}", (*(0,) * first, *values))
        return ir.Table(name, self.value(node.target, scope))

    # -- tokens -------------------------------------------------------------------------------------------------

    def token_slot(self, token: str, place: typed.Value, scope: Scope, owners: int = 1) -> ir.Expr:
        """The slot of a token kind at a place (of its first owner, where owners are counted apart)."""
        at = self.value(place, scope)
        match place.type.kind, place:
            case _, typed.ZoneOf(zone=zone):
                base = self.layout.tokens[token, zone.name]
                return add(ir.Const(base - zone.first * owners), multiply(at, owners))
            case "space", _:
                space = self.model.spaces[place.type.name]
                base = self.layout.tokens[token, space.name]
                return add(ir.Const(base - space.first * owners), multiply(at, owners))
            case _:
                return ir.Table(self._token_places(token, owners), at)

    def _token_places(self, token: str, owners: int) -> str:
        slots = [0] * (len(self.model.place_names) + 1)
        homes: list[SpaceKind | Zone] = [*self.model.spaces.values(), *self.model.zones.values()]
        for home in homes:
            base = self.layout.tokens.get((token, home.name))
            if base is not None:
                size = len(home.members) + 1 if isinstance(home, SpaceKind) else home.owners
                slots[home.first : home.first + size] = [base + i * owners for i in range(size)]
        return self.tables.add(f"{token}_slots", tuple(slots))

    def is_single(self, token: str, place: typed.Value) -> bool:
        """Whether the place has one slot that says which token lies there."""
        if isinstance(place, typed.ZoneOf) or place.type.kind != "space":
            return False
        return self.model.spaces[place.type.name].capacity == 1

    def token_load(self, token: str, place: typed.Value, scope: Scope) -> ir.Load:
        kind = self.model.tokens[token]
        empty = len(variant_names(self.model, kind))
        return ir.Load(self.token_slot(token, place, scope), f"token:{token}", -1, empty)

    def token_on(self, node: typed.TokenOn, scope: Scope) -> ir.Expr:
        token = node.token
        slot = self.token_load(token.name, node.place, scope)
        if token.per == "game" or not token.sides:
            return slot
        owners = tuple(i // len(token.sides) for i in range(token.owners * len(token.sides)))
        table = self.tables.add(f"owner_of_{token.name}", (*owners, token.owners, -1))
        return ir.Table(table, slot)

    def token_count(self, node: typed.TokenCount, scope: Scope) -> ir.Expr:
        token = node.token
        if self.is_single(token.name, node.place):
            here = typed.TokenOn(token, node.place, type=node.type)
            held = self.token_on(here, scope)
            if node.owner is not None:
                return ir.Compare("==", held, self.value(node.owner, scope))
            slot = self.token_load(token.name, node.place, scope)
            return ir.Logic("and", (ir.Compare("!=", slot, ir.Const(slot.high)), ir.Compare("!=", slot, ir.Const(-1))))
        base = self.token_slot(token.name, node.place, scope, token.owners)
        area = f"token:{token.name}"
        if node.owner is not None:
            return ir.Load(add(base, self.value(node.owner, scope)), area, 0, token.count)
        loads = tuple(ir.Load(add(base, ir.Const(i)), area, 0, token.count) for i in range(token.owners))
        return loads[0] if len(loads) == 1 else ir.Op("+", loads)

    # -- board --------------------------------------------------------------------------------------------------

    def step(self, node: typed.Step, scope: Scope) -> ir.Expr:
        """One flat table over direction, number of steps (clamped to the board's size) and space."""
        space = self.model.spaces[node.space.type.name]
        size = len(space.members) + 1
        longest = self._longest_walk(space)
        table = self.tables.add(f"steps_on_{space.name}", self._walks(space, longest))
        count = fold("min", (fold("max", (self.value(node.count, scope), ir.Const(0))), ir.Const(longest)))
        direction = self.value(node.direction, scope)
        row = add(multiply(direction, longest + 1), count)
        at = add(self.value(node.space, scope), ir.Const(-space.first))
        return ir.Table(table, add(multiply(row, size), at))

    def _longest_walk(self, space: SpaceKind) -> int:
        """The number of steps after which every walk has left the board (or goes round for ever)."""
        columns = {column for column, _ in space.positions}
        rows = {row for _, row in space.positions}
        return max(len(columns), len(rows), 1)

    def _walks(self, space: SpaceKind, longest: int) -> tuple[int, ...]:
        nowhere = space.nothing
        flat: list[int] = []
        for steps in (*space.steps, (nowhere,) * len(space.members)):
            ends = [*range(space.first, nowhere), nowhere]
            for _ in range(longest + 1):
                flat.extend(ends)
                ends = [nowhere if end == nowhere else steps[end - space.first] for end in ends]
        return tuple(flat)

    def distance(self, first: typed.Value, second: typed.Value, scope: Scope) -> ir.Expr:
        space = self.model.spaces[first.type.name]
        rows = tuple(self._distances(space, start) for start in range(len(space.members)))
        padding = ((),) * space.first
        table = self.tables.add(f"distance_on_{space.name}", (*padding, *rows, (UNREACHABLE,) * (space.nothing + 1)))
        return ir.Table(ir.Table(table, self.value(first, scope)), self.value(second, scope))

    def _distances(self, space: SpaceKind, start: int) -> tuple[int, ...]:
        found = [UNREACHABLE] * (space.nothing + 1)
        found[space.first + start] = 0
        queue = [space.first + start]
        for place in queue:
            for neighbour in space.neighbours[place - space.first]:
                if found[neighbour] == UNREACHABLE:
                    found[neighbour] = found[place] + 1
                    queue.append(neighbour)
        return tuple(found)

    # -- lists --------------------------------------------------------------------------------------------------

    def keeping(self, place: typed.Value, scope: Scope) -> ir.Keeping | None:
        """How and where a place keeps its pieces; None: only its number in play tells."""
        if isinstance(place, typed.ZoneOf):
            zone = place.zone
            at = self.value(place, scope)
            if zone.first in self.layout.sets:
                found = self.layout.sets[zone.first]
                return ir.SetAt(self._spread(zone, found.slot, self.layout.sets, "slot", at), found.first)
            return ir.ListAt(self._spread(zone, self.layout.lists[zone.first].base, self.layout.lists, "base", at))
        if place.type.kind == "space":
            listed = self.model.spaces[place.type.name].first in self.layout.lists
            return ir.ListAt(self.place_base(self.value(place, scope))) if listed else ir.Unlisted()
        return None

    def _spread(self, zone: Zone, first: int, keepings: Mapping[int, object], name: str, at: ir.Expr) -> ir.Expr:
        """The slot for one of a zone's owners: they lie at equal distances."""
        if zone.owners == 1:
            return ir.Const(first)
        stride = int(getattr(keepings[zone.first + 1], name)) - first
        return add(ir.Const(first - zone.first * stride), multiply(at, stride))

    def list_base(self, place: typed.Value, scope: Scope) -> ir.Expr:
        """The slot that counts the pieces in a place that keeps them in order."""
        found = self.keeping(place, scope)
        return found.base if isinstance(found, ir.ListAt) else self.place_base(self.value(place, scope))

    def count(self, place: typed.Value, scope: Scope) -> ir.Expr:
        """How many pieces are in a place."""
        found = self.keeping(place, scope)
        most = len(self.model.piece_names)
        if isinstance(found, ir.SetAt):
            return ir.BitCount(ir.Load(found.slot, "lists", 0))
        return ir.Load(self.list_base(place, scope), "lists", 0, most)

    def place_base(self, place: ir.Expr) -> ir.Expr:
        """The slot that counts the pieces in a place of any kind; one that stays 0 where none are listed."""
        bases = [self.layout.no_list] * (len(self.model.place_names) + 1)
        for number, listed in self.layout.lists.items():
            bases[number] = listed.base
        return ir.Table(self.tables.add("list_of", tuple(bases)), place)

    def top_of(self, place: typed.Value, nothing: int, scope: Scope) -> ir.Expr:
        base = self.list_base(place, scope)
        count = ir.Load(base, "lists")
        top = ir.Load(add(base, count), "lists")
        return ir.Select(ir.Compare("==", count, ir.Const(0)), ir.Const(nothing), top)

    # -- sets ---------------------------------------------------------------------------------------------------

    def iterate(self, node: typed.Value, scope: Scope) -> ir.Expr:
        """The elements of a set, in their stable order."""
        match node:
            case typed.Contents(place=place, kind=kind):
                alone = self._holds_only(place, kind.name)
                found = self.keeping(place, scope)
                low, high = kind.first, kind.nothing - 1
                if isinstance(found, ir.SetAt):
                    return ir.SetItems(ir.Load(found.slot, "lists", 0), found.first, low, high, alone)
                return ir.ZoneItems(self.list_base(place, scope), low, high, alone)
            case typed.All(type=kind):
                assert kind.element is not None
                low, high = self.bounds(kind.element)
                return ir.Range(ir.Const(low), ir.Const(high - 1))
            case typed.Neighbours(space=space):
                kind_of = self.model.spaces[space.type.name]
                return ir.Row(self.neighbours(kind_of), self.value(space, scope))
            case typed.Opponents(player=player):
                var = self.fresh_number("team")
                team = self.team_of(self.value(player, scope))
                teams = ir.Range(ir.Const(0), ir.Const(len(self.model.teams) - 1))
                return ir.Filter(var, teams, ir.Compare("!=", var, team))
            case typed.Groups(binder=binder):
                return ir.Groups(self.filtered(binder, scope), self._earlier(self.model.spaces[binder.variable.type.name]))
            case typed.Extremal(binder=binder, kind=kind, value=value):
                var, over, where = self.binder(binder, scope)
                over = over if where is None else ir.Filter(var, over, where)
                return ir.Extremal(var, over, self.value(value, scope.bind(binder.variable, var)), kind)
            case typed.SetOf(items=items):
                return ir.Items(tuple(self.value(item, scope) for item in items))
            case typed.NumberRange(first=first, last=last):
                return ir.Range(ir.Const(first), ir.Const(last))
            case typed.Local(variable=variable):
                group = scope.variables[variable.uid]
                assert isinstance(group, ir.Var)
                return ir.Members(group)
            case typed.IfValue() | _:
                raise AssertionError(f"not a set: {type(node).__name__}")

    def _holds_only(self, place: typed.Value, kind: str) -> bool:
        if isinstance(place, typed.ZoneOf):
            return [held for held in place.zone.holds if held in self.model.pieces] == [kind]
        if place.type.kind == "space":
            holds = self.model.spaces[place.type.name].holds
            return [held for held in holds if held in self.model.pieces] == [kind]
        return False

    def neighbours(self, space: SpaceKind) -> str:
        rows = ((),) * space.first + space.neighbours + ((),)
        return self.tables.add(f"neighbours_on_{space.name}", rows)

    def _earlier(self, space: SpaceKind) -> str:
        rows = tuple(
            tuple(other for other in near if other < space.first + i) for i, near in enumerate(space.neighbours)
        )
        return self.tables.add(f"earlier_on_{space.name}", ((),) * space.first + rows + ((),))

    def filtered(self, binder: typed.Binder, scope: Scope) -> ir.Expr:
        var, over, where = self.binder(binder, scope)
        return over if where is None else ir.Filter(var, over, where)

    def binder(self, binder: typed.Binder, scope: Scope) -> tuple[ir.Var, ir.Expr, ir.Expr | None]:
        var = self.fresh(binder.variable)
        over = self.iterate(binder.domain, scope)
        if binder.where is None:
            return var, over, None
        return var, over, self.value(binder.where, scope.bind(binder.variable, var))

    def aggregate(
        self, kind: str, binder: typed.Binder, value: typed.Value | None, scope: Scope
    ) -> ir.Expr:
        var, over, where = self.binder(binder, scope)
        if kind == "count" and where is None and isinstance(binder.domain, typed.Contents):
            if self._holds_only(binder.domain.place, binder.domain.kind.name):
                return self.count(binder.domain.place, scope)
        inner = None if value is None else self.value(value, scope.bind(binder.variable, var))
        return ir.Reduce(kind, var, over, where, inner)  # type: ignore[arg-type]

    # -- truths -------------------------------------------------------------------------------------------------

    def compare(self, node: typed.Compare, scope: Scope) -> ir.Expr:
        """A comparison about nothing is never true: what is read from no space is -1, which equals no value; an
        inequality must look for it."""
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        result: ir.Expr = ir.Compare(COMPARISONS.get(node.operator, node.operator), left, right)  # type: ignore[arg-type]
        if isinstance(left, ir.Const) and isinstance(right, ir.Const):
            return truth(left, node.operator, right)
        if node.operator == "!=":
            for side in (left, right):
                if may_be_unread(side):
                    result = ir.Logic("and", (result, ir.Compare("!=", side, ir.Const(-1))))
        return result

    def member(self, element: typed.Value, domain: typed.Value, scope: Scope) -> ir.Expr:
        wanted = self.value(element, scope)
        match domain:
            case typed.Opponents(player=player):
                team = self.team_of(self.value(player, scope))
                if len(self.model.teams) == 2:
                    return ir.Compare("==", wanted, ir.Op("-", (ir.Const(1), team)))
            case typed.SetOf(items=items):
                return any_of([ir.Compare("==", wanted, self.value(item, scope)) for item in items])
            case typed.NumberRange(first=first, last=last):
                return all_of(
                    [ir.Compare(">=", wanted, ir.Const(first)), ir.Compare("<=", wanted, ir.Const(last))]
                )
            case _:
                pass
        var = self.fresh_number("each")
        return ir.Reduce("exists", var, self.iterate(domain, scope), ir.Compare("==", var, wanted), None)

    # -- functions ----------------------------------------------------------------------------------------------

    def call(self, function: Function, arguments: list[ir.Expr], scope: Scope) -> ir.Expr:
        """Named values are lowered in place: they cannot call themselves."""
        inner = scope
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            inner = inner.bind(parameter, argument)
        return self.value(function.body, inner)


def may_be_unread(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Load) and expr.low == -1


def add(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return fold("+", (left, right))


def multiply(left: ir.Expr, factor: int) -> ir.Expr:
    """A product; of a sum with a constant, the sum of the products, so that constants meet further out."""
    if factor == 1:
        return left
    if isinstance(left, ir.Op) and left.kind == "+" and isinstance(left.items[-1], ir.Const):
        rest = fold("+", left.items[:-1])
        return add(multiply(rest, factor), ir.Const(left.items[-1].value * factor))
    return fold("*", (left, ir.Const(factor)))


def fold(kind: str, items: tuple[ir.Expr, ...]) -> ir.Expr:
    """The operation, worked out now where all its items are constants; sums are kept flat, the constant last."""
    if all(isinstance(item, ir.Const) for item in items):
        return ir.Const(calculate(kind, [item.value for item in items if isinstance(item, ir.Const)]))
    if kind == "+":
        flat: list[ir.Expr] = []
        constant = 0
        for item in items:
            parts = item.items if isinstance(item, ir.Op) and item.kind == "+" else (item,)
            for part in parts:
                if isinstance(part, ir.Const):
                    constant += part.value
                else:
                    flat.append(part)
        if constant:
            flat.append(ir.Const(constant))
        return flat[0] if len(flat) == 1 else ir.Op("+", tuple(flat))
    return ir.Op(kind, items)  # type: ignore[arg-type]


def calculate(kind: str, values: list[int]) -> int:
    """Division and remainder by 0 give 0, as in play."""
    result = values[0]
    for value in values[1:]:
        match kind:
            case "+":
                result += value
            case "-":
                result -= value
            case "*":
                result *= value
            case "//":
                result = result // value if value else 0
            case "%":
                result = result % value if value else 0
            case "**":
                result = power(result, value)
            case "min":
                result = min(result, value)
            case _:
                result = max(result, value)
    return result


def power(base: int, exponent: int) -> int:
    return min(base ** max(exponent, 0), ir.UNKNOWN[1]) if abs(base) < 2**31 and exponent < 64 else ir.UNKNOWN[1]


def truth(left: ir.Const, operator: str, right: ir.Const) -> ir.Const:
    a, b = left.value, right.value
    held = {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]
    return ir.Const(int(held))


def conjuncts(expr: ir.Expr) -> list[ir.Expr]:
    if isinstance(expr, ir.Logic) and expr.kind == "and":
        return [part for item in expr.items for part in conjuncts(item)]
    return [expr]


def all_of(items: list[ir.Expr]) -> ir.Expr:
    parts = list(dict.fromkeys(part for item in items for part in conjuncts(item) if part != TRUE))
    if FALSE in parts:
        return FALSE
    if not parts:
        return TRUE
    return parts[0] if len(parts) == 1 else ir.Logic("and", tuple(parts))


def any_of(items: list[ir.Expr]) -> ir.Expr:
    parts = list(dict.fromkeys(item for item in items if item != FALSE))
    if TRUE in parts:
        return TRUE
    if not parts:
        return FALSE
    return parts[0] if len(parts) == 1 else ir.Logic("or", tuple(parts))
