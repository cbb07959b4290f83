"""Every message that the code can give has a text, and every text a message."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from interpreter.source import say
from interpreter.source.messages import LOCALES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from babel.messages.catalog import Catalog

CALLS = {"error", "warning", "Diagnostic", "Label"}
PREFIXED = re.compile(r"(label|hint|word|summary)\.[a-z-]+")
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def trees(root: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((root / "interpreter").rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def code_of(call: ast.Call) -> str | None:
    """The literal code of a call that makes a diagnostic or a label."""
    index = 1 if called(call) == "Label" else 0
    argument = call.args[index] if len(call.args) > index else None
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def strings(tree: ast.AST) -> set[str]:
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str)}


def catalogue(locale: str) -> Catalog:
    with (LOCALES / locale / "diagnostics.po").open("rb") as file:
        return read_po(file, locale=locale)


def texts(catalog: Catalog) -> dict[str, str]:
    """Text by message id; of a plural, all forms."""
    found = {}
    for message in catalog:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = message.string if isinstance(message.string, str) else "\n".join(message.string or ())
    return found


ENGLISH = texts(catalogue("en"))


def test_every_code_has_a_text(root: Path) -> None:
    missing = []
    for path, tree in trees(root):
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) in CALLS]
        codes = {code_of(call) for call in calls} | {text for text in strings(tree) if PREFIXED.fullmatch(text)}
        missing += [(path.name, code) for code in codes if code is not None and not ENGLISH.get(code)]
    assert missing == []


def test_every_text_has_a_user(root: Path) -> None:
    used = set().union(*(strings(tree) for _, tree in trees(root)))
    assert sorted(set(ENGLISH) - used) == []


def test_every_placeholder_is_given_by_whoever_uses_the_text(root: Path) -> None:
    wrong = []
    own = {"labels", "hint", "reference"}
    for path, tree in trees(root):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or called(node) not in {"error", "warning"}:
                continue
            code, names = code_of(node), {keyword.arg for keyword in node.keywords}
            wanted = set(PLACEHOLDER.findall(ENGLISH.get(code or "", "")))
            if None not in names and code is not None and not wanted <= names - own:
                wrong.append((path.name, node.lineno, code, wanted - names))
    assert wrong == []


def test_codes_are_in_kebab_case() -> None:
    assert [code for code in ENGLISH if not re.fullmatch(r"([a-z]+\.)?[a-z0-9]+(-[a-z0-9]+)*", code)] == []


@pytest.mark.parametrize("locale", sorted(path.parent.name for path in LOCALES.glob("*/diagnostics.po")))
def test_a_locale_has_messages_of_english_with_their_placeholders(locale: str) -> None:
    """What a locale lacks is said in English."""
    there = texts(catalogue(locale))
    assert sorted(there.keys() - ENGLISH.keys()) == []
    assert all(there.values())
    for code, text in there.items():
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(ENGLISH[code])), code


def test_plural_forms_follow_the_count() -> None:
    assert [say("summary.errors", {"count": count}) for count in (0, 1, 2)] == [
        "0 errors",
        "1 error",
        "2 errors",
    ]


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("de", "es gibt keinen Zähler namens „coins“"),
        ("es", "no hay ningún contador llamado 'coins'"),
        ("fr", "aucun compteur ne s’appelle 'coins'"),
        ("ja", "「coins」というカウンターはありません"),
        ("zh_Hans", "没有名为“coins”的计数"),
        ("zh_Hant", "沒有名為「coins」的計數"),
    ],
)
def test_what_is_wrong_is_told_in_a_locale(locale: str, said: str) -> None:
    assert say("unknown-counter", {"name": "coins"}, locale) == said


@pytest.mark.parametrize("locale", ["en", "xx", "xx_YY", "../../en", ""])
def test_an_unknown_locale_falls_back_to_english(locale: str) -> None:
    assert say("hint.did-you-mean", {"name": "iron"}, locale) == "did you mean 'iron'?"


def test_a_message_without_text_is_still_shown() -> None:
    assert say("no-such-code", {"name": "x"}) == "no-such-code name=x"


def test_arguments_cannot_forge_text() -> None:
    said = say("hint.did-you-mean", {"name": "{x}\x1b[31m\nnew \u202e line"})
    assert said == "did you mean '{x} [31m new   line'?"
    assert len(say("hint.did-you-mean", {"name": "y" * 1_000_000})) < 120
