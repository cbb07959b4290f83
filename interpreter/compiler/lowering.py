"""What all lowering shares: scopes, tables, names and ranges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.compiler import ir
from interpreter.compiler.algebra import TRUE, differs, fold
from interpreter.compiler.budget import DEEPEST, MOST_IN_ONE, MOST_PARTS, TooLargeError
from interpreter.compiler.intervals import interval
from interpreter.compiler.layout import Layout
from interpreter.compiler.slots import ME
from interpreter.model import typed
from interpreter.model.bind_effects import MOST_ROUNDS
from interpreter.model.game import Counter, Function, Model, StateVariable
from interpreter.model.types import Type
from interpreter.model.walk import reads
from interpreter.source import error
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_WAITING = 20  # numbers that are made from each other, so that making the last does not nest too deep
COUNTER = "counter:"  # begins the areas of counters
CALLED_VALUE = "value_of_"  # begins the names of functions for named values, which are too large to be written out


@dataclass(slots=True)
class Tables:
    """Constant tables by name. `fused`: those made from static expressions, by what they were made from."""

    values: dict[str, tuple[object, ...]] = field(default_factory=dict)
    fused: dict[tuple[object, ...], str] = field(default_factory=dict)

    def add(self, name: str, values: tuple[object, ...]) -> str:
        known = self.values.setdefault(name, values)
        if known != values:
            raise AssertionError(f"two tables called {name}")
        return name


class Later:
    """A number that may never be needed: worked out when it first is.

    rank: how many numbers have stood for the same slot before, each made from the one before it.
    """

    __slots__ = ("_made", "_make", "rank")

    def __init__(self, make: Callable[[], ir.Expr], rank: int) -> None:
        self._make = make
        self._made: ir.Expr | None = make() if rank % MOST_WAITING == 0 else None
        self.rank = rank

    @property
    def value(self) -> ir.Expr:
        if self._made is None:
            self._made = self._make()
        return self._made


@record
class Scope:
    """What stands for each variable, for `me`, and for the slots of counters that have changed, while a value is
    lowered.
    """

    variables: dict[int, ir.Expr]
    me: ir.Expr
    changed: dict[ir.Load, Later] = field(default_factory=dict)

    def bind(self, variable: typed.Variable, value: ir.Expr) -> Scope:
        return Scope({**self.variables, variable.uid: value}, self.me, self.changed)

    def as_player(self, player: ir.Expr) -> Scope:
        return Scope(self.variables, player, self.changed)

    def after(self, slot: ir.Load, value: Callable[[], ir.Expr]) -> Scope:
        """The scope in which a counter already has another value: for judging the later parts of an effect."""
        before = self.changed.get(slot)
        later = Later(value, 1 if before is None else before.rank + 1)
        return Scope(self.variables, self.me, {**self.changed, slot: later})

    def counted(self, slot: ir.Load) -> ir.Expr:
        """What stands for a counter's slot."""
        later = self.changed.get(slot)
        return slot if later is None else later.value


