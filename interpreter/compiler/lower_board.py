"""The board's graph as constant tables."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.algebra import add, fold, multiply
from interpreter.compiler.lower_places import PlaceLowering
from interpreter.compiler.lowering import Scope
from interpreter.model import typed
from interpreter.model.game import SpaceKind

UNREACHABLE = 1 << 20  # the distance between spaces that no path joins


class BoardLowering(PlaceLowering):
    """Adds steps, distances and neighbours."""

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

    def neighbours(self, space: SpaceKind) -> str:
        rows = ((),) * space.first + space.neighbours + ((),)
        return self.tables.add(f"neighbours_on_{space.name}", rows)
