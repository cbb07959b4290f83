"""Where the parts of a text stand in the author's file, whatever kind of YAML scalar holds it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.language import ast, format_effect, format_value, parse_effect
from interpreter.source import Mapping, Scalar, read_document
from tests.language.helpers import effect, nodes, refused, signature, value
from tests.language.trees import effects, values

FILES = {
    "plain": "key: move (size of c + 37) card from hand of me to pile; apple 2 # why\n",
    "over lines": "key:\n  move (size of c + 37) card\n  from hand of me\n\n  to pile;\n  apple 2 # why\n",
    "single": "key: 'move (size of c + 37) card from hand of me to pile; apple 2'\n",
    "double": 'key: "move (size of c + 37) card from hand of me to pile; apple 2"\n',
    "escapes": 'key: "\\x6dove (size of c + 37)\\tcard\n from hand \\\n   of me to pile;\\n\\u0061pple 2"\n',
    "literal": "key: |\n  move (size of c + 37) card\n    from hand of me to pile;\n\n  apple 2\n",
    "indicator": "key: |2-\n    move (size of c + 37) card from\n  hand of me to pile;\n  apple 2\n\n",
    "folded": "key: >+\n  move (size of c + 37) card\n  from hand of me to\n\n  pile; apple 2\n\n",
    "anchored": "other: 1\nkey: &a |\n  move (size of c + 37) card from hand of me to pile; apple 2\n",
    "in a flow": "{other: 牌 😀, key: 'move (size of c + 37) card from hand of me to pile; apple 2'}\n",
    "after Chinese": "# 手牌 😀\n牌: 王\nkey: move (size of c + 37) card from hand of me to pile; apple 2\n",
}


def scalar(text: str) -> Scalar:
    """The value of `key` in a file."""
    document, found = read_document(("rules.yaml", text.encode()))
    assert document is not None, found
    assert isinstance(document.root, Mapping)
    node = document.root.get("key")
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize("crlf", [False, True], ids=["lf", "crlf"])
@pytest.mark.parametrize("bom", [False, True], ids=["no-bom", "bom"])
@pytest.mark.parametrize("name", FILES)
def test_every_part_knows_its_place(name: str, crlf: bool, bom: bool) -> None:
    text = ("\ufeff" if bom else "") + (FILES[name].replace("\n", "\r\n") if crlf else FILES[name])
    node = scalar(text)
    tree, found = parse_effect(node.text, node.span_of)
    assert found == []
    match tree:
        case ast.Sequence((ast.Move(ast.Arithmetic("+", size, number), card, hand, pile), apple)):
            places = {"size of c": size, "37": number, "card": card, "pile": pile}
            assert isinstance(apple, ast.Invoke)
            assert hand is not None
        case _:
            pytest.fail(f"{tree}")
    for words, part in places.items():
        start = text.index(words)
        assert (part.span.start, part.span.end) == (start, start + len(words))
    line = text[: text.index("37")].replace("\ufeff", "").split("\n")
    assert (number.span.line, number.span.column) == (len(line), len(line[-1]) + 1)
    assert " ".join(hand.span.text.replace("\\", " ").split()) == "hand of me"
    assert apple.span.text in ("apple 2", "\\u0061pple 2")
    assert tree.span.to(apple.span) == tree.span


@pytest.mark.parametrize("name", FILES)
def test_an_error_stands_where_it_was_made(name: str) -> None:
    text = FILES[name].replace("pile", "to")
    node = scalar(text)
    tree, found = parse_effect(node.text, node.span_of)
    assert tree is None
    [diagnostic] = found
    assert diagnostic.code == "expected-value"
    assert diagnostic.span.start == text.index("to;")
    assert diagnostic.span.text == "to"


@given(effects, st.integers(1, 100))
def test_the_text_at_a_part_of_an_effect_says_that_part(tree: ast.Effect, width: int) -> None:
    for node in nodes(effect(format_effect(tree, width))):
        if isinstance(node, ast.Effect):
            assert effect(node.span.text) == node
        assert node.span.text.strip(" \n") == node.span.text != ""


@given(values, st.integers(1, 100))
def test_the_text_at_a_part_of_a_value_says_that_part(tree: ast.Value, width: int) -> None:
    for node in nodes(value(format_value(tree, width))):
        if isinstance(node, ast.Value) and not isinstance(node, ast.Binder | ast.Comprehension):
            assert value(node.span.text) == node


def test_parameters_know_their_place() -> None:
    text = "plant( t : tree,\n s: spot )"
    tree = signature(text)
    assert tree == ast.Signature("plant", (ast.Parameter("t", "tree"), ast.Parameter("s", "spot")))
    assert [part.span.text for part in tree.parameters] == ["t : tree", "s: spot"]
    assert tree.span.text == text


def test_some_words_are_also_names() -> None:
    assert value("most(a, b) + least(a)") == value("(most (a, b)) + least( a )")
    assert signature("f(p: player)").parameters[0].type == "player"
    assert refused("value", "most + 1").code == "reserved-word"
    assert refused("signature", "f(player: card)").code == "reserved-word"


def test_equality_leaves_places_aside() -> None:
    assert effect("a;b") == effect("( a ) ;\n b")
    assert hash(effect("a;b")) == hash(effect("a ; b"))
    assert effect("a;b") != effect("b;a")
