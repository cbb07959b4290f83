"""A state changed as a scenario says, by what the rules call things; no piece or token is lost or made.

What can be set is written as in the rules: `coin of red`, `hand of red`, `place of pawn`, `tent on e4`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.analysis.scenario_names import Reader, is_rest
from interpreter.analysis.scenario_pieces import Contents, place_pieces
from interpreter.analysis.scenario_tokens import balanced, count_slot, single_slot
from interpreter.analysis.scenario_values import evaluated
from interpreter.compiler import ME, RulesError
from interpreter.compiler.layout import owner_names
from interpreter.engine import State
from interpreter.model import typed
from interpreter.model.types import NUMBER, PLAYER, Type
from interpreter.source import Mapping, Scalar, error

if TYPE_CHECKING:
    from interpreter.model.game import SpaceKind, TokenKind
    from interpreter.source import Diagnostic, Entry, Node, Span


def adjusted(state: State, given: Mapping) -> tuple[State, list[Diagnostic]]:
    """The state with these adjustments at the pending decision, its options worked out anew.

    With findings the state is the one that was given. It is never changed in place.
    """
    first = next(iter(given.entries.values())).key if given.entries else None
    if first is None:
        return state, []
    if state.over:
        return state, [error("given-over", first.span)]
    change = _Change(State(state.game, state.rules, state.array[:], state.codes), Reader(state.rules.program.model))
    for entry in given.entries.values():
        change.apply(entry)
    return change.finish(first.span)


@dataclass(slots=True)
class _Change:
    """Adjustments being made. places: what was said to lie where.  tokens: kinds to be counted at the end."""

    state: State
    reader: Reader
    places: Contents = field(default_factory=Contents)
    tokens: dict[str, Span] = field(default_factory=dict)
    slots: set[int] = field(default_factory=set)

    @property
    def findings(self) -> list[Diagnostic]:
        """What is wrong, in the order in which it was noticed."""
        return self.reader.findings

    def finish(self, span: Span) -> tuple[State, list[Diagnostic]]:
        """The state with everything in its place, unless something is wrong."""
        state, rules = self.state, self.state.rules
        if not self.findings:
            self.findings.extend(place_pieces(rules, state.array, self.places))
            self.findings.extend(balanced(rules, state.array, self.tokens, self.slots))
        if not self.findings:
            held = zip(rules.program.model.invariants, rules.program.invariants(state.array), strict=True)
            self.findings.extend(error("given-invariant", span, name=one.name) for one, holds in held if not holds)
        if self.findings:
            return state, self.findings
        try:
            codes = rules.program.ask(state.array)
        except RulesError:
            return state, [error("given-stuck", span)]
        return State(state.game, rules, state.array, codes), []

    def apply(self, entry: Entry) -> None:
        """Makes one adjustment, or notes why it cannot be made."""
        key, value = entry.key, entry.value
        if isinstance(value, Mapping):
            self._tokens_on_spaces(key, value)
            return
        match target := self.reader.target(key):
            case None:
                return
            case typed.Me():
                self._slot(ME, key, self._value(value, PLAYER))
            case typed.CounterOf(counter=counter, owner=owner):
                slot = self.state.rules.program.layout.counters[counter.name]
                self._slot(slot + self._number(owner), key, self._value(value, NUMBER))
            case typed.VariableOf(variable=variable, target=piece):
                base = self.state.rules.program.layout.variables[variable.kind, variable.name]
                self._slot(base + self._number(piece), key, self._value(value, variable.type))
            case typed.TokenOn(token=token, place=place):
                self._token(token, self._number(place), key, self.reader.side(value, token))
            case typed.TokenCount(token=token, owner=owner, place=place):
                self._token_count(token, owner, place, key, value)
            case typed.PlaceOf(target=piece):
                self._place(self._number(piece), key, self._value(value, target.type))
            case typed.ZoneOf() | typed.Const(type=Type(kind="space")):
                self._contents(self._number(target), key, value)
            case _:
                self.reader.refuse(key)

    # -- single slots ---------------------------------------------------------------------------------------

    def _number(self, value: typed.Value | None) -> int:
        if value is None:
            return 0
        return value.value if isinstance(value, typed.Const) else evaluated(self.state, value)

    def _value(self, node: Node, kind: Type) -> int | None:
        """What is written, as the number of a value of a type; None when it is no such value."""
        value = self.reader.value(node, kind)
        return None if value is None else self._number(value)

    def _slot(self, slot: int, key: Scalar, value: int | None) -> None:
        if value is None:
            return
        known = self.state.rules.program.layout.slots[slot]
        if not known.low <= value <= known.high:
            bounds = f"{known.low}..{known.high}"
            self.findings.append(error("given-range", key.span, text=key.text, value=value, bounds=bounds))
        elif slot in self.slots:
            self.findings.append(error("given-twice", key.span, text=key.text))
        else:
            self.slots.add(slot)
            self.state.array[slot] = value

    # -- tokens ---------------------------------------------------------------------------------------------

    def _token(self, token: TokenKind, place: int, key: Scalar, side: int | None) -> None:
        self.tokens[token.name] = key.span
        self._slot(single_slot(self.state.rules.program.layout, token, place), key, side)

    def _token_count(
        self, token: TokenKind, owner: typed.Value | None, place: typed.Value, key: Scalar, value: Node
    ) -> None:
        rules = self.state.rules
        owned = token.per != "game" and len(owner_names(rules.program.model, token.per)) > 1
        slot = count_slot(rules.program.layout, token, self._number(place), self._number(owner))
        if slot is None or (owned and owner is None):
            self.reader.refuse(key)
            return
        self.tokens[token.name] = key.span
        self._slot(slot, key, self._value(value, NUMBER))

    def _tokens_on_spaces(self, key: Scalar, value: Mapping) -> None:
        """Spaces that are not listed are empty."""
        read = self.reader.tokens_on_spaces(key, value)
        if read is None:
            return
        token, space, places = read
        self._empty(token, space)
        for place, node, side in places:
            self._token(token, place, node, side)

    def _empty(self, token: TokenKind, space: SpaceKind) -> None:
        layout = self.state.rules.program.layout
        for place in range(space.first, space.nothing):
            slot = single_slot(layout, token, place)
            self.state.array[slot] = layout.slots[slot].high

    # -- pieces ---------------------------------------------------------------------------------------------

    def _place(self, piece: int, key: Scalar, place: int | None) -> None:
        if place is None:
            return
        if piece in self.places.single:
            self.findings.append(error("given-twice", key.span, text=key.text))
        self.places.single[piece] = place
        self.places.spans.setdefault(place, key.span)

    def _contents(self, place: int, key: Scalar, value: Node) -> None:
        if place in self.places.listed or place == self.places.rest:
            self.findings.append(error("given-twice", key.span, text=key.text))
        elif is_rest(value):
            if self.places.rest is not None:
                self.findings.append(error("given-second-rest", value.span))
            self.places.rest = place
            self.places.spans[place] = key.span
        else:
            self.places.listed[place] = [(piece, node.span) for piece, node in self.reader.pieces(value)]
            self.places.spans[place] = key.span
