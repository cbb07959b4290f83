"""Any sentence of the grammar is read, spelled and read again."""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark.grammar import NonTerminal, Rule, Symbol

from interpreter.language import Start, ast, format_effect, format_signature, format_value, tables
from tests.language.helpers import read

SPELLED: dict[str, list[str]] = {
    "NAME": ["a", "b_2", "owner"],
    "NUMBER": ["0", "12"],
    "COMPARE": ["=", "<=", "!="],
}
# Steps in which a sentence may grow before it takes the shortest way to its end.
GROWTH = 40


@cache
def rules() -> dict[str, list[Rule]]:
    """The rules of the grammar by what they expand, the one that ends soonest first."""
    every = tables.parser().rules
    heights: dict[str, int] = {}

    def height(symbol: Symbol) -> float:
        return heights.get(symbol.name, float("inf")) if isinstance(symbol, NonTerminal) else 0

    def steps(rule: Rule) -> float:
        return 1 + max(map(height, rule.expansion))

    for _ in every:
        for rule in every:
            if steps(rule) < height(rule.origin):
                heights[rule.origin.name] = int(steps(rule))
    return {name: sorted((rule for rule in every if rule.origin.name == name), key=steps) for name in heights}


@st.composite
def sentences(draw: Callable[[st.SearchStrategy[int]], int], start: Start) -> str:
    """Texts of one start of the grammar, a blank between tokens."""
    words: list[str] = []
    symbols: list[Symbol] = [NonTerminal(f"start_{start}")]
    steps = 0
    while symbols:
        symbol = symbols.pop()
        if isinstance(symbol, NonTerminal):
            ways = rules()[symbol.name]
            steps += 1
            way = draw(st.integers(0, len(ways) - 1)) if len(ways) > 1 and steps < GROWTH else 0
            symbols.extend(reversed(ways[way].expansion))
        else:
            pattern = str(tables.parser().get_terminal(symbol.name).pattern.value)
            spellings = SPELLED.get(symbol.name, [pattern])
            words.append(spellings[draw(st.integers(0, len(spellings) - 1))])
    return " ".join(words)


def spelled(tree: ast.Node, width: int) -> str:
    match tree:
        case ast.Effect():
            return format_effect(tree, width)
        case ast.Value():
            return format_value(tree, width)
        case ast.Signature():
            return format_signature(tree)
        case _:
            pytest.fail(f"{tree}")


@given(st.data(), st.sampled_from(["effect", "effect", "value", "signature"]), st.integers(1, 100))
def test_any_sentence_has_one_spelling(data: st.DataObject, start: Start, width: int) -> None:
    tree = read(start, data.draw(sentences(start)))
    text = spelled(tree, width)
    assert read(start, text) == tree
    assert spelled(read(start, text), width) == text
