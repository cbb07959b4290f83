"""From a game's merged document to a model: names bound, types checked, everything that can be wrong said."""

from typing import TYPE_CHECKING

from interpreter.lazy import lazily

if TYPE_CHECKING:
    from interpreter.model.build import build_model
    from interpreter.model.check import check_definition, check_folder
    from interpreter.model.definition import Definition, Option, load_definition, unread_texts
    from interpreter.model.game import Model
    from interpreter.model.shape import check_shape
    from interpreter.model.sources import dsl_scalars
    from interpreter.model.texts import bind_value

__all__ = [
    "Definition",
    "Model",
    "Option",
    "bind_value",
    "build_model",
    "check_definition",
    "check_folder",
    "check_shape",
    "dsl_scalars",
    "load_definition",
    "unread_texts",
]

__getattr__ = lazily(
    __name__,
    {
        "Definition": "definition",
        "Model": "game",
        "Option": "definition",
        "bind_value": "texts",
        "build_model": "build",
        "check_definition": "check",
        "check_folder": "check",
        "check_shape": "shape",
        "dsl_scalars": "sources",
        "load_definition": "definition",
        "unread_texts": "definition",
    },
)
