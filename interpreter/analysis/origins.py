"""Where each part of a game comes from, as its authors say in `source`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from interpreter.source import Entry, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.analysis.scenario_files import Scenario
    from interpreter.source import Node, Span

Sort = Literal["components", "rules", "others", "scenarios"]
_SECTIONS: tuple[tuple[tuple[str, ...], Sort], ...] = (
    (("board",), "components"),
    (("zones",), "components"),
    (("components",), "components"),
    (("counters",), "components"),
    (("values",), "rules"),
    (("rules",), "rules"),
    (("icons",), "rules"),
    (("score", "lines"), "rules"),
    (("score", "ties"), "rules"),
    (("players", "seats"), "others"),
    (("options",), "others"),
    (("parameters",), "others"),
    (("enums",), "others"),
)


@dataclass(frozen=True, slots=True)
class Origin:
    """A part and where it comes from.

    path: its ids from the top, such as `components.card.oak`.  source: the id of a source; None when the part is
    reconstructed, or nobody says.  reason: why it is reconstructed; None when it is not.  confidence: how sure the
    source is, in the authors' words; None when nothing is said.
    """

    path: str
    sort: Sort
    source: str | None
    reason: str | None
    confidence: str | None
    span: Span


def origins(root: Mapping) -> Iterator[Origin]:
    """Every part of a game's merged document. What does not say itself has the source of what it stands in."""
    whole = root.get("source")
    for path, sort in _SECTIONS:
        section: Node | None = root
        for step in path:
            section = section.get(step) if isinstance(section, Mapping) else None
        for name, entry in section.items() if isinstance(section, Mapping) else ():
            yield from _parts(f"{path[-1]}.{name}", sort, entry, whole)
    for name in ("setup", "flow"):
        if name in root.entries:
            yield _origin(name, "rules", root.entries[name], whole)


def scenario_origins(scenarios: Iterable[Scenario]) -> Iterator[Origin]:
    """The scenarios that say which source they are from."""
    for one in scenarios:
        source = one.node.get("source")
        if source is not None:
            yield _origin(f"scenarios.{one.name}", "scenarios", Entry(one.key, one.node), source)


def _parts(path: str, sort: Sort, entry: Entry, around: Node | None) -> Iterator[Origin]:
    """An entry, or each of the cards that it lists."""
    value = entry.value
    own = value.get("source") if isinstance(value, Mapping) else None
    cards = value.get("cards") if isinstance(value, Mapping) else None
    if isinstance(cards, Mapping):
        for name, card in cards.items():
            yield from _parts(f"{path}.{name}", sort, card, own or around)
    else:
        yield _origin(path, sort, entry, own or around)


def _origin(path: str, sort: Sort, entry: Entry, source: Node | None) -> Origin:
    named = source.get("ref") if isinstance(source, Mapping) else source
    reason = source.get("reconstructed") if isinstance(source, Mapping) else None
    confidence = source.get("confidence") if isinstance(source, Mapping) else None
    return Origin(path, sort, _text(named), _text(reason), _text(confidence), entry.key.span)


def _text(node: Node | None) -> str | None:
    return node.text if isinstance(node, Scalar) else None
