"""Say in words what a game is made of, what its icons, cards and rules do, and what counts at the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.problems import MisuseError
from interpreter.cli.shared import add_game, open_game, positive

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from interpreter.analysis.summary import Said
    from interpreter.cli.words import Words
    from interpreter.engine import Game
    from interpreter.explain import Speaker
    from interpreter.model.game import Model

SECTIONS = (
    "options",
    "components",
    "places",
    "counted",
    "setup",
    "flow",
    "rules",
    "free",
    "values",
    "icons",
    "cards",
    "score",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser, options=True)
    parser.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help="only this part, such as an icon, a card, a rule or a place, by its id or a part of its name",
    )
    parser.add_argument("--seats", metavar="N", type=positive, help="for so many players (default: the fewest)")


def run(args: argparse.Namespace) -> int:
    """Prints everything under headings, or what is said about one part."""
    from interpreter.analysis.summary import summary
    from interpreter.cli.console import print_lines
    from interpreter.cli.titles import title
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker

    say = Words(args.locale)
    game = open_game(args)
    model = game.model(args.seats or min(game.player_counts))
    speaker = Speaker(model, say.locale, game.folder.homes)
    if args.name is not None:
        print_lines(*explained(game, model, speaker, args.name))
        return FINE
    print_lines(title(game, say.locale), *_preface(game, model, say))
    sections = summary(game, speaker)
    for heading in SECTIONS:
        if sections[heading]:
            print_lines("", say(f"explain.{heading}"), "")
            if heading == "free":
                print_lines(say("explain.free_when"), "")
            print_lines(*(line for lines in sections[heading].values() for line in lines))
    return FINE


def explained(game: Game, model: Model, speaker: Speaker, name: str, *, single: bool = True) -> list[str]:
    """What is said about the part with an id, or about those that a name means. Raises MisuseError.

    single: whether single spaces and pieces are parts.
    """
    from interpreter.analysis.summary import members, summary

    said = summary(game, speaker)
    if single:
        said["members"] = members(speaker, {part for one in said.values() for part in one})
    return _some(said, _names(model, speaker), speaker.usual(name), name)


def _preface(game: Game, model: Model, say: Words) -> Iterator[str]:
    """For how many players this is, how many can play, and whether its parts have names in the locale."""
    from interpreter.cli.table.seats import people_of
    from interpreter.explain.catalogue import names

    count = people_of(game, len(model.seats))
    yield say("explain.for", count=count)
    people = [people_of(game, number) for number in game.player_counts]
    others = [str(number) for number in people if number != count]
    if others:
        yield say("explain.other_counts", known=say("play.list").join(others))
    if say.locale != "en" and not names(game.folder.homes, say.locale).texts:
        yield say("explain.unnamed")


def _names(model: Model, speaker: Speaker) -> dict[str, list[str]]:
    """What parts are called, by id; parts of different sorts can have one id."""
    from interpreter.analysis.summary import kinds_with_members
    from interpreter.model.types import Type

    messages = [f"piece.{name}" for name in model.pieces] + [f"token.{name}" for name in model.tokens]
    messages += [f"space.{name}" for name in model.spaces] + [f"zone.{name}" for name in model.zones]
    messages += [f"counter.{name}" for name in model.counters] + [f"value.{name}" for name in model.functions]
    messages += [f"option.{name}" for name in model.options]
    messages += [f"{rule.kind}.{rule.name}" for rule in model.rules.values()]
    messages += [f"score.{line.name}" for line in model.score.lines] + [f"tie.{line.name}" for line in model.score.ties]
    found: dict[str, list[str]] = {}
    for message in messages:
        found.setdefault(message.partition(".")[2], []).append(speaker.say_name(message))
    for sort, kind in kinds_with_members(model):
        for number, member in enumerate(kind.members, kind.first):
            found.setdefault(member, []).append(speaker.say_element(Type(sort, kind.name), number))
    return found


def _some(sections: dict[str, Said], names: dict[str, list[str]], wanted: str, name: str) -> list[str]:
    """What is said about the part with an id, else about those whose names have words that begin as what is wanted.

    wanted: `name` in the catalogue's usual words. Raises MisuseError, which suggests another.
    """
    from interpreter.source import nearest

    parts: Said = {}
    for said in sections.values():
        for part, lines in said.items():
            parts.setdefault(part, []).extend(lines)
    if name in parts:
        return parts[name]
    called = [part for part in parts if any(_holds(one, wanted) for one in names.get(part, ()))]
    if called and wanted:
        return [line for part in called for line in parts[part]]
    near = nearest(name, [*parts, *(one for part in parts for one in names.get(part, ()))])
    if near is None:
        raise MisuseError("misuse.part", name=name, known=", ".join(list(parts)[:20]))
    raise MisuseError("misuse.part_near", name=name, near=near)


def _holds(name: str, wanted: str) -> bool:
    """Whether words of a name begin so; anything in it where words are not set apart, as in Chinese."""
    apart = r"(?<!\w)" if wanted.isascii() else ""
    return re.search(apart + re.escape(wanted), name, re.IGNORECASE) is not None
