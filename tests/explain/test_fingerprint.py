"""What changes a fingerprint, and what leaves it alone."""

import pytest

from interpreter.explain import fingerprint
from tests.explain.helpers import effect, value, workshop_with

SAME_EFFECTS = [
    ("coin 2;seal 1", "coin   2 ;\n  seal 1"),
    ("choose c in hand of me: move c to deck", "choose card_b in hand of me: move card_b to deck"),
    ("let n = 3: coin (n)", "let amount = 3: coin (amount)"),
    ("coin 1 & seal 1", "seal 1 & coin 1"),
    ("coin 1 | seal 1", "seal 1 | coin 1"),
    ("pay coin 1, seal 2", "pay seal 2, coin 1"),
    ("coin", "coin 1"),
    ("(coin 1; seal 1); pass", "coin 1; (seal 1; pass)"),
    ("draw (limit) from deck to chest", "draw 5 from deck to chest"),
    (
        "for each f in yard: choose g in neighbours(f): move figure to g",
        "for each g in yard: choose f in neighbours(g): move figure to f",
    ),
    ("(let a = 1: coin (a)) & (let b = 2: coin (b))", "(let x = 2: coin (x)) & (let x = 1: coin (x))"),
]
SAME_VALUES = [
    ("coin > 3", "3 < coin"),
    ("coin >= seal", "seal <= coin"),
    ("me = bob", "bob = me"),
    ("coin + seal", "seal + coin"),
    ("coin * 2", "2 * coin"),
    ("coin = 1 and seal = 2", "seal = 2 and coin = 1"),
    ("min(coin, seal)", "min(seal, coin)"),
    ("count(hand of me)", "count(hand of me)"),
    ("me in {ann, bob}", "me in {bob, ann}"),
]
OTHER_EFFECTS = [
    ("coin 2", "coin 3"),
    ("coin 2", "seal 2"),
    ("coin 2", "lose coin 2"),
    ("pay coin 1", "pay coin 1, seal"),
    ("pay coin 1 -> seal 1", "pay coin 1; seal 1"),
    ("coin 1; seal 1", "seal 1; coin 1"),
    ("coin 1 & seal 1", "coin 1 | seal 1"),
    ("coin 1 otherwise seal 1", "seal 1 otherwise coin 1"),
    ("move figure to b2", "move figure to b3"),
    ("move figure to b2", "move oak to chest"),
    ("draw 1 from deck to chest", "draw 1 from deck to hand of me"),
    ("draw 1 from deck to hand of me", "draw 1 from deck to hand of bob"),
    ("move oak to deck", "move oak to deck at bottom"),
    ("for each d in die: coin 1", "for each d in die, in any order: coin 1"),
    ("up to 2 of (coin 1 | seal 1)", "up to 2 different of (coin 1 | seal 1)"),
    ("up to 2 of (coin 1 | seal 1)", "exactly 2 of (coin 1 | seal 1)"),
    (
        "choose f in yard: choose g in yard: move figure to g",
        "choose f in yard: choose g in yard: move figure to f",
    ),
    ("choose c in hand of me: pass", "choose c in deck: pass"),
    ("choose c in hand of me: pass", "choose c in hand of me where size of c > 1: pass"),
    ("for each d in die: roll value of d", "for each d in die: set value of d to 1"),
    ("flip tile on b2 to black", "flip tile on b2 to coral"),
    ("give(bob, oak)", "give(ann, oak)"),
    ("wait", "pass"),
]
OTHER_VALUES = [
    ("coin - seal", "seal - coin"),
    ("coin > 3", "coin >= 3"),
    ("coin > 3", "coin < 3"),
    ("coin = 3", "coin != 3"),
    ("min(coin, seal)", "max(coin, seal)"),
    ("count(card where size of it > 1)", "count(card where size of it > 2)"),
    ("most(size of c for c in hand of me)", "least(size of c for c in hand of me)"),
    ("step(b2, north, 1)", "step(b2, south, 1)"),
    ("coin of bob", "coin of ann"),
    ("exists d in die where value of d > 3", "no d in die where value of d > 3"),
]


@pytest.mark.parametrize(("first", "second"), SAME_EFFECTS)
def test_what_leaves_an_effect_as_it_is(first: str, second: str) -> None:
    assert fingerprint(effect(first)) == fingerprint(effect(second))


@pytest.mark.parametrize(("first", "second"), SAME_VALUES)
def test_what_leaves_a_value_as_it_is(first: str, second: str) -> None:
    assert fingerprint(value(first)) == fingerprint(value(second))


@pytest.mark.parametrize(("first", "second"), OTHER_EFFECTS)
def test_what_changes_an_effect(first: str, second: str) -> None:
    assert fingerprint(effect(first)) != fingerprint(effect(second))


@pytest.mark.parametrize(("first", "second"), OTHER_VALUES)
def test_what_changes_a_value(first: str, second: str) -> None:
    assert fingerprint(value(first)) != fingerprint(value(second))


def of(rules: dict[str, str], values: dict[str, str] | None = None, rule: str = "caller") -> str:
    return fingerprint(workshop_with(rules, values)[0].rules[rule])


def test_what_is_called_is_part_of_the_meaning() -> None:
    calling = of({"caller": "called", "called": "deeper", "deeper": "coin 1"})
    assert calling == of({"caller": "called", "deeper": "coin  1", "called": "deeper"})
    assert calling != of({"caller": "called", "called": "deeper", "deeper": "coin 2"})
    assert calling != of({"caller": "called", "called": "other", "other": "coin 1"})


def test_a_named_value_is_part_of_the_meaning() -> None:
    rules = {"caller": "coin (price)"}
    assert of(rules, {"price": "seal + 1"}) == of(rules, {"price": "1 + seal"})
    assert of(rules, {"price": "seal + 1"}) != of(rules, {"price": "seal + 2"})


def test_rules_that_call_each_other() -> None:
    first = {"caller": "pay coin -> (called | pass)", "called": "pay seal -> (caller | pass)"}
    second = first | {"called": "pay seal 2 -> (caller | pass)"}
    assert of(first) == of(dict(reversed(first.items())))
    assert of(first) != of(second)
    assert of(first) != of(first, rule="called")


def test_parameters_are_part_of_a_rule_but_not_their_names() -> None:
    first = of({"send(p: player, c: card)": "move c to hand of p"}, rule="send")
    assert first == of({"send(who: player, what: card)": "move what to hand of who"}, rule="send")
    assert first != of({"send(c: card, p: player)": "move c to hand of p"}, rule="send")


def test_other_components_leave_it_alone() -> None:
    probe = {"probe": "move oak to hand of bob"}
    more = workshop_with(probe, components={"adze": {"count": 3}})[0]
    assert more.piece_names != workshop_with(probe)[0].piece_names
    assert fingerprint(more.rules["probe"]) == of(probe, rule="probe")


def test_a_fingerprint_is_64_hexadecimal_digits() -> None:
    assert len(bytes.fromhex(fingerprint(effect("pass")))) == 32
