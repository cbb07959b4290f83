"""One document from many files: a game's own files joined by id, then overlays laid over them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.source.diagnostic import Diagnostic, Hint, Label, did_you_mean, error
from interpreter.source.nodes import Document, Entry, Mapping, Node, Scalar, Sequence
from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as List

    from interpreter.source.span import Span

FORMAT_VERSION = 1

_KEYS = ("kamon", "overlay", "extends", "title", "add", "replace", "remove")

Path = tuple[str, ...]


def merge(game: str, base: List[Document], overlays: List[Document] = ()) -> tuple[Mapping, list[Diagnostic]]:
    """Join the files of the game called `game` and lay the overlays over them in their order.

    Within an overlay removals come first, then replacements, then additions; so an id can be removed and
    added anew. Every value keeps the place in the file that gave it. On errors the rest is still merged.
    """
    found: list[Diagnostic] = []
    root = _join(base, found)
    changes = _Changes(found)
    stack: list[str] = []
    for document in overlays:
        overlay = _overlay(document, game, stack, found)
        if overlay is not None:
            root = changes.apply(root, overlay)
            stack.append(overlay.name)
    return root, found


def _join(base: List[Document], found: list[Diagnostic]) -> Mapping:
    sections: dict[str, Entry] = {}
    span = base[0].root.span
    for document in base:
        root = checked_root(document, found)
        for name, entry in root.entries.items() if root is not None else ():
            former = sections.get(name)
            if former is None:
                sections[name] = entry
            elif name != "kamon":
                sections[name] = _join_section(former, entry, found)
    return Mapping(sections, span)


def checked_root(document: Document, found: list[Diagnostic]) -> Mapping | None:
    """The document's mapping, its version checked; None when it is no mapping."""
    root = document.root
    if not isinstance(root, Mapping):
        found.append(error("not-a-mapping", root.span))
        return None
    version = root.entries.get("kamon")
    if version is None:
        hint = ("hint.add-version", {"version": FORMAT_VERSION})
        place = next(iter(root.entries.values())).key.span if root.entries else root.span
        found.append(error("version-missing", place, hint=hint))
    elif not isinstance(version.value, Scalar) or version.value.value is not FORMAT_VERSION:
        found.append(error("version-unknown", version.value.span, version=FORMAT_VERSION))
    return root


def _join_section(former: Entry, entry: Entry, found: list[Diagnostic]) -> Entry:
    """Both files' entries of one section; an id belongs to one file, and so does a section without ids."""
    old, new = former.value, entry.value
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        first = Label(former.key.span, "label.first-here")
        found.append(error("duplicate-section", entry.key.span, labels=[first], name=entry.key.text))
        return former
    joined = dict(old.entries)
    for name, item in new.entries.items():
        if name in joined:
            first = Label(joined[name].key.span, "label.first-here")
            found.append(error("duplicate-id", item.key.span, labels=[first], name=name))
        else:
            joined[name] = item
    return Entry(former.key, Mapping(joined, old.span))


@record
class _Overlay:
    """An overlay file: its name, the overlays it says it builds on, and its three kinds of change."""

    name: str
    builds_on: tuple[str, ...]
    remove: Entry | None
    replace: Entry | None
    add: Entry | None


def _overlay(document: Document, game: str, stack: List[str], found: list[Diagnostic]) -> _Overlay | None:
    root = checked_root(document, found)
    if root is None:
        return None
    for name, entry in root.entries.items():
        if name not in _KEYS:
            hint = did_you_mean(name, _KEYS) or ("hint.overlay-changes", {})
            found.append(error("overlay-unknown-key", entry.key.span, hint=hint, name=name))
    title, extends = (_word(root, key, found) for key in ("overlay", "extends"))
    if title is None or extends is None:
        return None
    first, *others = [part.strip() for part in extends.text.split("+")]
    for part, fits in ((first, first == game), *((other, other in stack) for other in others)):
        if not fits:
            there = "+".join([game, *stack])
            near = did_you_mean(part, [game, *stack])
            found.append(error("overlay-extends", extends.span, hint=near, name=part, stack=there))
    changes = (_section(root, key, found) for key in ("remove", "replace", "add"))
    return _Overlay(title.text, tuple(others), *changes)


def _word(root: Mapping, key: str, found: list[Diagnostic]) -> Scalar | None:
    value = root.get(key)
    if isinstance(value, Scalar) and isinstance(value.value, str):
        return value
    place = root.span if value is None else value.span
    found.append(error("overlay-needs", place, key=key))
    return None


def _section(root: Mapping, key: str, found: list[Diagnostic]) -> Entry | None:
    entry = root.entries.get(key)
    if entry is None or isinstance(entry.value, Mapping):
        return entry
    if key == "remove" and not (isinstance(entry.value, Scalar) and entry.value.value is None):
        return entry
    found.append(error("overlay-not-a-mapping", entry.value.span, key=key))
    return None


@dataclass(slots=True)
class _Touch:
    """What overlays did at one path: the last that changed the value there, and what they did inside."""

    name: str = ""
    span: Span | None = None
    inside: dict[str, _Touch] = field(default_factory=dict)

    def all(self) -> Iterator[_Touch]:
        """This touch and all inside it that changed something."""
        if self.span is not None:
            yield self
        for touch in self.inside.values():
            yield from touch.all()


