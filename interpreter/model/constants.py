"""Values that are known before play: parameters, counts, where things start, which spaces are linked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from interpreter.model import typed
from interpreter.model.game import PieceKind, SpaceKind
from interpreter.model.scope import Scope
from interpreter.model.types import Type
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LIMIT = 2**31 - 1
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class NotConstantError(Exception):
    """The value cannot be had before play: it depends on the state, has no result, or takes too long."""

    def __init__(self, why: Literal["state", "result", "effort"] = "state") -> None:
        super().__init__(why)
        self.why = why


@dataclass(slots=True)
class Effort:
    """How many elements may still be looked at."""

    left: int = 200_000

    def spend(self, amount: int) -> None:
        """Raises NotConstantError when nothing is left."""
        self.left -= amount
        if self.left < 0:
            raise NotConstantError("effort")


@record
class Constants:
    """Evaluates bound values without a state. `me` is a seat, where one acts."""

    scope: Scope
    me: int | None = None
    locals: Mapping[int, int] = field(default_factory=dict)
    effort: Effort = field(default_factory=Effort)

    def number(self, value: typed.Value) -> int:
        """The value as a number. Raises NotConstantError."""
        match value:
            case typed.Const(number):
                return number
            case typed.Local(variable) if variable.uid in self.locals:
                return self.locals[variable.uid]
            case typed.Me() if self.me is not None:
                return self.me
            case typed.TeamOf(player):
                return self.scope.seats[self.number(player)].team
            case typed.Next(one):
                nothing = self.scope.nothing_of(one.type)
                return nothing if (found := self.number(one)) == nothing else (found + 1) % nothing
            case typed.ZoneOf(zone, owner):
                return zone.first + (0 if owner is None else self.number(owner))
            case typed.AttributeOf(attribute, target):
                return attribute.values[self.number(target) - self._first(target.type)]
            case typed.Arithmetic(operator, left, right):
                return arithmetic(operator, self.number(left), self.number(right))
            case typed.MinMax(kind, items):
                return (min if kind == "min" else max)(self.number(item) for item in items)
            case typed.IfValue(condition, then, otherwise):
                return self.number(then if self.number(condition) else otherwise)
            case typed.CallFunction(function, arguments):
                pairs = zip(function.parameters, arguments, strict=True)
                inner = {parameter.uid: self.number(argument) for parameter, argument in pairs}
                return replace(self, locals=inner).number(function.body)
            case _:
                return self._truth(value)

    def _truth(self, value: typed.Value) -> int:
        match value:
            case typed.Or(items):
                return int(any(self.number(item) for item in items))
            case typed.And(items):
                return int(all(self.number(item) for item in items))
            case typed.Not(inner):
                return 1 - self.number(inner)
            case typed.Compare(operator, left, right):
                if self._is_of_nothing(left) or self._is_of_nothing(right):
                    return 0
                return int(_COMPARE[operator](self.number(left), self.number(right)))
            case typed.Member(element, domain):
                return int(self.number(element) in self.elements(domain))
            case typed.Quantified(kind, binder):
                found = any(True for _ in self._chosen(binder))
                return int(found == (kind == "exists"))
            case typed.Aggregate(kind, binder, measure):
                return self._aggregate(kind, binder, measure)
            case typed.Step():
                return self._step(value)
            case _:
                raise NotConstantError

    def elements(self, value: typed.Value) -> list[int]:
        """The numbers of a set's elements, in order. Raises NotConstantError."""
        match value:
            case typed.All(type=Type(element=Type() as element)):
                return list(self._members(element))
            case typed.NumberRange(first, last):
                self.effort.spend(last - first)
                return list(range(first, last + 1))
            case typed.SetOf(items):
                return [self.number(item) for item in items]
            case typed.Neighbours(space):
                spaces = self.scope.spaces[space.type.name]
                return list(spaces.neighbours[self.number(space) - spaces.first])
            case typed.Arithmetic("+", left, right):
                return list(dict.fromkeys([*self.elements(left), *self.elements(right)]))
            case typed.Arithmetic("-", left, right):
                gone = set(self.elements(right))
                return [element for element in self.elements(left) if element not in gone]
            case _:
                raise NotConstantError

    def with_local(self, variable: typed.Variable, value: int) -> Constants:
        self.effort.spend(1)
        return Constants(self.scope, self.me, {**self.locals, variable.uid: value}, self.effort)

    def _chosen(self, binder: typed.Binder) -> Iterator[Constants]:
        for element in self.elements(binder.domain):
            inner = self.with_local(binder.variable, element)
            if binder.where is None or inner.number(binder.where):
                yield inner

    def _aggregate(self, kind: str, binder: typed.Binder, measure: typed.Value | None) -> int:
        found = [1 if measure is None else inner.number(measure) for inner in self._chosen(binder)]
        if kind in ("count", "sum"):
            return sum(found)
        return (max if kind == "most" else min)(found, default=0)

    def _step(self, value: typed.Step) -> int:
        spaces = self.scope.spaces[value.space.type.name]
        place = self.number(value.space)
        direction = self.number(value.direction)
        for _ in range(self.number(value.count)):
            if place == spaces.nothing:
                break
            place = spaces.steps[direction][place - spaces.first]
        return place

    def _is_of_nothing(self, value: typed.Value) -> bool:
        """Whether it would be read from something that is not there: no comparison about that holds."""
        if not isinstance(value, typed.AttributeOf):
            return False
        found = self._kind(value.target.type)
        return found is not None and self.number(value.target) == found.nothing

    def _kind(self, kind: Type) -> PieceKind | SpaceKind | None:
        kinds: Mapping[str, PieceKind | SpaceKind] = self.scope.pieces if kind.kind == "piece" else self.scope.spaces
        return kinds.get(kind.name)

    def _first(self, kind: Type) -> int:
        found = self._kind(kind)
        return 0 if found is None else found.first

    def _members(self, kind: Type) -> range:
        first = self._first(kind)
        return range(first, self.scope.nothing_of(kind))


def arithmetic(operator: str, left: int, right: int) -> int:
    """What the operators mean: `/` rounds down. Raises NotConstantError where there is no result in range."""
    if operator in ("/", "mod") and right == 0:
        raise NotConstantError("result")
    if operator == "^" and (right < 0 or (abs(left) > 1 and right > 31)):
        raise NotConstantError("result")
    match operator:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case "/":
            result = left // right
        case "mod":
            result = left % right
        case _:
            result = int(left**right)
    if abs(result) > LIMIT:
        raise NotConstantError("result")
    return result
