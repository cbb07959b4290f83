"""The registry of constructs: the one list of what the language can say."""

from __future__ import annotations

from typing import Literal

from interpreter.language import ast
from interpreter.source.records import record


@record
class Construct:
    """One thing that the language can say.

    name: its id wherever constructs are listed: sentence patterns, the reference.
    kind: which of the language's parts it belongs to.  node: the class of its syntax nodes.
    grammar_rule: the rule or alias in the grammar.  example: a text that shows it.
    summary: its line in the reference.  toy: the tiny game that shows it in play.
    """

    name: str
    kind: Literal["effect", "value"]
    node: type[ast.Node]
    grammar_rule: str
    example: str
    summary: str
    toy: str


def _effect(
    name: str, node: type[ast.Effect], grammar_rule: str, example: str, summary: str, *, toy: str = ""
) -> Construct:
    return Construct(name, "effect", node, grammar_rule, example, summary, toy or name)


def _value(
    name: str, node: type[ast.Value], grammar_rule: str, example: str, summary: str, *, toy: str = ""
) -> Construct:
    return Construct(name, "value", node, grammar_rule, example, summary, toy or name)


CONSTRUCTS: tuple[Construct, ...] = (
    _effect(
        "sequence",
        ast.Sequence,
        "sequence",
        "shuffle deck; draw 1 from deck to hand of me",
        "Carries out the parts in this order.",
    ),
    _effect(
        "any_order",
        ast.AnyOrder,
        "any_order",
        "apple 1 & pear 2",
        "Carries out all parts, in the order the player likes.",
    ),
    _effect(
        "alternatives",
        ast.Alternatives,
        "alternatives",
        "apple 1 | pear 2",
        "Carries out one of the parts; the player chooses which.",
    ),
    _effect(
        "otherwise",
        ast.Otherwise,
        "otherwise",
        "pay apple 1 otherwise lose pear 1",
        "Carries out the first part, or the second when the first is impossible.",
    ),
    _effect(
        "conditional",
        ast.Conditional,
        "conditional",
        "if apple of me > 3: lose apple 1 else: apple 1",
        "Carries out the first part when the condition holds, else the second if there is one.",
    ),
    _effect(
        "only_if",
        ast.OnlyIf,
        "only_if",
        "only if apple of me > 3: victory",
        "Makes the part impossible, and so never offered, unless the condition holds.",
    ),
    _effect(
        "for_each",
        ast.ForEach,
        "for_each",
        "for each t in trees where age of t > 3, in any order: apple 1",
        "Carries out the part once for every element, in the set's order or in the player's.",
    ),
    _effect(
        "each_player",
        ast.EachPlayer,
        "each_player",
        "each player from starter: turn",
        "Carries out the part once for every player, in turn order.",
    ),
    _effect(
        "at_once",
        ast.AtOnce,
        "at_once",
        "each player at once choose c in hand of me: move c to table",
        "Lets every player choose on the same state, then carries out all choices in seat order.",
    ),
    _effect(
        "as_player",
        ast.AsPlayer,
        "as_player",
        "as next(me): apple 1",
        "Carries out the part with another player as 'me'.",
    ),
    _effect(
        "choose",
        ast.Choose,
        "choose",
        "choose up to 2 c in hand of me: move c to table",
        "Lets the player choose elements of a set, and carries out the part with each.",
    ),
    _effect("repeat", ast.Repeat, "repeat", "repeat 3: turn", "Carries out the part so many times."),
    _effect(
        "repeat_until",
        ast.RepeatUntil,
        "repeat_until",
        "repeat until count(deck) = 0: draw 1 from deck to table",
        "Carries out the part again and again; the condition is tested before each time.",
    ),
    _effect(
        "take_turns",
        ast.TakeTurns,
        "take_turns",
        "take turns from starter until count(deck) = 0: turn",
        "Players take turns in order, round after round; the condition is tested before each turn.",
    ),
    _effect(
        "let",
        ast.Let,
        "let",
        "let goal = target(card): move marker to goal",
        "Gives a value a name for the part that follows.",
    ),
    _effect("invoke", ast.Invoke, "invoke", "plant(t, s)", "Carries out a rule or an icon with arguments."),
    _effect(
        "invoke_number",
        ast.Invoke,
        "invoke_number",
        "apple 2",
        "Gains so many of a counter, or carries out an icon with its number.",
    ),
    _effect(
        "pay",
        ast.Pay,
        "pay",
        "pay apple 3, pear",
        "Pays all costs; impossible, and so never offered, unless all can be paid.",
    ),
    _effect(
        "pay_then",
        ast.Pay,
        "pay_then",
        "pay apple 3 -> victory",
        "Pays all costs, then carries out the part.",
        toy="pay",
    ),
    _effect(
        "cover",
        ast.Cover,
        "cover",
        "cover need(t, k) for k in ware using (c in hand of me giving worth(c, k) -> move c to pile)",
        "Pays so much of each kind with things of the player's choice, none that could be left out.",
    ),
    _effect(
        "lose", ast.Lose, "lose", "lose apple 2", "Takes away as many of a counter as there are; never impossible."
    ),
    _effect("may", ast.May, "may", "may pay pear 1", "Carries out the part if the player likes."),
    _effect(
        "some_of",
        ast.SomeOf,
        "some_of",
        "up to 2 different of (visit | rise | rest)",
        "Carries out parts of the player's choice, so many of them.",
    ),
    _effect("set_to", ast.SetTo, "set_to", "set phase to 2", "Gives a counter or an attribute a value."),
    _effect(
        "move",
        ast.Move,
        "move",
        "move 2 marble from box to spot showing side of me at bottom",
        "Moves components, or so many tokens of a kind, to a place.",
    ),
    _effect(
        "draw",
        ast.Draw,
        "draw",
        "draw 2 from deck to hand of me",
        "Moves components from the top of a pile to a place.",
    ),
    _effect("shuffle", ast.Shuffle, "shuffle", "shuffle deck", "Puts a pile into random order."),
    _effect("roll", ast.Roll, "roll", "roll age of t", "Sets a component's number at random within its range."),
    _effect("flip", ast.Flip, "flip", "flip marble on spot to side of me", "Turns a token to another side."),
    _effect("do", ast.Do, "do", "do action of card", "Carries out the effect that is printed on a component."),
    _effect("pass", ast.Pass, "pass_turn", "pass", "Offers nothing but to go on."),
    _effect("end_game", ast.EndGame, "end_game", "end game", "Ends the game; the score is counted."),
    _effect("no_effect", ast.NoEffect, "no_effect", "nothing", "Does nothing."),
    _value(
        "exists",
        ast.Quantified,
        "exists",
        "exists c in hand of me where size of c > 3",
        "True when an element passes the test.",
        toy="quantified",
    ),
    _value(
        "no",
        ast.Quantified,
        "no",
        "no c in hand of me where size of c > 3",
        "True when no element passes the test.",
        toy="quantified",
    ),
    _value(
        "every",
        ast.Quantified,
        "every",
        "every c in hand of me satisfies size of c > 3",
        "True when all elements pass the test.",
        toy="quantified",
    ),
    _value(
        "if_value",
        ast.IfValue,
        "choice",
        "if apple of me > 3 then 2 else 1",
        "The first value when the condition holds, else the second.",
    ),
    _value("or", ast.Or, "or_", "a = 1 or b = 2", "True when one of the conditions holds.", toy="logic"),
    _value("and", ast.And, "and_", "a = 1 and b = 2", "True when all of the conditions hold.", toy="logic"),
    _value("not", ast.Not, "not_", "not a = 1", "True when the condition does not hold.", toy="logic"),
    _value(
        "compare",
        ast.Compare,
        "compare",
        "apple of me >= 3",
        "Compares two values; numbers by size, all else by being the same.",
    ),
    _value("member", ast.Member, "member", "c in hand of me", "True when the value is in the set."),
    _value("can", ast.Can, "can", "me can plant(t, s)", "True when the player could carry out the rule now."),
    _value("add", ast.Arithmetic, "add", "a + b", "The sum; of two sets, what is in either.", toy="arithmetic"),
    _value(
        "subtract",
        ast.Arithmetic,
        "subtract",
        "a - b",
        "The difference; of two sets, what is in the first only.",
        toy="arithmetic",
    ),
    _value("multiply", ast.Arithmetic, "multiply", "a * b", "The product.", toy="arithmetic"),
    _value("divide", ast.Arithmetic, "divide", "a / b", "The quotient, rounded down.", toy="arithmetic"),
    _value(
        "modulo",
        ast.Arithmetic,
        "modulo",
        "a mod b",
        "What remains of a division that is rounded down.",
        toy="arithmetic",
    ),
    _value(
        "power",
        ast.Arithmetic,
        "power",
        "a ^ 2",
        "The first number multiplied with itself as often as the second says.",
        toy="arithmetic",
    ),
    _value("negate", ast.Negate, "negate", "-a", "The number with the other sign.", toy="arithmetic"),
    _value("on", ast.On, "on", "marble on target(card)", "What of this kind lies on a place.", toy="functions"),
    _value("of", ast.Of, "of", "hand of me", "What a player, a component or a place has by this name.", toy="names"),
    _value("number", ast.Number, "number", "3", "A whole number.", toy="names"),
    _value("name", ast.Name, "name", "deck", "What this name stands for.", toy="names"),
    _value("me", ast.Me, "me", "me", "The player who acts.", toy="names"),
    _value("it", ast.It, "it", "it", "The element under test, where it has no name of its own.", toy="names"),
    _value("nothing", ast.Nothing, "nothing", "nothing", "No component and no place."),
    _value("call", ast.Call, "call", "target(card)", "The value of a function for these arguments.", toy="functions"),
    _value("set_of", ast.SetOf, "set_of", "{red, blue}", "The set of these.", toy="sets"),
    _value(
        "number_range",
        ast.NumberRange,
        "number_range",
        "{1..6}",
        "The numbers from the first to the last, both included.",
        toy="sets",
    ),
    _value(
        "filtered",
        ast.Binder,
        "filtered",
        "count(trees where age of it > 3)",
        "The elements of a set that pass a test, with most or least of something if so said.",
        toy="extremes",
    ),
    _value(
        "filtered_extreme",
        ast.Binder,
        "filtered_extreme",
        "count(players with most apple of it)",
        "The elements of a set that have most or least of something.",
        toy="extremes",
    ),
    _value(
        "comprehension",
        ast.Comprehension,
        "comprehension",
        "sum(size of g for g in groups(meadow))",
        "A value for each element of a set.",
        toy="extremes",
    ),
    _value(
        "binder",
        ast.Binder,
        "binder",
        "exists c in hand of me where size of c > 3 with least age of c",
        "Names each element of a set in turn, of those that pass the tests.",
        toy="extremes",
    ),
)

