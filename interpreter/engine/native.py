"""A compiled game as machine code, over the same state array.

While the machine code runs, other threads of Python can. What it cannot do it leaves: the Python program then plays
that part from the same state, and says what is wrong if anything is.
"""

from __future__ import annotations

import ctypes
import random
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.compiler import GENERATOR, ME, PENDING
from interpreter.compiler.program import MOST_DECISIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.compiler import Program

FINE = 0
AT_ONCE = 100  # matches between two moments at which an interrupt from the keyboard is heard
MASK64 = (1 << 64) - 1
SIGN = 1 << 63
WORD = 32  # bits of a draw


class Outcome(NamedTuple):
    """How a match ended. totals: by owner.  winners: the indices of the owners who won."""

    decisions: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class NativeProgram:
    """A program's machine code. Threads may share it; a match belongs to one thread at a time.

    program: the same in Python.  slots: how many a state has outside of calls.  size: a match's bytes.
    copy: makes one buffer what another is.  turn: held while the Python program runs, which knows of no threads.
    """

    def __init__(self, program: Program, library: ctypes.CDLL) -> None:
        self.program = program
        self._library = library
        shape = (ctypes.c_int32 * 6).in_dll(library, "kamon_shape")
        self.slots, self._capacity, self._options, self._owners, self._lines, self.size = shape
        self._type = self._match_type()
        for name in ("kamon_matches", "kamon_rollouts", "kamon_random_matches", "kamon_drawn"):
            getattr(library, name).restype = ctypes.c_int64
        for name in ("kamon_new", "kamon_seed", "kamon_copy"):
            getattr(library, name).restype = None
        self.turn = Lock()
        self.copy: Callable[[Any, Any], None] = library.kamon_copy

    def _match_type(self) -> type[ctypes.Structure]:
        fields = [
            ("escape", ctypes.c_void_p),
            ("depth", ctypes.c_int32),
            ("rounds", ctypes.c_int32),
            ("length", ctypes.c_int32),
            ("count", ctypes.c_int32),
            ("options", ctypes.c_int32 * (self._options + 1)),
            ("slots", ctypes.c_int64 * self._capacity),
        ]
        return type("Match", (ctypes.Structure,), {"_fields_": fields})

    def call(self, name: str, *arguments: object) -> int:
        """What an entry point of the library returns."""
        return getattr(self._library, name)(*arguments)  # type: ignore[no-any-return]

    # -- single matches -----------------------------------------------------------------------------------------

    def start(self, seed: int) -> NativeMatch:
        """A match at its first decision. Raises RulesError."""
        match = NativeMatch(self)
        self.call("kamon_new", match.reference, ctypes.c_uint64(seed & MASK64))
        if self.call("kamon_begin", match.reference) != FINE:
            with self.turn:
                array = self.program.new_state(seed)
                match.take(array, self.program.begin(array))
        return match

    def match(self, array: Sequence[int]) -> NativeMatch:
        """A match at the moment that a state's array says. Raises RulesError."""
        match = NativeMatch(self)
        match.take(array, ())
        match.find_options()
        return match

    def new_buffer(self) -> Any:
        """Room for a match, as the library knows it."""
        return self._type()

    def new_twister(self) -> Any:
        """Room for what the library knows of a generator of players' draws."""
        return ctypes.create_string_buffer(ctypes.c_int32.in_dll(self._library, "kamon_twister").value)

    # -- many matches -------------------------------------------------------------------------------------------

    def play_matches(self, seeds: Sequence[int], limit: int = MOST_DECISIONS) -> list[Outcome]:
        """Random matches from set-up to the end; each seed is for chance and for the players' draws.

        Raises RulesError for a match that the rules do not let end, ValueError for a seed of more than 64 bits.
        """
        found: list[Outcome] = []
        buffer = self.new_buffer()
        while len(found) < len(seeds):
            some = seeds[len(found) : len(found) + AT_ONCE]
            rows = self._rows(len(some))
            sizes = ctypes.c_int64(len(some)), _words64(some), ctypes.c_int64(limit)
            done = self.call("kamon_matches", ctypes.byref(buffer), *sizes, rows)
            found += self._outcomes(rows, done)
            if done < len(some):
                state = self.program.new_state(some[done])
                decisions = self._whole_in_python(state, _bits(some[done]), limit)
                found.append(self.outcome(state, decisions))
        return found

    def random_matches(self, count: int, seed: int, limit: int = MOST_DECISIONS) -> Iterator[Outcome]:
        """As many matches as `Game.random_games` plays with the same seed, and the same ones. Raises RulesError."""
        draws = _Draws(self, seed)
        buffer = self.new_buffer()
        left = count
        while left > 0:
            some = min(left, AT_ONCE)
            rows = self._rows(some)
            sizes = ctypes.c_int64(some), ctypes.c_int64(limit)
            done = self.call("kamon_random_matches", ctypes.byref(buffer), draws.twister, *sizes, rows)
            yield from self._outcomes(rows, done)
            left -= done
            if done < some:
                bits = draws.in_python()
                state = self.program.new_state(bits(64))
                yield self.outcome(state, self._whole_in_python(state, bits, limit))
                draws.take_back()
                left -= 1

    def random_arrays(self, count: int, seed: int, limit: int = MOST_DECISIONS) -> Iterator[list[int]]:
        """The final states of the matches that `random_matches` plays. Raises RulesError."""
        draws = _Draws(self, seed)
        match = NativeMatch(self)
        sizes = ctypes.c_int64(1), ctypes.c_int64(limit), self._rows(1)
        for _ in range(count):
            if self.call("kamon_random_matches", match.reference, draws.twister, *sizes) == 1:
                yield match.array
            else:
                bits = draws.in_python()
                state = self.program.new_state(bits(64))
                self._whole_in_python(state, bits, limit)
                draws.take_back()
                yield state

    def _whole_in_python(self, state: list[int], bits: Callable[[int], int], limit: int) -> int:
        with self.turn:
            return self.program.playout(state, bits, limit)

    def _rows(self, count: int) -> Any:
        return (ctypes.c_int64 * (count * (self._owners + 2)))()

    def _outcomes(self, rows: Any, count: int) -> list[Outcome]:
        width = self._owners + 2
        numbers = rows[: count * width]
        return [
            Outcome(numbers[at], tuple(numbers[at + 1 : at + width - 1]), _members(numbers[at + width - 1]))
            for at in range(0, count * width, width)
        ]

    def outcome(self, state: list[int], decisions: int) -> Outcome:
        """The outcome of a match that was played in Python."""
        totals = tuple(sum(lines) for lines in self.program.score(state))
        return Outcome(decisions, totals, self.program.leaders(state))

    def scores(self, match: NativeMatch) -> list[list[int]]:
        """For each player or team, the value of each score line."""
        found = (ctypes.c_int64 * (self._owners * self._lines))()
        if self.call("kamon_scores", match.reference, found) != FINE:
            with self.turn:
                return self.program.score(match.array)
        return [found[at : at + self._lines] for at in range(0, len(found), self._lines)]

    def rollouts(self, match: NativeMatch, seeds: Sequence[int], limit: int = MOST_DECISIONS) -> list[Outcome]:
        """Copies of a match, each played to the end as `NativeMatch.play_out` does. Raises what that does.

        What chance does in them is the same until the players' draws lead to other questions of it.
        """
        found: list[Outcome] = []
        buffer = self.new_buffer()
        while len(found) < len(seeds):
            some = seeds[len(found) :]
            rows = self._rows(len(some))
            sizes = ctypes.c_int64(len(some)), _words64(some), ctypes.c_int64(limit)
            done = self.call("kamon_rollouts", match.reference, ctypes.byref(buffer), *sizes, rows)
            found += self._outcomes(rows, done)
            if done < len(some):
                found.append(match.copy().play_out(some[done]))
        return found

    def play_out(self, match: NativeMatch, seed: int, limit: int) -> Outcome | None:
        """Plays a match to the end; None where only Python can."""
        row = self._rows(1)
        sizes = ctypes.c_uint64(*_words64((seed,))), ctypes.c_int64(limit)
        if self.call("kamon_playout", match.reference, *sizes, row) != FINE:
            return None
        return self._outcomes(row, 1)[0]


