"""Pieces and tokens: from YAML to numbered components with attributes, variables and starts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from interpreter.model.board import read_attributes
from interpreter.model.combinations import combinations
from interpreter.model.constants import Constants, NotConstantError
from interpreter.model.draft import Draft, field, fields, text, words
from interpreter.model.game import Attribute, PieceKind, StateVariable, TokenKind
from interpreter.model.scope import BOX, Env
from interpreter.model.sections import per_of
from interpreter.model.types import NOTHING, NUMBER, PLACE, PLAYER, TEAM, Type
from interpreter.source import Entry, Mapping, Node, Scalar, Sequence, Span, error, warning, what_there_is
from interpreter.source.records import record

MAX_PIECES = 10_000
SELDOM = 8
"""One card in so many that lacks what the others have is taken to be forgetful."""
_SHOWN = re.compile(r"\{(\w+)\}")


@record
class _Members:
    """The pieces of a kind: their names, where they are written, and attributes that the names imply."""

    names: list[str]
    spans: list[Span]
    attributes: dict[str, Attribute]


def add_components(draft: Draft) -> None:
    """Every kind of piece and token with its members; what they have and where they start comes later."""
    for name, entry in draft.section("components").items():
        draft.name(entry.key)
        one = fields(entry.value)
        if "tokens" in one:
            _add_tokens(draft, entry, one)
        else:
            _add_pieces(draft, name, entry, _members(draft, name, entry, one))


# ---- pieces --------------------------------------------------------------------------------------


def _add_pieces(draft: Draft, name: str, entry: Entry, members: _Members) -> None:
    scope = draft.scope
    first = len(scope.piece_names)
    if first + len(members.names) > MAX_PIECES:
        draft.report(error("too-many-pieces", entry.key.span, limit=MAX_PIECES))
        return
    glyph = text(field(entry.value, "glyph"))
    kind = PieceKind(name, first, tuple(members.names), members.attributes, {}, (), glyph=glyph, span=entry.key.span)
    if scope.declare(name, kind, entry.key.span):
        scope.pieces[name] = kind
        scope.add_members(Type("piece", name), members.names, first, members.spans)
        scope.piece_names += [*members.names, "nothing"]


def _members(draft: Draft, name: str, entry: Entry, one: dict[str, Node]) -> _Members:
    """One piece a combination, a card, a number, an owner; or just one."""
    span = entry.key.span
    if "each" in one:
        return _combinations(draft, one["each"], span)
    cards = one.get("cards")
    if isinstance(cards, Mapping):
        keys = [card.key for card in cards.entries.values()]
        return _Members([draft.name(key) for key in keys], [key.span for key in keys], {})
    owners = draft.scope.owners(per_of(one.get("per")))
    count = draft.amount(one.get("count"), 1, 0, MAX_PIECES)
    numbers = [f"_{number}" for number in range(1, count + 1)] if "count" in one else [""]
    names = [f"{name}{'_' if owner else ''}{owner}{number}" for owner in owners for number in numbers]
    owned = {"player": PLAYER, "team": TEAM}.get(per_of(one.get("per")))
    if owned is None:
        return _Members(names, [span] * len(names), {})
    values = [index for index in range(len(owners)) for _ in numbers]
    owner = Attribute("owner", owned, (*values, draft.scope.nothing_of(owned)))
    return _Members(names, [span] * len(names), {"owner": owner})


def _combinations(draft: Draft, each: Node, span: Span) -> _Members:
    """One piece for each way to take a value of every attribute."""
    found = combinations(draft, each, MAX_PIECES)
    if found is None:
        draft.report(error("too-many-pieces", span, limit=MAX_PIECES))
        return _Members([], [], {})
    names, attributes = found
    return _Members(names, [span] * len(names), attributes)


# ---- tokens --------------------------------------------------------------------------------------


def _add_tokens(draft: Draft, entry: Entry, one: dict[str, Node]) -> None:
    scope = draft.scope
    name = entry.key.text
    per = per_of(one.get("per"))
    sides = _side_type(draft, one.get("sides"))
    kind = TokenKind(
        name,
        draft.amount(one.get("tokens"), 0, 0, 2**31 - 1),
        per,
        len(scope.owners(per)),
        sides,
        () if sides is None else tuple(draft.label(sides, i) for i in range(scope.nothing_of(sides))),
        starts=(),
        glyphs=_glyphs(draft, one.get("glyph"), per, sides),
        span=entry.key.span,
    )
    if scope.declare(name, kind, entry.key.span):
        scope.tokens[name] = kind


def _side_type(draft: Draft, node: Node | None) -> Type | None:
    found = None if node is None else draft.type_of(node)
    if found is not None and found.kind not in ("enum", "team", "player") and node is not None:
        draft.report(error("side-type", node.span, name=text(node)))
        return None
    return found


def _glyphs(draft: Draft, glyph: Node | None, per: str, sides: Type | None) -> tuple[str, ...]:
    """One a side, or one an owner: the author's own, else those of the players or the enum."""
    scope = draft.scope
    if glyph is not None:
        return (text(glyph),)
    if sides is not None and sides.kind == "enum":
        return scope.enums[sides.name].glyphs
    owner = sides.kind if sides is not None else per
    if owner == "team":
        return tuple(next(s.glyph for s in scope.seats if s.team == team) for team in range(len(scope.teams)))
    return tuple(seat.glyph for seat in scope.seats) if owner == "player" else ()


