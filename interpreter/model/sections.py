"""Players, options, enums, parameters, counters and zones: from YAML to what the rules point at."""

from __future__ import annotations

from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, get_args

from interpreter.language import ast
from interpreter.model.constants import LIMIT
from interpreter.model.draft import Draft, field, fields, text, words
from interpreter.model.game import Counter, Enum, Per, Seat, SeenBy, Zone
from interpreter.model.scope import BOX, Constant, Everyone
from interpreter.model.types import NUMBER, PLAYER, TEAM, Type
from interpreter.source import (
    NO_SPAN,
    Entry,
    Label,
    Mapping,
    Node,
    Scalar,
    Span,
    did_you_mean,
    error,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAYER_COUNT = "player_count"
MAX_OPTION_VALUES = 1000


# ---- players -------------------------------------------------------------------------------------


def add_players(draft: Draft) -> None:
    """The seats in use, in turn order, and their teams."""
    seats = list(draft.section("players", "seats").items())[: draft.players]
    names = [draft.name(entry.key) for _, entry in seats]
    spans = [entry.key.span for _, entry in seats]
    scope = draft.scope
    team_of = _teams(draft, names, spans)
    scope.seats = tuple(
        Seat(
            name,
            team_of[name],
            text(field(entry.value, "colour")),
            text(field(entry.value, "glyph")),
        )
        for name, (_, entry) in zip(names, seats, strict=True)
    )
    scope.add_members(PLAYER, names, 0, spans)
    scope.declare("players", Everyone(PLAYER), None)
    scope.declare("teams", Everyone(TEAM), None)
    scope.declare(PLAYER_COUNT, Constant(PLAYER_COUNT, NUMBER, draft.players), None)


def _teams(draft: Draft, names: list[str], spans: list[Span]) -> dict[str, int]:
    """The team of each seat. Without teams in the document each seat is its own."""
    declared = draft.section("players", "teams")
    scope = draft.scope
    if not declared:
        scope.teams = tuple(names)
        scope.add_members(TEAM, names, 0, spans)
        return {name: index for index, name in enumerate(names)}
    team_of: dict[str, int] = {}
    teams: list[Entry] = []
    known = draft.section("players", "seats")
    for entry in declared.values():
        draft.name(entry.key)
        _check_seats(draft, entry, known)
        members = [word.text for word in words(entry.value) if word.text in names]
        team_of.update(dict.fromkeys(members, len(teams)))
        if members:
            teams.append(entry)
    for name, span in zip(names, spans, strict=True):
        if name not in team_of:
            draft.report(error("seat-without-team", span, name=name))
            team_of[name] = 0
    scope.teams = tuple(entry.key.text for entry in teams)
    scope.add_members(TEAM, scope.teams, 0, [entry.key.span for entry in teams])
    return team_of


def _check_seats(draft: Draft, team: Entry, known: dict[str, Entry]) -> None:
    for word in words(team.value):
        if word.text not in known:
            draft.report(error("unknown-seat", word.span, hint=did_you_mean(word.text, known), name=word.text))


# ---- options, enums, parameters ------------------------------------------------------------------


def option_values(node: Node) -> list[str | int]:
    """What an option can be set to."""
    values = field(node, "values")
    if isinstance(values, Mapping):
        limits = fields(values)
        low, high = (_integer(limits.get(key)) for key in ("min", "max"))
        return list(range(low, min(high, low + MAX_OPTION_VALUES) + 1))
    return [word.value if type(word.value) is int else word.text for word in words(values)]


def _integer(node: Node | None) -> int:
    return node.value if isinstance(node, Scalar) and type(node.value) is int else 0


def option_default(node: Node) -> str | int | None:
    """What an option is when nobody sets it: the first value, unless another is named."""
    found = field(node, "default")
    if isinstance(found, Scalar):
        return found.value if type(found.value) is int else found.text
    values = option_values(node)
    return values[0] if values else None


def add_options(draft: Draft) -> None:
    """Each option as a constant; one that is set to words as an enum of them too."""
    for name, entry in draft.section("options").items():
        draft.name(entry.key)
        values = option_values(entry.value)
        default = option_default(entry.value)
        if len(values) > MAX_OPTION_VALUES:
            draft.report(error("option-too-wide", entry.key.span, limit=MAX_OPTION_VALUES))
        if default not in values:
            place = fields(entry.value).get("default", entry.value).span
            draft.report(error("option-default", place, name=name, value=str(default)))
            continue
        chosen = draft.choices.get(name, default)
        draft.scope.options[name] = str(chosen)
        if type(chosen) is int:
            draft.scope.declare(name, Constant(name, NUMBER, chosen), entry.key.span)
            continue
        members = [str(value) for value in values]
        kind = Type("enum", name)
        draft.scope.enums[name] = Enum(name, tuple(members))
        spans = [word.span for word in words(field(entry.value, "values"))]
        draft.scope.add_members(kind, members, 0, spans)
        draft.scope.declare(name, Constant(name, kind, members.index(str(chosen))), entry.key.span)


def add_enums(draft: Draft) -> None:
    """Named lists of words."""
    for name, entry in draft.section("enums").items():
        draft.name(entry.key)
        node = _for_count(draft, entry) if _by_count(entry.value) else entry.value
        keys = [item.key for item in node.entries.values()] if isinstance(node, Mapping) else words(node)
        glyphs = [text(field(inner, "glyph")) for inner in fields(node).values()]
        members = tuple(draft.name(key) for key in keys)
        enum = Enum(name, members, tuple(glyphs) if any(glyphs) else ())
        add_enum(draft, enum, [key.span for key in keys], entry.key.span)


def add_enum(draft: Draft, enum: Enum, spans: Sequence[Span | None], span: Span | None) -> None:
    """One enum with its members, each written at its span."""
    if not draft.scope.declare(enum.name, enum, span):
        return
    seen: dict[str, Span | None] = {}
    for member, place in zip(enum.members, spans, strict=True):
        if place is not None and (first := seen.get(member)) is not None:
            labels = [Label(first, "label.first-here")]
            draft.report(error("duplicate-name", place, labels=labels, name=member))
        seen.setdefault(member, place)
    draft.scope.enums[enum.name] = enum
    draft.scope.add_members(Type("enum", enum.name), enum.members, 0, spans)


def add_parameters(draft: Draft) -> None:
    """Named numbers, each after those that its own text names."""
    entries = draft.section("parameters")
    state: dict[str, bool] = {}
    for name in entries:
        _add_parameter(draft, name, entries, state)


def _add_parameter(draft: Draft, name: str, entries: dict[str, Entry], done: dict[str, bool]) -> None:
    """`done` is False while a parameter waits for those it needs."""
    if done.get(name):
        return
    entry = entries[name]
    if name in done:
        draft.report(error("value-needs-itself", entry.key.span, name=name))
        draft.scope.declare(name, Constant(name, NUMBER, 0), entry.key.span)
        return
    done[name] = False
    node = _for_count(draft, entry)
    parsed = draft.value(node) if isinstance(node, Scalar) and type(node.value) is not int else None
    for needed in names_in(parsed):
        if needed in entries:
            _add_parameter(draft, needed, entries, done)
            draft.scope.used.add(needed)
    done[name] = True
    before = draft.scope.reports
    value = 0 if parsed is None and not _is_integer(node) else draft.constant(node)
    draft.name(entry.key)
    if draft.scope.reports > before:
        draft.leave_out(entry.key)
        return
    named = draft.scope.names.get(name)
    if named is None or named.span != entry.key.span:
        draft.scope.declare(name, Constant(name, NUMBER, value), entry.key.span)


def _is_integer(node: Node | None) -> bool:
    return isinstance(node, Scalar) and type(node.value) is int


def _by_count(node: Node) -> bool:
    """Whether something is given for each number of players."""
    return isinstance(node, Mapping) and all(key.isdecimal() for key in node.entries)


def _for_count(draft: Draft, entry: Entry) -> Node | None:
    """What is given for the player count at hand, where that makes a difference."""
    if not isinstance(entry.value, Mapping):
        return entry.value
    found = entry.value.get(str(draft.players))
    if found is None:
        draft.report(error("without-count", entry.key.span, name=entry.key.text, count=draft.players))
    return found


def names_in(node: Any) -> list[str]:
    """Every name in a syntax tree."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, tuple):
        return [name for item in node for name in names_in(item)]
    if not is_dataclass(node) or isinstance(node, Span):
        return []
    return [name for one in dataclass_fields(node) for name in names_in(getattr(node, one.name))]


# ---- counters and zones --------------------------------------------------------------------------


def per_of(node: Node | None) -> Per:
    """Who owns one each."""
    found = text(node, "game")
    return found if found in get_args(Per) else "game"  # type: ignore[return-value]


def seen_by(node: Node | None, default: SeenBy = "everyone") -> SeenBy:
    """Who sees it."""
    found = text(node, default)
    return found if found in get_args(SeenBy) else default  # type: ignore[return-value]


def add_counters(draft: Draft) -> None:
    """Numbers that belong to the game, a player or a team."""
    for name, entry in draft.section("counters").items():
        draft.name(entry.key)
        one = fields(entry.value)
        per = per_of(one.get("per"))
        minimum = draft.constant(one.get("minimum"), 0)
        maximum = draft.constant(one.get("maximum"), LIMIT)
        start = draft.constant(one.get("start"), max(minimum, 0))
        if not minimum <= start <= maximum:
            place = one.get("start", entry.value).span
            draft.report(error("out-of-range", place, value=start, low=minimum, high=maximum))
        counter = Counter(
            name,
            per,
            len(draft.scope.owners(per)),
            start,
            minimum,
            maximum,
            strict=draft.constant(one.get("strict")) == 1,
            seen_by=seen_by(one.get("seen_by")),
            told="told" not in one or draft.constant(one["told"]) == 1,
            glyph=text(one.get("glyph")),
            span=entry.key.span,
        )
        if draft.scope.declare(name, counter, entry.key.span):
            draft.scope.counters[name] = counter


def add_zones(draft: Draft) -> None:
    """Places off the board, and the box for what is in none of them."""
    scope = draft.scope
    for name, entry in draft.section("zones").items():
        draft.name(entry.key)
        one = fields(entry.value)
        per = per_of(one.get("per"))
        holds = holdings(draft, one.get("holds"))
        if any(word.text in scope.left_out and word.text not in holds for word in words(one.get("holds"))):
            draft.leave_out(entry.key)  # what a text means by it depends on the kind that is left out
            continue
        seen = seen_by(one.get("seen_by"))
        zone = Zone(
            name,
            len(scope.place_names),
            per,
            len(scope.owners(per)),
            holds,
            draft.amount(one.get("capacity"), _size(draft, holds), 0, LIMIT),
            seen,
            seen_by(one.get("count_seen_by")),
            told="told" not in one or draft.constant(one["told"]) == 1,
            ordered="ordered" in one and draft.constant(one["ordered"]) == 1,
            span=entry.key.span,
        )
        if name != BOX and scope.declare(name, zone, entry.key.span):
            scope.zones[name] = zone
            scope.place_names += [f"{name} of {owner}" if owner else name for owner in scope.owners(per)]
            scope.place_names += ["nothing"] if per != "game" else []
    kinds = (*scope.pieces, *scope.tokens)
    box = Zone(
        BOX,
        len(scope.place_names),
        "game",
        1,
        kinds,
        _size(draft, kinds),
        "everyone",
        "everyone",
        span=NO_SPAN,
    )
    scope.declare(BOX, box, None)
    scope.zones[BOX] = box
    scope.place_names.append(BOX)


def holdings(draft: Draft, node: Node | None) -> tuple[str, ...]:
    """The kinds of components that a place holds."""
    kinds = (*draft.scope.pieces, *draft.scope.tokens)
    for word in words(node):
        if word.text not in kinds:
            hint = did_you_mean(word.text, kinds)
            draft.report(error("unknown-kind", word.span, hint=hint, name=word.text))
    return tuple(word.text for word in words(node) if word.text in kinds)


def _size(draft: Draft, kinds: tuple[str, ...]) -> int:
    """How many components there are of these kinds."""
    pieces = sum(len(draft.scope.pieces[name].members) for name in kinds if name in draft.scope.pieces)
    tokens = (draft.scope.tokens[name] for name in kinds if name in draft.scope.tokens)
    return pieces + sum(token.count * token.owners for token in tokens)
