"""References to sources, and which texts of a file are in the language."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.source import (
    Diagnostic,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Span,
    at,
    did_you_mean,
    error,
    plain,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.model.draft import Start


def check_sources(root: Mapping, game: Mapping | None = None) -> list[Diagnostic]:
    """A report for each reference to a source that the game, `root` itself if not given, does not list."""
    listed = (game or root).get("sources")
    known = listed.entries if isinstance(listed, Mapping) else {}
    found: list[Diagnostic] = []
    for reference in _references(root):
        if reference.text not in known:
            hint = did_you_mean(reference.text, known)
            found.append(error("unknown-source", reference.span, hint=hint, name=reference.text))
    return found


def _references(node: Node) -> Iterator[Scalar]:
    """The id in every `source:` below a node."""
    if isinstance(node, Sequence):
        for item in node:
            yield from _references(item)
    elif isinstance(node, Mapping):
        for name, entry in node.items():
            value = entry.value
            if name == "source":
                reference = value.get("ref") if isinstance(value, Mapping) else value
                if isinstance(reference, Scalar):
                    yield reference
            else:
                yield from _references(value)


def cite(root: Mapping, findings: list[Diagnostic], game: Mapping | None = None) -> list[Diagnostic]:
    """The findings, each with the place in the rulebook of the innermost entry of `root` it lies in.

    The sources are those of the game, which is `root` itself if not given.
    """
    if not findings:
        return []
    cited = sorted(_cited(root, game or root), key=lambda one: (one[0].file, one[0].start, -one[0].end))
    around = _around(cited)
    places = [(span.file, span.start) for span, _ in cited]
    said: list[Diagnostic] = []
    for found in findings:
        index = bisect_right(places, (found.span.file, found.span.start)) - 1
        while index >= 0 and not _contains(cited[index][0], found.span):
            index = around[index]
        said.append(found if index < 0 else replace(found, reference=cited[index][1]))
    return said


def _around(cited: list[tuple[Span, str]]) -> list[int]:
    """For each of the entries, sorted by place, the index of the one it lies in, or -1."""
    found: list[int] = []
    for index, (span, _) in enumerate(cited):
        outer = index - 1
        while outer >= 0 and not _contains(cited[outer][0], span):
            outer = found[outer]
        found.append(outer)
    return found


def _contains(outer: Span, inner: Span) -> bool:
    return outer.source == inner.source and outer.start <= inner.start and inner.end <= outer.end


def _cited(node: Mapping, root: Mapping) -> Iterator[tuple[Span, str]]:
    """Every entry that names a source, and the source in words."""
    for entry in node.entries.values():
        value = entry.value
        if isinstance(value, Mapping):
            source = value.get("source")
            if source is not None:
                yield entry.key.span.to(value.span), _in_words(source, root)
            yield from _cited(value, root)


def _in_words(source: Node, root: Mapping) -> str:
    """A reference as people read it: the source's title, then page and section."""
    given = plain(source)
    found = dict(given) if isinstance(given, dict) else {"ref": given}
    title = at(root, ("sources", str(found.get("ref")), "title"))
    first = title.text if isinstance(title, Scalar) else found.get("ref", found.get("reconstructed"))
    return ", ".join(str(part) for part in (first, found.get("page"), found.get("section")) if part is not None)


_EFFECTS = ("setup", "flow")
_NAMED: dict[str, tuple[Start, str]] = {
    "values": ("value", "value"),
    "rules": ("effect", "effect"),
    "icons": ("effect", "effect"),
    "free_actions": ("effect", "effect"),
}


def dsl_scalars(root: Node) -> list[tuple[Scalar, Start]]:
    """The scalars of one file, a game's, an overlay's or one of scenarios, whose text is in the language, and what each
    is.
    """
    if not isinstance(root, Mapping):
        return []
    if "scenarios" in root:
        return [found for scenario in _entries(root, "scenarios") for found in _expected(scenario)]
    if "overlay" in root:
        parts = [root.get(key) for key in ("add", "replace")]
        return [found for part in parts if part is not None for found in dsl_scalars(part)]
    found: list[tuple[Scalar, Start]] = []
    for name in _EFFECTS:
        found += _texts(root.get(name), "effect", "effect")
    for name, (start, key) in _NAMED.items():
        section = root.get(name)
        for entry in section.entries.values() if isinstance(section, Mapping) else ():
            found.append((entry.key, "signature"))
            found += _texts(entry.value, start, key)
    for path in (("parameters",), ("invariants",), ("score", "lines"), ("score", "ties")):
        for node in _entries(root, *path):
            found += _texts(node, "value", "value")
    for counter in _entries(root, "counters"):
        for node in _entries(counter, "modifiers") if isinstance(counter, Mapping) else ():
            found += _texts(node, "value", "value")
    for board in _entries(root, "board"):
        found += _texts(board.get("linked") if isinstance(board, Mapping) else None, "value", "value")
    for component in _entries(root, "components"):
        found += _printed(component)
    return found


def _expected(scenario: Node) -> list[tuple[Scalar, Start]]:
    """What a scenario, or a step of one, expects."""
    found: list[tuple[Scalar, Start]] = []
    if isinstance(scenario, Mapping):
        for node in _listed(scenario.get("expect")):
            found += _texts(node, "value", "value")
        for step in _listed(scenario.get("steps")):
            found += _expected(step)
    return found


def _listed(node: Node | None) -> tuple[Node, ...]:
    return tuple(node) if isinstance(node, Sequence) else ()


def _entries(root: Mapping, *path: str) -> list[Node]:
    """The values below a path of keys."""
    node: Node | None = root
    for step in path:
        node = node.get(step) if isinstance(node, Mapping) else None
    return [entry.value for entry in node.entries.values()] if isinstance(node, Mapping) else []


def _texts(node: Node | None, start: Start, key: str) -> list[tuple[Scalar, Start]]:
    """A text, or the one that an entry has under `key`."""
    inner = node.get(key) if isinstance(node, Mapping) else node
    return [(inner, start)] if isinstance(inner, Scalar) and isinstance(inner.value, str) else []


def _printed(component: Node) -> list[tuple[Scalar, Start]]:
    """The printed effects of cards whose attributes are declared in the same file."""
    if not isinstance(component, Mapping):
        return []
    declared = component.get("attributes")
    types = declared.items() if isinstance(declared, Mapping) else ()
    names = [name for name, entry in types if plain(entry.value) == "effect"]
    found: list[tuple[Scalar, Start]] = []
    for card in _entries(component, "cards"):
        for name in names:
            found += _texts(card.get(name) if isinstance(card, Mapping) else None, "effect", "effect")
    return found
