"""Typed effects lowered to integers over one flat array, and emitted as Python."""

from interpreter.compiler.layout import GENERATOR, ME, PENDING, Layout, Slot, ZoneList
from interpreter.compiler.program import Program, compile_model
from interpreter.compiler.runtime import RulesError

__all__ = ["GENERATOR", "ME", "PENDING", "Layout", "Program", "RulesError", "Slot", "ZoneList", "compile_model"]
