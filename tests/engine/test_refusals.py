"""Why something is not offered: what is told turns on nothing that the player who decides does not see."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from interpreter.engine import Refusal, State, why_not
from tests.cli.folders import written
from tests.engine.found import TABLES, load, midgame, name_of

GUARDED = str(Path(__file__).parent / "games" / "guarded")
TOY = str(Path(__file__).parents[1] / "toys" / "cover")
FEW_VALUES = 100  # a slot with more is left as it is


def keys(state: State) -> list[str]:
    """Everything that the pending decision could ever offer."""
    groups = state.rules.sites[state.array[0] - 1].groups
    return [group.key(code) for group in groups for code in range(group.low, min(group.high, group.low + 9) + 1)]


def alike(state: State, seed: int) -> State | None:
    """A state that the player who decides cannot tell from this one, its hidden counters and variables at random; None
    when the rules cannot make sense of it.
    """
    draw = random.Random(seed)
    me = state.seat_to_decide
    array = state.determinise(me, seed).array
    seen = state.rules.sights[me].seen_in(array) | state.rules.known_variables
    for slot, known in enumerate(state.rules.program.layout.slots):
        loose = known.area.startswith("counter:") or known.area == "locals"
        if loose and slot not in seen and 0 <= known.low <= known.high < FEW_VALUES:
            array[slot] = draw.randint(known.low, known.high)
    try:
        return State(state.game, state.rules, array, state.rules.program.options(array))
    except (IndexError, KeyError):
        return None


def told(state: State, text: str) -> dict[str, Refusal]:
    return {refusal.key: refusal for refusal in why_not(state, text)}


@pytest.mark.parametrize("table", TABLES, ids=name_of)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**63 - 1), depth=st.integers(0, 30))
def test_states_alike_give_the_same_reasons(table: tuple[str, int], seed: int, depth: int) -> None:
    """Options that one of them offers are left out: what is offered is told anyway."""
    state = midgame(table, seed, depth)
    other = alike(state, seed)
    assume(other is not None)
    assert other is not None
    offered = {option.key for one in (state.decision, other.decision) if one for option in one.options}
    for text in ("", *random.Random(seed).sample(keys(state), min(5, len(keys(state))))):
        first, second = told(state, text), told(other, text)
        assert {k: first.get(k) for k in first if k not in offered} == {
            k: second.get(k) for k in second if k not in offered
        }


@pytest.fixture
def guarded() -> State:
    """Ann's hand is 4, 5, 6 and bob's 1, 2, 7; nobody has points, fate is 7."""
    return load(GUARDED).start(2, GUARDED_SEED)


GUARDED_SEED = 1


def reason(state: State, key: str) -> Refusal:
    return told(state, key)[key]


@pytest.mark.parametrize("key", ["guess(8)", "peek", "tempt", "dare(6)"])
def test_a_condition_that_is_hidden_is_told_without_its_values(guarded: State, key: str) -> None:
    found = reason(guarded, key)
    assert found.hidden
    assert found.operands == ()
    assert found.node is not None
    assert list(found.diagnostic.args) == ["text"]


def test_a_condition_that_is_seen_is_told_rather_than_one_that_is_hidden(guarded: State) -> None:
    found = reason(guarded, "strike(1)")
    assert found.diagnostic.code == "refused-not-among"


def test_authors_are_told_everything(guarded: State) -> None:
    (found,) = why_not(guarded, "guess(8)", openly=True)
    assert found.diagnostic.args == {"text": "n <= fate", "name": "fate", "value": "7"}


def test_what_somebody_knows_of_the_rules_variables_is_told(guarded: State) -> None:
    found = reason(guarded, "count_on(4)")
    assert found.operands == (("n", None), ("own", "4"))
    assert found.diagnostic.args == {"text": "n > own", "name": "own", "value": "4"}


TOLL = """
kamon: 1
game: toll
players: {counts: [1], seats: {ann: {}}}
counters:
  coin: {per: player, start: 2}
  point: {per: player}
flow: "each player: direct | given | choice | later | among | free | pass"
rules:
  direct: "let n = 3: (point 1; pay coin (n))"
  given: "let n = coin + 3: fee(n)"
  choice: "if coin > 5: point 1 else: fee(4)"
  later: coin 1; fee(4)
  among: "pay coin 1; choose n in {1..9} where n > 4: fee(n)"
  free: "pay coin 1; choose n in {1..9} where n > 9: fee(n)"
  "fee(amount: number)": pay coin (amount)
