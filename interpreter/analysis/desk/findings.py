"""Findings about the texts of a catalogue: what is out of date, lost, said twice, or not what is meant."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from babel.messages.pofile import PoFileError

from interpreter.analysis.desk.entries import base
from interpreter.analysis.desk.merge import COUNTED, notes_of, outdated
from interpreter.analysis.desk.notes import notes
from interpreter.analysis.desk.po_file import forms, identity, parse
from interpreter.analysis.desk.wording import Wording
from interpreter.explain.phrases import placeholders
from interpreter.explain.words import BETWEEN_SYNONYMS
from interpreter.source import Label, Span, error, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Catalog, Message

    from interpreter.analysis.desk.merge import Needs
    from interpreter.source import Diagnostic, SourceFile


def text_findings(source: SourceFile, locale: str, needs: Needs) -> Iterator[Diagnostic]:
    """What is wrong with the texts of a catalogue that can be read; of others it is said elsewhere."""
    try:
        catalog = parse(source.text, locale).catalog
    except PoFileError:
        return
    texts = {identity(one): forms(one) for one in catalog if identity(one) and not one.fuzzy and all(forms(one))}
    wording = Wording(locale, texts)
    for message in catalog:
        if not identity(message) or not any(forms(message)):
            continue
        place = _place(source, message)
        yield from _plurals(place, message)
        stale = list(_stale(place, message, locale, needs))
        yield from stale
        if not stale:
            yield from _against_english(place, message, needs)
            yield from _against_meaning(place, message, wording, needs)
    yield from _said_twice(source, catalog, locale, needs)


def _place(source: SourceFile, message: Message) -> Span:
    """The id in the line where an entry begins."""
    start, end = source.line_bounds(message.lineno or 1)
    quote = source.text.find('"', start, end)
    return Span(source, quote + 1, max(end - 1, quote + 1))


def _plurals(place: Span, message: Message) -> Iterator[Diagnostic]:
    """A text with some of its plural forms only."""
    if any(forms(message)) and not all(forms(message)):
        yield error("plural-missing", place, count=len(forms(message)))


def _stale(place: Span, message: Message, locale: str, needs: Needs) -> Iterator[Diagnostic]:
    """A text that is marked, or that `update` would mark."""
    now = notes_of(message, locale, needs)
    changes = list(outdated(message, now))
    then, _ = notes(message.auto_comments)
    if message.fuzzy:
        was = [(then.was, now.says), (then.was_english, now.english)]
        told = [(before, after) for before, after in was if before and before != after]
        if not told and not changes:
            yield warning("text-fuzzy", place)
        for before, after in told:
            yield warning("text-stale", place, was=before, now=after, labels=_meant(identity(message), needs))
    for change in changes:
        yield warning("text-stale", place, was=change.was, now=change.now, labels=_meant(change.message, needs))


def _meant(message: str, needs: Needs) -> list[Label]:
    """Where it says in the rules what a message stands for."""
    entry = base(message, needs.entries)
    if entry is None or entry.place is None or not entry.meant:
        return []
    return [Label(entry.place, "label.means", {"said": entry.said})]


def _against_english(place: Span, message: Message, needs: Needs) -> Iterator[Diagnostic]:
    """Placeholders that the English text has and this one has lost."""
    english = needs.english.get(identity(message), ())
    wanted = set().union(*map(placeholders, english)) - {"count"}
    lost = wanted - set().union(*map(placeholders, forms(message)))
    if lost and "member" not in identity(message).split("."):
        yield warning("lost-placeholder", place, names=tuple(sorted(lost)))


def _against_meaning(place: Span, message: Message, wording: Wording, needs: Needs) -> Iterator[Diagnostic]:
    entry = base(identity(message), needs.entries)
    if entry is None or not (entry.meant or entry.numbers):
        return
    said = dict.fromkeys(fault for text in forms(message) for fault in wording.faults(identity(message), text, entry))
    for code, what in said:
        yield warning(code, place, what=what, labels=_meant(identity(message), needs))


def _said_twice(source: SourceFile, catalog: Catalog, locale: str, needs: Needs) -> Iterator[Diagnostic]:
    """Things with one name in English that have two here, neither of them the other's synonym."""
    if locale == "en":
        return
    named: defaultdict[str, list[Message]] = defaultdict(list)
    for message in catalog:
        name = identity(message)
        if name in needs.english and name.partition(".")[0] in COUNTED and name.count(".") == 1 and all(forms(message)):
            named[needs.english[name][0].casefold()].append(message)
    synonyms = {
        word.casefold()
        for message in catalog
        if identity(message).endswith(".also")
        for text in forms(message)
        for word in BETWEEN_SYNONYMS.split(text)
    }
    for english, messages in named.items():
        first, *others = messages
        for other in others:
            one, two = forms(first)[0], forms(other)[0]
            if one.casefold() != two.casefold() and not {one.casefold(), two.casefold()} & synonyms:
                label = Label(_place(source, first), "label.called", {"name": one})
                yield warning("two-translations", _place(source, other), term=english, labels=[label], name=two)
