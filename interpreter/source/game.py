"""A game that was found, read whole: its files and overlays merged, and the fingerprint of all of it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from interpreter.source.diagnostic import Diagnostic, did_you_mean, error
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.overlay import FORMAT_VERSION, merge
from interpreter.source.reader import read_document
from interpreter.source.records import record
from interpreter.source.removed import removed_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.source.library import GameFolder
    from interpreter.source.nodes import Document, Node
    from interpreter.source.span import Span


@record
class GameSource:
    """The merged document, the documents it came from (files, then overlays) and their fingerprint.

    removed: each name that an overlay takes out, and where it does.
    """

    folder: GameFolder
    root: Mapping
    documents: tuple[Document, ...]
    fingerprint: str
    removed: dict[str, Span]


def read_game(folder: GameFolder) -> tuple[GameSource | None, list[Diagnostic]]:
    """Read and merge a game's files and overlays. None when any of them cannot be read at all."""
    found: list[Diagnostic] = []
    names = [path.name for path in folder.files] + [f"+{overlay.name}" for overlay in folder.overlays]
    documents: list[Document] = []
    for path in (*folder.files, *(overlay.path for overlay in folder.overlays)):
        document, problems = read_document(path)
        found += problems
        if document is not None:
            documents.append(document)
    if len(documents) < len(names):
        return None, found
    overlays = documents[len(folder.files) :]
    for overlay, document in zip(folder.overlays, overlays, strict=True):
        _check_name(overlay.name, document.root, found)
    base = documents[: len(folder.files)]
    root, problems = merge(folder.name, base, overlays)
    removed = removed_names(merge(folder.name, base)[0], overlays) if overlays else {}
    parts = ((name, one.source.text.encode()) for name, one in zip(names, documents, strict=True))
    return GameSource(folder, root, tuple(documents), fingerprint(parts), removed), found + problems


def fingerprint(parts: Iterable[tuple[str, bytes]]) -> str:
    """SHA-256, in hexadecimal, over the format's version and every (name, content) in order."""
    digest = hashlib.sha256(f"kamon {FORMAT_VERSION}\n".encode())
    for name, content in parts:
        digest.update(f"{len(name.encode())} {len(content)}\n{name}".encode())
        digest.update(content)
    return digest.hexdigest()


def _check_name(name: str, root: Node, found: list[Diagnostic]) -> None:
    """An overlay is found by its file's name, so the name it gives itself must be the same."""
    own = root.get("overlay") if isinstance(root, Mapping) else None
    if isinstance(own, Scalar) and own.text != name:
        hint = did_you_mean(own.text, [name])
        found.append(error("overlay-name", own.span, hint=hint, name=own.text, file=name))
