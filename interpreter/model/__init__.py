"""From a game's merged document to a model: names bound, types checked, everything that can be wrong said."""

from interpreter.model.build import build_model
from interpreter.model.definition import Definition, Option, load_definition
from interpreter.model.game import Model

__all__ = ["Definition", "Model", "Option", "build_model", "load_definition"]
