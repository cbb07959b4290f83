"""Matches as an agent imagines them: states that could be the real one, played on by whichever engine is there."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple, Protocol

from interpreter.compiler import GENERATOR, ME, PENDING
from interpreter.engine.unseen import UNSEEN, offered, unseen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine import NativeMatch, NativeProgram, Option, Rules, View

Edge = int | tuple[int, int]
"""What an option means in every world: its code; for a piece that who decides does not see, its group and its place."""


class End(NamedTuple):
    """How an imagined match ended. totals: by owner.  winners: the indices of the owners who won."""

    totals: Sequence[int]
    winners: Sequence[int]


class World(Protocol):
    """An imagined match at one moment. It is reset to the moment at which it was made as often as one likes."""

    def reset(self, bits: int) -> None:
        """Back to the first moment, with another chance from there on: 64 bits."""
        ...

    @property
    def asked(self) -> tuple[int, int]:
        """The number of the site where somebody decides, and of his seat."""
        ...

    @property
    def codes(self) -> list[int]:
        """What is offered; nothing when the match is over."""
        ...

    @property
    def array(self) -> list[int]:
        """The state's slots."""
        ...

    def choose(self, index: int) -> None:
        """Plays on with one of the codes. Raises RulesError."""
        ...

    def play_out(self, seed: int) -> End:
        """Plays to the end, every option as likely as any other. Raises RulesError."""
        ...


class PythonWorld:
    """A world that the Python engine plays on."""

    def __init__(self, rules: Rules, array: list[int]) -> None:
        self._rules = rules
        self._first = array
        self._first_codes = rules.program.options(array)
        self.array = array
        self.codes = self._first_codes

    def reset(self, bits: int) -> None:
        self.array = self._first[:]
        self.array[GENERATOR] = bits
        self.codes = self._first_codes

    @property
    def asked(self) -> tuple[int, int]:
        return self.array[PENDING], self.array[ME]

    def choose(self, index: int) -> None:
        self.codes = self._rules.program.choose(self.array, self.codes[index])

    def play_out(self, seed: int) -> End:
        program = self._rules.program
        bits = random.Random(seed).getrandbits  # noqa: S311 - play, no secrets
        program.finish(self.array, self.codes, bits)
        return End([sum(lines) for lines in program.score(self.array)], program.leaders(self.array))


class NativeWorld:
    """A world that machine code plays on. `played`: a match that worlds of one program share, one at a time."""

    def __init__(self, first: NativeMatch, played: NativeMatch) -> None:
        self._first = first
        self._played = played

    def reset(self, bits: int) -> None:
        self._played.set_to(self._first)
        self._played.reseed(bits)

    @property
    def asked(self) -> tuple[int, int]:
        return self._played.asked

    @property
    def codes(self) -> list[int]:
        return self._played.codes

    @property
    def array(self) -> list[int]:
        return self._played.array

    def choose(self, index: int) -> None:
        self._played.choose(index)

    def play_out(self, seed: int) -> End:
        found = self._played.play_out(seed)
        return End(found.totals, found.winners)


class Worlds:
    """The worlds of one player's view, made when they are first asked for."""

    def __init__(self, view: View, native: NativeProgram | None) -> None:
        self._view = view
        self._native = native
        self._played = None if native is None else native.start(0)

    def imagine(self, seed: int) -> World:
        """A new world: a state that the player cannot tell from the real one."""
        state = self._view.determinise(seed)
        if self._native is None or self._played is None:
            return PythonWorld(self._view.rules, state.array)
        return NativeWorld(self._native.match(state.array), self._played)


def edges(rules: Rules, world: World) -> dict[Edge, int]:
    """The options that are offered in a world, each with the index of its code; of options alike to who decides one."""
    codes = world.codes
    if world.asked[0] not in rules.groups_with_unseen:
        return {code: index for index, code in enumerate(codes)}
    array = world.array
    kept = offered(rules, array, codes)
    hidden = unseen(rules, array, kept)
    where = {code: index for index, code in enumerate(codes)}
    found: dict[Edge, int] = {}
    for code in kept:
        known = hidden.get(code)
        edge: Edge = code if known is None else (rules.group(array[PENDING], code).low, known.number)
        found[edge] = where[code]
    return found


def option_edges(rules: Rules, options: Sequence[Option]) -> list[Edge]:
    """What each of a decision's options means in every world."""
    return [
        (rules.group(option.site, option.code).low, option.element.number)
        if option.element is not None and option.element.kind == UNSEEN
        else option.code
        for option in options
    ]
