"""The board: grids, tracks and free graphs, as numbered spaces with neighbours and steps."""

from __future__ import annotations

from dataclasses import replace

from interpreter.model.combinations import combinations
from interpreter.model.constants import Constants, Effort, NotConstantError
from interpreter.model.draft import Draft, field, fields, text, words
from interpreter.model.game import Attribute, Enum, SpaceKind
from interpreter.model.scope import DIRECTION, Env
from interpreter.model.sections import add_enum, holdings, seen_by
from interpreter.model.types import BOOLEAN, NUMBER, Type
from interpreter.source import Entry, Mapping, Node, Scalar, Sequence, Span, did_you_mean, error, what_there_is
from interpreter.source.records import record

MAX_SPACES = 10_000
MAX_EDGES = 1_000_000
_DIRECTIONS = {
    "north": ("↑", 0, 1),
    "north_east": ("↗", 1, 1),
    "east": ("→", 1, 0),
    "south_east": ("↘", 1, -1),
    "south": ("↓", 0, -1),
    "south_west": ("↙", -1, -1),
    "west": ("←", -1, 0),
    "north_west": ("↖", -1, 1),
}
_Steps = tuple[tuple[int, ...], ...]


@record
class _Shape:
    """A kind of spaces before its place in the numbering is used by others."""

    names: list[str]
    spans: list[Span | None]
    positions: tuple[tuple[float, float], ...]
    attributes: dict[str, Attribute]
    neighbours: _Steps = ()
    steps: _Steps = ()


def add_spaces(draft: Draft) -> None:
    """Every kind of space with its members, neighbours and steps; attributes and edges by text come later."""
    for name, entry in draft.section("board").items():
        draft.name(entry.key)
        one = fields(entry.value)
        first = len(draft.scope.place_names)
        if "grid" in one:
            shape, directions = _grid(draft, one, first), _directions(draft)
        else:
            shape, directions = _listed(draft, name, one, first), None
        if len(draft.scope.place_names) + len(shape.names) > MAX_SPACES:
            draft.report(error("too-many-spaces", entry.key.span, limit=MAX_SPACES))
            continue
        kind = SpaceKind(
            name,
            first,
            tuple(shape.names),
            shape.attributes,
            shape.neighbours or ((),) * len(shape.names),
            directions,
            shape.steps,
            shape.positions,
            holds=(),
            capacity=None,
            span=entry.key.span,
        )
        if draft.scope.declare(name, kind, entry.key.span):
            draft.scope.spaces[name] = kind
            draft.scope.add_members(Type("space", name), kind.members, first, shape.spans)
            draft.scope.place_names += [*shape.names, "nothing"]


# ---- shapes --------------------------------------------------------------------------------------


def _directions(draft: Draft) -> Enum:
    """The eight directions of a grid, clockwise from north."""
    if DIRECTION not in draft.scope.enums:
        glyphs = tuple(glyph for glyph, _, _ in _DIRECTIONS.values())
        enum = Enum(DIRECTION, tuple(_DIRECTIONS), glyphs)
        add_enum(draft, enum, [None] * len(_DIRECTIONS), None)
    return draft.scope.enums[DIRECTION]


def _grid(draft: Draft, one: dict[str, Node], first: int) -> _Shape:
    """Rows from the south, each from the west: a1, b1, … a2, …"""
    size = fields(one["grid"])
    columns = draft.amount(size.get("columns"), 1, 1, MAX_SPACES)
    rows = draft.amount(size.get("rows"), 1, 1, MAX_SPACES)
    if columns * rows > MAX_SPACES:
        draft.report(error("too-many-spaces", one["grid"].span, limit=MAX_SPACES))
        columns = rows = 1
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    nothing = first + len(cells)

    def at(column: int, row: int) -> int:
        inside = 0 <= column < columns and 0 <= row < rows
        return first + row * columns + column if inside else nothing

    steps = tuple(tuple(at(c + dc, r + dr) for c, r in cells) for _, dc, dr in _DIRECTIONS.values())
    near = steps[::2] if text(one.get("adjacent"), "orthogonal") == "orthogonal" else steps
    return _Shape(
        [f"{_letters(column)}{row + 1}" for column, row in cells],
        [None] * len(cells),
        tuple((float(column), float(row)) for column, row in cells),
        {
            "column": _numbers("column", [column + 1 for column, _ in cells]),
            "row": _numbers("row", [row + 1 for _, row in cells]),
        },
        tuple(tuple(sorted({step[i] for step in near} - {nothing})) for i in range(len(cells))),
        steps,
    )


