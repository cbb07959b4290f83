"""Kamon: read a board game's rules as data and play them.

`interpreter.load("name")` gives a Game, `game.start(players=2, seed=1)` a State. Everything is imported
on first use, so that the command line starts quickly.
"""

__version__ = "0.1.0"

_EXPORTS = {
    "Decision": "interpreter.engine",
    "Game": "interpreter.engine",
    "Option": "interpreter.engine",
    "State": "interpreter.engine",
    "View": "interpreter.engine",
    "load": "interpreter.engine",
}

__all__ = ["Decision", "Game", "Option", "State", "View", "__version__", "load"]


def __getattr__(name: str) -> object:
    """The public name, imported now; AttributeError for any other name."""
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_EXPORTS[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
