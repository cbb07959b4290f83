"""PO files as they are edited: every comment, flag and header is kept, whoever wrote it and however it is wrapped."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from pathlib import Path

    from babel.messages.catalog import Catalog, Message

WIDTH = 76
_HEADER = re.compile(r'\A\ufeff?(?:[ \t]*(?:#.*)?\n)*msgid ""\nmsgstr (?:".*"\n)+')
_PREVIOUS = re.compile(r'\|\s*msgid(?:_plural)? "(.*)"')


@dataclass
class PoFile:
    """header: the first entry with its comments, letter by letter; Babel would rewrite it."""

    header: str
    catalog: Catalog

    def text(self) -> str:
        """The file, with long lines wrapped."""
        buffer = io.BytesIO()
        write_po(buffer, self.catalog, width=WIDTH, omit_header=True, include_previous=True)
        return f"{self.header.rstrip()}\n\n{buffer.getvalue().decode('utf-8')}".strip() + "\n"


def parse(text: str, locale: str) -> PoFile:
    """The file with a text. Raises PoFileError when it is no PO file."""
    text = text.replace("\r\n", "\n")
    catalog = read_po(io.BytesIO(text.encode("utf-8")), locale=locale, abort_invalid=True)
    for message in catalog:
        _restore_previous(message)
    found = _HEADER.match(text)
    return PoFile(found.group().lstrip("\ufeff") if found else _fresh_header(catalog, locale), catalog)


def read(path: Path, locale: str) -> PoFile:
    """The file at a path; an empty one where there is none yet. Raises PoFileError, OSError, UnicodeDecodeError."""
    return parse(path.read_text(encoding="utf-8") if path.is_file() else "", locale)


def _restore_previous(message: Message) -> None:
    """Former ids, which Babel writes but takes for remarks when it reads."""
    found = [_PREVIOUS.fullmatch(remark) for remark in message.user_comments]
    if any(found):
        message.previous_id = [one[1] for one in found if one is not None]
        message.user_comments = [
            one for one, former in zip(message.user_comments, found, strict=True) if former is None
        ]


def _fresh_header(catalog: Catalog, locale: str) -> str:
    lines = (
        f"Language: {locale}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {catalog.plural_forms}",
    )
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines)
