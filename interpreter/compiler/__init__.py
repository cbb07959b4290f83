"""Typed effects lowered to integers over one flat array, and emitted as Python."""

from typing import TYPE_CHECKING

from interpreter.compiler.slots import GENERATOR, ME, PENDING
from interpreter.lazy import lazily

if TYPE_CHECKING:
    from interpreter.compiler.budget import TooLargeError
    from interpreter.compiler.c_sizes import NotInCError
    from interpreter.compiler.layout import Layout, Slot, ZoneList
    from interpreter.compiler.program import Program, compile_model
    from interpreter.compiler.runtime import LongMatchError, RulesError

__all__ = [
    "GENERATOR",
    "ME",
    "PENDING",
    "Layout",
    "LongMatchError",
    "NotInCError",
    "Program",
    "RulesError",
    "Slot",
    "TooLargeError",
    "ZoneList",
    "compile_model",
]

__getattr__ = lazily(
    __name__,
    {
        "Layout": "layout",
        "NotInCError": "c_sizes",
        "LongMatchError": "runtime",
        "Program": "program",
        "RulesError": "runtime",
        "Slot": "layout",
        "TooLargeError": "budget",
        "ZoneList": "layout",
        "compile_model": "program",
    },
)
