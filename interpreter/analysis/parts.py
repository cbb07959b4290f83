"""The parts of a game under which watched matches are counted, each with a key that is the same in every process."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from interpreter.model import typed
from interpreter.model.passages import by_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine import Game, Rules
    from interpreter.engine.names import Element, OptionGroup
    from interpreter.model.game import Attribute, Model, PieceKind
    from interpreter.model.passages import Passage
    from interpreter.source import Span

SETUP, FLOW, START = "setup", "flow", "start"
_COUNTED = ("piece", "space", "enum")


class Parts:
    """What the numbers of a compiled game belong to.

    Keys: `rule:NAME`, icons and free actions among them, `piece:NAME`, `space:NAME`, `enum:ENUM:MEMBER`,
    `modifier:NAME`, `line:NAME` of the score, SETUP, FLOW, and START for what a counter begins with. An option has the
    key of its rule, else of what asks, followed by `#` and the option's label if it has one. Pieces that nobody can
    tell apart are one.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model: Model = rules.program.model
        self._options: dict[tuple[int, int], tuple[str, str | None]] = {}

    def option(self, site: int, code: int) -> tuple[str, str | None]:
        """The keys of an option, and of what it is for if that is a thing."""
        known = self._options.get((site, code))
        if known is None:
            group = self.rules.group(site, code)
            element = group.element(code)
            known = self._option(site, group), None if element is None else self._element(element)
            self._options[site, code] = known
        return known

    def _option(self, site: int, group: OptionGroup) -> str:
        if group.rule:
            return f"rule:{group.rule}"
        if group.kind == "element":
            return self.asking[site]
        return f"{self.asking[site]}#{group.label or group.kind}{group.suffix}"

    def _element(self, element: Element) -> str | None:
        if element.kind not in _COUNTED:
            return None
        if element.kind == "piece":
            return f"piece:{self._like(element.name)}"
        return f"{element.kind}:{element.of}:{element.name}" if element.kind == "enum" else f"space:{element.name}"

    def _like(self, piece: str) -> str:
        return self.model.piece_names[self._firsts[self.model.piece_names.index(piece)]]

    @cached_property
    def _firsts(self) -> dict[int, int]:
        """For each piece the first that nobody can tell apart from it."""
        found = {}
        for kind in self.model.pieces.values():
            first: dict[tuple[object, ...], int] = {}
            for index in range(len(kind.members)):
                found[kind.first + index] = first.setdefault(_looks(kind, index), kind.first + index)
        return found

    @cached_property
    def _places(self) -> dict[Span, Passage]:
        return by_place(self.model)

    @cached_property
    def homes(self) -> tuple[str, ...]:
        """For each effect that a program with trace notes, what it belongs to."""
        return tuple(
            f"modifier:{effect.modifier}"
            if isinstance(effect, typed.Gain) and effect.modifier
            else self._home_at(effect.span)
            for effect in self.rules.program.effects
        )

    def _home_at(self, span: Span) -> str:
        passage = self._places.get(span)
        if passage is None:
            return FLOW
        match passage.sort:
            case "card":
                return f"piece:{self._like(passage.name.partition('.')[0])}"
            case "rule" | "icon" | "free":
                return f"rule:{passage.name}"
            case "setup":
                return SETUP
            case _:
                return FLOW

    @cached_property
    def asking(self) -> tuple[str, ...]:
        """For each site, from number 1 on, what asks there."""
        rules, sites = self.model.rules, self.rules.program.sites
        return ("", *(f"rule:{site.name}" if site.name in rules else self._home_at(site.span) for site in sites))

    @cached_property
    def icons(self) -> frozenset[int]:
        """The effects that stand in an icon."""
        icons = {f"rule:{rule.name}" for rule in self.model.rules.values() if rule.kind == "icon"}
        return frozenset(number for number, home in enumerate(self.homes) if home in icons)

    @cached_property
    def watchable(self) -> tuple[str, ...]:
        """The rules of which one can see whether they ran: something is done or asked in them."""
        seen = {*self.homes, *self.asking}
        return tuple(f"rule:{name}" for name in self.model.rules if f"rule:{name}" in seen)

    @cached_property
    def counted(self) -> tuple[tuple[str, ...], ...]:
        """For each score line the counters of whoever scores that it adds up as they are."""
        score = self.model.score
        return tuple(
            tuple(
                term.counter.name
                for term in _terms(line.value)
                if isinstance(term, typed.CounterOf)
                and term.counter.per == score.per
                and (isinstance(term.owner, typed.Me) or _is_local(term.owner, score.owner))
            )
            for line in score.lines
        )


@lru_cache(maxsize=8)
def parts_of(game: Game, players: int) -> Parts:
    """The parts of a game for so many players, as a program with trace has them; found once."""
    return Parts(game.rules(players, trace=True))


def _looks(kind: PieceKind, index: int) -> tuple[object, ...]:
    named = kind.told_apart_by or tuple(kind.attributes)
    return tuple(_attribute(kind.attributes[name], index) for name in named)


def _attribute(attribute: Attribute, index: int) -> object:
    return attribute.effects[index] if attribute.effects else attribute.values[index]


def _is_local(value: typed.Value | None, variable: typed.Variable) -> bool:
    return isinstance(value, typed.Local) and value.variable == variable


def _terms(value: typed.Value) -> Iterator[typed.Value]:
    """What a sum adds up; a value that is no sum alone."""
    if isinstance(value, typed.Arithmetic) and value.operator == "+":
        yield from _terms(value.left)
        yield from _terms(value.right)
    else:
        yield value
