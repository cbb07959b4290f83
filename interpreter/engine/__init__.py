"""Matches of a compiled game: states, decisions, views and saves. Most users need no other module."""

from typing import TYPE_CHECKING

from interpreter.lazy import lazily

if TYPE_CHECKING:
    from interpreter.engine.decision import Decision, Option
    from interpreter.engine.errors import (
        AgentError,
        ClusterError,
        EndlessError,
        GameError,
        IllegalChoiceError,
        KamonError,
        NativeError,
        SaveError,
        TableError,
        UndoRefusedError,
    )
    from interpreter.engine.game import Engine, Game, check_game, load
    from interpreter.engine.names import Element
    from interpreter.engine.native import NativeMatch, NativeProgram, Outcome
    from interpreter.engine.refusals import Refusal, why_not
    from interpreter.engine.restore import Replay, read_save, replay, replay_saved, saved_title
    from interpreter.engine.rules import Rules
    from interpreter.engine.session import Event, Session, Step
    from interpreter.engine.sight import HIDDEN
    from interpreter.engine.state import State
    from interpreter.engine.view import View

__all__ = [
    "HIDDEN",
    "AgentError",
    "ClusterError",
    "Decision",
    "Element",
    "EndlessError",
    "Engine",
    "Event",
    "Game",
    "GameError",
    "IllegalChoiceError",
    "KamonError",
    "NativeError",
    "NativeMatch",
    "NativeProgram",
    "Option",
    "Outcome",
    "Refusal",
    "Replay",
    "Rules",
    "SaveError",
    "Session",
    "State",
    "Step",
    "TableError",
    "UndoRefusedError",
    "View",
    "check_game",
    "load",
    "read_save",
    "replay",
    "replay_saved",
    "saved_title",
    "why_not",
]

__getattr__ = lazily(
    __name__,
    {
        "AgentError": "errors",
        "ClusterError": "errors",
        "Decision": "decision",
        "Element": "names",
        "EndlessError": "errors",
        "Engine": "game",
        "Event": "session",
        "Game": "game",
        "GameError": "errors",
        "HIDDEN": "sight",
        "IllegalChoiceError": "errors",
        "KamonError": "errors",
        "NativeError": "errors",
        "NativeMatch": "native",
        "NativeProgram": "native",
        "Outcome": "native",
        "Option": "decision",
        "Refusal": "refusals",
        "Replay": "restore",
        "Rules": "rules",
        "SaveError": "errors",
        "Session": "session",
        "State": "state",
        "Step": "session",
        "TableError": "errors",
        "UndoRefusedError": "errors",
        "View": "view",
        "check_game": "game",
        "load": "game",
        "read_save": "restore",
        "replay": "restore",
        "replay_saved": "restore",
        "saved_title": "restore",
        "why_not": "refusals",
    },
)
