"""What emitted code calls: the generator, lists of pieces, groups. S is a state; places and pieces are numbers.

The generator is PCG32 (XSH-RR, O'Neill 2014) with the default stream. Bounded draws are without bias: outputs past the
last whole multiple of the bound are drawn again. A shuffle takes several positions from the upper 30 bits of one output
while their arrangements fit them.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from interpreter.compiler import covering

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

GENERATOR = 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK64 = (1 << 64) - 1
MASK32 = (1 << 32) - 1
MASK30 = (1 << 30) - 1
TWICE = (1 << 32) + 1  # times which 32 bits stand twice in a row, to be turned by a shift
BITS_AT_ONCE = 12  # elements of a set that are looked up together
LEAST, GREATEST = -(1 << 31), (1 << 31) - 1  # of numbers that rules work out
WIDEST_EXPONENT = 32  # from it on every power is as large as a number can be
DEEPEST = 16384  # slots of stack above the layout


MOST_ROUNDS = 100_000  # of loops in which nobody decides, between two decisions


class RulesError(Exception):
    """The rules did in play what they may not: an endless loop, nesting without end."""


class LongMatchError(RulesError):
    """A match that goes on after so many `decisions`."""

    def __init__(self, decisions: int) -> None:
        super().__init__(f"the game does not end: it goes on after {decisions} decisions")
        self.decisions = decisions


def seed(number: int) -> int:
    """The generator's state for a seed, as PCG's `srandom` makes it."""
    state = (INCREMENT + (number & MASK64)) & MASK64
    return (state * MULTIPLIER + INCREMENT) & MASK64


def draw32(S: list[int]) -> int:
    """32 random bits."""
    old = S[GENERATOR]
    S[GENERATOR] = (old * MULTIPLIER + INCREMENT) & MASK64
    mixed = (((old >> 18) ^ old) >> 27) & MASK32
    return (mixed * TWICE >> (old >> 59)) & MASK32


def below(S: list[int], bound: int) -> int:
    """A number from 0 to bound - 1."""
    limit = (1 << 32) - (1 << 32) % bound
    while True:
        bits = draw32(S)
        if bits < limit:
            return bits % bound


def _batch(things: int) -> tuple[tuple[int, ...], int, int]:
    """What one output decides when so many things are left: the sizes to choose from, the outputs to accept, and how
    many are left then.
    """
    left = things
    sizes = []
    arrangements = 1
    while left > 1 and arrangements * left <= 1 << 30:
        arrangements *= left
        sizes.append(left)
        left -= 1
    return tuple(sizes), (1 << 30) - (1 << 30) % arrangements, left


BATCHES = tuple(map(_batch, range(1025)))


def shuffle(S: list[int], base: int) -> None:
    """Mixes the pieces of a list."""
    pool = S[base + 1 : base + 1 + S[base]]
    mix(S, pool)
    S[base + 1 : base + 1 + len(pool)] = pool


def mix(S: list[int], pool: list[int]) -> None:
    """Puts a list of its own in random order."""
    left = len(pool)
    state = S[GENERATOR]
    while left > 1:
        if left < len(BATCHES):
            sizes, limit, left = BATCHES[left]
        else:
            sizes, limit, left = (left,), (1 << 30) - (1 << 30) % left, left - 1
        bits = limit
        while bits >= limit:  # draw32, written out: calls of it would be a fiftieth of a random match
            mixed = (((state >> 18) ^ state) >> 27) & MASK32
            bits = (mixed * TWICE >> (state >> 59) + 2) & MASK30
            state = (state * MULTIPLIER + INCREMENT) & MASK64
        for size in sizes:  # the pieces already placed are at the end
            pool.append(pool.pop(bits % size))
            bits //= size
    S[GENERATOR] = state


def roll(S: list[int], index: int, low: int, high: int) -> None:
    """Stores a random number from low to high at `index`."""
    S[index] = low + below(S, high - low + 1)


def items(S: list[int], base: int) -> list[int]:
    """The pieces of a list, bottom first."""
    return S[base + 1 : base + 1 + S[base]]


def bit_table(first: int, width: int) -> list[tuple[int, ...]]:
    """The elements of every set of `width` bits, bit 0 being `first`."""
    found: list[tuple[int, ...]] = [()]
    for i in range(width):
        found += [(*members, first + i) for members in found]
    return found


def single_bits(first: int, width: int) -> tuple[int, ...]:
    """For each element of a set of `width` bits, bit 0 being `first`, the set that it alone makes up."""
    return (*(0,) * first, *(1 << i for i in range(width)))


def members(bits: int, first: int) -> list[int]:
    """The elements of a set written as bits, bit 0 being `first`."""
    return [first + i for i in range(bits.bit_length()) if bits >> i & 1]


def as_bits(elements: Iterable[int], first: int) -> int:
    """A set written as bits."""
    bits = 0
    for element in elements:
        bits |= 1 << (element - first)
    return bits


Store = tuple[int, int]  # a list: its count's slot and -1; a set: its slot and the piece of bit 0


def push_all(S: list[int], base: int, pieces: Sequence[int]) -> None:
    """Puts pieces on top of a list."""
    count = S[base]
    S[base + 1 + count : base + 1 + count + len(pieces)] = pieces
    S[base] = count + len(pieces)


def pop_all(S: list[int], base: int) -> list[int]:
    """Takes all pieces out of a list."""
    count = S[base]
    moved = S[base + 1 : base + 1 + count]
    S[base : base + 1 + count] = [0] + [-1] * count
    return moved


def locate(S: list[int], location: int, pieces: Sequence[int], place: int) -> None:
    """Notes where pieces are."""
    for piece in pieces:
        S[location + piece] = place


def take_from(S: list[int], place: int, piece: int, stores: Sequence[Store | None]) -> None:
    """Removes a piece from the place where it lies."""
    store = stores[place]
    if store is None:
        return
    slot, first = store
    if first < 0:
        last = slot + S[slot]
        S[slot] -= 1
        del S[S.index(piece, slot + 1)]
        S.insert(last, -1)
    else:
        S[slot] &= ~(1 << (piece - first))


def put_on(S: list[int], place: int, piece: int, stores: Sequence[Store | None], at_bottom: int) -> None:
    """Puts a piece in a place that is only known in play."""
    store = stores[place]
    if store is None:
        return
    slot, first = store
    if first >= 0:
        S[slot] |= 1 << (piece - first)
    elif at_bottom:
        put_bottom(S, slot, piece)
    else:
        append(S, slot, piece)


def append(S: list[int], base: int, element: int) -> None:
    """Puts an element on top of a list. The list must have room."""
    S[base] += 1
    S[base + S[base]] = element


def clear(S: list[int], base: int) -> None:
    """Empties a list."""
    for i in range(base, base + S[base] + 1):
        S[i] = -1
    S[base] = 0


def gather(S: list[int], base: int, elements: Iterable[int]) -> None:
    """Makes these the elements of a list of the rules' own."""
    found = list(elements)
    clear(S, base)
    S[base : base + 1 + len(found)] = [len(found), *found]


