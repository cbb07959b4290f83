"""What names and relations stand for, by where they stand."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.model import bind_value, typed
from interpreter.model.binder import UNKNOWN, fits
from interpreter.model.types import BOOLEAN, NOTHING, NUMBER, PLACE, PLAYER, TEAM, Type, set_of
from interpreter.source import Scalar, read_document

if TYPE_CHECKING:
    from tests.model.conftest import Build

GAME = """
enums: {mood: [calm, wild], wood: [calm, oak]}
board:
  field: {grid: {columns: 3, rows: 3}, holds: [stone, crown, mark], capacity: 1}
  yard: {spaces: {gate: {}}, holds: [mark, dog], capacity: 3}
zones:
  pile: {holds: card}
  hand: {per: player, holds: card}
  chest: {per: team, holds: coinage}
  bag: {holds: [dog, card]}
components:
  card:
    each: {mood: mood, n: "{1..2}"}
    starts: pile
  crown: {starts: b2}
  dog: {per: player, starts: gate}
  stone: {tokens: 9, sides: team}
  mark: {tokens: 9, per: player}
  coinage: {tokens: 9}
counters:
  coin: {per: player}
  fame: {per: team}
  day: {}
"""


def said(node: object) -> str:
    """A typed value in short."""
    match node:
        case typed.Const(value, label):
            return label or str(value)
        case typed.Local(variable):
            return variable.name
        case typed.Me():
            return "me"
    if not isinstance(node, typed.Node):
        return getattr(node, "name", str(node))
    parts = [getattr(node, field.name) for field in fields(node) if field.name not in ("span", "type")]
    return f"{type(node).__name__}({', '.join(map(said, (part for part in parts if part != '')))})"


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("coin", "CounterOf(coin, me)"),
        ("fame", "CounterOf(fame, TeamOf(me))"),
        ("day", "CounterOf(day, None)"),
        ("coin of white", "CounterOf(coin, white)"),
        ("fame of white", "CounterOf(fame, white)"),
        ("fame of (first(players))", "CounterOf(fame, TeamOf(First(Binder(it, All(), None))))"),
        ("count(hand)", "Aggregate(count, Binder(it, Contents(ZoneOf(hand, me), card), None), None)"),
        ("count(crown on b2)", "Aggregate(count, Binder(it, Contents(b2, crown), None), None)"),
        ("count(coinage on chest of red)", "TokenCount(coinage, None, ZoneOf(chest, red))"),
        ("count(mark of me on gate)", "TokenCount(mark, me, gate)"),
        ("count(mark of white on gate)", "TokenCount(mark, white, gate)"),
        ("count(mood)", "Aggregate(count, Binder(it, All(), None), None)"),
        ("n of calm_1", "AttributeOf(n, calm_1)"),
        ("n of top(pile)", "AttributeOf(n, TopOf(ZoneOf(pile, None), card))"),
        ("row of place of crown", "AttributeOf(row, PlaceOf(crown))"),
        ("floor(coin / 2)", "Arithmetic(/, CounterOf(coin, me), 2)"),
        ("-3", "Arithmetic(-, 0, 3)"),
        ("distance(a1, c3)", "Distance(a1, c3)"),
        ("coin of next(next(me))", "CounterOf(coin, Next(Next(me)))"),
        ("least(coin of p for p in players)", "Aggregate(least, Binder(p, All(), None), CounterOf(coin, p))"),
    ],
)
def test_a_number(build: Build, text: str, bound: str) -> None:
    model = build(GAME + f"values: {{it_is: '{text}'}}")
    assert said(model.functions["it_is"].body) == bound
    assert model.functions["it_is"].result.kind == "number"


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("stone on a1 = red", "Compare(=, TokenOn(stone, a1), red)"),
        ("stone on a1 = nothing", "Compare(=, TokenOn(stone, a1), nothing)"),
        ("mark on a1 = me", "Compare(=, TokenOn(mark, a1), me)"),
        ("stone on a1 in opponents of me", "Member(TokenOn(stone, a1), Opponents(me))"),
        ("calm = mood of calm_1", "Compare(=, calm, AttributeOf(mood, calm_1))"),
        ("place of calm_1 = hand of white", "Compare(=, PlaceOf(calm_1), ZoneOf(hand, white))"),
        ("place of crown = b2", "Compare(=, PlaceOf(crown), b2)"),
        ("calm_1 in hand", "Member(calm_1, Contents(ZoneOf(hand, me), card))"),
        ("coin in {1..3}", "Member(CounterOf(coin, me), NumberRange(1, 3))"),
        ("step(b2, north, 2) = nothing", "Compare(=, Step(b2, north, 2), nothing)"),
        ("b3 in neighbours(b2)", "Member(b3, Neighbours(b2))"),
        ("owner of dog_red = me", "Compare(=, AttributeOf(owner, dog_red), me)"),
        ("team of me = red", "Compare(=, TeamOf(me), red)"),
    ],
)
def test_a_truth(build: Build, text: str, bound: str) -> None:
    model = build(GAME + f"values: {{it_is: '{text}'}}")
    assert said(model.functions["it_is"].body) == bound
    assert model.functions["it_is"].result == BOOLEAN


def test_nothing_takes_the_number_of_its_type(build: Build) -> None:
    model = build(GAME + "values: {it_is: 'step(b2, north, 2) = nothing'}")
    comparison = model.functions["it_is"].body
    assert isinstance(comparison, typed.Compare)
    assert isinstance(comparison.right, typed.Const)
    assert comparison.right.value == model.spaces["field"].nothing


def test_the_best_of_a_set_is_taken_before_the_body(build: Build) -> None:
    model = build(GAME + "rules: {r: 'choose c in hand where n of c > 1 with most n of c: move c to pile'}")
    choice = model.rules["r"].body
    assert isinstance(choice, typed.Choose)
    assert isinstance(choice.binder.domain, typed.Extremal)
    assert choice.binder.where is None
    inner = choice.binder.domain.binder
    assert inner.where is not None
    assert inner.variable != choice.binder.variable
    assert isinstance(choice.body, typed.MovePieces)
    assert choice.body.what == typed.Local(choice.binder.variable, type=choice.binder.variable.type)


def test_every_becomes_no_element_that_fails(build: Build) -> None:
    model = build(GAME + "values: {v: 'every p in players satisfies coin of p > 3'}")
    found = model.functions["v"].body
    assert isinstance(found, typed.Quantified)
    assert found.kind == "every"
    assert isinstance(found.binder.where, typed.Not)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("coin", "Gain(Amount(coin, me, 1))"),
        ("fame 2", "Gain(Amount(fame, TeamOf(me), 2))"),
        ("day (coin + 1)", "Gain(Amount(day, None, Arithmetic(+, CounterOf(coin, me), 1)))"),
        ("lose coin 2", "Lose(Amount(coin, me, 2))"),
        ("set day to 3", "SetCounter(day, None, 3)"),
        ("set coin of white to 3", "SetCounter(coin, white, 3)"),
        ("move crown to b3", "MovePieces(crown, b3, False)"),
        (
            "move pile to hand at bottom",
            "MovePieces(Contents(ZoneOf(pile, None), card), ZoneOf(hand, me), True)",
        ),
        (
            "move card from hand to pile",
            "MovePieces(Contents(ZoneOf(hand, me), card), ZoneOf(pile, None), False)",
        ),
        ("move stone from box to a1 showing red", "MoveTokens(stone, None, 1, ZoneOf(box, None), a1, red)"),
        ("move 2 mark from box to gate", "MoveTokens(mark, me, 2, ZoneOf(box, None), gate, None)"),
        ("move mark of white from gate to box", "MoveTokens(mark, white, 1, gate, ZoneOf(box, None), None)"),
        ("flip stone on a1 to white", "FlipToken(stone, a1, white)"),
        ("draw 2 from pile to hand", "Draw(2, ZoneOf(pile, None), ZoneOf(hand, me))"),
        ("shuffle pile", "Shuffle(ZoneOf(pile, None))"),
        ("pass", "Pass()"),
    ],
)
def test_an_effect(build: Build, text: str, bound: str) -> None:
    model = build(GAME + f"rules: {{r: '{text}'}}")
    assert said(model.rules["r"].body) == bound


def test_a_rule_may_call_one_that_comes_later(build: Build) -> None:
    model = build(GAME + "rules: {first_one: later(3), 'later(k: number)': coin (k)}")
    call = model.rules["first_one"].body
    assert isinstance(call, typed.CallRule)
    assert call.rule is model.rules["later"]


def test_a_printed_effect_is_bound_to_its_card(build: Build) -> None:
    model = build(
        """