# ---- what needs all names ------------------------------------------------------------------------


def finish_components(draft: Draft) -> None:
    """Attributes, variables and starts."""
    components = draft.section("components")
    scope = draft.scope
    for name in list(scope.pieces):
        one = fields(components[name].value)
        kind = scope.pieces[name]
        _read_cards(draft, kind, one)
        _check_glyph(draft, kind, one.get("glyph"))
        kind.variables.update(_variables(draft, kind, one.get("variables")))
        per = per_of(one.get("per"))
        owners = None if per == "game" else kind.attributes["owner"]
        starts = _starts(draft, one, len(kind.members), owners, per)
        _put(draft, replace(kind, starts=starts, told_apart_by=_told_apart_by(draft, kind, one)))
    for name, token in list(scope.tokens.items()):
        one = fields(components[name].value)
        owners = Attribute("owner", NUMBER, tuple(range(token.owners))) if token.per != "game" else None
        _put(draft, replace(token, starts=_starts(draft, one, token.owners, owners, token.per)))
    _check_starts(draft)


def _check_glyph(draft: Draft, kind: PieceKind, glyph: Node | None) -> None:
    """Report what a glyph such as `{suit}{rank}` shows and the kind does not have."""
    for found in _SHOWN.finditer(glyph.text) if isinstance(glyph, Scalar) else ():
        if isinstance(glyph, Scalar) and found[1] not in kind.attributes:
            hint = what_there_is(found[1], kind.attributes)
            draft.report(error("unknown-attribute", glyph.span_of(*found.span(1)), hint=hint, name=found[1]))


def _told_apart_by(draft: Draft, kind: PieceKind, one: dict[str, Node]) -> tuple[str, ...]:
    """The attributes by which people tell pieces of a kind apart."""
    named = words(one.get("told_apart_by"))
    if "told_apart_by" not in one:
        return tuple(kind.attributes)
    for word in named:
        if word.text not in kind.attributes:
            hint = what_there_is(word.text, kind.attributes)
            draft.report(error("unknown-attribute", word.span, hint=hint, name=word.text))
    return tuple(word.text for word in named)


def _check_starts(draft: Draft) -> None:
    """Report components that start where they cannot be, and places that are too full from the start."""
    there: dict[int, int] = {}
    kinds: list[PieceKind | TokenKind] = [*draft.scope.pieces.values(), *draft.scope.tokens.values()]
    for kind in kinds:
        declared = field(draft.section("components")[kind.name].value, "starts")
        span = kind.span if declared is None else declared.span
        each = kind.count if isinstance(kind, TokenKind) else 1
        for place, count in Counter(kind.starts).items():
            holds, capacity = _place_limits(draft, place)
            name = draft.scope.place_names[place]
            if kind.name not in holds:
                draft.report(error("start-not-held", span, name=kind.name, place=name))
                continue
            there[place] = there.get(place, 0) + count * each
            if capacity is not None and there[place] > capacity:
                draft.report(error("start-too-full", span, place=name, capacity=capacity, count=there[place]))


def _place_limits(draft: Draft, place: int) -> tuple[tuple[str, ...], int | None]:
    """What a place holds, and how much of it."""
    for zone in draft.scope.zones.values():
        if zone.first <= place < zone.first + zone.owners:
            return zone.holds, zone.capacity
    spaces = next(kind for kind in draft.scope.spaces.values() if kind.first <= place <= kind.nothing)
    return spaces.holds, spaces.capacity


def _put(draft: Draft, kind: PieceKind | TokenKind) -> None:
    """A kind with more of it known."""
    if isinstance(kind, PieceKind):
        draft.scope.pieces[kind.name] = kind
    else:
        draft.scope.tokens[kind.name] = kind
    draft.scope.names[kind.name] = replace(draft.scope.names[kind.name], entity=kind)


