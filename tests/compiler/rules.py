"""Random rules over one set of components: texts that always check, for whatever play makes of them."""

from __future__ import annotations

from hypothesis import strategies as st

COMPONENTS = """
players: {counts: [2, 3], seats: {ann: {}, bob: {}, cyd: {}}}
enums:
  mood: [calm, wild]
board:
  cell: {grid: {columns: 3, rows: 2}, adjacent: orthogonal, holds: [flag, dog], capacity: 1}
  yard: {count: 2, holds: [dog, card, flag], capacity: 2}
zones:
  deck: {holds: card, seen_by: nobody}
  row: {holds: card}
  hand: {per: player, holds: card, seen_by: owner, capacity: 3}
  pole: {per: player, holds: flag}
  kennel: {holds: dog}
components:
  card:
    attributes: {rank: number, action: effect}
    cards:
      one: {rank: 1, action: "coin 1"}
      two: {rank: 2, action: "pay coin 1 -> point 2"}
      three: {rank: 3, action: "choose q in players: as q: (lose coin 1 | coin 1)"}
      four: {rank: 4}
      five: {rank: 5, action: "coin 1"}
      six: {rank: 6, action: "trade"}
    starts: deck
  dog: {count: 3, starts: kennel, variables: {age: {from: 1, to: 6}, mood: {of: mood, start: calm}}}
  flag: {tokens: 4, per: player, sides: mood, starts: pole}
counters:
  coin: {per: player, start: 2, maximum: 6}
  point: {per: player, minimum: -3}
  full: {per: player, maximum: 3, strict: true}
  clock: {maximum: 9}
values:
  nobody: first(q in players where coin of q > 99)
  nowhere: step(a2, north, 1)
  best: most(rank of c for c in hand)
  "near(s: cell)": count(neighbours(s)) + distance(s, a1)
"""
END = """
setup: |
  shuffle deck; (each player: draw 2 from deck to hand); move flag of ann from pole of ann to a1 showing calm
score:
  for: player
  lines: {points: point, cards: count(hand), flags: count(s in cell where flag on s = me)}
invariants:
  cards: |
    count(deck) + count(row) + sum(count(hand of q) for q in players) + sum(count(card on y) for y in yard) = 6
  flags: |
    sum(count(flag of q on pole of q) for q in players) + count(s in cell where not (count(flag on s) = 0))
    + sum(count(flag on y) for y in yard) = 4 * player_count
"""

SINGLE_NUMBERS = """
0
1
2
3
coin
clock
point
full of bob
coin of next(me)
coin of next(nobody)
coin of nobody
best
count(hand)
count(row)
count(dog on kennel)
count(flag of me on pole)
near(a1)
rank of top(deck)
count(s in cell where flag on s = me)
count(groups(s in cell where flag on s != nothing))
sum(rank of c for c in row)
least(coin of q for q in players)
age of first(dog)
count(players with most coin of it)
count(hand + row)
count(hand of nobody)
""".strip().splitlines()

SINGLE_CONDITIONS = """
me = ann
me != bob
empty(nowhere)
empty(a1)
flag on b1 = me
flag on b1 = nothing
flag on nowhere != me
top(deck) != nothing
place of first(dog) = kennel
me can trade
(exists c in hand where rank of c > 3)
(no c in row where rank of c = 2)
one in row
(every c in hand satisfies rank of c < 6)
place of one in {a1, b1}
three in hand of bob
""".strip().splitlines()

PLAIN_EFFECTS = """
coin 1
coin 2
point 3
full 1
full 2
clock 1
pass
nothing
trade
give(bob)
shuffle deck
move row to deck
move hand to row
move deck to row at bottom
lose coin 2
set mood of first(dog) to wild
flip flag on a1 to wild
move dog from kennel to yard_1
""".strip().splitlines()

NUMBERS = st.recursive(
    st.sampled_from(SINGLE_NUMBERS),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "/", "mod"]), inner),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner),
        st.builds("(if {} > {} then {} else {})".format, inner, inner, inner, inner),
    ),
    max_leaves=3,
)
CONDITIONS = st.recursive(
    st.one_of(
        st.builds("{} {} {}".format, NUMBERS, st.sampled_from(["<", "<=", "=", "!=", ">", ">="]), NUMBERS),
        st.sampled_from(SINGLE_CONDITIONS),
    ),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner),
        st.builds("not ({})".format, inner),
    ),
    max_leaves=2,
)
CARDS = st.sampled_from(
    ["hand", "row", "deck", "hand + row", "hand of bob", "card", "hand of nobody", "card on yard_1"]
)
SETS = st.sampled_from(["hand + row", "card", "row - hand of bob", "if clock > 3 then hand + row else row - hand"])
PLACES = st.sampled_from(["row", "hand", "deck", "hand of ann", "yard_1", "hand of nobody"])
PLAYERS = st.sampled_from(["ann", "bob", "nobody", "first(q in players where q != me)"])
CELLS = st.sampled_from(["a1", "b2", "nowhere", "first(s in cell where empty(s))", "step(a1, east, clock)", "yard_2"])
AMOUNTS = NUMBERS.map("({})".format)

