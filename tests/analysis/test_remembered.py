"""Findings by part, kept as long as what stands for them stays."""

from pathlib import Path

import pytest

from interpreter.analysis.remembered import by_file, remembered
from interpreter.source import Diagnostic, SourceFile, Span, warning


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path))


def finding(part: str) -> Diagnostic:
    return warning("unknown-message", Span(SourceFile(part, "x"), 0, 1), name=part)


def asked(stamps: dict[str, str | None], *also: str) -> tuple[list[str], list[str]]:
    """The parts that are looked at, each with one finding, and those that findings are told of."""
    parts: list[str] = []

    def check(missing: list[str]) -> dict[str, list[Diagnostic]]:
        parts.extend(missing)
        return by_file(map(finding, [*missing, *also]))

    found = remembered(("test",), lambda: dict(stamps), check)
    assert all(one.span.file == part for part, some in found.items() for one in some)
    return parts, [part for part, some in found.items() for _ in some]


def test_a_part_is_looked_at_when_what_it_depends_on_is_another() -> None:
    assert asked({"a": "1", "b": "1"}) == (["a", "b"], ["a", "b"])
    assert asked({"a": "1", "b": "2"}) == (["b"], ["a", "b"])
    assert asked({"b": "2", "a": "1", "c": "1"}) == (["c"], ["b", "a", "c"])
    assert asked({"c": "1"}) == ([], ["c"])


def test_what_depends_on_something_unknown_is_looked_at_each_time() -> None:
    assert asked({"a": None, "b": "1"}) == (["a", "b"], ["a", "b"])
    assert asked({"a": None, "b": "1"}) == (["a"], ["a", "b"])


def test_what_is_found_elsewhere_is_told_and_nothing_is_kept() -> None:
    assert asked({"a": "1"}, "z") == (["a"], ["a", "z"])
    assert asked({"a": "1"}) == (["a"], ["a"])


def test_what_changes_while_it_is_looked_at_is_looked_at_again() -> None:
    stamps: dict[str, str | None] = {"a": "1"}

    def check(_: list[str]) -> dict[str, list[Diagnostic]]:
        stamps["a"] = "2"
        return by_file([finding("a")])

    assert list(remembered(("test",), lambda: dict(stamps), check)) == ["a"]
    assert asked({"a": "1"})[0] == ["a"]
    assert asked({"a": "2"})[0] == ["a"]
