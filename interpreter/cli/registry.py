"""Which commands there are, and how their arguments are read."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from interpreter import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import SupportsWrite

COMMANDS = (
    ("play", "play a game in the terminal, or watch bots play it"),
    ("check", "find every mistake in games, overlays, scenarios and translations"),
    ("test", "run the scenarios of games"),
    ("diff", "say what differs between two games in meaning"),
    ("watch", "check, test and try a game at each save of one of its files"),
    ("replay", "play saved matches again on rules that have changed"),
    ("simulate", "play many matches and show who wins and how"),
    ("compare", "play many matches of two rule sets and show what moved"),
    ("arena", "let bots play each other and show who is stronger"),
    ("trace", "tell a match step by step, with the rule behind each line"),
    ("why", "say why something can be chosen and what it does, or why it cannot"),
    ("explain", "say in words what a game's icons, cards and rules do"),
    ("fmt", "format the rules inside YAML files"),
    ("lsp", "answer an editor: the language server"),
    ("perft", "count the tree of decisions"),
    ("graph", "draw the board as SVG"),
    ("new", "make the folder of a new game"),
    ("list", "list the games that are found"),
    ("sources", "list where a game's parts come from"),
    ("translate", "bring a game's translations up to date and check what they say"),
    ("glossary", "write a page of all icons in several languages"),
    ("cards", "write cards to print and cut out"),
    ("docs", "write a game as a folder of pages"),
)
_NAMES = tuple(name for name, _ in COMMANDS)


class _Parser(argparse.ArgumentParser):
    """Argparse keeps it to itself when its texts cannot be written."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if message:
            (file or sys.stderr).write(message)


def command_and_arguments(
    arguments: list[str],
) -> tuple[Callable[[argparse.Namespace], int], argparse.Namespace]:
    """The function of the command that is asked for, and its arguments.

    Raises SystemExit as argparse does: after the help with 0, after saying what is wrong with 2.
    """
    parser = _top()
    name = parser.parse_args(arguments[:1]).command
    if name is None:
        parser.error("which command?")
    if name not in _NAMES:
        parser.error(_unknown(name))
    module: Any = import_module(f"interpreter.cli.commands.{name}")
    inner = _Parser(f"kamon {name}", description=module.__doc__, allow_abbrev=False)
    module.add_arguments(inner)
    add_locale(inner)
    return module.run, inner.parse_intermixed_args(arguments[1:])


def add_locale(parser: argparse.ArgumentParser) -> None:
    """Every command speaks the user's language."""
    parser.add_argument("--locale", metavar="L", help="language, such as en or zh_Hant (default: yours)")


def _top() -> argparse.ArgumentParser:
    width = max(map(len, _NAMES))
    commands = "\n".join(f"  {name:{width}}  {words}" for name, words in COMMANDS)
    parser = _Parser(
        "kamon",
        usage="kamon COMMAND [ARGUMENT …]",
        description="Reads a board game's rules as data and plays them.",
        epilog=f"commands:\n{commands}\n\n`kamon COMMAND --help` says more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"kamon {__version__}")
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    return parser


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, _NAMES, n=1)
    meant = f"did you mean '{near[0]}'?" if near else f"the commands are {', '.join(_NAMES)}"
    return f"there is no command '{name[:40]}'; {meant}"
