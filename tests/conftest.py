"""What every test stands on: nobody's settings, nobody's caches, no deadlines."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("kamon", deadline=None, print_blob=True)
settings.load_profile("kamon")

_UNSET = ("KAMON_PATH", "KAMON_CACHE_DIR", "FORCE_COLOR", "LANGUAGE", "LC_ALL", "LC_MESSAGES")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write expected texts anew; the diff is the review")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout's top folder."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session", autouse=True)
def _own_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps the user's caches, games and language away from the tests and from what they start."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in _UNSET:
            patch.delenv(name, raising=False)
        for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(home / name))
        patch.setenv("LANG", "C.UTF-8")
        patch.setenv("NO_COLOR", "1")
        patch.setenv("COLUMNS", "100")
        yield
