"""Packages whose names are imported on first use, so that play starts without the parts that make games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def lazily(package: str, homes: dict[str, str]) -> Callable[[str], object]:
    """A module's `__getattr__`: each name in `homes` comes from that submodule. Other names raise AttributeError."""

    def __getattr__(name: str) -> object:  # noqa: N807
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return __getattr__
