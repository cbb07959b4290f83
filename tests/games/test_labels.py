"""What options are called, by the text of the rules and by the compiled game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter.analysis.scenario_labels import labels
from tests.engine.found import TABLES, load, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.engine import Rules


def _called(rules: Rules) -> Iterator[str]:
    """Everything that a label can be called at some decision."""
    for group in (group for site in rules.sites for group in site.groups):
        yield from filter(None, [group.rule])
        for code in range(group.low, group.high + 1):
            element = group.element(code)
            yield from (group.key(code),) if element is None else (group.key(code), element.name)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_option_of_the_compiled_game_is_known(table: tuple[str, int]) -> None:
    spec, players = table
    rules = load(spec).rules(players)
    known = labels(rules.program.model)
    assert [label for label in _called(rules) if not known.know(label)] == []


def test_what_no_option_is_called_is_not_known() -> None:
    known = labels(load("rosenkoenig").model(2))
    for wrong in ("plai", "play(north_4)", "draw(north_1)", "north_1)", "play(north_1)x", "12a", ""):
        assert not known.know(wrong), wrong
    assert "play(north_1)" in known.near("play(nort_1)")
