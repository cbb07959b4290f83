"""What stands in Lark's parser in place of its own: whole words, places, levels."""

import pytest
from lark import Token
from lark.exceptions import UnexpectedToken

from interpreter.language import Start, tables
from interpreter.language.constructs import CONSTRUCTS, Construct
from interpreter.language.parser import MAX_DEPTH
from interpreter.language.plugins import Part


def parsed(start: Start, text: str) -> Part:
    tree = tables.parser().parse(text, start=f"start_{start}")
    assert isinstance(tree, Part)
    return tree


def levels(part: Part) -> int:
    return max((1 + levels(child) for child in part.children if isinstance(child, Part)), default=0)


@pytest.mark.parametrize(
    ("text", "refused"), [("a form b", "form"), ("if a: b elsewhere: c", "elsewhere"), ("gain off", "off")]
)
def test_a_word_that_begins_like_one_of_the_language_is_one_word(text: str, refused: str) -> None:
    with pytest.raises(UnexpectedToken) as problem:
        parsed("effect", text)
    assert problem.value.token == refused
    assert problem.value.token.type == "NAME"


def test_a_sign_that_is_none_is_refused_where_it_stands() -> None:
    with pytest.raises(UnexpectedToken) as problem:
        parsed("value", "a + § b ")
    assert (problem.value.token, problem.value.token.start_pos) == ("§", 4)


def test_a_sign_is_what_the_parser_takes_there() -> None:
    tree = parsed("effect", "let a = b = c: d ")
    assert [type(child) for child in tree.children[0].children] == [Token, Part, Part]
    assert tree.children[0].children[1].data == "compare"


def test_a_part_stands_where_its_own_words_do_and_reaches_over_the_brackets_around_it() -> None:
    text = " ((a) + b) * c "
    product = parsed("value", text).children[0]
    total = product.children[0]
    assert text[product.start : product.end] == "((a) + b) * c"
    assert text[total.start : total.end] == "(a) + b"
    assert text[total.start_pos : total.end_pos] == "((a) + b)"
    assert [text[part.start : part.end] for part in total.children] == ["a", "b"]


@pytest.mark.parametrize("each", CONSTRUCTS, ids=lambda each: each.name)
def test_a_part_knows_how_many_levels_lie_below_it(each: Construct) -> None:
    tree = parsed(each.kind, each.example)
    parts = [part for part in tree.iter_subtrees() if isinstance(part, Part)]
    assert [part.height for part in parts] == [levels(part) for part in parts]


def test_a_word_of_the_language_in_place_of_a_name_is_past_any_limit() -> None:
    assert parsed("value", "a + (b * choose)").height > MAX_DEPTH