def _numbers(name: str, values: list[int]) -> Attribute:
    """A number of each space, 0 of none."""
    return Attribute(name, NUMBER, (*values, 0))


def _letters(column: int) -> str:
    """The column's name: a … z, aa, ab, …"""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _listed(draft: Draft, name: str, one: dict[str, Node], first: int) -> _Shape:
    """Spaces by name, by number, by their attributes, or along a track."""
    spaces = one.get("spaces")
    attributes: dict[str, Attribute] = {}
    neighbours: _Steps = ()
    if isinstance(spaces, Mapping):
        names = [draft.name(entry.key) for entry in spaces.entries.values()]
        spans: list[Span | None] = [entry.key.span for entry in spaces.entries.values()]
    elif "track" in one:
        length = draft.amount(one["track"], 1, 1, MAX_SPACES)
        names = [f"{name}_{number}" for number in range(length)]
        spans = [one["track"].span] * length
        attributes["number"] = _numbers("number", list(range(length)))
        neighbours = tuple(
            tuple(first + other for other in (i - 1, i + 1) if 0 <= other < length) for i in range(length)
        )
    elif "each" in one:
        names, attributes = _combined(draft, one["each"])
        spans = [one["each"].span] * len(names)
    else:
        count = draft.amount(one.get("count"), 1, 1, MAX_SPACES)
        names = [f"{name}_{number}" for number in range(1, count + 1)]
        spans = [one["count"].span if "count" in one else None] * count
    return _Shape(names, spans, _positions(draft, one, names), attributes, neighbours)


def _combined(draft: Draft, each: Node) -> tuple[list[str], dict[str, Attribute]]:
    found = combinations(draft, each, MAX_SPACES)
    if found is None:
        draft.report(error("too-many-spaces", each.span, limit=MAX_SPACES))
    return found or ([], {})


def _positions(draft: Draft, one: dict[str, Node], names: list[str]) -> tuple[tuple[float, float], ...]:
    """Where spaces are drawn: as the author says, else in a row."""
    given = one.get("positions")
    found = {name: (float(index), 0.0) for index, name in enumerate(names)}
    for key, entry in given.items() if isinstance(given, Mapping) else ():
        if key not in found:
            draft.report(error("unknown-space", entry.key.span, hint=did_you_mean(key, names), name=key))
        pair = [item.value for item in words(entry.value)]
        if len(pair) == 2:
            found[key] = (_float(pair[0]), _float(pair[1]))
    return tuple(found[name] for name in names)


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


# ---- what needs all names ------------------------------------------------------------------------


def finish_spaces(draft: Draft) -> None:
    """What spaces hold, and their attributes."""
    board = draft.section("board")
    for name in list(draft.scope.spaces):
        one = fields(board[name].value)
        _hold(draft, name, one)
        _attributes(draft, name, one)


def add_edges(draft: Draft) -> None:
    """Which spaces are next to each other, where the author says so; texts about it may use named values."""
    board = draft.section("board")
    for name in list(draft.scope.spaces):
        _edges(draft, name, fields(board[name].value))


def _replace(draft: Draft, kind: SpaceKind, **changes: object) -> None:
    """A kind of space with more of it known."""
    found = replace(kind, **changes)  # type: ignore[arg-type]
    draft.scope.spaces[kind.name] = found
    draft.scope.names[kind.name] = replace(draft.scope.names[kind.name], entity=found)


def _hold(draft: Draft, name: str, one: dict[str, Node]) -> None:
    capacity = one.get("capacity")
    _replace(
        draft,
        draft.scope.spaces[name],
        holds=holdings(draft, one.get("holds")),
        capacity=None if capacity is None else draft.amount(capacity, 1, 1, MAX_SPACES),
        seen_by=seen_by(one.get("seen_by")),
    )


def _attributes(draft: Draft, name: str, one: dict[str, Node]) -> None:
    """Declared attributes, one value a space."""
    kind = draft.scope.spaces[name]
    spaces = one.get("spaces")
    given = dict(spaces.items()) if isinstance(spaces, Mapping) else {}
    kind.attributes.update(read_attributes(draft, one.get("attributes"), list(kind.members), given))