counters: {coin: {per: player}}
components:
  card:
    cards: {mayor: {action: coin 3}, miller: {}}
    attributes: {action: effect}
rules: {r: "choose c in card: do action of c"}
"""
    )
    attribute = model.pieces["card"].attributes["action"]
    assert [effect is None for effect in attribute.effects] == [False, True, True]
    choice = model.rules["r"].body
    assert isinstance(choice, typed.Choose)
    assert isinstance(choice.body, typed.Do)
    assert choice.body.attribute is attribute


SCALARS = [NUMBER, BOOLEAN, PLAYER, TEAM, PLACE, Type("enum", "a"), Type("piece", "p"), Type("space", "s")]
types = st.recursive(st.sampled_from(SCALARS), lambda inner: inner.map(set_of), max_leaves=3)


@given(types)
def test_a_type_fits_itself_and_what_is_unknown(kind: Type) -> None:
    assert fits(kind, kind)
    assert fits(kind, UNKNOWN)
    assert fits(UNKNOWN, kind)
    assert fits(kind.or_nothing(), kind)


@given(types, types)
def test_only_a_space_fits_another_type(actual: Type, expected: Type) -> None:
    if fits(actual, expected) and actual != expected:
        while actual.element is not None and expected.element is not None:
            actual, expected = actual.element, expected.element
        assert (actual.kind, expected.kind) == ("space", "place")


@given(types)
def test_nothing_is_no_number_and_no_set(kind: Type) -> None:
    assert fits(NOTHING, kind) == (kind.kind not in ("number", "boolean", "set"))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("coin of red = 3", []),
        ("count(hand of white) = 0", []),
        ("coin of red", ["wrong-type"]),
        ("coin = 3", ["no-me"]),
        ("coin of", ["expected-value"]),
    ],
)
def test_a_text_from_outside_is_bound_in_a_finished_model(build: Build, text: str, codes: list[str]) -> None:
    model = build(GAME)
    document, _ = read_document(("scenario.yaml", f"'{text}'".encode()))
    assert document is not None
    assert isinstance(document.root, Scalar)
    value, found = bind_value(model, document.root, BOOLEAN)
    assert [one.code for one in found] == codes
    assert (value is None) == bool(codes)
    assert model.scope.findings == []
