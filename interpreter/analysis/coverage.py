"""What of a game's rules its scenarios use: effects, options, what conditions came to, lines of the score.

What is counted are parts of the rules' meaning, not lines of text: layout changes nothing, and a rule that is used in
many places is one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from interpreter.analysis.onlooker import Onlooker
from interpreter.compiler import compile_model
from interpreter.engine.noted import ASIDES
from interpreter.engine.rules import Rules
from interpreter.model import typed
from interpreter.source.files import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.compiler import ir
    from interpreter.engine import Game, Option, State
    from interpreter.source import Span

Kind = Literal["effect", "option", "guard", "line"]
KINDS: tuple[Kind, ...] = ("effect", "option", "guard", "line")


@dataclass(frozen=True, slots=True)
class Unit:
    """Something of the rules that scenarios can use.

    name: what tells options at one place apart.  held: of a condition, what it came to; else None.
    """

    kind: Kind
    span: Span
    name: str = ""
    held: bool | None = None


@dataclass(slots=True)
class Coverage:
    """How often each unit was used, in the games as the scenarios play them."""

    uses: dict[Unit, int] = field(default_factory=dict)

    def ordered(self) -> list[Unit]:
        """The units by file and place."""
        return sorted(self.uses, key=lambda one: (one.span.file, one.span.start, one.span.end, one.kind, not one.held))

    def of(self, kind: Kind) -> tuple[int, int]:
        """Of this kind, how many were used and how many there are."""
        uses = [count for unit, count in self.uses.items() if unit.kind == kind]
        return sum(map(bool, uses)), len(uses)

    def whole(self) -> tuple[int, int]:
        """The same of all kinds together."""
        return sum(map(bool, self.uses.values())), len(self.uses)

    def missing(self) -> list[Unit]:
        """The units that were never used, by file and place."""
        return [unit for unit in self.ordered() if not self.uses[unit]]


def joined(several: Iterable[Coverage]) -> Coverage:
    """The coverage of several games as one."""
    whole = Coverage()
    for coverage in several:
        for unit, count in coverage.uses.items():
            whole.uses[unit] = whole.uses.get(unit, 0) + count
    return whole


class Watch(Onlooker):
    """Looks on while the scenarios of a game are played, and counts what they use. Of a game with overlays only what
    the last one says is counted.
    """

    def __init__(self) -> None:
        self.coverage = Coverage()
        self._rules: dict[tuple[str, int], Rules] = {}

    def rules(self, game: Game, players: int) -> Rules:
        """The compiled game that notes what happens in it. Raises GameError."""
        wanted = (repr(sorted(game.options.items())), players)
        if wanted not in self._rules:
            rules = Rules(compile_model(game.model(players), trace=True, guards=True))
            self._rules[wanted] = rules
            for unit in _units(rules):
                if belongs(unit.span, game):
                    self.coverage.uses.setdefault(unit, 0)
        return self._rules[wanted]

    def happened(self, state: State) -> None:
        """Notes the events up to the pending decision, and what its conditions come to."""
        program = state.rules.program
        for number, values in program.events:
            self._use(_effect_unit(program.effects[number], values))
        program.events.clear()
        if state.decision is not None:
            site = program.sites[state.decision.site - 1]
            for node, holds in program.held(state.array, site, self._tells_more):
                if isinstance(node, typed.Value):
                    self._use(Unit("guard", node.span, held=holds))

    def _tells_more(self, group: ir.Group) -> bool:
        """Whether some condition of a group has not come to both yet: only then is it worth the time."""
        spans = [node.span for _, node in group.conditions if isinstance(node, typed.Value)]
        uses = self.coverage.uses
        return any(uses.get(Unit("guard", span, held=held)) == 0 for span in spans for held in (True, False))

    def chose(self, state: State, option: Option) -> None:
        """Notes that an option is being chosen."""
        site = state.rules.program.sites[option.site - 1]
        self._use(_option_unit(site, site.group(option.code)))

    def scored(self, state: State) -> None:
        """Notes the lines of the score that a scenario looks at and that are not 0."""
        lines = state.rules.program.model.score.lines
        for points in state.rules.program.score(state.array):
            for line, value in zip(lines, points, strict=True):
                if value:
                    self._use(Unit("line", line.value.span, line.name))

    def _use(self, unit: Unit) -> None:
        if unit in self.coverage.uses:
            self.coverage.uses[unit] += 1


def belongs(span: Span, game: Game) -> bool:
    """Whether a place is in what is tested: of a game with overlays, in the last one."""
    return not game.overlays or span.file == shown(game.folder.overlays[-1].path)


def _units(rules: Rules) -> Iterator[Unit]:
    """Everything of a compiled game that can be used."""
    program = rules.program
    for effect in program.effects:
        if isinstance(effect, typed.Conditional | typed.OnlyIf):
            yield from (Unit("guard", effect.condition.span, held=held) for held in (True, False))
        elif not isinstance(effect, ASIDES):
            yield _effect_unit(effect, ())
    for site in program.sites:
        for group in site.groups:
            yield _option_unit(site, group)
            for _, node in group.conditions:
                if isinstance(node, typed.Value):
                    yield from (Unit("guard", node.span, held=held) for held in (True, False))
    yield from (Unit("line", line.value.span, line.name) for line in program.model.score.lines)


def _effect_unit(effect: typed.Effect, values: tuple[int, ...]) -> Unit:
    if isinstance(effect, typed.Conditional | typed.OnlyIf):
        return Unit("guard", effect.condition.span, held=bool(values[0]))
    return Unit("effect", effect.span)


def _option_unit(site: ir.Site, group: ir.Group) -> Unit:
    span = site.span if group.effect is None else group.effect.span
    return Unit("option", span, group.kind if group.kind in ("done", "decline") else group.name)
