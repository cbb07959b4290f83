"""Saved matches as text: what was chosen, by its meaning, and every slot by name."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from interpreter.engine.errors import SaveError
from interpreter.source import NO_SPAN, error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.engine.session import Session
    from interpreter.engine.state import State

VERSION = 1


def write_state(state: State) -> str:
    """One moment, without what led to it. It is read back before it is handed out; raises SaveError."""
    return _verified(state, {**_head(state), "seed": None, "choices": None, **_tail(state)})


def write_session(session: Session, seat: int | None = None) -> str:
    """A match with its choices; for a seat, what that player may know. Verified as in `write_state`."""
    state = session.state
    if seat is not None:
        return _text(_seen_by(session, seat))
    table = None if session.table is None else list(session.table)
    past = {"seed": session.seed, "choices": None if session.seed is None else _choices(session)}
    return _verified(state, {**_head(state), "table": table, **past, **_tail(state)})


def checksum(array: Sequence[int]) -> str:
    """A digest of the raw array."""
    return hashlib.sha256(",".join(map(str, array)).encode()).hexdigest()


def _head(state: State) -> dict[str, Any]:
    game = state.game
    return {
        "kamon_save": VERSION,
        "game": game.name,
        "overlays": list(game.overlays),
        "options": game.options,
        "players": len(state.players),
        "fingerprint": game.fingerprint,
    }


def _tail(state: State) -> dict[str, Any]:
    rules, array = state.rules, state.array
    slots = rules.program.layout.slots
    return {
        "offered": _offered(state),
        "state": {slot.name: rules.slot_names.text(i, array[i]) for i, slot in enumerate(slots)},
        "stack": array[len(slots) :],
        "checksum": checksum(array),
    }


def _offered(state: State) -> list[str]:
    return [] if state.decision is None else [option.key for option in state.decision.options]


def _choices(session: Session, seat: int | None = None) -> list[list[str]]:
    """Who chose what; for a seat, `hidden` where that player may not know it."""
    steps = session.steps[1:] if seat is None else session.log(seat)[1:]
    return [[session.rules.players[step.seat], step.key] for step in steps if step.seat is not None]


def _seen_by(session: Session, seat: int) -> dict[str, Any]:
    """Neither seed nor checksum: from either one could find out what is hidden."""
    view = session.view(seat)
    mine = view.decision is not None
    return {
        **_head(session.state),
        "view": view.player,
        "choices": _choices(session, seat),
        "offered": _offered(session.state) if mine else [],
        "state": view.values(),
    }


def _text(document: dict[str, Any]) -> str:
    """JSON with each choice and each slot on a line of its own."""
    return "{\n" + ",\n".join(f"{_json(name)}: {_lines(part)}" for name, part in document.items()) + "\n}\n"


def _lines(part: Any) -> str:
    if isinstance(part, dict) and part:
        return "{\n" + ",\n".join(f" {_json(name)}: {_json(value)}" for name, value in part.items()) + "\n}"
    if isinstance(part, list) and part and isinstance(part[0], list):
        return "[\n" + ",\n".join(f" {_json(item)}" for item in part) + "\n]"
    return _json(part)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _verified(state: State, document: dict[str, Any]) -> str:
    from interpreter.engine.restore import read_save

    text = _text(document)
    if read_save(state.game, text).state.array != state.array:
        raise SaveError(error("save-unfaithful", NO_SPAN))
    return text
