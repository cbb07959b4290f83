"""A game's catalogues held against its parts."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import interpreter
from interpreter.analysis.translations import check_translations

TOYS = Path(__file__).resolve().parents[1] / "toys"


def gaps(folder: Path, messages: dict[str, str]) -> int:
    """How many names the toy still lacks with these in its catalogue."""
    (folder / "locales").mkdir(exist_ok=True)
    text = "\n".join(f'msgid "{name}"\nmsgstr "{said}"\n' for name, said in messages.items())
    (folder / "locales" / "en.po").write_text(text, encoding="utf-8")
    (found,) = check_translations([interpreter.load(folder)])
    assert found.code == "untranslated"
    return int(str(found.args["count"]))


def test_one_pattern_names_all_members_of_a_kind(tmp_path: Path) -> None:
    folder = copytree(TOYS / "graph", tmp_path / "graph")
    without = gaps(folder, {"game": "Graph"})
    assert gaps(folder, {"game": "Graph", "space.deck.member": "{terrain} {level}"}) == without - 6
    assert gaps(folder, {"game": "Graph", "member.hill_1": "top of the hill"}) == without - 1
