"""A compiled game as the engine plays it: the program, and what is derived from its model once."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.compiler import LongMatchError
from interpreter.compiler.program import MOST_DECISIONS
from interpreter.engine.known import known_variables
from interpreter.engine.names import OptionGroup, SlotNames, option_groups
from interpreter.engine.reach import reach
from interpreter.engine.sight import Sight, sights
from interpreter.engine.unseen import groups_with_unseen, offered
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.compiler import Program, ir
    from interpreter.model.game import Model


@record
class Site:
    """A place in the rules where somebody decides: the rule it stands in, and its options' groups."""

    name: str
    groups: tuple[OptionGroup, ...]


class Rules:
    """Shared by all states of a game for so many players.

    players: their names in turn order.  owners: who scores, players or teams; owner_of: each seat's owner.
    lines: the names of the score lines.  sites: where decisions are asked; site number n is `sites[n - 1]`.
    """

    def __init__(self, program: Program) -> None:
        model = program.model
        self.program = program
        self.players = tuple(seat.name for seat in model.seats)
        by_team = model.score.per == "team"
        self.owners = model.owners
        self.owner_of = tuple(seat.team if by_team else i for i, seat in enumerate(model.seats))
        self.lines = model.lines
        self.sites = tuple(Site(site.name, option_groups(model, site)) for site in program.sites)

    def group(self, site: int, code: int) -> OptionGroup:
        """The group that an option's code belongs to."""
        for group in self.sites[site - 1].groups:
            if group.low <= code <= group.high:
                return group
        raise KeyError(code)

    @cached_property
    def sights(self) -> tuple[Sight, ...]:
        """What each player sees, in seat order."""
        return sights(self.program.model, self.program.layout)

    @cached_property
    def whole_sights(self) -> tuple[Sight, ...]:
        """What each player sees of a state in the layout that keeps everything."""
        return sights(self.program.model, self.program.whole_layout)

    @cached_property
    def groups_with_unseen(self) -> dict[int, tuple[ir.Group, ...]]:
        """By site, the groups in which an option can be for a piece that the player who decides does not see."""
        return groups_with_unseen(self.program)

    def play_out(self, array: list[int], bits: Callable[[int], int], limit: int = MOST_DECISIONS) -> int:
        """Plays a match from set-up to its end, every option that is offered as likely as any other, with what
        `Program.playout` takes. Returns the number of decisions. Raises LongMatchError and RulesError.
        """
        if not self.groups_with_unseen:
            return self.program.playout(array, bits, limit)
        return self.finish(array, self.program.begin(array), bits, limit)

    def finish(
        self, array: list[int], codes: list[int], bits: Callable[[int], int], limit: int = MOST_DECISIONS
    ) -> int:
        """The same from a moment whose options these are. Pieces that who decides cannot tell apart are one option."""
        if not self.groups_with_unseen:
            return self.program.finish(array, codes, bits, limit)
        for decisions in range(limit):
            if not codes:
                return decisions
            codes = offered(self, array, codes)
            codes = self.program.choose(array, codes[bits(24) * len(codes) >> 24])
        if codes:
            raise LongMatchError(limit)
        return limit

    @cached_property
    def known_variables(self) -> frozenset[int]:
        """The slots of the rules' variables that hide nothing from the player who decides."""
        return known_variables(self.program.model, self.program.layout)

    @cached_property
    def reach(self) -> dict[int, frozenset[int]]:
        """The places that each piece can come to lie in."""
        return reach(self.program.model)

    @cached_property
    def slot_names(self) -> SlotNames:
        """How the values of slots are written."""
        return SlotNames(self.program.model, self.program.layout)

    @cached_property
    def secrets(self) -> tuple[tuple[int, int, int], ...]:
        """Slots of secret picks: whose, where, and the number for none."""
        found = []
        for slot, known in enumerate(self.program.layout.slots):
            kind, _, seat = known.area.partition(":")
            if kind == "secret":
                found.append((int(seat), slot, known.high))
        return tuple(found)

    @cached_property
    def piece_slots(self) -> tuple[int, ...]:
        """The variables of the rules, and entries of their lists, that hold numbers of pieces.

        They are those that are called and bounded like a variable that stands for a piece.
        """
        layout = self.program.layout
        bounds = set(_piece_variables(self.program.model))
        found = []
        for slot, known in enumerate(layout.slots):
            if known.area in ("locals", "lists"):
                name = re.sub(r"^(each|chosen|used|set)_|_\d+(\[\d+\])?$", "", known.name)
                if (name, known.high + (known.area == "lists")) in bounds:
                    found.append(slot)
        return tuple(found)


def _piece_variables(model: Model) -> Iterator[tuple[str, int]]:
    """The name of each variable that stands for a piece, and the number for no piece of its kind."""
    from interpreter.compiler.analysis import parts
    from interpreter.model import typed

    variables = [parameter for rule in model.rules.values() for parameter in rule.parameters]
    for body in (model.setup, model.flow, *(rule.body for rule in model.rules.values())):
        variables += [node.variable for node in parts(body) if isinstance(node, typed.Binder | typed.Let)]
    for variable in variables:
        kind = variable.type.element or variable.type
        if kind.kind == "piece":
            yield variable.name, model.pieces[kind.name].nothing
