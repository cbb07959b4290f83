"""What differs between two games, found for all numbers of players and told on the terminal."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.text import Text

    from interpreter.cli.words import Words
    from interpreter.engine import Game
    from interpreter.explain import Speaker
    from interpreter.explain.difference import Difference, Part, Said


def found_between(locale: str, before: Game, after: Game, seats: int | None = None) -> Iterator[Difference]:
    """What differs for any number of players that both are for, once; else for the fewest of each."""
    from interpreter.explain.difference import differences

    yield from differences(_general(locale, before), _general(locale, after))
    both = [count for count in before.player_counts if count in after.player_counts]
    pairs = [(count, count) for count in both] or [(min(before.player_counts), min(after.player_counts))]
    seen: set[tuple[object, ...]] = set()
    for one, other in [(seats, seats)] if seats is not None else pairs:
        for found in differences(_parts(locale, before, one), _parts(locale, after, other)):
            key = tuple(None if part is None else (part.sort, part.name, part.lines) for part in _sides(found))
            if key not in seen:
                seen.add(key)
                yield found


def _sides(found: Difference) -> tuple[Part | None, Part | None]:
    return found.before, found.after


@lru_cache(maxsize=8)
def _parts(locale: str, game: Game, players: int | None) -> Sequence[Part]:
    """What a game is made of and says. Kept for a while: whoever watches a game compares each state with two others."""
    from interpreter.explain import Speaker
    from interpreter.explain.difference import parts

    model = game.model(min(game.player_counts) if players is None else players)
    return parts(Speaker(model, locale, game.folder.homes))


def _general(locale: str, game: Game) -> list[Part]:
    """For how many the game is, and what can be chosen about it."""
    from interpreter.cli.words import Words
    from interpreter.explain import Speaker
    from interpreter.explain.difference import Part

    counts = ", ".join(map(str, game.player_counts))
    speaker = Speaker(game.model(min(game.player_counts)), locale, game.folder.homes)
    found = [Part("players", "counts", game.player_counts, lambda: (Words(locale)("diff.players"), (counts,)))]
    for name, values in game.option_values.items():
        found.append(Part("option", name, (values, game.options[name]), partial(_option, speaker, name, values)))
    return found


def _option(speaker: Speaker, name: str, values: Sequence[str | int]) -> Said:
    return speaker.say_parameter(name), (speaker.say_choice(name, values),)


def told(say: Words, found: Difference, known: Callable[[str], str] = str) -> Iterator[Text]:
    """A part with its place, then the sentences that differ. known: what people know a file as."""
    from rich.text import Text

    part = found.part
    place = f"{known(part.span.file)}:{part.span.line}" if part.span.file else ""
    change = "diff.gone" if found.after is None else "diff.new" if found.before is None else "diff.changed"
    named = say(change, name=part.heading.strip(), id=f"{part.sort} {part.name}")
    yield Text.assemble((named, "bold"), f"  {place}".rstrip())
    gone, come = found.lines()
    yield from (Text(f"  - {line.strip()}", "red") for line in gone)
    yield from (Text(f"  + {line.strip()}", "green") for line in come)
    if not gone and not come:
        yield Text(f"  {say('diff.unsaid')}")
