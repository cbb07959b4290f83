"""The workshop, with every text of sentences.yaml in it, and everything that can be said of it."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from interpreter.engine import Element
from interpreter.engine.lacking import Uncovered
from interpreter.explain import Speaker
from interpreter.model import Model, build_model, load_definition, typed
from interpreter.model.types import BOOLEAN, NUMBER, PLACE, Type

FOLDERS: list[TemporaryDirectory[str]] = []  # removed when the tests end
HERE = Path(__file__).resolve().parent
LOCALES = ("de", "en", "es", "fr", "ja", "zh_Hans", "zh_Hant")
GOLDEN = ("en", "es", "fr", "zh_Hans")  # the locales in which each sentence is held word for word
FORMS = frozenset(
    {
        "acc",
        "dat",
        "poss",
        "from",
        "to",
        "in",
        "many",
        "one",
        "each",
        "all",
        "the",
        "this",
        "counted",
        "joined",
        "measure",
    }
)


@dataclass(frozen=True, slots=True)
class Sentence:
    construct: str
    kind: str
    text: str
    said: dict[str, str]


@cache
def sentences() -> tuple[Sentence, ...]:
    rows = yaml.safe_load((HERE / "sentences.yaml").read_text(encoding="utf-8"))
    kinds = ["effect" if "effect" in row else "value" for row in rows]
    return tuple(
        Sentence(row["construct"], kind, row[kind], {locale: row[locale] for locale in GOLDEN})
        for row, kind in zip(rows, kinds, strict=True)
    )


def built(folder: Path, players: int) -> Model:
    definition, found = load_definition(folder)
    assert definition is not None, [one.code for one in found]
    model, found = build_model(definition, players)
    assert model is not None, [(one.code, dict(one.args)) for one in found]
    return model


def workshop_with(
    rules: dict[str, str], values: dict[str, str] | None = None, **sections: dict[str, Any]
) -> tuple[Model, Path]:
    """The workshop with more rules, named values and other things, and its folder."""
    FOLDERS.append(TemporaryDirectory())
    folder = Path(FOLDERS[-1].name) / "workshop"
    copytree(HERE / "games" / "workshop", folder)
    parts = {"rules": rules, "values": values, **sections}
    more = {"kamon": 1, **{name: part for name, part in parts.items() if part}}
    (folder / "a_more.yaml").write_text(yaml.safe_dump(more), encoding="utf-8")
    return built(folder, 4), folder


@cache
def workshop() -> tuple[Model, Path]:
    """The workshop with sentence number i as the rule or named value `s<i>`."""
    texts = {f"s{i}": one for i, one in enumerate(sentences())}
    rules = {name: one.text for name, one in texts.items() if one.kind == "effect"}
    values = {name: one.text for name, one in texts.items() if one.kind == "value"}
    return workshop_with(rules, values)


def speaker(locale: str = "en") -> Speaker:
    model, folder = workshop()
    return Speaker(model, locale, [folder])


def effect(text: str) -> typed.Effect:
    return workshop_with({"probe": text})[0].rules["probe"].body


def value(text: str) -> typed.Value:
    return workshop_with({}, {"probe": text})[0].functions["probe"].body


def typed_nodes(node: Any) -> Iterator[typed.Node]:
    """The typed node and all nodes in it."""
    if isinstance(node, tuple):
        for item in node:
            yield from typed_nodes(item)
    elif isinstance(node, typed.Node):
        yield node
        for spec in fields(node):
            yield from typed_nodes(getattr(node, spec.name))


def bodies() -> list[typed.Effect | typed.Value]:
    """What each sentence is, in order."""
    model, _ = workshop()
    return [
        model.rules[f"s{i}"].body if one.kind == "effect" else model.functions[f"s{i}"].body
        for i, one in enumerate(sentences())
    ]


def place(name: str) -> int:
    return workshop()[0].place_names.index(name)


def piece(name: str) -> int:
    return workshop()[0].piece_names.index(name)


def events() -> list[tuple[str, tuple[int, ...], str]]:
    """Texts of effects, the numbers that were noted with them, and what the log says."""
    rows = yaml.safe_load((HERE / "events.yaml").read_text(encoding="utf-8"))
    return [(row["effect"], tuple(map(number, row["values"])), row["en"]) for row in rows]


def number(written: int | str) -> int:
    """A number, or that of a place or piece with this name."""
    if isinstance(written, int):
        return written
    return place(written) if written in workshop()[0].place_names else piece(written)


def card(name: str) -> Element:
    return Element("piece", "card", piece(name), name)


def say_the_rest(one: Speaker) -> list[str]:
    """What is neither a sentence nor an event: options, decisions, refusals, components, the score."""
    model = one.model
    compare, member = value("size of oak > 3"), value("oak in hand of me")
    on, chosen = value("tile on b2 = coral"), effect("choose 2 c in hand of me: pay coin 3")
    assert isinstance(chosen, typed.Choose)
    assert isinstance(chosen.body, typed.Pay)
    assert isinstance(on, typed.Compare)
    assert isinstance(on.left, typed.TokenOn)
    numbers = [(NUMBER, 3), (BOOLEAN, 1), (BOOLEAN, 0), (Type("piece", "scout"), piece("scout_bob_1"))]
    return [
        *(one.say_option(kind, "") for kind in ("pass", "done", "decline", "accept")),
        one.say_option("element", "give", card("oak")),
        one.say_option("element", "wait", card("elm")),
        one.say_option("element", "", card("oak")),
        one.say_option("element", "give", Element("unseen", "card", place("hand of bob"), "hand of bob")),
        one.say_option("rule", "wait"),
        one.say_decision(0, "wait"),
        one.say_decision(1, "flow"),
        one.say_refusal(compare, (2, 3)),
        one.say_refusal(member),
        one.say_refusal(on, ("nothing", "coral")),
        one.say_refusal(on, absent=on.left.place),
        one.say_refusal(on, hidden=True),
        one.say_refusal(None, hidden=True),
        one.say_refusal(None, needless=True),
        one.say_refusal(value("coin >= seal"), (2, 3)),
        one.say_refusal(on, ("coral", "nothing"), place=(on.left.place, place("b2"))),
        one.say_refusal(chosen.body, short=(chosen.body.costs[0], 1, 3)),
        one.say_refusal(chosen.body, uncovered=Uncovered(Type("enum", "colour"), ((0, 2, 1), (1, 1, 0)), 1)),
        one.say_refusal(chosen.body),
        one.say_refusal(chosen.binder),
        one.say_refusal(chosen.binder.domain),
        one.say_refusal(effect("coin 1 & seal 1")),
        one.say_refusal(None),
        one.say_component(model.pieces["card"]),
        one.say_component(model.tokens["tile"]),
        *one.say_score(),
        *(said for part in one.say_parts().values() for said in part.values()),
        one.say_choice("length", ("short", "long")),
        one.say_choice("rounds", range(1, 10)),
        one.say_title(),
        one.say_counter("coin"),
        *(one.say_element(kind, number) for kind, number in numbers),
        *(one.say_element(PLACE, model.zones[name].first) for name in ("box", "hand", "bag")),
        *one.say_rule(model.rules["give"]),
        one.say_icon(model.rules["wait"]),
        one.say_modifier("point", model.modifiers["point"][0]),
        one.say_event(added(), (5, 2, 0)),
    ]


def added() -> typed.Gain:
    """What a modifier adds to a gain."""
    return next(one for one in typed_nodes(effect("point 2")) if isinstance(one, typed.Gain) and one.modifier)
