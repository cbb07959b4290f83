"""The hand-written opponent plays by the rules: a benchmark against a wrong game would mean nothing."""

from random import Random
from statistics import mean

import pytest

from tests.benchmarks.handwritten_rosenkoenig import (
    CARDS,
    DRAW,
    FIELDS,
    HAND,
    HEROES,
    PASS,
    STONES,
    Rosenkoenig,
    random_playout,
)

NORTH_1, NORTH_2, EAST_1, EAST_2, EAST_3, WEST_1 = 0, 1, 6, 7, 8, 18


def a_match(mine: list[int], other: list[int]) -> Rosenkoenig:
    """A match with the crown in the middle of an empty board, red to move, and these hands."""
    match = Rosenkoenig(Random(0).random)
    match.mine, match.other = mine, other
    match.discards = []
    match.pile = [card for card in range(CARDS) if card not in mine + other]
    return match


def test_squared_groups_are_the_score() -> None:
    match = a_match([], [])
    red = [0, 1, 2, 9, 11, 18, 19, 20, 40, 41, 80]  # groups of 8, 2 and 1
    for field in red:
        match.board[field] = 1
    match.board[10] = match.board[72] = 2
    assert match.scores() == (69, 2)


def test_diagonals_do_not_connect() -> None:
    match = a_match([], [])
    for field in (8, 9, 17, 25):  # the end of one row and the start of the next do not touch either
        match.board[field] = 2
    assert match.scores() == (0, 2**2 + 1 + 1)


def test_targets_empty_own_enemy_and_off_board() -> None:
    match = a_match([EAST_1, EAST_2, EAST_3, NORTH_1, NORTH_2], [WEST_1])
    match.board[41], match.board[42] = 1, 2
    assert match.legal_moves() == [EAST_2 + CARDS, EAST_3, NORTH_1, NORTH_2]
    match.heroes[1] = 0
    assert match.legal_moves() == [EAST_3, NORTH_1, NORTH_2]
    match.crown = 17
    assert match.legal_moves() == [NORTH_1]


def test_a_card_places_a_stone_and_moves_the_crown() -> None:
    match = a_match([EAST_3], [WEST_1])
    match.apply(EAST_3)
    assert (match.crown, match.board[43], match.stones, match.discards) == (43, 1, STONES - 1, [EAST_3])
    assert (match.me, match.mine, match.other) == (2, [WEST_1], [])


def test_a_hero_flips_a_stone_and_leaves() -> None:
    match = a_match([EAST_3], [WEST_1])
    match.board[43] = 2
    match.apply(EAST_3 + CARDS)
    assert (match.crown, match.board[43], match.stones) == (43, 1, STONES)
    assert match.heroes == [0, HEROES - 1, HEROES]


def test_the_last_card_drawn_turns_the_discards_over() -> None:
    match = a_match([EAST_1], [WEST_1])
    match.pile, match.discards = [NORTH_1], [EAST_2, EAST_3]
    match.apply(DRAW)
    assert (match.other, match.pile, match.discards) == ([EAST_1, NORTH_1], [EAST_2, EAST_3], [])


def test_a_pass_is_forced_while_the_other_can_act_and_ends_the_match_when_not() -> None:
    north, east = [0, 1, 2, 3, 4], [6, 7, 8, 9, 10]
    match = a_match(north, east)
    match.crown = 4
    match.heroes = [0, 0, 0]
    assert match.legal_moves() == [PASS]
    match.crown = 8
    match.board[17] = match.board[26] = 1
    match.other = [6, 7, 8, 12, 13]
    assert match.legal_moves() == []
    match.heroes = [0, 0, 1]
    assert match.legal_moves() == [PASS]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_in_a_match(seed: int) -> None:
    random = Random(seed).random
    match = Rosenkoenig(random)
    while moves := match.legal_moves():
        match.apply(moves[int(random() * len(moves))])
        assert sorted(match.mine + match.other + match.pile + match.discards) == list(range(CARDS))
        assert match.board[:FIELDS].count(0) == FIELDS - STONES + match.stones
        assert max(len(match.mine), len(match.other)) <= HAND
        assert match.pile
    assert match.over


def test_random_matches_take_as_long_as_elsewhere() -> None:
    """The known average of 113.8 decisions counts the two passes that close a match where nobody can act.

    Here such a match, nearly every second one, ends at once.
    """
    random = Random(7).random
    decisions = [random_playout(random)[0] for _ in range(2000)]
    assert mean(decisions) == pytest.approx(112.8, abs=1)
    random = Random(7).random
    stuck = 0
    for _ in decisions:
        match = Rosenkoenig(random)
        while moves := match.legal_moves():
            match.apply(moves[int(random() * len(moves))])
        stuck += match.stones > 0
    assert mean(decisions) + 2 * stuck / len(decisions) == pytest.approx(113.8, abs=1)
