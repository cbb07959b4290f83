"""Records are made by position and by name, with what is left out filled in."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, field, replace

import pytest

from interpreter.source.records import named_record, record


@named_record
class Thing:
    place: int = field(default=0, compare=False)


@record
class Pair(Thing):
    first: int
    second: str = "b"
    more: list[int] = field(default_factory=list)


@record
class Couple(Thing):
    one: int
    two: str = "z"
    rest: list[int] = field(default_factory=lambda: [1])


@record
class Empty:
    pass


@record
class Lone:
    item: object


@pytest.mark.parametrize("made", [Empty(), Lone(None), Lone(()), Lone((1, 2)), Pair(1, "c", [2], place=7)])
def test_records_are_the_same_when_they_were_stored(made: object) -> None:
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert repr(again) == repr(made)


def test_fields_are_given_by_position_or_by_name_and_may_be_left_out() -> None:
    for made in (Pair(1), Pair(first=1), Pair(1, "b", []), Pair(1, place=7)):
        assert (made.first, made.second, made.more) == (1, "b", [])
        assert made == Pair(1)
    assert Pair(1, more=[3]).more == [3]
    assert Pair(1).more is not Pair(1).more
    assert (Pair(1).place, Pair(1, place=7).place) == (0, 7)


def test_records_with_fields_alike_keep_their_own_names_and_what_is_filled_in() -> None:
    Pair(1)
    couple = Couple(one=2)
    assert (couple.one, couple.two, couple.rest) == (2, "z", [1])
    assert replace(couple, two="y") == Couple(2, "y")


def test_what_cannot_be_given_is_told_by_the_records_own_names() -> None:
    with pytest.raises(TypeError, match=r"Pair\.__init__\(\) missing 1 required positional argument: 'first'"):
        Pair()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"Couple\.__init__\(\) got an unexpected keyword argument 'first'"):
        Couple(1, first=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"takes 1 positional argument"):
        Thing(1)  # type: ignore[call-arg]
    with pytest.raises(FrozenInstanceError):
        Pair(1).first = 2  # type: ignore[misc]