def _read_cards(draft: Draft, kind: PieceKind, one: dict[str, Node]) -> None:
    """Declared attributes; those that are effects are bound later, when all rules are known."""
    cards = one.get("cards")
    given = dict(cards.items()) if isinstance(cards, Mapping) else {}
    declared = one.get("attributes")
    kind.attributes.update(read_attributes(draft, declared, list(kind.members), given))
    types = {name: text(entry) for name, entry in fields(declared).items()}
    for name, said in types.items():
        if said == "effect":
            kind.attributes[name] = Attribute(name, NOTHING, effects=(None,) * (len(kind.members) + 1))
        if said not in ("number", "boolean"):  # these cannot be left out
            sorts = [one for one in types if types[one] in draft.scope.enums]
            for card in _forgetful(name, list(given.values()), sorts):
                draft.report(warning("effect-missing", card.key.span, name=name))


def _forgetful(name: str, cards: list[Entry], sorts: list[str]) -> list[Entry]:
    """The cards that lack an attribute which most others have, of all or of those with the same word for a sort."""
    groups = {("", ""): cards}
    for card in cards:
        for sort in sorts:
            groups.setdefault((sort, text(field(card.value, sort))), []).append(card)
    found: dict[int, Entry] = {}
    for group in groups.values():
        lacking = [card for card in group if field(card.value, name) is None]
        if len(lacking) * SELDOM <= len(group):
            found |= {id(card): card for card in lacking}
    return list(found.values())


def _variables(draft: Draft, kind: PieceKind, node: Node | None) -> dict[str, StateVariable]:
    found: dict[str, StateVariable] = {}
    for name, entry in node.items() if isinstance(node, Mapping) else ():
        draft.name(entry.key)
        one = fields(entry.value)
        if "of" in one:
            of = draft.type_of(one["of"])
            if of is None:
                continue
            low, high, declared = 0, draft.scope.nothing_of(of) - 1, of
        else:
            low, high, declared = draft.constant(one.get("from")), draft.constant(one.get("to")), NUMBER
        start = draft.constant(one.get("start"), low, declared)
        if not low <= start <= high:
            place = one.get("start", entry.value).span
            draft.report(error("out-of-range", place, value=start, low=low, high=high))
        found[name] = StateVariable(name, kind.name, declared, low, high, (start,) * len(kind.members))
    return found


def _starts(draft: Draft, one: dict[str, Node], count: int, owners: Attribute | None, per: str) -> tuple[int, ...]:
    """The place id where each of `count` pieces, or an owner's tokens, start."""
    node = one.get("starts")
    if node is None:
        return (draft.scope.zones[BOX].first,) * count
    if isinstance(node, Sequence):
        if len(node) != count:
            draft.report(error("starts-count", node.span, expected=count, found=len(node)))
        places = [_place(draft, item, None) for item in words(node)]
        return tuple((places + [draft.scope.zones[BOX].first] * count)[:count])
    if owners is None:
        return (_place(draft, node, None),) * count
    seats = [_seat(draft, owner, per) for owner in owners.values[:count]]
    return tuple(_place(draft, node, seat) for seat in seats)


def _seat(draft: Draft, owner: int, per: str) -> int:
    """A seat that stands for an owner: the first of a team."""
    if per == "player":
        return owner
    return next(index for index, seat in enumerate(draft.scope.seats) if seat.team == owner)


def _place(draft: Draft, node: Node, seat: int | None) -> int:
    box = draft.scope.zones[BOX].first
    zone = draft.scope.zones.get(text(node))
    if seat is None and zone is not None and zone.per != "game":
        draft.report(error("start-needs-owner", node.span, name=zone.name))
        return box
    found = draft.bound(node, Env(me=seat is not None), PLACE)
    if found is None:
        return box
    try:
        return Constants(draft.scope, seat).number(found)
    except NotConstantError as problem:
        draft.unevaluated(node.span, problem)
        return box


def printed_effects(draft: Draft) -> list[tuple[Attribute, int, Scalar]]:
    """Every effect printed on a piece: its attribute, the piece's number in its kind, and its text."""
    found: list[tuple[Attribute, int, Scalar]] = []
    for name, entry in draft.section("components").items():
        kind = draft.scope.pieces.get(name)
        cards = field(entry.value, "cards")
        if kind is None or not isinstance(cards, Mapping):
            continue
        for index, card in enumerate(cards.entries.values()):
            for key, node in fields(card.value).items():
                attribute = kind.attributes.get(key)
                if attribute is not None and attribute.effects and isinstance(node, Scalar):
                    found.append((attribute, index, node))
    return found