class NativeMatch:
    """A match at one moment, in a buffer of the library."""

    __slots__ = ("_before", "buffer", "native", "reference")

    def __init__(self, native: NativeProgram) -> None:
        self.native = native
        self.buffer = native.new_buffer()
        self.reference = ctypes.byref(self.buffer)
        self._before: Any = None

    @property
    def array(self) -> list[int]:
        """The state's array, as the Python program has it."""
        found: list[int] = self.buffer.slots[: self.buffer.length]
        found[GENERATOR] &= MASK64
        return found

    @property
    def codes(self) -> list[int]:
        """The pending decision's options; none: the match is over."""
        return self.buffer.options[: self.buffer.count]  # type: ignore[no-any-return]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.buffer.count == 0)

    @property
    def asked(self) -> tuple[int, int]:
        """The number of the site where somebody decides, and of his seat."""
        return self.buffer.slots[PENDING], self.buffer.slots[ME]

    def reseed(self, bits: int) -> None:
        """Another chance from here on: the generator's 64 bits."""
        self.buffer.slots[GENERATOR] = bits - (1 << 64) if bits >= SIGN else bits

    def take(self, array: Sequence[int], codes: Sequence[int]) -> None:
        """Makes this the moment that an array and its options say."""
        slots = list(array)
        if slots[GENERATOR] >= SIGN:
            slots[GENERATOR] -= 1 << 64
        self.buffer.slots[: len(slots)] = slots
        self.buffer.options[: len(codes)] = codes
        self.buffer.length, self.buffer.count = len(slots), len(codes)

    def choose(self, index: int) -> None:
        """Plays on with one of the options. Raises IndexError where there is no such option, and RulesError."""
        if not 0 <= index < self.buffer.count:
            raise IndexError(index)
        self._remember()
        if self.native.call("kamon_choose", self.reference, index) != FINE:
            self._go_back()
            array = self.array
            with self.native.turn:
                self.take(array, self.native.program.choose(array, self.codes[index]))

    def _remember(self) -> None:
        """Keeps this moment, in case the machine code fails."""
        if self._before is None:
            self._before = self.native.new_buffer()
        self.native.copy(ctypes.byref(self._before), self.reference)

    def _go_back(self) -> None:
        self.buffer, self._before = self._before, self.buffer
        self.reference = ctypes.byref(self.buffer)

    def find_options(self) -> None:
        """Finds the options anew, after the slots were changed from outside. Raises RulesError."""
        if self.native.call("kamon_options", self.reference) != FINE:
            array = self.array
            with self.native.turn:
                self.take(array, self.native.program.options(array))

    def copy(self) -> NativeMatch:
        """An independent match at the same moment."""
        other = NativeMatch(self.native)
        other.set_to(self)
        return other

    def set_to(self, other: NativeMatch) -> None:
        """Makes this the same moment as another match of the same program."""
        self.native.copy(self.reference, other.reference)

    def scores(self) -> list[list[int]]:
        """For each player or team, the value of each score line."""
        return self.native.scores(self)

    def play_out(self, seed: int, limit: int = MOST_DECISIONS) -> Outcome:
        """Plays to the end as `State.random_playout` does with that seed.

        Raises RulesError, and ValueError for a seed of more than 64 bits.
        """
        self._remember()
        found = self.native.play_out(self, seed, limit)
        if found is not None:
            return found
        self._go_back()
        array = self.array
        with self.native.turn:
            decisions = self.native.program.finish(array, self.codes, _bits(seed), limit)
        self.take(array, ())
        return self.native.outcome(array, decisions)

    def rollouts(self, seeds: Sequence[int], limit: int = MOST_DECISIONS) -> list[Outcome]:
        """See NativeProgram.rollouts."""
        return self.native.rollouts(self, seeds, limit)


