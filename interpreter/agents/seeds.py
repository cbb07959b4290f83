"""Seeds made from a seed."""

from __future__ import annotations

import hashlib


def derived_seed(seed: int, index: int) -> int:
    """The seed of match `index` of a run: 63 bits that have nothing to do with those of its neighbours."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{index}".encode()).digest()[:8], "big") >> 1
