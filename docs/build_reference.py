"""Writes docs/reference/ from the program itself, or checks that what is there is up to date.

python -m docs.build_reference            # write
python -m docs.build_reference --check    # exit 1 if a page differs, and say which
"""  # noqa: INP001 - run by name, imported by nobody

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from docs.pages import commands, diagnostics, files, language, part_schema, python_api, saves
from docs.pages.markdown import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

REFERENCE = ROOT / "docs" / "reference"
PAGES: dict[str, Callable[[], str]] = {
    "../../schema/part.schema.json": part_schema.page,
    "language.md": language.page,
    "files.md": files.page,
    "scenarios.md": files.scenario_page,
    "saves.md": saves.page,
    "commands.md": commands.page,
    "diagnostics.md": diagnostics.page,
    "python.md": python_api.page,
}


def main() -> int:
    """Writes or checks all pages. Returns the exit code."""
    parser = argparse.ArgumentParser(description="Build the reference.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is out of date")
    check = parser.parse_args().check
    stale = []
    for name, page in PAGES.items():
        path = REFERENCE / name
        text = page()
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not check:
                path.write_text(text, encoding="utf-8")
    for name in stale:
        sys.stdout.write(f"{name}: {'out of date: run python -m docs.build_reference' if check else 'written'}\n")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