class _Draws:
    """The draws of `random.Random(seed)`, taken by the library or by Python."""

    def __init__(self, native: NativeProgram, seed: int) -> None:
        self._native = native
        self._seed = seed
        self._drawn = 0
        self.twister = native.new_twister()
        self.take_back()

    def take_back(self) -> None:
        """The library goes on where Python left off."""
        key = _key(self._seed)
        words = (ctypes.c_uint32 * len(key))(*key)
        self._native.call("kamon_seed", self.twister, words, len(key), ctypes.c_int64(self._drawn))

    def in_python(self) -> Callable[[int], int]:
        """Python goes on where the library left off."""
        bits = _bits(self._seed)
        self._drawn = self._native.call("kamon_drawn", self.twister)
        for _ in range(self._drawn):
            bits(WORD)

        def drawn(width: int) -> int:
            self._drawn += -(-width // WORD)
            return bits(width)

        return drawn


@cache
def _members(bits: int) -> tuple[int, ...]:
    """The numbers of the bits that are set."""
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)


def _bits(seed: int) -> Callable[[int], int]:
    return random.Random(seed).getrandbits  # noqa: S311 - play, no secrets


def _words64(seeds: Sequence[int]) -> Any:
    """Seeds as the library takes them. Raises ValueError for one that does not fit: it would be another's."""
    for seed in seeds:
        if not 0 <= seed <= MASK64:
            raise ValueError(f"a seed must be from 0 to 2^64 - 1, not {seed}")
    return (ctypes.c_uint64 * len(seeds))(*seeds)


def _key(seed: int) -> list[int]:
    """A seed as words of 32 bits, as `random.Random` reads it."""
    left = abs(seed)
    words: list[int] = []
    while left or not words:
        words.append(left & (1 << WORD) - 1)
        left >>= WORD
    return words
