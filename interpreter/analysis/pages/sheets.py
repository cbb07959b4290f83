"""Cards to print and cut out: nine on a page of A4, as PDF or as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.analysis.pages.render import page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.analysis.pages.cards import Card, Deck

ON_A_SHEET = 9
DOTS_PER_INCH = 200
_POINTS_PER_INCH = 72


def sheets(decks: Sequence[Deck]) -> list[list[tuple[Card, str]]]:
    """The cards of all decks in sheets, each with the name of its kind."""
    every = [(card, deck.one) for deck in decks for card in deck.cards]
    return [every[start : start + ON_A_SHEET] for start in range(0, len(every), ON_A_SHEET)]


def as_pdf(decks: Sequence[Deck], title: str, locale: str, reconstructed: str) -> bytes:
    """A PDF file. `reconstructed`: the word on cards that no source gives. Needs WeasyPrint."""
    from weasyprint import HTML  # type: ignore[import-untyped]

    words = {"reconstructed": reconstructed}
    text = page("sheets.html", sheets=sheets(decks), title=title, locale=locale, words=words)
    content: bytes = HTML(string=text).write_pdf()
    return content


def as_pictures(pdf: bytes) -> Iterator[bytes]:
    """A PNG file for each page of a PDF file. Needs pypdfium2 and Pillow."""
    import io

    from pypdfium2 import PdfDocument  # type: ignore[import-untyped]

    document = PdfDocument(pdf)
    for number in range(len(document)):
        buffer = io.BytesIO()
        document[number].render(scale=DOTS_PER_INCH / _POINTS_PER_INCH).to_pil().save(buffer, "PNG")
        yield buffer.getvalue()
