"""Libraries made once and kept: with whatever compiler there is, side by side, and anew when something is wrong."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from interpreter.compiler import NotInCError
from interpreter.engine import NativeError, native_build
from interpreter.engine.native_build import compiled, find_compiler, is_built, library
from tests.engine.found import VEILED, load

if TYPE_CHECKING:
    from pathlib import Path

ANSWER = '__attribute__((visibility("default"))) int answer(void) { return 42; }\n'
needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    place = tmp_path / "cache"
    monkeypatch.setenv("KAMON_CACHE_DIR", str(place))
    return place


class Source:
    """C text that counts how often it is asked for."""

    def __init__(self, text: str = ANSWER) -> None:
        self.text = text
        self.asked = 0

    def __call__(self) -> str:
        self.asked += 1
        return self.text


@needs_compiler
def test_a_library_is_compiled_once(folder: Path) -> None:
    source = Source()
    assert not is_built(("a",))
    assert [library(("a",), source).answer() for _ in range(2)] == [42, 42]
    assert is_built(("a",))
    assert source.asked == 1
    assert library(("b",), source).answer() == 42
    assert source.asked == 2
    assert len(list(folder.iterdir())) == 2


@needs_compiler
@pytest.mark.parametrize("content", [b"", b"no entry", None])
def test_a_broken_entry_is_made_anew(folder: Path, content: bytes | None) -> None:
    source = Source()
    library(("a",), source)
    (entry,) = folder.iterdir()
    entry.write_bytes(entry.read_bytes()[:-100] if content is None else content)
    assert library(("a",), source).answer() == 42
    assert source.asked == 2
    assert library(("a",), source).answer() == 42
    assert source.asked == 2


@needs_compiler
def test_an_entry_that_is_no_library_is_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_build, "compiled", lambda *_: b"made on another system")
    with pytest.raises(OSError, match="bin"):
        library(("a",), Source())
    assert len(list(folder.iterdir())) == 1
    monkeypatch.undo()
    monkeypatch.setenv("KAMON_CACHE_DIR", str(folder))
    assert library(("a",), Source()).answer() == 42


@needs_compiler
def test_a_folder_that_cannot_be_trusted_is_not_used(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    source = Source()
    assert [library(("a",), source).answer() for _ in range(2)] == [42, 42]
    assert source.asked == 2


@needs_compiler
def test_builds_at_the_same_time_do_not_trip_over_each_other(folder: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: library(("a",), Source()).answer(), range(4)))
    assert found == [42] * 4
    assert len(list(folder.iterdir())) == 1


@needs_compiler
def test_another_compiler_makes_another_library(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = find_compiler()
    assert command is not None
    other = tmp_path / "other"
    other.write_text(f'#!/bin/sh\nexec {" ".join(command)} "$@"\n', encoding="utf-8")
    other.chmod(0o755)
    source = Source()
    library(("a",), source)
    monkeypatch.setattr(native_build, "find_compiler", lambda: (str(other),))
    assert not is_built(("a",))
    assert library(("a",), source).answer() == 42
    assert source.asked == 2
    assert len(list(folder.iterdir())) == 2


def test_the_systems_compiler_comes_before_that_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/there/{name}")
    assert find_compiler() == ("/there/cc",)
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(native_build, "find_spec", lambda name: object() if name == "ziglang" else None)
    assert find_compiler() == (sys.executable, "-m", "ziglang", "cc")
    monkeypatch.setattr(native_build, "find_spec", lambda _: None)
    assert find_compiler() is None


# ---- where there is no machine code ---------------------------------------------------------------------


def test_without_a_compiler_there_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_build, "find_compiler", lambda: None)
    with pytest.raises(NativeError) as refused:
        library(("a",), Source())
    assert refused.value.code == "no-compiler"
    assert not is_built(("a",))
    assert not folder.exists()


@needs_compiler
@pytest.mark.parametrize(
    ("command", "told"), [(("false",), "1"), (("/no/such/program",), "No such file"), (None, "rules.c:1")]
)
def test_why_a_compiler_failed_is_told(command: tuple[str, ...] | None, told: str) -> None:
    with pytest.raises(NativeError) as refused:
        compiled("this is no C\n", command or find_compiler() or (), ())
    assert refused.value.code == "compiler-failed"
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_compiler_that_takes_too_long_has_failed(tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    slow.chmod(0o755)
    with pytest.raises(NativeError, match=r"slow, > 0\.05 s"):
        compiled(ANSWER, (str(slow),), (), wait=0.05)


@needs_compiler
def test_rules_that_only_python_can_play_are_told(folder: Path) -> None:
    def source() -> str:
        raise NotInCError("a set without bounds")

    with pytest.raises(NativeError) as refused:
        library(("a",), source)
    assert refused.value.code == "not-in-c"
    assert not any(folder.iterdir())


# ---- games ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_auto_waits_for_a_compiler_only_where_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load.__wrapped__(VEILED)
    assert game.native_for(2, "python", 10**6) == (None, None)
    assert game.native_for(2, "auto", 10) == (None, None)
    monkeypatch.setattr(native_build, "find_compiler", lambda: None)
    native, refused = game.native_for(2, "auto", 10**6)
    assert (native, refused and refused.code) == (None, "no-compiler")
    with pytest.raises(NativeError):
        game.native_for(2, "native", 1)


@needs_compiler
def test_auto_takes_what_is_there(folder: Path) -> None:
    game = load.__wrapped__(VEILED)
    native, _ = game.native_for(2, "native", 1)
    assert native is not None
    assert game.native_for(2, "auto", 1) == (native, None)
    again, _ = load.__wrapped__(VEILED).native_for(2, "auto", 1)
    assert again is not None
    states = [state.array for state in game.random_games(5, 2, seed=1, engine="native")]
    assert states == [state.array for state in game.random_games(5, 2, seed=1)]
    assert list(again.random_arrays(5, 1)) == states
    assert any(folder.iterdir())
