"""Answer an editor in the Language Server Protocol, on standard input and output. Needs the extra kamon[lsp]."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.problems import MisuseError

if TYPE_CHECKING:
    import argparse


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """What the command takes: nothing of its own. Without --locale it speaks the editor's language."""


def run(args: argparse.Namespace) -> int:
    """Serves one editor until it says that it has done."""
    from interpreter.explain import resolve_locale

    locale = None if args.locale is None else resolve_locale(args.locale)
    try:
        from interpreter.lsp.server import make_server
    except ModuleNotFoundError as missing:
        if missing.name not in ("pygls", "lsprotocol"):
            raise
        raise MisuseError("misuse.extra", command="lsp", extra="lsp") from None
    with open(os.dup(0), "rb") as asked, open(os.dup(1), "wb") as answered:  # noqa: PTH123 - the server closes them
        make_server(locale).start_io(asked, answered)
    return FINE
