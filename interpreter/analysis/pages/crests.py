"""Pictures of a game's parts: the author's own, from the folder `art/`, else a crest that is the part's alone."""

from __future__ import annotations

import base64
import hashlib
import math
from functools import cache
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from interpreter.source.files import read_bytes, resolved

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ART = "art"
MOST_BYTES = 500_000
SIZE = 64
_KINDS = {".svg": "image/svg+xml", ".png": "image/png"}
_INKS = ("#7a1f2b", "#1f4e5f", "#2e5e3e", "#5b3a7a", "#8a5a12", "#234a8a", "#7a3b12", "#3f3f46")
_PETALS = (3, 4, 5, 6, 8)
_FRAMES = (
    '<circle r="29"',
    '<rect x="-29" y="-29" width="58" height="58" rx="13"',
    '<path d="M-12 -29 H12 L29 -12 V12 L12 29 H-12 L-29 12 V-12 Z" stroke-linejoin="round"',
)


def picture(homes: Sequence[Path], *messages: str, glyph: str = "") -> str:
    """The address of a picture, with the picture in it, for a part by its message id, such as `icon.harvest`, or a
    more general one after it.

    The author's own is `art/MESSAGE.svg` or `art/MESSAGE.png` in the game's folder, or in one of its further `homes`,
    which go first. Without any it is the crest of the last message. `glyph`: a sign of the part's own, which its crest
    shows.
    """
    folders = [home / ART for home in reversed(homes)]
    own = (_own(art / f"{message}{ending}") for message in messages for art in folders for ending in _KINDS)
    found = next((address for address in own if address is not None), None)
    return found or _address(".svg", crest(messages[-1], glyph).encode("utf-8"))


def _own(path: Path) -> str | None:
    """The picture in a file of the game's folder."""
    file = resolved(path)
    if not file.is_relative_to(resolved(path.parent.parent)) or not file.is_file():
        return None
    content = read_bytes(file, MOST_BYTES)
    return _address(path.suffix, content) if isinstance(content, bytes) and len(content) <= MOST_BYTES else None


def _address(ending: str, content: bytes) -> str:
    return f"data:{_KINDS[ending]};base64,{base64.b64encode(content).decode('ascii')}"


@cache
def crest(name: str, glyph: str = "") -> str:
    """A crest as SVG: petals about a centre, whose number, shape, frame and ink the name decides."""
    dice = hashlib.sha256(name.encode("utf-8")).digest()
    ink, petals = _INKS[dice[0] % len(_INKS)], _PETALS[dice[1] % len(_PETALS)]
    turn = 180 / petals if dice[2] % 2 else 0
    shapes = "".join(_petal(dice[3], petals, turn + 360 * number / petals) for number in range(petals))
    centre = _centre(glyph, ink) if glyph else f'<circle r="{4 + dice[4] % 4}" fill="#fbf8f0"/>'
    size = f'width="{SIZE}" height="{SIZE}" viewBox="-32 -32 64 64"'
    frame = f'{_FRAMES[dice[5] % len(_FRAMES)]} fill="#fbf8f0" stroke="{ink}" stroke-width="3"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{frame}<g fill="{ink}">{shapes}</g>{centre}</svg>'


def _petal(shape: int, petals: int, degrees: float) -> str:
    width = min(9.0, 22 * math.sin(math.pi / petals))
    place = f'transform="rotate({degrees:g})"'
    match shape % 4:
        case 0:
            return f'<ellipse {place} cx="0" cy="-15" rx="{width:g}" ry="10"/>'
        case 1:
            return f'<path {place} d="M0 -3 L{width:g} -17 L0 -26 L{-width:g} -17 Z"/>'
        case 2:
            wide = width * 1.6
            curve = f"M0 -2 C{wide:g} -12 {width:g} -25 0 -25 C{-width:g} -25 {-wide:g} -12 0 -2 Z"
            return f'<path {place} d="{curve}"/>'
        case _:
            return f'<circle {place} cx="0" cy="-16" r="{min(width, 8):g}"/>'


def _centre(glyph: str, ink: str) -> str:
    """A sign on a round ground, smaller the longer it is."""
    font = 28 if len(glyph) == 1 else 44 / max(len(glyph), 2)
    ground = f'<circle r="20" fill="#fbf8f0" stroke="{ink}" stroke-width="1.5"/>'
    words = f'<text y="{font * 0.35:g}" font-size="{font:g}" text-anchor="middle" fill="{ink}"'
    return f'{ground}{words} font-family="sans-serif">{escape(glyph)}</text>'
