"""Where the data that comes with Kamon lies: inside an installed package, or beside it in a checkout."""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def data_dir(kind: Literal["games", "schema", "grammar"]) -> Path:
    """The absolute path of a data folder.

    Raises FileNotFoundError when the installation is incomplete.
    """
    for parent in (_PACKAGE, _PACKAGE.parent):
        folder = parent / kind
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"this installation of kamon has no {kind} folder in {_PACKAGE}")
