"""How each did in a match, as a number that can be averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def places(totals: Sequence[int], winners: Sequence[int]) -> list[float]:
    """By owner, the share of the others whom he beat, an equal one counting half. Alone, whether he won.

    Winners beat all others; among these, more points beat fewer.
    """
    ranks = [(owner in winners, total) for owner, total in enumerate(totals)]
    if len(ranks) == 1:
        return [float(ranks[0][0])]
    return [(sum((one < own) + (one <= own) for one in ranks) - 1) / (2 * (len(ranks) - 1)) for own in ranks]
