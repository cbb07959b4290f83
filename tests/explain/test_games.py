"""Every game and overlay found is said whole in each locale that it has, with its own names."""

from pathlib import Path

import pytest

from interpreter.explain import Speaker, missing
from interpreter.model import Definition, Model, build_model, load_definition
from interpreter.source import GameLibrary
from tests.explain.helpers import LOCALES

ROOT = Path(__file__).resolve().parent.parent.parent


def specs() -> list[str]:
    games = [one for one in GameLibrary([ROOT / "games"]).list_games() if one.root.parent == ROOT / "games"]
    return [spec for one in games for spec in (one.name, *(f"{one.name}+{name}" for name in one.overlays))]


def models(spec: str) -> list[tuple[Definition, Model]]:
    definition, _ = load_definition(spec, [ROOT / "games"])
    assert definition is not None
    found = [build_model(definition, players)[0] for players in definition.player_counts]
    return [(definition, model) for model in found if model is not None]


def locales(definition: Definition) -> set[str]:
    return {path.stem for path in (definition.folder / "locales").glob("*.po")}


def test_there_are_games() -> None:
    assert specs()


@pytest.mark.parametrize("spec", specs())
def test_a_game_has_all_names_in_its_locales(spec: str) -> None:
    assert models(spec)
    for definition, model in models(spec):
        own = locales(definition)
        assert {"en", "zh_Hans"} <= own <= set(LOCALES)
        assert {locale: found for locale in own if (found := missing(model, locale, [definition.folder]))} == {}


@pytest.mark.parametrize("spec", specs())
def test_no_two_rules_of_a_game_are_called_the_same(spec: str) -> None:
    for definition, model in models(spec):
        for locale in locales(definition):
            one = Speaker(model, locale, [definition.folder])
            titles = [one.say_rule(rule)[0] for rule in model.rules.values()]
            assert len(set(titles)) == len(titles)
