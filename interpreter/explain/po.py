"""PO files as they are read: by whoever speaks, and by whoever looks for mistakes in them."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.source.records import record

if TYPE_CHECKING:
    from babel.messages.catalog import Message


@record
class Text:
    """An entry of a catalogue. name: its id; empty for the header.  forms: its text, or one for each plural form.
    comments: the lines that programs wrote.  line: that of its id, from 1.
    """

    __slots__ = ("_notes", "_stated")

    name: str
    forms: tuple[str, ...]
    fuzzy: bool
    comments: tuple[str, ...]
    line: int


@record
class Contents:
    """What a file holds. plural: the rule for its plural forms.  texts: all entries in order, the header too."""

    plural: str
    texts: tuple[Text, ...]


@lru_cache(maxsize=16)
def read_texts(content: bytes, locale: str) -> Contents:
    """The file with a content. Raises PoFileError when it is no PO file, ValueError when its header makes no sense."""
    from babel.messages.pofile import read_po

    catalog = read_po(io.BytesIO(content), locale=locale, abort_invalid=True)
    return Contents(catalog.plural_expr, tuple(map(text_of, catalog)))


def text_of(message: Message) -> Text:
    """The same of a message that can be edited."""
    comments = tuple(message.auto_comments)
    return Text(identity(message), forms(message), message.fuzzy, comments, message.lineno or 1)


def identity(message: Message) -> str:
    """The id of a message; the second id, for many, is that of the first with more behind it."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    """Its texts: one, or one for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
