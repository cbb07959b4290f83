"""commands.md: the help of every command, as it is printed."""

from __future__ import annotations

import io
import os
from contextlib import redirect_stdout

from docs.pages import markdown
from interpreter.cli import main
from interpreter.cli.registry import COMMANDS

INTRO = """
Every command ends with 0 when all is well, 1 when it found something (mistakes, failing scenarios, files to
format), 2 when it was asked for something that cannot be. Output is UTF-8; `NO_COLOR` turns colours off.

A game is named as `game`, `game+overlay+overlay`, or by a path to its folder, `./my_game+overlay`. Games
are looked for in the folders that `--games` names, then in those of the variable `KAMON_PATH`, then in the
user's data folder, then in installed packages with an entry point in the group `kamon.games`, then among
the games that come with Kamon. What was compiled is kept in the user's cache folder, or in the one that
`KAMON_CACHE_DIR` names.
"""


def page() -> str:
    """The page's text."""
    parts = [markdown.block(printed("--help"), "text")]
    for name, _ in COMMANDS:
        parts += [f"## {name}", markdown.block(printed(name, "--help"), "text")]
    return markdown.page("Commands", INTRO, *parts)


def printed(*arguments: str) -> str:
    """What a command prints in a terminal of 100 columns."""
    os.environ["COLUMNS"] = "100"
    output = io.StringIO()
    with redirect_stdout(output):
        main(arguments)
    return output.getvalue()
