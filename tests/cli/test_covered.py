"""What scenarios leave out, on the terminal."""

from __future__ import annotations

import pytest

from interpreter.cli.covered import LEAD, MAX_TEXT, apart

LONG = " ".join(f"pay coin {number};" for number in range(40))


@pytest.mark.parametrize(
    ("before", "after"),
    [(LONG, f"{LONG} sell"), (LONG.replace("39", "3"), LONG), (f"grind; {LONG}", f"{LONG} grind"), ("1", "2")],
)
def test_of_long_changes_the_place_is_shown_where_they_differ(before: str, after: str) -> None:
    one, other = apart(before, after)
    assert one != other
    assert max(len(one), len(other)) <= MAX_TEXT + 1
    same = next((index for index, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
    assert same <= LEAD + len(" pay coin 39; ")
    assert one.strip("…") in before
    assert other.strip("…") in after
