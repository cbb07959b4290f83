"""A decision as data: who decides, and the legal options in a stable order."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.compiler import ir
    from interpreter.engine.names import Element
    from interpreter.engine.rules import Rules


@record
class Option:
    """Something that can be chosen.

    index: its place among the options.  code, site: its numbers in the compiled game.  kind: `rule`,
    `element` (one of a set), `pass`, `done`, `decline` or `accept`.  rule: the rule it belongs to, if that
    has a name.  element: what it is for.  key: its meaning in one word, the same in every match of the game.
    """

    index: int
    code: int
    site: int
    kind: ir.GroupKind
    rule: str
    element: Element | None
    key: str

    def __str__(self) -> str:
        return self.key


class Decision:
    """What is asked now.

    seat: the number of the player who decides.  codes: the options' codes.  unseen: by code, what options for pieces
    that he does not see are for.
    """

    def __init__(self, rules: Rules, site: int, seat: int, codes: Sequence[int], unseen: Mapping[int, Element]) -> None:
        self.rules = rules
        self.site = site
        self.seat = seat
        self.codes = codes
        self.unseen = unseen

    @property
    def player(self) -> str:
        """The name of the player who decides."""
        return self.rules.players[self.seat]

    @property
    def name(self) -> str:
        """The rule in which it is asked."""
        return self.rules.sites[self.site - 1].name

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The legal options; never empty."""
        return tuple(self._option(index, code) for index, code in enumerate(self.codes))

    def _option(self, index: int, code: int) -> Option:
        group = self.rules.group(self.site, code)
        element = self.unseen.get(code) or group.element(code)
        return Option(index, code, self.site, group.kind, group.rule, element, group.called(element))

    def find(self, text: str) -> Option | None:
        """The option that a person means, or None when it is none or more than one. See `matches`."""
        found = self.matches(text)
        return found[0] if len(found) == 1 else None

    def matches(self, text: str) -> tuple[Option, ...]:
        """The options with this key; else with this element's name; else whose key or element begins so.

        Capitals do not matter, unless keys differ in nothing else.
        """
        wanted = text.strip()
        for option in self.options:
            if option.key == wanted:
                return (option,)
        wanted = wanted.casefold()
        if not wanted:
            return ()
        named = [(option, _spellings(option)) for option in self.options]
        exact = tuple(option for option, spellings in named if wanted in spellings)
        begun = (option for option, spellings in named if any(s.startswith(wanted) for s in spellings))
        return exact or tuple(begun)

    def __repr__(self) -> str:
        return f"<Decision of {self.player}: {self.name}, {len(self.codes)} options>"


def _spellings(option: Option) -> tuple[str, ...]:
    key = option.key.casefold()
    return (key,) if option.element is None else (key, option.element.name.casefold())
