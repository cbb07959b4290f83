"""Where the spaces of a board are drawn when its author does not say."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.model.game import SpaceKind

    Points = list[tuple[float, float]]

ROW = 12
ROUNDS, MOST_PULLED, APART = 120, 150, 1.6


def placed(space: SpaceKind, row: int = ROW) -> Points:
    """Column and row of each space: as its author says; else so that neighbours are near and others are not.

    row: the most spaces of a track, or without edges, in one row.
    """
    if space.directions is not None:
        return list(space.positions)
    if any(row for _, row in space.positions):
        return _spread(list(space.positions))
    count = len(space.members)
    pairs = _pairs(space)
    if pairs <= {(index, index + 1) for index in range(count)}:
        return [_winding(index, row) for index in range(count)]
    if count > MOST_PULLED:
        return _circle(count)
    return _pulled(_distances(space, pairs), _circle(count))


def _winding(index: int, most: int) -> tuple[float, float]:
    """Every other row goes back, so that the next one begins below the end of the last."""
    row, column = divmod(index, most)
    return float(most - 1 - column if row % 2 else column), -1.5 * row


def _spread(points: Points) -> Points:
    """The same picture, so large that no two spaces are less than one apart."""
    some = points[:MOST_PULLED]
    apart = [max(abs(x - u), abs(y - v)) for i, (x, y) in enumerate(some) for u, v in some[:i]]
    scale = max(1.0, 1 / min((distance for distance in apart if distance > 0), default=1.0))
    return [(x * scale, y * scale) for x, y in points]


def _pairs(space: SpaceKind) -> set[tuple[int, int]]:
    count = len(space.members)
    found = set()
    for index, others in enumerate(space.neighbours):
        for other in (place - space.first for place in others):
            if 0 <= other < count:
                found.add((min(index, other), max(index, other)))
    return found


def _circle(count: int) -> Points:
    """Evenly around a circle, neighbours one apart."""
    radius = count / (2 * math.pi) + 0.5
    turns = [2 * math.pi * index / count for index in range(count)]
    return [(radius * math.sin(turn), radius * math.cos(turn)) for turn in turns]


def _distances(space: SpaceKind, pairs: set[tuple[int, int]]) -> list[dict[int, float]]:
    """How far apart any two spaces should be: as many steps as there are between them."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(space.members)))
    graph.add_edges_from(pairs)
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    far = 1 + max(steps for known in lengths.values() for steps in known.values())
    count = len(space.members)
    return [{j: APART * lengths[i].get(j, far) for j in range(count) if j != i} for i in range(count)]


def _pulled(wanted: list[dict[int, float]], points: Points) -> Points:
    """Moves each point in turn to where the others want it (stress majorisation, near ones counting most).

    networkx has the same as `kamada_kawai_layout`, but only where NumPy and SciPy are installed.
    """
    for _ in range(ROUNDS):
        for i, distances in enumerate(wanted):
            x, y = points[i]
            total = sum_x = sum_y = 0.0
            for j, distance in distances.items():
                other_x, other_y = points[j]
                length = math.hypot(x - other_x, y - other_y) or 1e-9
                weight = distance**-2
                total += weight
                sum_x += weight * (other_x + distance * (x - other_x) / length)
                sum_y += weight * (other_y + distance * (y - other_y) / length)
            points[i] = (sum_x / total, sum_y / total)
    return points