FUNCTION_TEXTS: dict[str, tuple[str, str]] = {
    "count": (
        "count(SET)",
        "How many elements a set has; `count(TOKEN on PLACE)`: how many tokens lie there.",
    ),
    "sum": ("sum(VALUE for x in SET)", "The values of all elements added up."),
    "most": ("most(VALUE for x in SET)", "The greatest value; 0 if there are no elements."),
    "least": ("least(VALUE for x in SET)", "The least value; 0 if there are no elements."),
    "groups": ("groups(SPACES)", "The connected parts of a set of spaces: a set of sets."),
    "first": ("first(SET)", "The first element in the set's order, or nothing."),
    "next": (
        "next(ELEMENT)",
        "The next player, team or word of an enum, in order; after the last comes the first.",
    ),
    "step": (
        "step(SPACE, DIRECTION, NUMBER)",
        "The space so many steps away on a grid; nothing beyond its edge.",
    ),
    "neighbours": ("neighbours(SPACE)", "The spaces next to it."),
    "distance": (
        "distance(SPACE, SPACE)",
        "The steps from one space to another of its kind, by the shortest way.",
    ),
    "top": ("top(PLACE)", "The piece that lies on top, or nothing."),
    "empty": ("empty(PLACE)", "Whether nothing lies there."),
    "floor": ("floor(NUMBER)", "The number itself: division has rounded it down already."),
    "min": ("min(NUMBER, NUMBER, …)", "The least of these."),
    "max": ("max(NUMBER, NUMBER, …)", "The greatest of these."),
}
"""The functions of values: how each is written, and what it gives."""

_BY_NAME = {construct.name: construct for construct in CONSTRUCTS}


def construct(name: str) -> Construct:
    """The construct of that name. Raises KeyError when there is none."""
    return _BY_NAME[name]


def constructs_of(node: type[ast.Node]) -> tuple[Construct, ...]:
    """The constructs whose syntax nodes are of that class: several where it has several spellings."""
    return tuple(construct for construct in CONSTRUCTS if construct.node is node)
