"""The sentences of docs/architecture.md: each parses, is laid out properly, and stands in a game that plays."""

import re
from functools import cache
from pathlib import Path

import pytest

from interpreter.engine import Game, load
from interpreter.language import ast, format_effect, format_value, parse_effect, parse_value, tables
from interpreter.language.constructs import CONSTRUCTS
from interpreter.model import check_definition, dsl_scalars, load_definition
from interpreter.source import NO_SPAN, Mapping, Scalar, at

ROOT = Path(__file__).resolve().parents[2]
GAMES = {path.parent.name: path.parent for path in ROOT.glob("games/*/game.yaml")}
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SENTENCES = re.findall(r"```kamon (\w+) (\w+)\n(.*?)\n```", TEXT, re.DOTALL)


def parsed(text: str) -> tuple[ast.Effect | ast.Value, str]:
    """The tree of an effect or a value, and its spelling."""
    effect, _ = parse_effect(text, lambda _i, _j: NO_SPAN)
    if effect is not None:
        return effect, format_effect(effect, 100)
    value, found = parse_value(text, lambda _i, _j: NO_SPAN)
    assert value is not None, found
    return value, format_value(value, 100)


@cache
def texts(game: str) -> dict[str, str]:
    """The texts of a game's rules, named values and score lines, by name."""
    definition, found = load_definition(GAMES[game])
    assert definition is not None, found
    entries = {}
    for path in (("rules",), ("icons",), ("free_actions",), ("values",), ("score", "lines")):
        section = at(definition.root, path)
        for name, entry in section.items() if isinstance(section, Mapping) else ():
            value = entry.value
            entries[name.partition("(")[0]] = value.get("effect") if isinstance(value, Mapping) else value
    counters = at(definition.root, ("counters",))
    for counter in counters.entries.values() if isinstance(counters, Mapping) else ():
        modifiers = at(counter.value, ("modifiers",))
        for name, entry in modifiers.items() if isinstance(modifiers, Mapping) else ():
            entries[name] = entry.value
    known = {scalar.text for scalar, _ in dsl_scalars(definition.root)}
    return {name: node.text for name, node in entries.items() if isinstance(node, Scalar) and node.text in known}


@cache
def game_of(name: str) -> Game:
    definition, found = load_definition(GAMES[name])
    assert definition is not None, found
    assert [found for found in check_definition(definition) if found.severity == "error"] == []
    return load(GAMES[name])


def test_there_are_twenty_of_four_games() -> None:
    assert len(SENTENCES) == 20
    assert {game for game, _, _ in SENTENCES} == {"rosenkoenig", "white_castle", "notre_dame", "shitenno"}


@pytest.mark.parametrize(("game", "rule", "text"), SENTENCES, ids=[f"{game}-{rule}" for game, rule, _ in SENTENCES])
def test_a_sentence_is_in_the_language(game: str, rule: str, text: str) -> None:
    tree, spelling = parsed(text)
    assert spelling == text
    assert parsed(texts(game)[rule])[0] == tree


@pytest.mark.parametrize("name", sorted({game for game, _, _ in SENTENCES}))
def test_a_game_with_sentences_compiles_and_ends(name: str) -> None:
    game = game_of(name)
    for players in game.player_counts:
        state = game.start(players, seed=1)
        assert state.random_playout(seed=2) > 0
        assert state.over


def needed_by(rule: str) -> str:
    """The letters of the games whose texts have a grammar rule in them, with a `+` if only an overlay has."""
    found = []
    for game, folder in sorted(GAMES.items(), key=lambda one: "rwns".index(one[0][0])):
        overlays = [f"{folder}+{path.stem}" for path in sorted(folder.glob("variants/*.yaml"))]
        if rule in rules_of_grammar_in(str(folder)):
            found.append(game[0].upper())
        elif any(rule in rules_of_grammar_in(overlay) for overlay in overlays):
            found.append(f"{game[0].upper()}+")
    return " ".join(found) or "–"


@cache
def rules_of_grammar_in(spec: str) -> frozenset[str]:
    definition, _ = load_definition(spec)
    assert definition is not None
    trees = [tables.parser().parse(text.text, start=f"start_{start}") for text, start in dsl_scalars(definition.root)]
    return frozenset(str(part.data) for tree in trees for part in tree.iter_subtrees())


def test_the_table_of_constructs_says_who_needs_each() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+ \| ([RWNS+ ]+|–) \|$", TEXT, re.MULTILINE)
    assert rows == [(construct.name, needed_by(construct.grammar_rule)) for construct in CONSTRUCTS]
