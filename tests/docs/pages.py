"""Documentation pages carried out as a reader would: files written, files changed, commands run, Python typed in.

What stands in fenced blocks, by the words after the fence:

    yaml file=PATH          the whole file
    diff file=PATH          lines of the file to take out (-) and to put in their place (+), places parted by @@
    console                 `$ command`, then what it prints; a line `…` stands for any lines
    console exit=1          the same for a command that ends with 1
    pycon                   a Python session
"""

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(\w+)[ \t]*(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the words after it, its text, where that begins, and the line of the fence."""

    language: str
    words: str
    text: str
    start: int
    line: int

    def word(self, name: str) -> str:
        """What stands behind `name=`; empty if nothing does."""
        found = re.search(rf"\b{name}=(\S+)", self.words)
        return found[1] if found else ""


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2], found[3], found.start(3), text.count("\n", 0, found.start()) + 1)
        for found in FENCE.finditer(text)
    ]


def write(block: Block) -> None:
    path = Path(block.word("file"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")


def change(block: Block) -> None:
    """Applies a `diff` block."""
    path = Path(block.word("file"))
    text = path.read_text(encoding="utf-8")
    for old, new in hunks(block.text):
        assert text.count(old) == 1, f"{path} has {text.count(old)} places like this:\n{old}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def hunks(text: str) -> Iterator[tuple[str, str]]:
    """Of each part between lines of `@@`: what is there, and what is to be there instead."""
    for part in re.split(r"^@@\n", text, flags=re.MULTILINE):
        lines = part.splitlines()
        old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
        yield old, new


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a `console` block with what it is said to print."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line, shown


def prints(shown: str, printed: str) -> bool:
    """Whether a command printed what the page shows."""
    lines = [r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line) + "\n" for line in stripped(shown)]
    return re.fullmatch("".join(lines), "".join(f"{line}\n" for line in stripped(printed))) is not None


def renewed(shown: str, printed: str) -> str:
    """What the page should show: all that is printed, or, where it begins with `…`, as many last lines as now."""
    old, new = stripped(shown), stripped(printed)
    if old[:1] == ["…"]:
        new = ["…", *new[len(new) - len(old) + 1 :]]
    return "".join(f"{line}\n" for line in new)


def rewrite(page: Path, texts: dict[Block, str]) -> None:
    """Puts other texts into blocks."""
    whole = page.read_text(encoding="utf-8")
    for block in sorted(texts, key=lambda block: -block.start):
        whole = whole[: block.start] + texts[block] + whole[block.start + len(block.text) :]
    page.write_text(whole, encoding="utf-8")


def stripped(text: str) -> list[str]:
    """A text's lines without what cannot be seen at their ends."""
    return [line.rstrip() for line in text.strip("\n").split("\n")] if text.strip() else []


def type_in(sessions: list[Block], name: str) -> doctest.TestResults:
    """Runs a page's Python sessions in one namespace."""
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    parser = doctest.DocTestParser()
    names: dict[str, object] = {}
    for block in sessions:
        test = parser.get_doctest(block.text, names, name, name, block.line)
        test.globs = names
        runner.run(test, clear_globs=False)
    return runner.summarize(verbose=False)
