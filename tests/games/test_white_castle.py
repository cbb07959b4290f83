"""The White Castle: a card that an overlay adds in four lines, and cards whose names tell their icons."""

from __future__ import annotations

import json
import re
from shutil import copytree, ignore_patterns
from typing import TYPE_CHECKING

import pytest

import interpreter
from interpreter.cli import main
from interpreter.explain.catalogue import game_catalogue
from interpreter.model import load_definition
from interpreter.source import Mapping, Scalar, at
from tests.engine.found import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME = ROOT / "games" / "white_castle"

FOUR_LINES = """\
kamon: 1
overlay: tea_house
extends: white_castle
add: {components: {garden_card: {cards: {tea_house: {soil: plant, cost: 3, points: 5, action: well & lantern}}}}}
"""
SCENARIOS = """\
kamon: 1
for: white_castle+tea_house

scenarios:
  tea_house:
    title: The new garden is one of those that can lie beside a bridge, and acts by its icons
    players: 3
    seed: 8
    options: {starting_cards: dealt}
    given:
      pips of coral_3: 5
      coral_plants: [tea_house]
      plants: rest
      well_tiles: [black_iron, coral_iron]
      lanterns of red: [supply_9]
      food of red: 3
      iron of red: 0
      seal of red: 0
    expect: [count(plants) = 3]
    choose: [coral_right, outside(outside_left), send_gardener, coral_plants]
    steps:
      - choose: [tea_house]
        expect: [food of red = 0]
      - choose: [well, lantern]
        expect: [seal of red = 1, iron of red = 2, food of red = 1]
"""


def test_four_lines_add_a_garden_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "white_castle"
    copytree(GAME, folder, ignore=ignore_patterns("locales", "scenarios", "variants"))
    for name, text in (("variants/tea_house.yaml", FOUR_LINES), ("scenarios/pouring.yaml", SCENARIOS)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    code = main(["test", f"{folder}+tea_house", "--locale", "en"])
    assert (code, capsys.readouterr().out) == (0, "white_castle+tea_house: 1 scenario passed\n")


# ---- names ------------------------------------------------------------------------------------------------

LIGHTS = {"coins": "coin", "fans": "fan", "herons": "influence", "seals": "seal"}
LIGHTS |= {"foods": "food", "irons": "iron", "pearls": "pearl"}
LOCALES = sorted(path.stem for path in (GAME / "locales").glob("*.po"))


def parts(text: str) -> list[str]:
    """The icons of an effect, with their numbers, as `pay coin 3 -> well` has `coin 3` and `well`."""
    return re.findall(r"[a-z_]+(?: \d+)?", re.sub(r"\bpay |->", "", text))


def printed(kind: str, card: Mapping) -> list[list[str]]:
    """What a card's name has to tell, one list for each part between bars."""
    found = {name: entry.value.text for name, entry in card.entries.items() if isinstance(entry.value, Scalar)}
    match kind:
        case "action_card":
            rows = [found["upper"], found["middle"], found["lower"]]
        case "garden_card":
            rows = [f"food {found['cost']}", found["action"], f"fan {found['points']}"]
        case "yard_tile":
            rows = [found["blue"], found["yellow"]]
        case "daimyo_card":
            rows = [found["first_favour"], found["second_favour"], found["third_favour"]]
        case "supply_card":
            lights = [found["back"], *([found["decree"]] if "decree" in found else [])]
            rows = [found["goods"], *(f"{LIGHTS[light]} 1" for light in lights)]
        case _:
            rows = [f"{LIGHTS[found['back']]} 1"]
    return [parts(row) for row in rows]


def cards() -> Iterator[tuple[str, list[list[str]]]]:
    definition, _ = load_definition(GAME)
    assert definition is not None
    for kind in ("action_card", "garden_card", "yard_tile", "daimyo_card", "supply_card", "decree_card"):
        listed = at(definition.root, ("components", kind, "cards"))
        assert isinstance(listed, Mapping)
        for name, entry in listed.items():
            assert isinstance(entry.value, Mapping)
            if not name.startswith("start_"):
                yield name, printed(kind, entry.value)


@pytest.mark.parametrize("locale", LOCALES)
def test_cards_are_called_by_their_icons(locale: str) -> None:
    texts = game_catalogue(GAME, locale).texts
    words: dict[str, str] = {}
    for card, rows in cards():
        name = texts[f"member.{card}"][0]
        told = [re.split(r" \+ | → ", row) for row in name[name.index("[") + 1 : name.rindex("]")].split(" | ")]
        assert [len(row) for row in told] == [len(row) for row in rows], name
        for icon, said in zip(
            (icon for row in rows for icon in row), (one for row in told for one in row), strict=True
        ):
            what, _, number = icon.partition(" ")
            assert said.endswith(number), name
            assert words.setdefault(what, said.removesuffix(number).strip()) == said.removesuffix(number).strip(), name
    assert len(set(words.values())) == len(words)


@pytest.mark.parametrize("spec", [str(GAME), f"{GAME}+solo"])
def test_every_room_shows_two_colours_in_whatever_order_the_tiles_come(spec: str) -> None:
    game = interpreter.load(spec)
    spaces = game.model(2).spaces["tile_space"]
    names = game.model(2).place_names
    rooms = dict(zip(spaces.members, (names[room] for room in spaces.attributes["room"].values), strict=False))
    for seed in range(100):
        colours: dict[str, set[str]] = {}
        for slot, place in json.loads(game.start(2, seed).to_json())["state"].items():
            if slot.startswith("place.") and place in rooms:
                colours.setdefault(rooms[place], set()).add(slot.removeprefix("place.").partition("_")[0])
        assert len(colours) == 5
        assert min(map(len, colours.values())) > 1, seed
