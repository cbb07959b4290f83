"""What programs hand to the engine, held against what it takes: a wrong type is said by name, at once."""

from __future__ import annotations

from typing import TypeGuard


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_whole(name: str, value: object) -> None:
    """Raises TypeError for what is no whole number."""
    if not is_whole(value):
        raise wrong(name, "a whole number", value)


def check_text(name: str, value: object) -> None:
    """Raises TypeError for what is no text."""
    if not isinstance(value, str):
        raise wrong(name, "text", value)


def wrong(name: str, wanted: str, value: object) -> TypeError:
    """The error for an argument of a wrong type."""
    return TypeError(f"{name} must be {wanted}, not {repr(value)[:80]}")