class _Changes:
    """Applies overlays to a document and remembers who changed what, so that conflicts are noticed."""

    def __init__(self, found: list[Diagnostic]) -> None:
        self._found = found
        self._touched = _Touch()
        self._overlay: _Overlay

    def apply(self, root: Mapping, overlay: _Overlay) -> Mapping:
        """The document with the overlay's changes made."""
        self._overlay = overlay
        if overlay.remove is not None:
            root = self._remove(root, overlay.remove.value, None, ())
        if overlay.replace is not None and isinstance(overlay.replace.value, Mapping):
            root = self._replace(root, overlay.replace.value, None, ())
        if overlay.add is not None and isinstance(overlay.add.value, Mapping):
            root = self._add(root, overlay.add.value, ())
        return root

    def _touch(self, path: Path, span: Span) -> None:
        """Record a change at `path`; an error if another overlay changed the same, around it or inside it."""
        touch = self._touched
        around = []
        for step in path:
            touch = touch.inside.setdefault(step, _Touch())
            around.append(touch)
        allowed = (self._overlay.name, *self._overlay.builds_on)
        earlier = [other for other in around[:-1] if other.span is not None]
        for other in (*earlier, *touch.all()):
            if other.span is not None and other.name not in allowed:
                self._conflict(path, span, other.name, other.span)
                break
        touch.name, touch.span = self._overlay.name, span

    def _conflict(self, path: Path, span: Span, other: str, place: Span) -> None:
        label = Label(place, "label.other-overlay", {"name": other})
        hint = ("hint.build-on", {"name": other})
        name = ".".join(path)
        self._found.append(error("overlay-conflict", span, labels=[label], hint=hint, name=name, overlay=other))

    def _misses(self, parent: Mapping, at: Entry | None, path: Path, span: Span) -> None:
        """There is nothing at `path` in `parent`, the entry `at`; an overlay may have removed it."""
        touch: _Touch | None = self._touched
        for step in path:
            touch = None if touch is None else touch.inside.get(step)
        name = path[-1]
        if touch is not None and touch.span is not None:
            if touch.name != self._overlay.name:
                self._conflict(path, span, touch.name, touch.span)
            else:
                gone = Label(touch.span, "label.removed-here")
                self._found.append(error("overlay-removed", span, labels=[gone], name=name))
            return
        labels = () if at is None else (Label(at.key.span, "label.in-here"),)
        hint = did_you_mean(name, parent.entries)
        self._found.append(error("overlay-misses", span, labels=labels, hint=hint, name=name))

    def _remove(self, base: Mapping, change: Node, at: Entry | None, path: Path) -> Mapping:
        """`base` without what `change` names: an id, a list of ids, or a mapping that leads further in."""
        entries = dict(base.entries)
        for name, span, inner in removals(change):
            entry = entries.get(name)
            place = (*path, name)
            if entry is None:
                self._misses(base, at, place, span)
            elif inner is None:
                self._touch(place, span)
                del entries[name]
            elif isinstance(entry.value, Mapping):
                entries[name] = Entry(entry.key, self._remove(entry.value, inner, entry, place))
            else:
                label = Label(entry.value.span, "label.in-base")
                self._found.append(error("overlay-no-ids", span, labels=[label], name=name))
        return Mapping(entries, base.span)

    def _replace(self, base: Mapping, change: Mapping, at: Entry | None, path: Path) -> Mapping:
        """`base` with the leaves of `change` in place of its own."""
        entries = dict(base.entries)
        for name, new in change.entries.items():
            entry = entries.get(name)
            inner = (*path, name)
            if entry is None:
                self._misses(base, at, inner, new.key.span)
            elif isinstance(entry.value, Mapping) and isinstance(new.value, Mapping):
                if not new.value.entries:
                    self._found.append(error("overlay-empty", new.value.span, name=name))
                entries[name] = Entry(entry.key, self._replace(entry.value, new.value, entry, inner))
            else:
                self._touch(inner, new.key.span)
                entries[name] = new
        return Mapping(entries, base.span)

    def _add(self, base: Mapping, change: Mapping, path: Path) -> Mapping:
        """`base` with the leaves of `change`, none of which it may have yet."""
        entries = dict(base.entries)
        for name, new in change.entries.items():
            entry = entries.get(name)
            inner = (*path, name)
            if entry is None:
                self._touch(inner, new.key.span)
                entries[name] = new
            elif isinstance(entry.value, Mapping) and isinstance(new.value, Mapping):
                entries[name] = Entry(entry.key, self._add(entry.value, new.value, inner))
            else:
                label = Label(entry.key.span, "label.in-base")
                hint: Hint = ("hint.use-replace", {})
                found = error("overlay-exists", new.key.span, labels=[label], hint=hint, name=name)
                self._found.append(found)
        return Mapping(entries, base.span)


def removals(change: Node) -> Iterator[tuple[str, Span, Node | None]]:
    """(id, its place, what to remove inside it or None for the whole) of each entry of a `remove`."""
    match change:
        case Mapping():
            for name, entry in change.entries.items():
                whole = isinstance(entry.value, Scalar) and entry.value.value is None
                yield name, entry.key.span, None if whole else entry.value
        case Sequence():
            for item in change.items:
                yield from removals(item)
        case Scalar():
            yield change.text, change.span, None