def put_bottom(S: list[int], base: int, piece: int) -> None:
    """Puts a piece under a list. The list must have room."""
    count = S[base]
    S[base + 2 : base + 2 + count] = S[base + 1 : base + 1 + count]
    S[base + 1] = piece
    S[base] = count + 1


def groups(cells: Iterable[int], neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """The connected parts of a set of spaces, by their least spaces."""
    left = [False] * len(neighbours)
    for cell in cells:
        left[cell] = True
    found = []
    for start, wanted in enumerate(left):  # as it is by then
        if wanted:
            left[start] = False
            group = [start]
            for cell in group:
                for other in neighbours[cell]:
                    if left[other]:
                        left[other] = False
                        group.append(other)
            found.append(group)
    return found


def union(left: Iterable[int], right: Iterable[int]) -> list[int]:
    """What is in either of two sets: the first one's elements come first."""
    return list(dict.fromkeys([*left, *right]))


def minus(left: Iterable[int], right: Iterable[int]) -> list[int]:
    """What is in the first of two sets only."""
    gone = set(right)
    return [element for element in left if element not in gone]


def most(pairs: list[tuple[int, int]]) -> list[int]:
    """Of (value, element) pairs, the elements with the greatest value."""
    top = max((value for value, _ in pairs), default=0)
    return [element for value, element in pairs if value == top]


def least(pairs: list[tuple[int, int]]) -> list[int]:
    """Of (value, element) pairs, the elements with the least value."""
    bottom = min((value for value, _ in pairs), default=0)
    return [element for value, element in pairs if value == bottom]


def divide(left: int, right: int) -> int:
    """The quotient rounded down; 0 when divided by 0."""
    return left // right if right else 0


def remainder(left: int, right: int) -> int:
    """The remainder of `divide`, with the sign of `right`; 0 when divided by 0."""
    return left % right if right else 0


def power(base: int, exponent: int) -> int:
    """The nearest number there is; 0 for a negative exponent."""
    if exponent < 0:
        return 0
    if exponent > WIDEST_EXPONENT:
        exponent = WIDEST_EXPONENT + exponent % 2
    return max(LEAST, min(int(base**exponent), GREATEST))


def goes_on(decisions: int) -> None:
    """Refuses to go on with a match after so many decisions. Raises LongMatchError."""
    raise LongMatchError(decisions)


def never_ends(home: str) -> None:
    """Refuses to go on between two decisions. `home`: the rule. Raises RulesError."""
    raise RulesError(f"what happens between two decisions does not end ({home})")


class Rounds:
    """How many more rounds of loops, and calls of rules within themselves, there may be before the next decision."""

    def __init__(self) -> None:
        self.left = MOST_ROUNDS

    def spend(self, place: str) -> None:
        """One more of them. Raises RulesError, which says where, when there were too many."""
        self.left -= 1
        if self.left < 0:
            raise RulesError(f"what happens between two decisions does not end ({place})")


def push(S: list[int], values: tuple[int, ...], size: int) -> None:
    """Keeps a procedure's variables on the stack above the layout."""
    if len(S) - size > DEEPEST:
        raise RulesError("rules call each other without end")
    S.extend(values)


def routines() -> dict[str, Callable[..., object]]:
    """What emitted text can call, by name."""
    own = (item for item in globals().values() if callable(item) and getattr(item, "__module__", "") == __name__)
    others = {"insort": insort, "offered": covering.offered, "payable": covering.payable, "picks": covering.picks}
    return {item.__name__: item for item in own} | others
