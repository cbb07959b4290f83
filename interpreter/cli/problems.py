"""What went wrong, said to whoever typed the command."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, MISUSE
from interpreter.cli.words import Words
from interpreter.compiler import RulesError
from interpreter.engine import AgentError, ClusterError, GameError, KamonError, NativeError, SaveError, TableError
from interpreter.explain import LocaleError
from interpreter.source import render_text, say
from interpreter.source.messages import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.source import Diagnostic

MAX_TYPED = 300
"""Characters that are repeated of what was typed."""

# Findings about what was typed, not about a game's files.
_TYPED = frozenset(
    {
        "bad-name",
        "game-not-a-folder",
        "game-without-files",
        "name-not-ascii",
        "option-value",
        "overlay-twice",
        "player-count",
        "unknown-game",
        "unknown-locale",
        "unknown-option",
        "unknown-overlay",
    }
)


class MisuseError(Exception):
    """The command cannot be carried out as it was typed. `message` and `args` name the text that says why; a finding
    among them is said in the text.
    """

    def __init__(self, message: str, **args: str | int | Diagnostic) -> None:
        super().__init__(message)
        self.message = message
        self.arguments = args

    def text(self, words: Words) -> str:
        """What is wrong, harmless for a terminal."""
        return words(self.message, **{name: _said(value, words.locale) for name, value in self.arguments.items()})


def _said(value: str | int | Diagnostic, locale: str) -> str | int:
    match value:
        case str():
            return printable(value, MAX_TYPED)
        case int():
            return value
        case _:
            return say(value.code, value.args, locale)


def report(problem: Exception, locale: str | None) -> int | None:
    """Says what is wrong on standard error. Returns the exit code; None for what nobody foresaw."""
    match problem:
        case MisuseError():
            return _misuse(problem.text(Words(locale)))
        case LocaleError() if problem.diagnostic.code == "unknown-locale":
            return _misuse(in_a_line(problem.diagnostic, "en"))
        case LocaleError():
            print_findings([problem.diagnostic], Words(locale).locale)
            return FINDINGS
        case AgentError() | NativeError() | SaveError() | ClusterError() | TableError():
            return _misuse(problem.text(Words(locale).locale))
        case GameError() if problem.code in _TYPED:
            return _misuse(in_a_line(problem.diagnostics[0], Words(locale).locale))
        case GameError():
            print_findings(problem.diagnostics, Words(locale).locale)
            return FINDINGS
        case KamonError():
            print_problem(f"kamon: {problem.text(Words(locale).locale)}")
            return FINDINGS
        case RulesError():
            print_problem(f"kamon: {Words(locale)('problem.rules', reason=str(problem))}")
            return FINDINGS
        case _:
            return None


def in_a_line(found: Diagnostic, locale: str) -> str:
    """A finding without its place, with its hint."""
    text = say(found.code, found.args, locale)
    return text if found.hint is None else f"{text}; {say(*found.hint, locale)}"


def print_findings(found: Sequence[Diagnostic], locale: str) -> None:
    """Findings on standard error, each with its excerpt."""
    from interpreter.cli.words import colour_wanted, width

    print(render_text(found, color=colour_wanted(sys.stderr), locale=locale, width=width()), end="", file=sys.stderr)


def print_problem(text: str) -> None:
    """A sentence on standard error; a terminal gets it in lines that fit."""
    from interpreter.cli.console import Terminal, wrapped

    lines = wrapped(Terminal(), text) if sys.stderr.isatty() else (text,)
    print(*lines, sep="\n", file=sys.stderr)


def _misuse(text: str) -> int:
    print_problem(f"kamon: {text}")
    return MISUSE
