"""Reading rules: places in text, findings, YAML with positions, overlays, and where games are found."""

from interpreter.source.diagnostic import (
    Diagnostic,
    Hint,
    Label,
    did_you_mean,
    error,
    has_errors,
    nearest,
    warning,
    what_there_is,
)
from interpreter.source.game import GameSource, fingerprint, read_game
from interpreter.source.library import GameFolder, GameLibrary, Listing, OverlayFile
from interpreter.source.messages import say
from interpreter.source.nodes import Document, Entry, Mapping, Node, Plain, Scalar, Sequence, at, plain
from interpreter.source.overlay import FORMAT_VERSION, merge
from interpreter.source.reader import read_document
from interpreter.source.render import render_github, render_json, render_text
from interpreter.source.span import NO_SPAN, SourceFile, Span

__all__ = [
    "FORMAT_VERSION",
    "NO_SPAN",
    "Diagnostic",
    "Document",
    "Entry",
    "GameFolder",
    "GameLibrary",
    "GameSource",
    "Hint",
    "Label",
    "Listing",
    "Mapping",
    "Node",
    "OverlayFile",
    "Plain",
    "Scalar",
    "Sequence",
    "SourceFile",
    "Span",
    "at",
    "did_you_mean",
    "error",
    "fingerprint",
    "has_errors",
    "merge",
    "nearest",
    "plain",
    "read_document",
    "read_game",
    "render_github",
    "render_json",
    "render_text",
    "say",
    "warning",
    "what_there_is",
]
