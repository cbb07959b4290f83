"""The agent that searches: information-set Monte Carlo tree search over worlds that could be the real one.

All worlds share one tree, in which an option is the same wherever it means the same. Each iteration takes a world,
follows the tree as far as it goes, adds one option to it and plays to the end at random. Every player wants the most
for himself; what a match is worth is half his place and half his lead.
"""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING

from interpreter.agents.ahead import lead
from interpreter.agents.base import options_of
from interpreter.agents.places import places
from interpreter.agents.worlds import Worlds, edges, option_edges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.agents.worlds import Edge, End, World
    from interpreter.engine import NativeProgram, Option, Rules, View

ITERATIONS = 1000
MOST_WORLDS = 100
EXPLORE = 0.5
WIDTH = 2.0  # of n visits, so many times their square root are options tried
LONGEST = 1 << 40  # iterations that nobody waits for


class Branch:
    """An option in the tree. worth: the sum of what its visits were worth to who chose it. offers: how often it was
    offered. menus: what was asked after it, by site and seat.
    """

    __slots__ = ("menus", "offers", "visits", "worth")

    def __init__(self) -> None:
        self.visits = 0
        self.offers = 0
        self.worth = 0.0
        self.menus: dict[tuple[int, int], dict[Edge, Branch]] = {}


class MctsAgent:
    """Searches for so many iterations, or for so many seconds; the same again only when iterations count."""

    def __init__(self, seed: int, iterations: int = ITERATIONS, seconds: float | None = None) -> None:
        self._draw = random.Random(seed)  # noqa: S311 - play, no secrets
        self.iterations = iterations
        self.seconds = seconds
        self._native: dict[Rules, NativeProgram | None] = {}

    def choose(self, view: View) -> Option:
        options = options_of(view)
        if len(options) == 1:
            return options[0]
        search = Search(view, self._native_for(view), self._draw)
        for _ in self._rounds():
            search.iterate()
        return search.best(options)

    def _native_for(self, view: View) -> NativeProgram | None:
        if view.rules not in self._native:
            self._native[view.rules], _ = view.game.native_for(len(view.players), "auto", self.iterations)
        return self._native[view.rules]

    def _rounds(self) -> Iterator[int]:
        if self.seconds is None:
            yield from range(self.iterations)
            return
        end = time.monotonic() + self.seconds
        for i in range(LONGEST):
            if i and time.monotonic() >= end:
                return
            yield i


class Search:
    """One tree, for one decision of one player. root: no option itself; its menu is what the player is asked."""

    def __init__(self, view: View, native: NativeProgram | None, draw: random.Random) -> None:
        self._rules = view.rules
        self._seat = view.seat
        self._draw = draw
        self._worlds = Worlds(view, native)
        self._made: list[World] = []
        self.root = Branch()
        self._count = 0
        self._leads = [_Lead() for _ in view.rules.owners]

    def iterate(self) -> None:
        """One more match from here to the end."""
        world = self._world()
        bits = self._draw.getrandbits
        world.reset(bits(64))
        path = self._descend(world)
        gains = self._gains(world.play_out(bits(63)))
        for branch, owner in path:
            branch.visits += 1
            branch.worth += gains[owner]
        self.root.visits += 1
        self._count += 1

    def best(self, options: Sequence[Option]) -> Option:
        """The option that was visited most, of equal ones that which was worth most."""
        visited = {edge: branch for menu in self.root.menus.values() for edge, branch in menu.items()}
        meant = zip(option_edges(self._rules, options), options, strict=True)
        found = [(visited[edge].visits, visited[edge].worth, option) for edge, option in meant if edge in visited]
        return max(found, key=lambda one: one[:2])[-1] if found else self._draw.choice(options)

    def _world(self) -> World:
        """The next of the worlds, which are taken in turn."""
        if len(self._made) < MOST_WORLDS:
            self._made.append(self._worlds.imagine(self._draw.getrandbits(63)))
        return self._made[self._count % MOST_WORLDS]

    def _descend(self, world: World) -> list[tuple[Branch, int]]:
        """Follows the tree to its edge and a step beyond. The branches taken, each with who chose it, as an owner."""
        path: list[tuple[Branch, int]] = []
        branch, fresh = self.root, False
        while not fresh:
            offered = edges(self._rules, world)
            if not offered:
                break
            asked = world.asked
            menu = branch.menus.setdefault(asked, {})
            edge = self._picked(menu, offered, branch.visits)
            fresh = edge not in menu
            branch = menu.setdefault(edge, Branch())
            path.append((branch, self._rules.owner_of[asked[1]]))
            world.choose(offered[edge])
        return path

    def _picked(self, menu: dict[Edge, Branch], offered: dict[Edge, int], visits: int) -> Edge:
        """Which option to follow: a new one while few have been tried, else that of the highest bound."""
        known = [edge for edge in offered if edge in menu]
        if len(known) < len(offered) and len(known) < 1 + WIDTH * math.sqrt(visits):
            return self._draw.choice([edge for edge in offered if edge not in menu])
        best, chosen = -math.inf, known[0]
        for edge in known:
            branch = menu[edge]
            branch.offers += 1
            bound = branch.worth / branch.visits + EXPLORE * math.sqrt(math.log(branch.offers) / branch.visits)
            if bound > best:
                best, chosen = bound, edge
        return chosen

    def _gains(self, end: End) -> list[float]:
        """What the end is worth to each owner, from 0 to 1."""
        points = [float(total) for total in end.totals]
        return [
            (place + known.share(lead(points, owner))) / 2
            for owner, (place, known) in enumerate(zip(places(end.totals, end.winners), self._leads, strict=True))
        ]


class _Lead:
    """An owner's leads over the best of the others, as they were so far."""

    def __init__(self) -> None:
        self._count = 0
        self._mean = 0.0
        self._squares = 0.0

    def share(self, margin: float) -> float:
        """Where a lead lies among those so far, from 0 to 1."""
        self._count += 1
        away = margin - self._mean
        self._mean += away / self._count
        self._squares += away * (margin - self._mean)
        spread = math.sqrt(self._squares / self._count)
        return 0.5 if spread == 0 else 1 / (1 + math.exp(-(margin - self._mean) / spread))
