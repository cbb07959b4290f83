"""Where in the rules something is written: the rule's name, then file and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.model.passages import by_place

if TYPE_CHECKING:
    from interpreter.compiler import Program, ir
    from interpreter.engine import Option
    from interpreter.source import Span


class Places:
    """The places of a compiled game's rules."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._passages = by_place(program.model)

    def rule(self, span: Span) -> str:
        """What the text at a place belongs to; empty where nothing is known."""
        return self._passages[span].name if span in self._passages else ""

    def at(self, span: Span) -> str:
        """The rule and the place as people are shown them; empty where there is none."""
        return f"{self.rule(span)} {span.file}:{span.line}".strip() if span.file else ""

    def span_of(self, option: Option) -> Span:
        """The text that offers an option."""
        effect = group_of(self._program, option).effect
        return self._program.sites[option.site - 1].span if effect is None else effect.span


def group_of(program: Program, option: Option) -> ir.Group:
    """The group of options that an option belongs to, as the compiled rules have it."""
    return program.sites[option.site - 1].group(option.code)
