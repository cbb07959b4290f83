"""Say what differs between two games, or a game with and without overlays, in meaning and not in text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from interpreter.cli import FINDINGS, FINE
from interpreter.cli.shared import add_dirs, check_dirs, filled, positive

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from rich.text import Text

    from interpreter.cli.words import Words
    from interpreter.engine import Game
    from interpreter.explain.difference import Difference, Part


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words = "a game's name or folder, with overlays: game+overlay"
    parser.add_argument("before", metavar="A", type=filled, help=words)
    parser.add_argument("after", metavar="B", type=filled, help="what it is compared with, in the same way")
    add_dirs(parser)
    words = "only as played by so many (default: by any number that both are for)"
    parser.add_argument("--seats", metavar="N", type=positive, help=words)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")


def run(args: argparse.Namespace) -> int:
    """Prints what differs, by part: `-` what there was, `+` what there is. 1 when anything differs."""
    from interpreter.cli.words import Words
    from interpreter.engine import load

    say = Words(args.locale)
    check_dirs(args.games)
    before, after = (load(spec, dirs=args.games) for spec in (args.before, args.after))
    found = list(_found(say, before, after, args.seats))
    if args.format == "json":
        print(json.dumps([_object(one) for one in found], ensure_ascii=False, indent=2))
    else:
        _print(say, found)
    return FINDINGS if found else FINE


def _found(say: Words, before: Game, after: Game, seats: int | None) -> Iterator[Difference]:
    """What differs for any number of players that both are for, once; else for the fewest of each."""
    from interpreter.explain.difference import differences

    yield from differences(_general(say, before), _general(say, after))
    both = [count for count in before.player_counts if count in after.player_counts]
    pairs = [(count, count) for count in both] or [(min(before.player_counts), min(after.player_counts))]
    seen: set[tuple[object, ...]] = set()
    for one, other in [(seats, seats)] if seats is not None else pairs:
        for found in differences(_parts(say, before, one), _parts(say, after, other)):
            key = tuple(None if part is None else (part.sort, part.name, part.lines) for part in _sides(found))
            if key not in seen:
                seen.add(key)
                yield found


def _sides(found: Difference) -> tuple[Part | None, Part | None]:
    return found.before, found.after


def _parts(say: Words, game: Game, players: int | None) -> Sequence[Part]:
    from interpreter.explain import Speaker
    from interpreter.explain.difference import parts

    model = game.model(min(game.player_counts) if players is None else players)
    return parts(Speaker(model, say.locale, game.folder.root))


def _general(say: Words, game: Game) -> list[Part]:
    """For how many the game is, and what can be chosen about it."""
    from interpreter.explain import Speaker
    from interpreter.explain.difference import Part

    counts = ", ".join(map(str, game.player_counts))
    speaker = Speaker(game.model(min(game.player_counts)), say.locale, game.folder.root)
    found = [Part("players", "counts", say("diff.players"), game.player_counts, (counts,))]
    for name, values in game.option_values.items():
        line = speaker.say_choice(name, values)
        found.append(Part("option", name, speaker.say_parameter(name), (values, game.options[name]), (line,)))
    return found


def _print(say: Words, found: Sequence[Difference]) -> None:
    from interpreter.cli.console import print_lines

    if not found:
        print_lines(say("diff.none"))
    for one in found:
        print_lines(*_lines(say, one))


def _lines(say: Words, found: Difference) -> Iterator[Text]:
    """A part with its place, then the sentences that differ."""
    from rich.text import Text

    part = found.part
    place = f"{part.span.file}:{part.span.line}" if part.span.file else ""
    change = "diff.gone" if found.after is None else "diff.new" if found.before is None else "diff.changed"
    named = say(change, name=part.heading.strip(), id=f"{part.sort} {part.name}")
    yield Text.assemble((named, "bold"), f"  {place}".rstrip())
    gone, come = found.lines()
    yield from (Text(f"  - {line.strip()}", "red") for line in gone)
    yield from (Text(f"  + {line.strip()}", "green") for line in come)
    if not gone and not come:
        yield Text(f"  {say('diff.unsaid')}")


def _object(found: Difference) -> dict[str, object]:
    part = found.part
    gone, come = found.lines()
    where = {"file": part.span.file, "line": part.span.line} if part.span.file else {}
    change = "gone" if found.after is None else "new" if found.before is None else "changed"
    return {"sort": part.sort, "name": part.name, "change": change, "before": gone, "after": come, **where}
