"""A catalogue brought up to date with its game: what is new, gone, or no longer what its text was written for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from babel.messages.catalog import Message

from interpreter.analysis.desk.entries import base, part_of
from interpreter.analysis.desk.notes import Notes, notes
from interpreter.analysis.desk.numbers import stated
from interpreter.explain.phrases import placeholders
from interpreter.explain.po import identity, text_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from babel.messages.catalog import Catalog

    from interpreter.analysis.desk.entries import Entry
    from interpreter.explain.po import Text
    from interpreter.source import Span

TEXT = ".text"
"""The form of a message that says the whole effect in an author's own words."""
COUNTED = ("piece", "token", "space", "counter", "enum")


@dataclass(frozen=True)
class Change:
    """A text that was written for something else: a sentence or the English text, then and now."""

    message: str
    was: str
    now: str


@dataclass
class Report:
    """What `update` did, by ids of messages."""

    added: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)


@dataclass(frozen=True)
class Needs:
    """What a game asks of its catalogues.

    entries: what messages stand for.  wanted: the messages that every catalogue has, in order.
    known: the first two steps of every message that names something.  patterns: by the name of a single part the
    message that names all of its kind instead.  english: the English texts.
    """

    entries: Mapping[str, Entry]
    wanted: Sequence[str]
    known: Collection[str]
    patterns: Mapping[str, str]
    english: Mapping[str, tuple[str, ...]]

    @cached_property
    def places(self) -> Mapping[str, frozenset[str]]:
        """What the English texts that have placeholders want, by message, beside a count."""
        wants = {name: frozenset[str]().union(*map(placeholders, forms)) for name, forms in self.english.items()}
        return {name: found for name, every in wants.items() if (found := every - {"count"})}


@dataclass(frozen=True)
class Standard:
    """What a text is held to as the game is now; each part of it is worked out when it is asked for."""

    text: Text
    locale: str
    needs: Needs

    @cached_property
    def entry(self) -> Entry | None:
        """What the text stands for; of forms of a name that is told at the name itself."""
        entry = base(self.text.name, self.needs.entries)
        return entry if entry is not None and (entry.message == self.text.name or self._is_held) else None

    @cached_property
    def _is_held(self) -> bool:
        """Whether the text says more than a name."""
        return self.text.name.endswith(TEXT) or any(stated(self.text))

    @property
    def meaning(self) -> str:
        """The fingerprint of that. Only what states the meaning is held to it."""
        return self.entry.meaning if self.entry is not None and self._is_held else ""

    @property
    def printed(self) -> str:
        """The numbers printed on a piece whose text tells numbers."""
        told = self.entry.printed if self.entry is not None and self._is_held else ()
        return ", ".join(f"{name} {number}" for name, number in told)

    @property
    def english(self) -> str:
        """The English text, on one line."""
        return "" if self.locale == "en" else " ".join(" / ".join(self.needs.english.get(self.text.name, ())).split())

    @property
    def says(self) -> str:
        """What the text stands for, said in English."""
        return "" if self.entry is None else self.entry.said

    def notes(self) -> Notes:
        """The same as comments."""
        if self.entry is None:
            return Notes(english=self.english)
        entry = self.entry
        return Notes(self.meaning, self.english, entry.dsl, self.says, self.printed, entry.source)


def update(catalog: Catalog, locale: str, needs: Needs) -> Report:
    """Changes the catalogue in place: missing messages are added, those of no part become obsolete, comments are
    written anew. A text is marked fuzzy when what it says, or the English that it was written from, has changed.
    """
    report = Report()
    for message in [one for one in catalog if identity(one)]:
        name = identity(message)
        if "." not in name or part_of(name) in needs.known:
            report.changed += _refresh(message, locale, needs)
        else:
            report.gone.append(name)
            del catalog[message.id]
            catalog.obsolete[name] = message
    for name in _missing(catalog, locale, needs):
        report.added.append(name)
        revived = catalog.obsolete.pop(name, None)
        catalog[_id(name, needs.english)] = revived or Message(_id(name, needs.english))
        _refresh(catalog[name], locale, needs)
    return report


def _missing(catalog: Catalog, locale: str, needs: Needs) -> Iterator[str]:
    """Names of parts, and the sentences that English has words of its own for."""
    there = {identity(one) for one in catalog}
    yield from (name for name in needs.wanted if not {name, needs.patterns.get(name)} & there)
    if locale != "en":
        yield from (name for name in needs.english if name.endswith(TEXT) and name not in there)


def _id(name: str, english: Mapping[str, tuple[str, ...]]) -> str | tuple[str, str]:
    """Nouns have a second id for many."""
    several = len(english.get(name, ())) > 1 or (name not in english and name.split(".", maxsplit=1)[0] in COUNTED)
    return (name, f"{name}.plural") if several else name


def _refresh(message: Message, locale: str, needs: Needs) -> list[Change]:
    """Writes the comments anew, and marks the text if that changes what it was written for."""
    text = text_of(message)
    old, others = notes(text.comments)
    now = Standard(text, locale, needs)
    new = now.notes()
    changes = list(outdated(text, old, now))
    if changes:
        message.flags.add("fuzzy")
    if message.fuzzy:
        new.was = old.was or (old.says if old.meaning and new.says != old.says else "")
        new.was_english = old.was_english or (old.english if old.english != new.english else "")
        new.was_printed = old.was_printed or (old.printed if old.printed != new.printed else "")
    message.auto_comments = [*others, *new.lines()]
    if now.entry is not None and now.entry.place is not None:
        message.locations = [_location(now.entry.place)]
    return changes


def outdated(text: Text, then: Notes, now: Standard) -> Iterator[Change]:
    """What has changed since a text was written, by the notes that it carries and what it is held to now."""
    if not any(text.forms):
        return
    if then.meaning and now.meaning and then.meaning != now.meaning and (not then.says or then.says != now.says):
        yield Change(text.name, then.says, now.says)
    if then.printed and now.printed and then.printed != now.printed:
        yield Change(text.name, then.printed, now.printed)
    if then.english and now.english and then.english != now.english:
        yield Change(text.name, then.english, now.english)


def _location(place: Span) -> tuple[str, int]:
    """File and line, the file without the folders that the game lies in."""
    return place.file.rpartition("/")[2], place.line
