"""The parser is kept between runs; whatever befalls its file, texts are read."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.language import RESERVED, tables


@pytest.fixture
def nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a release of Lark for which the package brings no parser."""
    monkeypatch.setattr(tables, "shipped_file", lambda: tmp_path / "not-shipped.bin")


def test_the_package_brings_the_parser_of_this_grammar() -> None:
    assert tables.shipped_file().is_file(), "run interpreter.language.tables.ship()"


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path / "cache"))
    tables.parser.cache_clear()
    yield
    tables.parser.cache_clear()


def reads() -> bool:
    return tables.parser().parse("a; b", start="start_effect").data == "start_effect"


@pytest.mark.usefixtures("nothing_shipped")
def test_the_parser_is_stored_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reads()
    assert [path.name for path in tables.cache_file().parent.iterdir()] == [tables.cache_file().name]
    tables.parser.cache_clear()
    monkeypatch.setattr(tables, "_build", None)
    assert reads()


@pytest.mark.usefixtures("nothing_shipped")
@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 100_000])
def test_a_damaged_file_is_replaced(damage: bytes) -> None:
    reads()
    path = tables.cache_file()
    sound = path.read_bytes()
    for content in (damage, sound[: len(sound) // 2], sound[:-1] + b"?", sound + b"!"):
        path.write_bytes(content)
        tables.parser.cache_clear()
        assert reads()
        stored = path.read_bytes()
        assert hashlib.sha256(stored[32:]).digest() == stored[:32]


@pytest.mark.usefixtures("nothing_shipped")
def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert reads()
    assert (tmp_path / "cache").is_file()


@pytest.mark.usefixtures("nothing_shipped")
def test_a_folder_in_place_of_the_file_is_done_without() -> None:
    tables.cache_file().mkdir(parents=True)
    assert reads()
    assert list(tables.cache_file().parent.iterdir()) == [tables.cache_file()]


def test_the_file_depends_on_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    before = tables.cache_file()
    monkeypatch.setattr(tables, "GRAMMAR", tables.GRAMMAR + "\n")
    assert tables.cache_file() != before
    assert tables.cache_file().parent == before.parent


def test_without_the_variable_the_user_s_own_folder_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KAMON_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path in tables.cache_file().parents


def test_reserved_words_are_those_of_the_grammar() -> None:
    literals = {str(terminal.pattern.value) for terminal in tables.parser().terminals}
    assert {word for word in literals if word.isalpha()} == RESERVED
    assert {"choose", "otherwise", "nothing"} <= RESERVED


def test_the_grammar_is_free_of_conflicts() -> None:
    from lark import Lark

    lark = Lark(tables.GRAMMAR, start=list(tables.STARTS), parser="lalr", strict=True, maybe_placeholders=True)
    assert lark.parse("a", start="start_value").data == "start_value"


def test_the_parser_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, interpreter.language; print('lark' in sys.modules)"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=os.environ, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