"""


@pytest.mark.parametrize(("key", "needed"), [("given", 5), ("choice", 4), ("among", 5)])
def test_a_cost_is_found_in_what_an_effect_comes_to(tmp_path: Path, key: str, needed: int) -> None:
    short = reason(toll(tmp_path), key).short
    assert short is not None
    assert short[1:] == (2, needed)


@pytest.mark.parametrize("key", ["direct", "later", "free"])
def test_a_cost_is_not_told_where_something_was_gained_before_or_nothing_is_paid(tmp_path: Path, key: str) -> None:
    assert reason(toll(tmp_path), key).short is None


def toll(folder: Path) -> State:
    (folder / "toll").mkdir()
    (folder / "toll" / "game.yaml").write_text(TOLL, encoding="utf-8")
    return load(str(folder / "toll")).start(1, 1)


@pytest.mark.parametrize(
    ("hand", "tools", "option", "parts", "wild"),
    [
        ("wood_1 wool_1", "", "buy(grand)", ((0, 3, 1), (1, 3, 1)), 0),
        ("", "cart_1", "buy(mixed)", ((0, 1, 0), (1, 1, 0)), 1),
        ("wood_1", "cart_1", "buy(large)", ((0, 2, 1), (1, 1, 0)), 1),
    ],
)
def test_a_requirement_that_is_not_covered_tells_what_there_is(
    hand: str, tools: str, option: str, parts: tuple[tuple[int, int, int], ...], wild: int
) -> None:
    state = buying(hand, tools)
    found = reason(state, option)
    assert found.uncovered is not None
    assert (found.uncovered.parts, found.uncovered.wild) == (parts, wild)
    assert found.diagnostic.code == "refused-cover"
    assert found.diagnostic.hint == (("hint.any-kind", {"count": wild}) if wild else None)


def buying(hand: str, tools: str) -> State:
    """Ann has these cards and tools, and all others are in stock."""
    state = load(TOY).start(2, 1)
    layout, model = state.rules.program.layout, state.rules.program.model
    held = {"hand of ann": hand.split(), "tools of ann": tools.split(), "hand of bob": [], "tools of bob": []}
    names = model.piece_names
    loose = [name for kind in ("card", "tool") for name in model.pieces[kind].members]
    held["stock"] = [name for name in loose if name not in held["hand of ann"] + held["tools of ann"]]
    array = list(state.array)
    for place, some in held.items():
        layout.fill(array, model.place_names.index(place), [names.index(name) for name in some])
    return State(state.game, state.rules, array, state.rules.program.options(array))


def test_while_a_payment_is_under_way_it_is_told_what_would_pay_for_nothing(root: Path, tmp_path: Path) -> None:
    text = (root / "tests" / "toys" / "cover" / "game.yaml").read_text(encoding="utf-8")
    text = text.replace("hand: {per: player, holds: card}", "hand: {per: player, holds: card, seen_by: owner}")
    (tmp_path / "cover").mkdir()
    (tmp_path / "cover" / "game.yaml").write_text(text, encoding="utf-8")
    state = load(str(tmp_path / "cover")).start(2, 1).choose("buy(small)")
    assert state.decision is not None
    assert [option.key for option in state.decision.options] == ["cart_1", "wood_1", "both_1", "pair_1"]
    assert {one.key: one.diagnostic.code for one in why_not(state, "wool_1")} == {"wool_1": "refused-needless"}


PATHS = """\
kamon: 1
game: paths
players: {counts: [2], seats: {ann: {}, bob: {}}}
board: {spot: {spaces: {here: {}, there: {}, away: {}}, holds: card}}
zones: {deck: {holds: card, seen_by: nobody}}
components: {card: {each: {size: "{1..6}"}, starts: deck}}
flow: "repeat 2: each player: choose s in spot: ((look(s) otherwise nothing); if count(deck) > 2: visit(s))"
rules:
  "look(s: spot)": "choose up to 1 c in card on s: move top(deck) to s"
  "visit(s: spot)": "choose t in spot where t != s: return(s)"
  "return(s: spot)": "choose t in spot where t != s: draw 1 from deck to t"
score: {for: player, lines: {none: 0}}
"""


def test_what_everybody_can_count_hides_nothing(tmp_path: Path) -> None:
    """How much lies in a pile is seen though its cards are not, and what one may leave out turns on nothing."""
    state = load(str(written(tmp_path / "paths", PATHS))).start(2)
    state.choose("here")
    refusal = told(state, "here")["here"]
    assert not refusal.hidden
    assert refusal.operands[-1][1] == "here"
