"""Saved matches read again. Whatever the text holds, it gives the match that was saved or a SaveError."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from interpreter.compiler import PENDING, RulesError
from interpreter.engine.arguments import check_text
from interpreter.engine.errors import IllegalChoiceError, SaveError
from interpreter.engine.save import VERSION, checksum
from interpreter.engine.save_check import check_array
from interpreter.engine.session import Session
from interpreter.engine.state import State
from interpreter.source import NO_SPAN, GameLibrary, did_you_mean, error
from interpreter.source.records import record
from interpreter.source.span import BOM

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.engine.game import Game
    from interpreter.engine.rules import Rules
    from interpreter.source import Diagnostic, Hint

MAX_BYTES = 10_000_000
MAX_STACK = 4096
_NAME = re.compile(r"[a-z][a-z0-9_]{0,99}")
_T = TypeVar("_T")
Json = dict[str, Any]


@record
class Replay:
    """A saved match played again.

    session: the match as far as it could be played.  choices: how many the save has.  stopped: why the next
    choice no longer fits; None when all did.
    """

    session: Session
    choices: int
    stopped: Diagnostic | None


def load_match(
    text: str,
    dirs: Iterable[str | Path] = (),
    spec: str | None = None,
    options: Mapping[str, str | int] | None = None,
) -> Session:
    """The match of a save, on the game that it names or on `spec`, as for `replay_saved`. Raises SaveError and
    GameError.
    """
    document = _document(text)
    return _match(_game(document, dirs, spec, options), document)


def saved_title(text: str) -> str | None:
    """The game with its overlays that a save is of, as one types it; None for what is no save."""
    try:
        return _title(_document(text))
    except SaveError:
        return None


def read_save(game: Game, text: str) -> Session:
    """The match of a save of this very game. Raises SaveError."""
    document = _document(text)
    _check_game(game, document)
    return _match(game, document)


def replay(game: Game, text: str) -> Replay:
    """Plays a save's choices on a game whose rules may have changed. Raises SaveError if it has none."""
    return _replayed(game, _document(text))


def _replayed(game: Game, document: Json) -> Replay:
    _check_game(game, document)
    choices = _choices(document)
    if choices is None:
        raise SaveError(error("save-without-choices", NO_SPAN))
    session = _begun(game, document)
    stopped = _play(session, choices)
    return Replay(session, len(choices), stopped)


def replay_saved(
    text: str,
    spec: str | None = None,
    dirs: Iterable[str | Path] = (),
    options: Mapping[str, str | int] | None = None,
) -> Replay:
    """The same on the game that the save names, or on `spec`: a game's name or folder, to which the save's overlays
    come unless it has some itself. The options are the save's; those given besides must not be others. Raises SaveError
    and GameError.
    """
    document = _document(text)
    return _replayed(_game(document, dirs, spec, options), document)


def _game(
    document: Json, dirs: Iterable[str | Path], spec: str | None, options: Mapping[str, str | int] | None
) -> Game:
    from interpreter.engine.game import load

    name, *overlays = _names(document)
    wanted = name if spec is None else spec
    called = Path(wanted).resolve().name.partition("+")[0]
    if called != name:  # which need not have the save's overlays
        raise SaveError(error("save-other-game", NO_SPAN, saved=_title(document), name=called))
    whole = wanted if "+" in wanted.rpartition("/")[2] else "+".join([wanted, *overlays])
    folder, _ = GameLibrary(dirs).resolve(whole)
    if folder is not None:
        _check_title(folder.title, document)  # before its options, which another game need not have
    return load(whole, {**_options(document), **(options or {})}, dirs)


# ---- from text to document ------------------------------------------------------------------------------


def _document(text: str) -> Json:
    check_text("a saved match", text)
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise SaveError(error("save-too-large", NO_SPAN, limit=MAX_BYTES))
    try:
        document = json.loads(
            text.removeprefix(BOM), object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse
        )
    except (ValueError, RecursionError) as problem:
        raise SaveError(error("save-not-json", NO_SPAN, reason=str(problem))) from None
    if not isinstance(document, dict) or "kamon_save" not in document:
        raise SaveError(error("save-not-a-save", NO_SPAN))
    version = document["kamon_save"]
    if type(version) is not int or version != VERSION:
        raise SaveError(error("save-version", NO_SPAN, version=str(version), known=VERSION))
    if "view" in document:
        raise SaveError(error("save-of-view", NO_SPAN, player=str(document["view"])))
    return document


