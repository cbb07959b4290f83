"""Reads YAML into nodes that know their place, and refuses what no author of rules means to write."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.source.diagnostic import Diagnostic, Label, did_you_mean, error
from interpreter.source.files import FORBIDDEN, decode, read_bytes, shown
from interpreter.source.nodes import Document, Entry, Mapping, Node, Scalar, Sequence, Style, Value
from interpreter.source.scalars import MAX_INTEGER, MIN_INTEGER, resolve
from interpreter.source.span import BOM, SourceFile, Span
from interpreter.source.syntax import MAX_DEPTH, syntax_error

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

MAX_NODES = 100_000
MAX_FINDINGS = 50

_ODD_KEY = re.compile(r":(?=\S)(?![^(]*\))|：|[\[{]")  # a colon within parentheses is that of a parameter
_ODD = {":": "yaml-tight-colon", "：": "yaml-wide-colon", "{": "yaml-missing-colon", "[": "yaml-missing-colon"}
"""What shows that a plain key was not ended where its author thought."""
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


class _FatalError(Exception):
    """Ends the reading of one file; carries the finding that says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic


def read_document(
    file: Path | str | tuple[str, bytes], name: str | None = None
) -> tuple[Document | None, list[Diagnostic]]:
    """Read one YAML file, given by path or as (name, bytes). `name` replaces the name a path is shown by.

    The document is None when the text cannot be read to its end; otherwise it holds all that is sound,
    and the diagnostics tell the rest. Never raises for what a file may contain.
    """
    if isinstance(file, tuple):
        label, data = file
    else:
        path = Path(file)
        label = name or shown(path)
        content = read_bytes(path)
        if isinstance(content, Diagnostic):
            return None, [content]
        data = content
    source, problem = decode(label, data)
    if problem is not None:
        return None, [problem]
    document, found = _read(source)
    return document, list(found)


@lru_cache(maxsize=64)
def _read(source: SourceFile) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """A file that has not changed is read once."""
    document, found = _compose(source, python_parser=False)
    return document, tuple(found)


def _compose(source: SourceFile, *, python_parser: bool) -> tuple[Document | None, list[Diagnostic]]:
    """The document in a decoded text. Without libyaml the slower parser of the same library serves."""
    import yaml

    base = 1 if source.text.startswith(BOM) else 0
    loader = yaml.SafeLoader if python_parser else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder(source, base, iter(loader(source.text[base:]).get_event, None), yaml.events)
    try:
        return builder.document(), builder.found
    except _FatalError as problem:
        builder.found.append(problem.diagnostic)
    except yaml.MarkedYAMLError as problem:
        builder.found.append(syntax_error(source, base, problem))
    return None, builder.found


