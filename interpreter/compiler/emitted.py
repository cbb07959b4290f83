"""Emitted text in parts, of which most are compiled when they are first called: few are, up to the first decision."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

AT_ONCE = "rules"  # the part that is run when a program is loaded; every other is one function, called like its part
TOO_DEEP_FOR_PYTHON = (SyntaxError, RecursionError, MemoryError)  # what `compile` raises
MOST_BRACKETS = 60  # in a line of what can surely be compiled; Python takes 200 within each other
MOST_STEPS = 15  # that its lines are further in; Python takes 100, and 20 loops
MOST_BRANCHES = 100  # that it has, each an `elif` within the one before; Python takes about 1000

BEGIN = """
def go_on(S, r):
    for _ in range({most}):
        if r.__class__ is not int:
            return r
        r = BLOCKS[r](S)
    never_ends(HOMES[r])

def begin(S):
    return go_on(S, b{entry}(S))
"""
LOOP = "r = go_on(S, r)"
PLAYOUT = """
def playout(S, bits, limit):
    r = begin(S)
    resume = RESUME
    for n in range(limit):
        if not r:
            return n
        r = resume[S[0]](S, r[bits(24) * len(r) >> 24])
        {loop}
    goes_on(limit)
"""


class Emitted:
    """The text of a game. `texts`: its parts by name."""

    def __init__(self, game: str, texts: dict[str, str]) -> None:
        self._game = game
        self.texts = texts
        self._codes: dict[str, CodeType] = {}

    @property
    def source(self) -> str:
        """The whole text."""
        return "\n\n\n".join(self.texts.values()) + "\n"

    def settle(self) -> bool:
        """Compiles what is run at once, and what may be nested too deep for Python. Whether nothing is."""
        try:
            for name, text in self.texts.items():
                if name == AT_ONCE or not is_flat(text):
                    self._code(name)
        except TOO_DEEP_FOR_PYTHON:
            return False
        return True

    def compile_all(self) -> None:
        """Compiles everything: for long runs, and to keep it."""
        for name in self.texts:
            self._code(name)

    def run(self, names: dict[str, Any]) -> None:
        """Gives the names what the text defines."""
        exec(self._code(AT_ONCE), names)  # noqa: S102 - our own emitted text
        names |= {name: self._put_off(name, names) for name in self.texts if name != AT_ONCE}

    def _put_off(self, name: str, names: dict[str, Any]) -> Callable[..., Any]:
        """What stands for a function until it is first called; then the function does, also in the lists by number."""

        def first(*given: Any) -> Any:
            if names[name] is first:
                exec(self._code(name), names)  # noqa: S102 - our own emitted text
                for numbered in (names["BLOCKS"], names["RESUME"]):
                    if first in numbered:
                        numbered[numbered.index(first)] = names[name]
            return names[name](*given)

        return first

    def _code(self, name: str) -> CodeType:
        if name not in self._codes:
            self._codes[name] = compile(self.texts[name], f"<{name} of {self._game}>", "exec")
        return self._codes[name]

    def __getstate__(self) -> tuple[str, dict[str, str], bytes]:
        return self._game, self.texts, marshal.dumps(self._codes)

    def __setstate__(self, state: tuple[str, dict[str, str], bytes]) -> None:
        self._game, self.texts, codes = state
        self._codes = marshal.loads(codes)  # noqa: S302 - as trusted as the pickle


def is_flat(text: str) -> bool:
    """Whether nothing in a function lies so deep that Python could refuse to compile it."""
    if "    " * MOST_STEPS in text or text.count("elif ") > MOST_BRANCHES:
        return False
    return all(line.count("(") + line.count("[") <= MOST_BRACKETS for line in text.splitlines())
