"""What the messages of a game stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter
from interpreter.analysis.translations import check_translations, desks
from interpreter.explain import Speaker
from interpreter.explain.po import read_texts
from tests.analysis.desk.stall import ENGLISH, STALL, needs, stall

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from interpreter.model.game import Rule

SEATS = "players: {counts: [1, 2, 3], seats: {ann: {}, bob: {}, cid: {}}}"


def test_what_a_part_does_is_said_when_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    say_body = Speaker.say_body

    def saying(speaker: Speaker, rule: Rule) -> str:
        said.append(rule.name)
        return say_body(speaker, rule)

    monkeypatch.setattr(Speaker, "say_body", saying)
    rules = STALL.replace("players: {counts: [2], seats: {ann: {}, bob: {}}}", SEATS)
    found = needs(stall(tmp_path, rules)).entries
    assert {"player.ann", "player.bob", "player.cid"} <= found.keys()
    assert said == []
    assert [found["icon.some"].said for _ in range(2)] == ["Gain coin equal to that number."] * 2
    assert said == ["some"]


def test_whoever_speaks_and_whoever_looks_for_mistakes_read_a_catalogue_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMON_CACHE_DIR", str(tmp_path / "cache"))
    root = stall(tmp_path, en=ENGLISH, de=ENGLISH | {"game": "Stand"})
    read_texts.cache_clear()
    check_translations(desks(interpreter.load(root))[0])
    assert read_texts.cache_info().hits == len(("en", "de"))