class _Builder:
    """Turns a parser's events into nodes, counting nodes and levels as it goes."""

    def __init__(self, source: SourceFile, base: int, events: Iterator[Any], kinds: ModuleType) -> None:
        self.found: list[Diagnostic] = []
        self._source = source
        self._base = base
        self._events = events
        self._kinds = kinds
        self._scalar_event = kinds.ScalarEvent
        self._count = 0
        self._deepest = 0
        # name -> (node, its height and its size with aliases written out); None while it is being read
        self._anchors: dict[str, tuple[Node, int, int] | None] = {}

    def document(self) -> Document:
        """Read the stream's only document."""
        next(self._events)
        if isinstance(next(self._events), self._kinds.StreamEndEvent):
            whole = Span(self._source, self._base, self._base)
            raise _FatalError(error("file-empty", whole))
        root = self._node(next(self._events), 1)
        next(self._events)
        follower = next(self._events)
        if not isinstance(follower, self._kinds.StreamEndEvent):
            raise _FatalError(error("several-documents", self._span(follower)))
        return Document(self._source, root)

    def _span(self, event: Any) -> Span:
        return Span(self._source, self._base + event.start_mark.index, self._base + event.end_mark.index)

    def _report(self, diagnostic: Diagnostic) -> None:
        self.found.append(diagnostic)
        if len(self.found) >= MAX_FINDINGS:
            raise _FatalError(error("too-many-errors", diagnostic.span, limit=MAX_FINDINGS))

    def _node(self, event: Any, depth: int) -> Node:
        """The node that `event` begins, on this level."""
        if type(event) is self._scalar_event and event.anchor is None and event.tag is None:
            self._counted(event)
            return self._scalar(event)
        if isinstance(event, self._kinds.AliasEvent):
            return self._alias(event, depth)
        self._counted(event)
        if event.tag is not None:
            self._report(error("yaml-tag", self._tag_span(event), tag=event.tag.replace("tag:yaml.org,2002:", "!!")))
        if event.anchor is None:
            return self._content(event, depth)
        return self._anchored(event, depth)

    def _counted(self, event: Any) -> None:
        self._count += 1
        if self._count > MAX_NODES:
            raise _FatalError(error("too-many-nodes", self._span(event), limit=MAX_NODES))

    def _anchored(self, event: Any, depth: int) -> Node:
        self._anchors[event.anchor] = None
        count, deepest = self._count, self._deepest
        self._deepest = depth
        node = self._content(event, depth)
        self._anchors[event.anchor] = node, self._deepest - depth + 1, self._count - count + 1
        self._deepest = max(deepest, self._deepest)
        return node

    def _content(self, event: Any, depth: int) -> Node:
        if isinstance(event, self._scalar_event):
            return self._scalar(event)
        if depth > MAX_DEPTH:
            place = self._span(event).start
            raise _FatalError(error("too-deep", Span(self._source, place, place + 1), limit=MAX_DEPTH))
        read = self._sequence if isinstance(event, self._kinds.SequenceStartEvent) else self._mapping
        return read(event, depth)

    def _tag_span(self, event: Any) -> Span:
        """From the tag, or the anchor before it, to the next blank."""
        start = self._base + event.start_mark.index
        words = self._source.text[start : start + 200].split(maxsplit=1)
        return Span(self._source, start, start + (len(words[0]) if words else 0))

    def _alias(self, event: Any, depth: int) -> Node:
        span = self._span(event)
        target = self._anchors.get(event.anchor, ())
        if target is None:
            raise _FatalError(error("alias-cycle", span, name=event.anchor))
        if not target:
            hint = did_you_mean(event.anchor, self._anchors)
            self._report(error("unknown-anchor", span, hint=hint, name=event.anchor))
            return Scalar(None, "", span)
        node, height, size = target
        self._count += size
        if self._count > MAX_NODES:
            raise _FatalError(error("alias-explosion", span, limit=MAX_NODES))
        if depth + height - 1 > MAX_DEPTH:
            raise _FatalError(error("too-deep", span, limit=MAX_DEPTH))
        self._reached(depth + height - 1)
        return node

    def _reached(self, depth: int) -> None:
        self._deepest = max(self._deepest, depth)

    def _scalar(self, event: Any) -> Scalar:
        text: str = event.value
        start, end = self._base + event.start_mark.index, self._base + event.end_mark.index
        if event.anchor is not None:
            start = min(self._behind_properties(start), end)
        span = Span(self._source, start, end)
        style = _STYLES.get(event.style)
        if style is None:
            return Scalar(self._value(text, span), text, span)
        if style == "double" and (bad := FORBIDDEN.search(text)) is not None:
            self._report(error("control-character", span, character=f"U+{ord(bad.group()):04X}"))
        return Scalar(text, text, span, style)

    def _behind_properties(self, start: int) -> int:
        """Where the scalar itself begins, behind `&anchor`, `!tag`, blanks and comments."""
        text = self._source.text
        while start < len(text) and text[start] in "&!# \t\r\n":
            if text[start] in "&!":
                while start < len(text) and text[start] not in " \t\r\n":
                    start += 1
            elif text[start] == "#":
                _, start = self._source.line_bounds(self._source.position(start)[0])
            else:
                start += 1
        return start

    def _value(self, text: str, span: Span) -> Value:
        try:
            return resolve(text)
        except OverflowError:
            self._report(error("integer-range", span, minimum=MIN_INTEGER, maximum=MAX_INTEGER))
            return 0

    def _sequence(self, event: Any, depth: int) -> Sequence:
        items: list[Node] = []
        ends = self._kinds.SequenceEndEvent
        for child in self._events:
            if type(child) is ends:
                break
            items.append(self._node(child, depth + 1))
        self._reached(depth + bool(items))
        return Sequence(tuple(items), self._between(event, child, items[-1] if items else None))

    def _mapping(self, event: Any, depth: int) -> Mapping:
        entries: dict[str, Entry] = {}
        ends = self._kinds.MappingEndEvent
        for child in self._events:
            if type(child) is ends:
                break
            key = self._node(child, depth + 1)
            self._enter(entries, key, self._node(next(self._events), depth + 1))
        self._reached(depth + bool(entries))
        last = next(reversed(entries.values())).value if entries else None
        return Mapping(entries, self._between(event, child, last))

    def _between(self, event: Any, end: Any, last: Node | None) -> Span:
        """From the first character to the closing bracket, or to the last item of a block."""
        start = self._base + event.start_mark.index
        stop = self._base + end.end_mark.index
        if end.start_mark.index == end.end_mark.index and last is not None and start < last.span.end <= stop:
            stop = last.span.end
        return Span(self._source, start, stop)

    def _enter(self, entries: dict[str, Entry], key: Node, value: Node) -> None:
        """Add an entry, unless its key is one that rules cannot have."""
        odd = _ODD_KEY.search(key.text) if isinstance(key, Scalar) and key.style == "plain" else None
        if odd is not None and isinstance(key, Scalar):
            self._report(error(_ODD[odd.group()], key.span_of(*odd.span())))
        elif not isinstance(key, Scalar) or isinstance(key.value, bool | float) or key.value is None:
            self._report(error("bad-key", key.span))
        elif key.text == "<<" and key.style == "plain":
            self._report(error("merge-key", key.span))
        elif (former := entries.get(key.text)) is not None:
            first = Label(former.key.span, "label.first-here")
            self._report(error("duplicate-key", key.span, labels=[first], name=key.text))
        else:
            entries[key.text] = Entry(key, value)
