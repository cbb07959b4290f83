from interpreter.engine import Decision as Decision
from interpreter.engine import Game as Game
from interpreter.engine import Option as Option
from interpreter.engine import State as State
from interpreter.engine import View as View
from interpreter.engine import load as load

__version__: str
__all__ = ["Decision", "Game", "Option", "State", "View", "__version__", "load"]
_EXPORTS: dict[str, str]