def _once(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _refuse(number: str) -> Any:
    raise ValueError(f"not a whole number: {number[:20]}")


def _wrong(name: str) -> SaveError:
    return SaveError(error("save-field", NO_SPAN, name=name))


def _names(document: Json) -> list[str]:
    """The game and its overlays. A save names no places: whoever hands one out does not say what is read."""
    for field, names in (("game", [_field(document, "game", str)]), ("overlays", _list(document, "overlays", str))):
        if not all(map(_NAME.fullmatch, names)):
            raise _wrong(field)
    return [document["game"], *document["overlays"]]


def _title(document: Json) -> str:
    return "+".join(_names(document))


def _field(document: Json, name: str, kind: type[_T]) -> _T:
    value = document.get(name)
    if type(value) is not kind:
        raise _wrong(name)
    return value


def _list(document: Json, name: str, kind: type[_T]) -> list[_T]:
    value = _field(document, name, list)
    if any(type(item) is not kind for item in value):
        raise _wrong(name)
    return value


def _options(document: Json) -> dict[str, str | int]:
    options = _field(document, "options", dict)
    if any(type(value) not in (str, int) for value in options.values()):
        raise _wrong("options")
    return options


def _choices(document: Json) -> list[tuple[str, str]] | None:
    """Who chose what; None for a state without a past."""
    if document.get("choices") is None:
        return None
    found = _list(document, "choices", list)
    if any(len(pair) != 2 or not all(type(word) is str for word in pair) for pair in found):
        raise _wrong("choices")
    return [(player, key) for player, key in found]


# ---- from document to match -----------------------------------------------------------------------------


def _check_title(title: str, document: Json) -> None:
    saved = _title(document)
    if saved != title:
        raise SaveError(error("save-other-game", NO_SPAN, saved=saved, name=title))


def _check_game(game: Game, document: Json) -> None:
    _check_title(game.title, document)
    options = _options(document)
    if options != {name: game.options.get(name) for name in options}:
        said = ", ".join(f"{name}={value}" for name, value in options.items())
        raise SaveError(error("save-other-options", NO_SPAN, name=game.title, options=said))
    if _field(document, "players", int) not in game.player_counts:
        raise _wrong("players")


def _match(game: Game, document: Json) -> Session:
    _check_game(game, document)
    if _field(document, "fingerprint", str) != game.fingerprint:
        hint: Hint = ("hint.replay-save", {})
        raise SaveError(error("save-rules-changed", NO_SPAN, hint=hint, name=game.title))
    choices = _choices(document)
    # Sessions run on the build with a trace: with it nothing is compiled for the save alone.
    rules = game.rules(document["players"], trace=choices is not None)
    state = _state(game, rules, document)
    if choices is None:
        resumed = Session.resume(state)
        resumed.table = _table(document)
        return resumed
    session = _begun(game, document)
    stopped = _play(session, choices)
    if stopped is not None:
        raise SaveError(stopped)
    if session.state.array != state.array:
        raise SaveError(error("save-contradicts", NO_SPAN))
    return session


def _begun(game: Game, document: Json) -> Session:
    session = Session(game, document["players"], _field(document, "seed", int))
    session.table = _table(document)
    return session


def _table(document: Json) -> tuple[str, ...] | None:
    """Who sat on each seat; None where the save does not say."""
    if document.get("table") is None:
        return None
    found = tuple(_list(document, "table", str))
    if len(found) != document["players"]:
        raise _wrong("table")
    return found


def _play(session: Session, choices: list[tuple[str, str]]) -> Diagnostic | None:
    """Makes the choices; returns why the first that does not fit does not."""
    for number, (player, key) in enumerate(choices, 1):
        decision = session.state.decision
        about: dict[str, Any] = {"number": number, "key": key, "player": player}
        if decision is None:
            return error("replay-over", NO_SPAN, **about)
        if decision.player != player:
            return error("replay-player", NO_SPAN, decider=decision.player, **about)
        option = next((option for option in decision.options if option.key == key), None)
        try:
            session.choose(key if option is None else option)
        except IllegalChoiceError as problem:
            place = problem.diagnostics[0].span
            return error("replay-choice", place, reason=problem.text(), **about)
        except RulesError as problem:
            return error("replay-choice", NO_SPAN, reason=str(problem), **about)
    return None


def _state(game: Game, rules: Rules, document: Json) -> State:
    array = _array(rules, document)
    if _field(document, "checksum", str) != checksum(array):
        raise SaveError(error("save-checksum", NO_SPAN))
    found = check_array(rules, array)
    if found is not None:
        raise SaveError(found)
    return _asked(game, rules, document, array)


def _asked(game: Game, rules: Rules, document: Json, array: list[int]) -> State:
    """The state with its pending decision, which must be the one that was saved."""
    try:
        state = State(game, rules, array, rules.program.options(array))
        offered = [option.key for option in state.decision.options] if state.decision else []
    except (LookupError, TypeError, ValueError, ArithmeticError, RulesError):
        raise SaveError(error("save-unplayable", NO_SPAN)) from None
    if bool(array[PENDING]) != bool(state.codes) or offered != _list(document, "offered", str):
        raise SaveError(error("save-offered", NO_SPAN))
    return state


def _array(rules: Rules, document: Json) -> list[int]:
    """Every slot's value, each within what the slot can hold, and the stack of the rules above them."""
    saved = _field(document, "state", dict)
    slots = rules.program.layout.slots
    known = {slot.name for slot in slots}
    for name in saved:
        if name not in known:
            hint = did_you_mean(name, known)
            raise SaveError(error("save-unknown-slot", NO_SPAN, hint=hint, name=name))
    array = []
    for index, slot in enumerate(slots):
        if slot.name not in saved:
            raise SaveError(error("save-missing-slot", NO_SPAN, name=slot.name))
        value = rules.slot_names.number(index, saved[slot.name])
        if value is None or not slot.low <= value <= slot.high:
            bounds = f"{slot.low}..{slot.high}"
            raise SaveError(
                error("save-slot-range", NO_SPAN, name=slot.name, value=str(saved[slot.name]), bounds=bounds)
            )
        array.append(value)
    stack = _list(document, "stack", int)
    if len(stack) > MAX_STACK or any(abs(value) >= 1 << 63 for value in stack):
        raise _wrong("stack")
    return array + stack