SIMPLE = st.one_of(
    st.sampled_from(PLAIN_EFFECTS),
    st.builds("{} {}".format, st.sampled_from(["coin", "point", "full", "clock"]), AMOUNTS),
    st.builds("pay {} {}".format, st.sampled_from(["coin", "full"]), AMOUNTS),
    st.builds("(pay coin {}; coin {}; pay coin 1)".format, AMOUNTS, AMOUNTS),
    st.builds("lose {} {}".format, st.sampled_from(["coin", "point"]), AMOUNTS),
    st.builds("set {} to {}".format, st.sampled_from(["coin", "clock", "point of nobody", "full of bob"]), NUMBERS),
    st.builds("draw {} from {} to {}".format, AMOUNTS, st.sampled_from(["deck", "row", "hand"]), PLACES),
    st.builds("move top(deck) to {}".format, PLACES),
    st.builds("move ({}) to {}".format, CARDS, PLACES),
    st.builds("move flag from pole to {} showing calm".format, CELLS),
    st.builds("move flag of bob from {} to pole of bob".format, CELLS),
    st.builds("move {} flag from pole to yard_1 showing wild".format, AMOUNTS),
    st.builds("move first(dog) to {}".format, CELLS),
    st.builds("roll age of {}".format, st.sampled_from(["first(dog)", "first(d in dog where age of d > 5)"])),
)


def _larger(
    inner: st.SearchStrategy[str], cards_in: st.SearchStrategy[str], places: st.SearchStrategy[str]
) -> st.SearchStrategy[str]:
    body = inner.map("({})".format)
    several = st.lists(body, min_size=2, max_size=3)
    cards = st.builds("c in {} where rank of c > {}".format, cards_in, st.integers(0, 3))
    measured = st.builds("c in {} with {} rank of c".format, cards_in, st.sampled_from(["most", "least"]))
    on_card = st.one_of(
        st.builds("move c to {}".format, places), st.just("do action of c"), st.just("coin (rank of c)"), body
    )
    return st.one_of(
        several.map("; ".join),
        several.map(" | ".join),
        several.map(" & ".join),
        st.builds("{} otherwise {}".format, body, body),
        st.builds("if {}: {}".format, CONDITIONS, body),
        st.builds("if {}: {} else: {}".format, CONDITIONS, body, body),
        st.builds("only if {}: {}".format, CONDITIONS, body),
        st.builds("may {}".format, body),
        st.builds("pay coin {} -> {}".format, AMOUNTS, body),
        st.builds("choose {}: ({})".format, cards | measured, on_card),
        st.builds(
            "choose {} {} {}: ({})".format, st.sampled_from(["", "up to"]), st.sampled_from("123"), cards, on_card
        ),
        st.builds("for each {}: ({})".format, cards, on_card),
        st.builds("for each {}, in any order: ({})".format, cards, on_card),
        st.builds("choose s in cell where empty(s): (move flag from pole to s showing wild; {})".format, body),
        st.builds("choose n in {{1..3}}: (point (n); {})".format, body),
        st.builds("each player: {}".format, body),
        st.builds("each player from {}: {}".format, PLAYERS, body),
        st.builds("each player at once choose {}: ({})".format, cards, on_card),
        st.builds("as {}: {}".format, PLAYERS, body),
        st.builds("repeat {}: {}".format, st.sampled_from(["2", "clock - 3", "min(coin, 2)"]), body),
        st.builds("let v = {}: (point (v); {}; point (v))".format, NUMBERS, body),
        st.builds("let w = {}: ({}; for each c in w: ({}))".format, SETS, body, on_card),
        st.builds("let t = top(deck): if t != nothing: (move t to row; {})".format, body),
        st.builds(
            "{} {} of ({} | {})".format, st.sampled_from(["up to", "exactly"]), st.sampled_from("12"), body, body
        ),
        st.builds("up to 2 different of ({} | {} | {})".format, body, body, body),
    )


EFFECTS = st.recursive(SIMPLE, lambda inner: _larger(inner, CARDS, PLACES), max_leaves=6)

# Rules that name all places: their lists can be kept in locals of their own.
FEW_CARDS = st.sampled_from(["deck", "row", "hand"])
FEW_PLACES = st.sampled_from(["deck", "row", "hand", "deck at bottom"])
FEW_SIMPLE = st.one_of(
    st.sampled_from(
        ["coin 1", "pay coin 2", "clock 1", "shuffle deck", "move row to deck", "move hand to row", "pass"]
    ),
    st.builds("draw {} from deck to {}".format, st.sampled_from("123"), st.sampled_from(["row", "hand"])),
    st.builds("coin {}".format, AMOUNTS),
    st.builds("(choose c in {}: move c to {})".format, FEW_CARDS, FEW_PLACES),
)
FEW_EFFECTS = st.recursive(FEW_SIMPLE, lambda inner: _larger(inner, FEW_CARDS, FEW_PLACES), max_leaves=4)


@st.composite
def games(draw: st.DrawFn) -> str:
    """The text of a game: two rules that the flow plays for some rounds."""
    effects = draw(st.sampled_from([EFFECTS, FEW_EFFECTS]))
    first, second, trade = (
        draw(effects),
        draw(effects),
        draw(st.sampled_from(["pay coin 2; point 1", "coin 1 | full 1"])),
    )
    rules = {
        "trade": trade,
        "give(q: player)": "if q != me: (pay coin 1; as q: coin 1)",
        "first_part": first,
        "second_part": second,
    }
    written = "\n".join(f'  "{name}": |\n    {text}' for name, text in rules.items())
    flow = "repeat 2: each player: ((first_part | second_part | pass); clock 1; first_part)"
    return f"{COMPONENTS}\nrules:\n{written}\nflow: |\n  {flow}\n{END}"
