"""The catalogues are complete: every construct and node has words in every locale, every word a use."""

import re
from collections.abc import Iterator

import pytest

from interpreter.explain import Speaker, words
from interpreter.explain.catalogue import LOCALES as FOLDER
from interpreter.explain.catalogue import Catalogue, read_catalogue
from interpreter.explain.locales import available_locales
from interpreter.explain.phrases import placeholders
from interpreter.language.constructs import CONSTRUCTS
from interpreter.model import typed
from tests.explain.helpers import (
    FORMS,
    LOCALES,
    bodies,
    effect,
    events,
    say_the_rest,
    sentences,
    speaker,
    typed_nodes,
)


def catalogue(locale: str) -> Catalogue:
    return read_catalogue(FOLDER / locale / "explain.po", locale)


def base(message: str, known: frozenset[str]) -> str:
    """The message of which another is a form, or the message itself."""
    parts = message.split(".")
    while len(parts) > 1 and parts[-1] in FORMS:
        parts.pop()
    shorter = ".".join(parts)
    return shorter if shorter in known else message


def messages(locale: str) -> frozenset[str]:
    """All messages but forms of others: what every locale needs."""
    known = frozenset(catalogue(locale).texts)
    return frozenset(message for message in known if base(message, known) == message)


def leaves(kind: type) -> Iterator[type]:
    below: list[type] = kind.__subclasses__()
    if not below:
        yield kind
    for one in below:
        yield from leaves(one)


def test_the_shipped_locales_are_spoken() -> None:
    assert available_locales() == LOCALES


@pytest.mark.parametrize("locale", LOCALES)
def test_every_construct_has_a_pattern(locale: str) -> None:
    heads = {message.split(".")[0] for message in messages(locale)}
    assert [one.name for one in CONSTRUCTS if one.name not in heads] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_locale_has_the_same_messages_as_english(locale: str) -> None:
    assert sorted(messages(locale) ^ messages("en")) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_message_has_the_same_parts_in_every_locale(locale: str) -> None:
    english, there = catalogue("en").texts, catalogue(locale).texts
    different = {
        message: text
        for message in messages("en")
        for text in there[message]
        if placeholders(text) - {"count"} != placeholders(english[message][0]) - {"count"}
    }
    assert different == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_form_has_parts_that_its_message_has(locale: str) -> None:
    texts = catalogue(locale).texts
    known = frozenset(texts)
    parts = {message: placeholders(texts[base(message, known)][0]) for message in known}
    assert [m for m in known for text in texts[m] if not placeholders(text) - {"count", "owner"} <= parts[m]] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_text_is_empty_or_ends_in_space(locale: str) -> None:
    assert [
        m for m, forms in catalogue(locale).texts.items() for text in forms if not text or text != text.strip()
    ] == []


def test_every_construct_has_a_sentence() -> None:
    assert {one.construct for one in sentences()} == {one.name for one in CONSTRUCTS}


def test_every_kind_of_node_has_a_sentence() -> None:
    said = {type(node) for body in bodies() for node in typed_nodes(body)}
    assert {kind.__name__ for base in (typed.Effect, typed.Value) for kind in leaves(base)} - {
        kind.__name__ for kind in said
    } == set()


def say_all(one: Speaker) -> None:
    for body in bodies():
        if isinstance(body, typed.Effect):
            one.say_effect(body)
            one.say_steps(body)
        else:
            one.say_value(body)
    for text, values, _ in events():
        one.say_event(effect(text), values)
    say_the_rest(one)


def test_every_message_is_used_and_every_used_one_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    one = speaker()
    used: set[str] = set()
    look = words._look

    def noted(shelves: list[Catalogue], message: str, form: str = "", count: int | None = None) -> str | None:
        if shelves is one._speech._language:
            used.add(message)
        return look(shelves, message, form, count)

    monkeypatch.setattr(words, "_look", noted)
    say_all(one)
    assert sorted(used - set(catalogue("en").texts)) == []
    assert sorted(messages("en") - used) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_part_of_a_pattern_is_left_open(locale: str) -> None:
    one = speaker(locale)
    said = [one.say_effect(body) if isinstance(body, typed.Effect) else one.say_value(body) for body in bodies()]
    assert [text for text in said if re.search(r"[{}]", text)] == []
    assert all(said)
