"""Matches of a compiled game: states, decisions, views and saves. Most users need no other module."""

from interpreter.engine.decision import Decision, Option
from interpreter.engine.errors import (
    AgentError,
    EndlessError,
    GameError,
    IllegalChoiceError,
    KamonError,
    SaveError,
    UndoRefusedError,
)
from interpreter.engine.game import Game, check_game, load
from interpreter.engine.names import Element
from interpreter.engine.refusals import Refusal, why_not
from interpreter.engine.restore import Replay, read_save, replay
from interpreter.engine.rules import Rules
from interpreter.engine.session import Event, Session, Step
from interpreter.engine.sight import HIDDEN
from interpreter.engine.state import State
from interpreter.engine.view import View

__all__ = [
    "HIDDEN",
    "AgentError",
    "Decision",
    "Element",
    "EndlessError",
    "Event",
    "Game",
    "GameError",
    "IllegalChoiceError",
    "KamonError",
    "Option",
    "Refusal",
    "Replay",
    "Rules",
    "SaveError",
    "Session",
    "State",
    "Step",
    "UndoRefusedError",
    "View",
    "check_game",
    "load",
    "read_save",
    "replay",
    "why_not",
]
