"""What the commands say when one number on one card is changed, and when only a comment is.

`python -m docs.one_change` makes a little game in a folder of its own, about which there is nothing to say, changes it,
and prints what each command says. It fails unless each says exactly that of the number, and nothing of the comment. The
tests run it.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from interpreter.cli import main as kamon

GAME = """\
kamon: 1
game: orchard
players: {counts: [2], seats: {ann: {}, bob: {}}}
zones:
  grove: {holds: tree}
  garden: {per: player, holds: tree}
components:
  tree:
    attributes: {gift: effect}
    starts: grove
    cards:
      oak: {gift: coin 2}
      elm: {gift: coin 1; apple 1}
counters:
  coin: {per: player, maximum: 9}
  apple: {per: player, maximum: 9}
flow: "each player: plant"
rules:
  plant: |
    choose t in grove:
      move t to garden of me; do gift of t
score: {for: player, lines: {coins: coin, apples: 2 * apple}}
"""
SCENARIOS = """\
kamon: 1
scenarios:
  oak: {choose: [oak], expect: [coin of ann = 2]}
  elm: {choose: [elm], expect: [coin of ann = 1, apple of ann = 1]}
"""
CATALOGUE = """\
msgid ""
msgstr ""
"Language: en\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
NAMES = {
    "game": ("Orchard",),
    "player.ann": ("Ann",),
    "player.bob": ("Bob",),
    "piece.tree": ("tree", "trees"),
    "member.oak": ("oak (2 coins)",),
    "member.elm": ("elm",),
    "attribute.gift": ("gift",),
    "counter.coin": ("coin", "coins"),
    "counter.apple": ("apple", "apples"),
    "zone.grove": ("grove",),
    "zone.garden": ("garden",),
    "rule.plant": ("plant",),
    "score.coins": ("coins",),
    "score.apples": ("apples",),
}
"""What things are called, some for one and for many."""
NUMBER = ("gift: coin 2", "gift: coin 3")
COMMENT = ("counters:", "# what one collects\ncounters:")
LATER = ("apples: 2 * apple", "apples: 2 * apples")
"""A mistake, which `watch` tells whatever was before."""
AT_ONCE = 1
"""Seconds within which `watch` should have seen a change."""
LONGEST = 60
"""Seconds that `watch` may take to say something on a slow machine."""


def main() -> int:
    """Carries it out in a new folder. Returns 0; raises AssertionError where a command says something else."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        _make()
        print("A comment is added.\n")
        for name, said in _said_of(COMMENT).items():
            assert said == "", f"{name} says of a comment: {said}"
            print(f"kamon {name}: nothing")
        print(f"\nA number is changed: {' becomes '.join(NUMBER)}.\n")
        for name, said in _said_of(NUMBER).items():
            print(f"== kamon {name}\n{said}")
            assert re.search(r"\b3\b", said), f"{name} does not tell the new number: {said}"
            assert re.search(r"oak|coin of ann", said), f"{name} does not tell where: {said}"
            assert "elm" not in said, f"{name} tells of another card: {said}"
    return 0


def _make() -> None:
    catalogue = "\n".join([CATALOGUE, *(_entry(name, forms) for name, forms in NAMES.items())])
    for file, text in (("game.yaml", GAME), ("scenarios/planting.yaml", SCENARIOS), ("locales/en.po", catalogue)):
        path = Path("now/orchard") / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    _run("translate", "update", "now/orchard", "--locale", "en")
    found = _run("check", "now/orchard")
    assert found == "orchard: fine\n", found


def _entry(name: str, forms: tuple[str, ...]) -> str:
    """What a catalogue says of a name."""
    if len(forms) == 1:
        return f'msgid "{name}"\nmsgstr "{forms[0]}"\n'
    texts = "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms))
    return f'msgid "{name}"\nmsgid_plural "{name}.plural"\n{texts}'


def _said_of(change: tuple[str, str]) -> dict[str, str]:
    """What each command says now that it did not say before; the change is made while `watch` looks on, and kept."""
    commands = {
        "check": ("check", "now/orchard"),
        "test": ("test", "now/orchard"),
        "diff": ("diff", "then/orchard", "now/orchard"),
        "translate check": ("translate", "check", "now/orchard"),
        "compare": ("compare", "then/orchard", "now/orchard", "-n", "50", "--engine", "python", "--jobs", "1"),
    }
    shutil.rmtree("then", ignore_errors=True)
    shutil.copytree("now", "then")
    before = {name: _run(*arguments) for name, arguments in commands.items()}
    watched = _watch(change)
    return {name: _news(before[name], _run(*arguments)) for name, arguments in commands.items()} | {"watch": watched}


def _run(*arguments: str) -> str:
    """What a command prints."""
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        kamon([*arguments, "--locale", "en"])
    return output.getvalue()


def _news(before: str, after: str) -> str:
    """The lines that were not there before."""
    known = before.splitlines()
    return "\n".join(line for line in after.splitlines() if line not in known)


def _watch(change: tuple[str, str]) -> str:
    """What `kamon watch` prints of a change that is made while it runs: all up to what it says of a later one."""
    command = [sys.executable, "-m", "interpreter", "watch", "now/orchard", "--locale", "en"]
    root = str(Path(__file__).resolve().parent.parent)
    with Path("watched.txt").open("w", encoding="utf-8") as output:
        process = subprocess.Popen(command, stdout=output, env={**os.environ, "PYTHONPATH": root})  # noqa: S603 - ourselves
        try:
            first = _until(process, "Scenarios played")
            _edit(*change)
            time.sleep(AT_ONCE)
            _edit(*LATER)
            last = _until(process, "error[unknown-name]")
            _edit(*reversed(LATER))
        finally:
            process.terminate()
            process.wait()
    said = last.removeprefix(first).partition("error[unknown-name]")[0]
    return said.rpartition("\n")[0].strip()


def _edit(old: str, new: str) -> None:
    file = Path("now/orchard/game.yaml")
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")


def _until(process: subprocess.Popen[bytes], words: str) -> str:
    """All that was printed, once these words are in it."""
    for _ in range(LONGEST * 10):
        said = Path("watched.txt").read_text(encoding="utf-8")
        if words in said and said.endswith("\n"):
            return said
        assert process.poll() is None, said
        time.sleep(0.1)
    raise AssertionError(f"watch has not said: {words}")


if __name__ == "__main__":
    sys.exit(main())
