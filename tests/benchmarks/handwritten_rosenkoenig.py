"""Rosenkönig for two as one would write it by hand for speed in CPython: what the engine is measured against.

No rules as data, no layers: tables made once, small integers everywhere. Fields are 0 to 80, row by row.
"""

from collections.abc import Callable
from typing import Final

SIZE: Final = 9
FIELDS: Final = SIZE * SIZE
OFF_BOARD: Final = FIELDS
EMPTY: Final = 0
BEYOND: Final = 9
CARDS: Final = 24
STONES: Final = 52
HEROES: Final = 4
HAND: Final = 5
# A move: 0-23 plays that power card, 24-47 plays it with a hero.
DRAW: Final = 48
PASS: Final = 49

_DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def _field(row: int, column: int) -> int:
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else OFF_BOARD


# TARGETS[crown][card]: where the crown lands. Card 3d+s-1 goes s steps in direction d.
TARGETS: Final = [
    [
        _field(field // SIZE + steps * down, field % SIZE + steps * right)
        for down, right in _DIRECTIONS
        for steps in (1, 2, 3)
    ]
    for field in range(FIELDS)
]
# The orthogonal neighbours on the board.
NEIGHBOURS: Final = [
    [
        near
        for down, right in _DIRECTIONS[::2]
        if (near := _field(field // SIZE + down, field % SIZE + right)) != OFF_BOARD
    ]
    for field in range(FIELDS)
]


class Rosenkoenig:
    """A match in progress. Red is 1 and begins, white is 2; `mine` belongs to the player to move.

    `board[field]` is EMPTY or a colour, with one more entry for everything off the board. The pile is kept
    unordered and drawn from at random, which is the same as shuffling it.
    """

    __slots__ = ("board", "crown", "discards", "heroes", "me", "mine", "other", "pile", "random", "stones")

    def __init__(self, random: Callable[[], float]) -> None:
        """A new match, dealt; all its chance comes from `random`, uniform over [0, 1)."""
        self.random = random
        self.board = [EMPTY] * FIELDS + [BEYOND]
        self.crown = FIELDS // 2
        self.stones = STONES
        self.heroes = [0, HEROES, HEROES]
        self.me = 1
        self.pile = pile = list(range(CARDS))
        self.discards: list[int] = []
        dealt = []
        for left in range(CARDS, CARDS - 2 * HAND, -1):
            at = int(random() * left)
            dealt.append(pile[at])
            pile[at] = pile[-1]
            pile.pop()
        self.mine = dealt[:HAND]
        self.other = dealt[HAND:]

    def legal_moves(self) -> list[int]:
        """What the player to move may do; nothing when the match is over."""
        if not self.stones:
            return []
        board = self.board
        targets = TARGETS[self.crown]
        mine = self.mine
        me = self.me
        moves = []
        if self.heroes[me]:
            enemy = 3 - me
            for card in mine:
                stone = board[targets[card]]
                if not stone:
                    moves.append(card)
                elif stone == enemy:
                    moves.append(card + CARDS)
        else:
            for card in mine:  # a comprehension costs a call in CPython 3.11
                if not board[targets[card]]:
                    moves.append(card)  # noqa: PERF401
        if len(mine) < HAND:
            moves.append(DRAW)
        elif not moves and self._other_can_act():
            moves.append(PASS)
        return moves

    def _other_can_act(self) -> bool:
        if len(self.other) < HAND:
            return True
        board = self.board
        targets = TARGETS[self.crown]
        wanted = (EMPTY, self.me) if self.heroes[3 - self.me] else (EMPTY,)
        return any(board[targets[card]] in wanted for card in self.other)

    def apply(self, move: int) -> None:
        """Makes a legal move and hands the turn over."""
        me = self.me
        mine = self.mine
        if move == DRAW:
            pile = self.pile
            at = int(self.random() * len(pile))
            mine.append(pile[at])
            pile[at] = pile[-1]
            pile.pop()
            if not pile:
                self.pile = self.discards
                self.discards = pile
        elif move < CARDS:
            mine.remove(move)
            self.discards.append(move)
            self.crown = crown = TARGETS[self.crown][move]
            self.board[crown] = me
            self.stones -= 1
        elif move != PASS:
            card = move - CARDS
            mine.remove(card)
            self.discards.append(card)
            self.crown = crown = TARGETS[self.crown][card]
            self.board[crown] = me
            self.heroes[me] -= 1
        self.me = 3 - me
        self.mine = self.other
        self.other = mine

    @property
    def over(self) -> bool:
        """Whether the last stone lies or nobody can act."""
        return not self.legal_moves()

    def scores(self) -> tuple[int, int]:
        """Red's and white's points: the squares of their groups' sizes, summed."""
        board = self.board[:FIELDS]
        points = [0, 0, 0]
        for field, colour in enumerate(board):
            if colour:
                board[field] = EMPTY
                group = [field]
                for at in group:
                    for near in NEIGHBOURS[at]:
                        if board[near] == colour:
                            board[near] = EMPTY
                            group.append(near)
                points[colour] += len(group) ** 2
        return points[1], points[2]


def random_playout(random: Callable[[], float]) -> tuple[int, tuple[int, int]]:
    """Plays a match with uniformly random moves: how many decisions it took, and the scores."""
    match = Rosenkoenig(random)
    legal_moves = match.legal_moves
    apply = match.apply
    decisions = 0
    while moves := legal_moves():
        apply(moves[int(random() * len(moves))])
        decisions += 1
    return decisions, match.scores()
