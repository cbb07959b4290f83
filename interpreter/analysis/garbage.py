"""When Python looks for what nothing uses any more."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def left_lying() -> Iterator[None]:
    """While it lasts nobody looks: for work that takes a fifth longer with it and leaves little, or is soon done."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()
