"""What can go wrong at the edge of the engine. Inside, findings are values; only these are raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.source import Diagnostic, render_text, say

if TYPE_CHECKING:
    from collections.abc import Iterable


class KamonError(Exception):
    """Something that cannot be done. `diagnostics` say why, the most important first."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics

    @property
    def code(self) -> str:
        """The stable code of the first finding."""
        return self.diagnostics[0].code

    def text(self, locale: str = "en") -> str:
        """The findings in one line."""
        return "; ".join(_line(found, locale) for found in self.diagnostics)

    def __str__(self) -> str:
        return self.text()


class GameError(KamonError):
    """A game that cannot be played as it is written or asked for. Its text shows each finding's place."""

    def text(self, locale: str = "en") -> str:
        return render_text(self.diagnostics, locale=locale).rstrip()


class IllegalChoiceError(KamonError):
    """A choice that the pending decision does not offer."""


class UndoRefusedError(KamonError):
    """A choice that stays made."""


class SaveError(KamonError):
    """A saved match that cannot be taken up again."""


class AgentError(KamonError):
    """Nobody of that name plays."""


class NativeError(KamonError):
    """Machine code that cannot be had."""


class ClusterError(KamonError):
    """A cluster that cannot be had."""


class TableError(KamonError):
    """A file that cannot be written to, or does not hold the run that is to be taken up."""


class EndlessError(KamonError):
    """A game that does not come to an end."""


def _line(found: Diagnostic, locale: str) -> str:
    text = say(found.code, found.args, locale)
    return text if found.hint is None else f"{text}; {say(*found.hint, locale)}"


def errors_of(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Those that are more than warnings."""
    return tuple(found for found in diagnostics if found.severity == "error")