class Lowering:
    """What all lowering over a layout shares: ranges, names, and the tables and pure functions it makes."""

    def __init__(self, model: Model, layout: Layout) -> None:
        self.model = model
        self.layout = layout
        self.tables = Tables()
        self.functions: dict[str, tuple[tuple[ir.Var, ...], ir.Expr]] = {}
        self.pending_functions: set[str] = set()
        self.counter = 0
        self.number_limits: dict[int, tuple[int, int]] = {}
        self.rule_name = "flow"
        self.called_values: frozenset[str] = frozenset()
        self.parts = 0
        self.lowered: dict[tuple[object, ...], tuple[typed.Node, ir.Expr]] = {}
        self._counters: dict[Function, frozenset[str]] = {}
        self.me = ir.Load(ir.Const(ME), "me", 0, len(model.seats) - 1)

    def forget(self) -> None:
        """What is lowered next is lowered as if it were the first."""
        self.tables, self.functions, self.lowered = Tables(), {}, {}
        self.pending_functions, self.counter, self.parts = set(), 0, 0

    # -- bounds -------------------------------------------------------------------------------------------------

    def count_parts(self, more: int) -> None:
        """So many more parts are written out. Raises TooLargeError when there are too many."""
        self.parts += more
        if self.parts > MOST_PARTS:
            raise self.too_large("rules-too-large", MOST_PARTS)

    def sized(self, value: ir.Expr) -> ir.Expr:
        """A value that is about to be written out wherever something stands for it. Raises TooLargeError."""
        size, depth = ir.measured(value)
        if size > MOST_IN_ONE or depth > DEEPEST:
            raise self.too_large("rules-too-large", MOST_IN_ONE)
        return value

    def too_large(self, code: str, limit: int) -> TooLargeError:
        rule = self.model.rules.get(self.rule_name)
        span = self.model.flow.span if rule is None else rule.span
        return TooLargeError(error(code, span, limit=limit))

    # -- names and ranges ---------------------------------------------------------------------------------------

    def base_scope(self) -> Scope:
        return Scope({}, self.me)

    def bounds(self, kind: Type) -> tuple[int, int]:
        """The numbers a value of this type can have, nothing included; of a set, how many elements."""
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
            case "set" if kind.element is not None:
                low, nothing = self.bounds(kind.element)
                return 0, nothing - low + 1
            case _:
                return ir.UNKNOWN

    def nothing(self, kind: Type) -> int:
        return self.bounds(kind)[1]

    def limits(self, variable: typed.Variable) -> tuple[int, int]:
        """The numbers a variable can stand for, nothing (for numbers: the one past the last) included."""
        return self.number_limits.get(variable.uid) or self.bounds(variable.type)

    def fresh(self, variable: typed.Variable) -> ir.Var:
        self.counter += 1
        low, high = self.limits(variable)
        return ir.Var(f"{variable.name}_{self.counter}", low, high)

    def fresh_number(self, name: str) -> ir.Var:
        self.counter += 1
        return ir.Var(f"{name}_{self.counter}")

    def element(self, variable: typed.Variable) -> ir.Var:
        """A fresh variable for the elements of a set, which are never nothing."""
        var = self.fresh(variable)
        return ir.Var(var.name, var.low, var.high - 1)

    def present(self, value: ir.Expr, kind: Type) -> ir.Expr:
        """The condition that a value is not nothing: true if it never is."""
        if kind.kind in ("number", "boolean", "set"):
            return TRUE
        nothing = self.nothing(kind)
        return differs(value, nothing) if interval(value, self.tables.values)[1] >= nothing else TRUE

    def within(self, value: ir.Expr, bounds: Counter | StateVariable) -> ir.Expr:
        """The value, or the nearest that the counter or variable can have."""
        least, most = (bounds.minimum, bounds.maximum) if isinstance(bounds, Counter) else (bounds.low, bounds.high)
        return self.nearest(value, least, most)

    def nearest(self, value: ir.Expr, least: int, most: int) -> ir.Expr:
        """The value, or what is nearest to it from `least` to `most`."""
        low, high = interval(value, self.tables.values)
        if high > most:
            value = fold("min", (value, ir.Const(most)))
        return fold("max", (value, ir.Const(least))) if low < least else value

    def number(self, value: ir.Expr) -> ir.Expr:
        """A number that rules work out: the value, or the nearest of 32 bits."""
        return self.nearest(value, *ir.UNKNOWN)

    def rounds(self, times: typed.Value, scope: Scope) -> ir.Expr:
        """How often something is done: never, if the number is below zero."""
        return self.nearest(self.value(times, scope), 0, MOST_ROUNDS)

    def value(self, node: typed.Value, scope: Scope) -> ir.Expr:
        """What a single value comes to; worked out once for all scopes that are alike to it."""
        return self._once(node, scope, "value", self.single)

    def iterate(self, node: typed.Value, scope: Scope) -> ir.Expr:
        """The elements of a set, in their stable order; in the same way."""
        return self._once(node, scope, "set", self.several)

    def _once(
        self, node: typed.Value, scope: Scope, kind: str, lower: Callable[[typed.Value, Scope], ir.Expr]
    ) -> ir.Expr:
        variables, counters, functions = reads(node)
        key = (kind, id(node), scope.me, *map(scope.variables.get, variables))
        if scope.changed:
            key += self._changed(counters, functions, scope)
        known = self.lowered.get(key)
        if known is None:
            self.count_parts(1)
            known = self.lowered[key] = (node, lower(node, scope))  # the node is kept, so that no other has its id
        else:
            self.count_parts(ir.measured(known[1])[0])
        return known[1]

    def _changed(
        self, counters: frozenset[str], functions: frozenset[Function], scope: Scope
    ) -> tuple[ir.Load | ir.Expr, ...]:
        """The slots of counters that have changed, of those that are read in this way, and what stands for them."""
        counters = counters.union(*map(self._counters_of, functions))
        read = [slot for slot in scope.changed if slot.area.removeprefix(COUNTER) in counters]
        return (*read, *(scope.changed[slot].value for slot in read))

    def _counters_of(self, function: Function) -> frozenset[str]:
        """The counters that a named value reads, also in those that it calls."""
        if function not in self._counters:
            _, counters, functions = reads(function.body)
            self._counters[function] = counters.union(*map(self._counters_of, functions))
        return self._counters[function]

    def single(self, node: typed.Value, scope: Scope) -> ir.Expr:
        raise NotImplementedError

    def several(self, node: typed.Value, scope: Scope) -> ir.Expr:
        raise NotImplementedError

    def either(self, node: typed.Value, scope: Scope) -> ir.Expr:
        """A value, or the elements of a set."""
        return self.iterate(node, scope) if node.type.kind == "set" else self.value(node, scope)
