"""Findings about the texts of a catalogue: what is out of date, lost, said twice, or not what is meant."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from babel.messages.pofile import PoFileError

from interpreter.analysis.desk.entries import base
from interpreter.analysis.desk.merge import COUNTED, Standard, outdated
from interpreter.analysis.desk.notes import notes_of
from interpreter.analysis.desk.wording import Wording
from interpreter.explain.phrases import placeholders
from interpreter.explain.po import read_texts
from interpreter.explain.words import BETWEEN_SYNONYMS
from interpreter.source import Label, Span, error, warning

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from interpreter.analysis.desk.merge import Needs
    from interpreter.explain.po import Text
    from interpreter.source import Diagnostic, SourceFile


def text_findings(
    source: SourceFile, locale: str, needs: Needs, elsewhere: Mapping[str, tuple[str, ...]]
) -> Iterator[Diagnostic]:
    """What is wrong with the texts of a catalogue that can be read; of others it is said elsewhere.

    elsewhere: the texts of further catalogues, with names that are in use here, too.
    """
    try:
        texts = read_texts(source.text.encode("utf-8"), locale).texts
    except PoFileError:
        return
    whole = {one.name: one.forms for one in texts if one.name and not one.fuzzy and all(one.forms)}
    wording = Wording(locale, {**elsewhere, **whole})
    several = max((len(one.forms) for one in texts), default=1)
    for text in texts:
        if not text.name or not any(text.forms):
            continue
        is_noun = text.name.partition(".")[0] in COUNTED
        wanted = several if is_noun and len(needs.english.get(text.name, ())) > 1 else len(text.forms)
        if not all(text.forms) or len(text.forms) < wanted:
            yield error("plural-missing", _place(source, text), count=wanted)
        stale = list(_stale(source, text, locale, needs))
        yield from stale
        if not stale:
            yield from _against_english(source, text, needs)
            yield from _against_meaning(source, text, wording, needs)
    yield from _said_twice(source, texts, locale, needs)


def _place(source: SourceFile, text: Text) -> Span:
    """The id in the line where an entry begins."""
    start, end = source.line_bounds(text.line)
    quote = source.text.find('"', start, end)
    return Span(source, quote + 1, max(end - 1, quote + 1))


def _stale(source: SourceFile, text: Text, locale: str, needs: Needs) -> Iterator[Diagnostic]:
    """A text that is marked, or that `update` would mark."""
    then = notes_of(text)
    now = Standard(text, locale, needs)
    changes = list(outdated(text, then, now))
    if not text.fuzzy and not changes:
        return
    place = _place(source, text)
    if text.fuzzy:
        was = [(then.was, now.says), (then.was_english, now.english), (then.was_printed, now.printed)]
        told = [(before, after) for before, after in was if before and before != after]
        if not told and not changes:
            yield warning("text-fuzzy", place)
        for before, after in told:
            yield warning("text-stale", place, was=before, now=after, labels=_meant(text.name, needs))
    for change in changes:
        yield warning("text-stale", place, was=change.was, now=change.now, labels=_meant(change.message, needs))


def _meant(message: str, needs: Needs) -> list[Label]:
    """Where it says in the rules what a message stands for."""
    entry = base(message, needs.entries)
    if entry is None or entry.place is None or not entry.meant:
        return []
    return [Label(entry.place, "label.means", {"said": entry.said})]


def _against_english(source: SourceFile, text: Text, needs: Needs) -> Iterator[Diagnostic]:
    """Placeholders that the English text has and this one has lost."""
    wanted = needs.places.get(text.name)
    lost = wanted.difference(*map(placeholders, text.forms)) if wanted else ()
    if lost and "member" not in text.name.split("."):
        yield warning("lost-placeholder", _place(source, text), names=tuple(sorted(lost)))


def _against_meaning(source: SourceFile, text: Text, wording: Wording, needs: Needs) -> Iterator[Diagnostic]:
    entry = base(text.name, needs.entries)
    if entry is None or not (entry.meant or entry.numbers):
        return
    for code, what in dict.fromkeys(wording.faults(text, entry)):
        yield warning(code, _place(source, text), what=what, labels=_meant(text.name, needs))


def _said_twice(source: SourceFile, texts: Sequence[Text], locale: str, needs: Needs) -> Iterator[Diagnostic]:
    """Things with one name in English that have two here, neither of them the other's synonym."""
    if locale == "en":
        return
    named: defaultdict[str, list[Text]] = defaultdict(list)
    for text in texts:
        kind, _, part = text.name.partition(".")
        if text.name in needs.english and kind in COUNTED and "." not in part and all(text.forms):
            named[needs.english[text.name][0].casefold()].append(text)
    synonyms = {
        word.casefold()
        for text in texts
        if text.name.endswith(".also")
        for form in text.forms
        for word in BETWEEN_SYNONYMS.split(form)
    }
    for english, several in named.items():
        first, *others = several
        for other in others:
            one, two = first.forms[0], other.forms[0]
            if one.casefold() != two.casefold() and not {one.casefold(), two.casefold()} & synonyms:
                label = Label(_place(source, first), "label.called", {"name": one})
                yield warning("two-translations", _place(source, other), term=english, labels=[label], name=two)
