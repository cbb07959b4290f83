"""A state changed as a scenario says, by what the rules call things; no piece or token is lost or made.

What can be set is written as in the rules: `coin of red`, `hand of red`, `place of pawn`, `tent on e4`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.analysis.scenario_pieces import Contents, place_pieces
from interpreter.analysis.scenario_tokens import balanced, count_slot, single_slot
from interpreter.analysis.scenario_values import evaluated
from interpreter.compiler import ME, RulesError
from interpreter.compiler.layout import owner_names, variant_names
from interpreter.engine import State
from interpreter.engine.names import NOTHING
from interpreter.model import bind_value, typed
from interpreter.model.types import NUMBER, PLAYER, Type
from interpreter.source import Mapping, Scalar, Sequence, did_you_mean, error

if TYPE_CHECKING:
    from interpreter.model.game import SpaceKind, TokenKind
    from interpreter.source import Diagnostic, Entry, Node, Span

REST = "rest"
_TOKENS_ON_SPACES = re.compile(r"(\w+) on (\w+)")


def adjusted(state: State, given: Mapping) -> tuple[State, list[Diagnostic]]:
    """The state with these adjustments at the pending decision, its options worked out anew.

    With findings the state is the one that was given. It is never changed in place.
    """
    first = next(iter(given.entries.values())).key if given.entries else None
    if first is None:
        return state, []
    if state.over:
        return state, [error("given-over", first.span)]
    change = _Change(State(state.game, state.rules, state.array[:], state.codes))
    for entry in given.entries.values():
        change.apply(entry)
    return change.finish(first.span)


@dataclass(slots=True)
class _Change:
    """Adjustments being made. places: what was said to lie where.  tokens: kinds to be counted at the end."""

    state: State
    places: Contents = field(default_factory=Contents)
    tokens: dict[str, Span] = field(default_factory=dict)
    slots: set[int] = field(default_factory=set)
    findings: list[Diagnostic] = field(default_factory=list)

    def finish(self, span: Span) -> tuple[State, list[Diagnostic]]:
        """The state with everything in its place, unless something is wrong."""
        state, rules = self.state, self.state.rules
        if not self.findings:
            self.findings += place_pieces(rules, state.array, self.places)
            self.findings += balanced(rules, state.array, self.tokens, self.slots)
        if not self.findings:
            held = zip(rules.program.model.invariants, rules.program.invariants(state.array), strict=True)
            self.findings += [error("given-invariant", span, name=one.name) for one, holds in held if not holds]
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
        target, found = bind_value(self.state.rules.program.model, key, me=True)
        self.findings += found
        match target:
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
                self._token(token, self._number(place), key, value)
            case typed.TokenCount(token=token, owner=owner, place=place):
                self._token_count(token, owner, place, key, value)
            case typed.PlaceOf(target=piece):
                self._place(self._number(piece), key, self._value(value, target.type))
            case typed.ZoneOf() | typed.Const(type=Type(kind="space")):
                self._contents(self._number(target), key, value)
            case _:
                self.findings.append(error("given-not-settable", key.span, text=key.text))

    # -- single slots ---------------------------------------------------------------------------------------

    def _number(self, value: typed.Value | None) -> int:
        if value is None:
            return 0
        return value.value if isinstance(value, typed.Const) else evaluated(self.state, value)

    def _value(self, node: Node, kind: Type) -> int | None:
        """What is written, as the number of a value of a type; None when it is no such value."""
        if not isinstance(node, Scalar):
            self.findings.append(error("given-single", node.span))
            return None
        value, found = bind_value(self.state.rules.program.model, node, kind, me=True)
        self.findings += found
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

    def _token(self, token: TokenKind, place: int, key: Scalar, value: Node) -> None:
        names = (*variant_names(self.state.rules.program.model, token), NOTHING)
        self.tokens[token.name] = key.span
        slot = single_slot(self.state.rules.program.layout, token, place)
        self._slot(slot, key, self._among(value, names))

    def _among(self, node: Node, names: tuple[str, ...]) -> int | None:
        """Which of the names is written; None when it is none of them."""
        if not isinstance(node, Scalar):
            self.findings.append(error("given-single", node.span))
        elif node.text in names:
            return names.index(node.text)
        else:
            hint = did_you_mean(node.text, names)
            self.findings.append(error("given-not-among", node.span, hint=hint, name=node.text, values=names))
        return None

    def _token_count(
        self, token: TokenKind, owner: typed.Value | None, place: typed.Value, key: Scalar, value: Node
    ) -> None:
        rules = self.state.rules
        owned = token.per != "game" and len(owner_names(rules.program.model, token.per)) > 1
        slot = count_slot(rules.program.layout, token, self._number(place), self._number(owner))
        if slot is None or (owned and owner is None):
            self.findings.append(error("given-not-settable", key.span, text=key.text))
            return
        self.tokens[token.name] = key.span
        self._slot(slot, key, self._value(value, NUMBER))

    def _tokens_on_spaces(self, key: Scalar, value: Mapping) -> None:
        """`tent on meadow: {red: [a1, a2]}`: spaces that are not listed are empty."""
        model = self.state.rules.program.model
        found = _TOKENS_ON_SPACES.fullmatch(key.text)
        token = model.tokens.get(found[1]) if found else None
        space = model.spaces.get(found[2]) if found else None
        if token is None or space is None or token.name not in space.holds or space.capacity != 1:
            self.findings.append(error("given-not-settable", key.span, text=key.text))
            return
        self._empty(token, space)
        for entry in value.entries.values():
            for node in entry.value.items if isinstance(entry.value, Sequence) else (entry.value,):
                index = self._among(node, space.members)
                if isinstance(node, Scalar) and index is not None:
                    self._token(token, space.first + index, node, entry.key)

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
        elif isinstance(value, Scalar) and value.text == REST:
            if self.places.rest is not None:
                self.findings.append(error("given-second-rest", value.span))
            self.places.rest = place
            self.places.spans[place] = key.span
        else:
            nodes = value.items if isinstance(value, Sequence) else (value,)
            found = [(self._piece(node), node.span) for node in nodes]
            pieces = [(piece, span) for piece, span in found if piece is not None]
            self.places.listed[place] = pieces
            self.places.spans[place] = key.span

    def _piece(self, node: Node) -> int | None:
        """The piece that is named; None when nothing or something else is."""
        if not isinstance(node, Scalar):
            self.findings.append(error("given-single", node.span))
            return None
        kinds = self.state.rules.program.model.pieces.values()
        known = {name: kind.first + i for kind in kinds for i, name in enumerate(kind.members)}
        if node.text in known:
            return known[node.text]
        hint = did_you_mean(node.text, known)
        self.findings.append(error("given-no-piece", node.span, hint=hint, text=node.text))
        return None