def read_attributes(
    draft: Draft, declared: Node | None, members: list[str], given: dict[str, Entry]
) -> dict[str, Attribute]:
    """The attributes that a kind declares, with the values its members give."""
    types = declared.entries if isinstance(declared, Mapping) else {}
    for entry in given.values():
        for key in entry.value.entries.values() if isinstance(entry.value, Mapping) else ():
            if key.key.text not in types and key.key.text not in ("starts", "source", "glyph"):
                hint = what_there_is(key.key.text, types)
                draft.report(error("unknown-attribute", key.key.span, hint=hint, name=key.key.text))
    found: dict[str, Attribute] = {}
    for name, entry in types.items():
        draft.name(entry.key)
        if text(entry.value) == "effect":
            continue
        kind = draft.type_of(entry.value)
        if kind is not None:
            found[name] = _attribute(draft, name, kind, [given.get(member) for member in members], entry)
    return found


def _attribute(draft: Draft, name: str, kind: Type, entries: list[Entry | None], declared: Entry) -> Attribute:
    """One value a member; a member may leave it out only if there is a nothing of its type."""
    values: list[int] = []
    nothing = draft.scope.nothing_of(kind)
    for entry in entries:
        node = None if entry is None else field(entry.value, name)
        if node is None and kind in (NUMBER, BOOLEAN):
            place = declared.key.span if entry is None else entry.key.span
            draft.report(error("attribute-missing", place, name=name))
        values.append(draft.constant(node, nothing, kind))
    nullable = kind not in (NUMBER, BOOLEAN) and nothing in values
    return Attribute(name, kind.or_nothing() if nullable else kind, (*values, nothing))


def _edges(draft: Draft, name: str, one: dict[str, Node]) -> None:
    kind = draft.scope.spaces[name]
    edges = one.get("edges")
    pairs: set[tuple[int, int]] = set()
    if isinstance(edges, Sequence):
        pairs = _listed_edges(draft, kind, edges)
    elif "linked" in one:
        pairs = _linked(draft, kind, one["linked"])
    if pairs:
        both = pairs | {(b, a) for a, b in pairs}
        near: list[list[int]] = [[] for _ in kind.members]
        for a, b in sorted(both):
            near[a - kind.first].append(b)
        _replace(draft, kind, neighbours=tuple(map(tuple, near)))


def _listed_edges(draft: Draft, kind: SpaceKind, edges: Sequence) -> set[tuple[int, int]]:
    number = {name: kind.first + index for index, name in enumerate(kind.members)}
    found: set[tuple[int, int]] = set()
    for edge in edges:
        ends = words(edge)
        for end in ends:
            if end.text not in number:
                hint = did_you_mean(end.text, number)
                draft.report(error("unknown-space", end.span, hint=hint, name=end.text))
        if len(ends) == 2 and ends[0].text == ends[1].text:
            draft.report(error("linked-to-itself", edge.span))
        elif len(ends) == 2 and all(end.text in number for end in ends):
            found.add((number[ends[0].text], number[ends[1].text]))
    return found


def _linked(draft: Draft, kind: SpaceKind, node: Node) -> set[tuple[int, int]]:
    """Pairs of spaces for which a text about `a` and `b` holds."""
    parsed = draft.value(node) if isinstance(node, Scalar) else None
    if parsed is None:
        return set()
    space = Type("space", kind.name)
    a, b = draft.scope.variable("a", space), draft.scope.variable("b", space)
    condition = draft.binder.value(parsed, Env({"a": a, "b": b}, me=False), BOOLEAN)
    draft.scope.at_load.append(condition)
    ids = range(kind.first, kind.nothing)
    if len(ids) ** 2 > MAX_EDGES:
        draft.report(error("too-many-edges", node.span, limit=MAX_EDGES))
        return set()
    constants = Constants(draft.scope, effort=Effort(3 * MAX_EDGES))

    def holds(first: int, second: int) -> bool:
        return bool(constants.with_local(a, first).with_local(b, second).number(condition))

    try:
        return {(i, j) for i in ids for j in ids if i != j and holds(i, j)}
    except NotConstantError as problem:
        draft.unevaluated(node.span, problem)
        return set()


def distances(kind: SpaceKind) -> tuple[tuple[int, ...], ...]:
    """Fewest steps between each two spaces of a kind; one more than there are spaces when there is no way."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(kind.first, kind.nothing))
    graph.add_edges_from((kind.first + index, other) for index, near in enumerate(kind.neighbours) for other in near)
    far = len(kind.members) + 1
    ids = range(kind.first, kind.nothing)
    rows = (nx.single_source_shortest_path_length(graph, i) for i in ids)
    return tuple(tuple(row.get(j, far) for j in ids) for row in rows)
