"""Every text of the commands is there, is used, and wants what it is given."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from interpreter.agents import AGENTS
from interpreter.analysis.coverage import KINDS
from interpreter.analysis.mutants import CHANGES
from interpreter.analysis.pages import site
from interpreter.cli.commands import explain, simulate, sources, translate
from interpreter.explain import available_locales
from interpreter.explain.catalogue import LOCALES, Catalogue, read_catalogue
from interpreter.explain.phrases import placeholders

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SAYERS = {"say", "line", "_say", "MisuseError"}
COMPOSED = {
    *(f"play.seat.{name}" for name in ("human", *AGENTS)),
    *(f"simulate.{column}" for column in simulate.COLUMNS),
    *(f"sources.{sort}" for sort in sources.SORTS),
    *(f"test.kind.{kind}" for kind in KINDS),
    *(f"test.change.{change}" for change in CHANGES),
    *(f"explain.{part}" for part in explain.SECTIONS),
    *(f"docs.{name}" for name in (*site.PAGES, *site.WORDS)),
    *(f"translate.{column}" for column in translate.COLUMNS),
}


def texts(locale: str) -> Catalogue:
    return read_catalogue(LOCALES / locale / "ui.po", locale)


def calls(root: Path) -> Iterator[ast.Call]:
    for path in sorted((root / "interpreter" / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def strings(node: ast.AST) -> set[str]:
    found = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
    return {one for one in found if isinstance(one, str) and re.fullmatch(r"[a-z]+(\.[a-z_]+)+", one)}


def test_every_text_that_is_said_is_there(root: Path) -> None:
    said = [text for call in calls(root) if name(call) in SAYERS for text in strings(call)]
    assert sorted((set(said) | COMPOSED) - set(texts("en").texts)) == []


def test_every_text_is_said(root: Path) -> None:
    used = set(COMPOSED)
    for path in (root / "interpreter" / "cli").rglob("*.py"):
        used |= strings(ast.parse(path.read_text(encoding="utf-8")))
    assert sorted(set(texts("en").texts) - used) == []


def test_what_a_text_wants_is_given(root: Path) -> None:
    english, wrong = texts("en").texts, []
    for call in calls(root):
        given = {keyword.arg for keyword in call.keywords}
        message = call.args[0] if call.args else None
        if name(call) in SAYERS and isinstance(message, ast.Constant) and None not in given:
            wanted = set().union(*map(placeholders, english.get(str(message.value), ())))
            wrong += [(message.value, wanted - given)] if wanted - given else []
    assert wrong == []


@pytest.mark.parametrize("locale", available_locales())
def test_a_locale_has_the_same_texts_that_want_the_same(locale: str) -> None:
    english, there = texts("en").texts, texts(locale).texts
    assert sorted(there) == sorted(english)
    for message, forms in there.items():
        wanted = set().union(*map(placeholders, english[message]))
        optional = {"count"} if len(english[message]) > 1 else set()
        for form in forms:
            assert placeholders(form) <= wanted, message
            assert wanted - placeholders(form) <= optional, message


@pytest.mark.parametrize("locale", available_locales())
def test_verbs_are_told_apart(locale: str) -> None:
    spelt = {message: text for message, (text, *_) in texts(locale).texts.items() if message.startswith("play.verb.")}
    also = spelt.pop("play.verb.quit.also").split(", ")
    verbs = list(spelt.values())
    assert len(set(verbs)) == len(verbs) == 7
    assert len({*verbs, *also}) == 7 + len(also)
    assert [verb for verb in [*verbs, *also] if " " in verb] == []
    (helping,) = texts(locale).texts["play.help"]
    assert [verb for verb in verbs if verb not in helping and verb != texts(locale).texts["play.verb.help"][0]] == []
