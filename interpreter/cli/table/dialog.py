"""What a person types at the table: a command, an option, or something that is neither."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal

from interpreter.source.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.cli.words import Words
    from interpreter.engine import Decision, Option

Verb = Literal["help", "board", "log", "undo", "why", "save", "quit", "explain"]
_VERBS: tuple[tuple[Verb, str], ...] = (
    ("help", "play.verb.help"),
    ("board", "play.verb.board"),
    ("log", "play.verb.log"),
    ("undo", "play.verb.undo"),
    ("why", "play.verb.why"),
    ("save", "play.verb.save"),
    ("quit", "play.verb.quit"),
)
MOST_NEAR = 3


@record
class Command:
    """A command and what stands behind it."""

    verb: Verb
    rest: str


def command(say: Words, line: str) -> Command | None:
    """The command that a line is, in English or in the locale's words, of which there are several for leaving; `?` asks
    for an explanation.
    """
    if line.startswith(("?", "？")):
        return Command("explain", line[1:].strip())
    first, _, rest = line.partition(" ")
    for verb, message in _VERBS:
        also = say("play.verb.quit.also").split(", ") if verb == "quit" else []
        if first.casefold() in (verb, say(message).casefold(), *also):
            return Command(verb, rest.strip())
    return None


def nearest_verb(say: Words, line: str) -> str | None:
    """The command that a line's first word is most like, as the locale spells it."""
    spellings = {spelling.casefold(): say(message) for verb, message in _VERBS for spelling in (verb, say(message))}
    found = get_close_matches(line.partition(" ")[0].casefold()[:40], spellings, n=1, cutoff=0.6)
    return spellings[found[0]] if found else None


def handles(labels: Sequence[str]) -> list[str]:
    """What is typed for each option: its number from 1; options that are called by numbers keep those, and
    another whose number is then taken has to be typed out.
    """
    taken = {label for label in labels if label.isdecimal()}
    numbered = ((str(number), label) for number, label in enumerate(labels, 1))
    return [label if label in taken else "" if number in taken else number for number, label in numbered]


def options_meant(decision: Decision, labels: Sequence[str], text: str) -> list[Option]:
    """The options that a text can mean: by handle, label, key or element, or by how one of these begins."""
    options = decision.options
    if text.isdecimal():
        return [option for option, handle in zip(options, handles(labels), strict=True) if handle == text]
    wanted = text.casefold()
    said = [label.casefold() for label in labels]
    exact = [option for option, label in zip(options, said, strict=True) if label == wanted]
    if exact:
        return exact
    by_key = decision.matches(text)
    if by_key:
        return list(by_key)
    return [option for option, label in zip(options, said, strict=True) if wanted and label.startswith(wanted)]


def nearest(decision: Decision, labels: Sequence[str], text: str) -> list[Option]:
    """The options whose label or key is most like a text that means none."""
    spellings: dict[str, Option] = {}
    for option, label in zip(decision.options, labels, strict=True):
        for spelling in (label, option.key, *([] if option.element is None else [option.element.name])):
            spellings.setdefault(spelling.casefold(), option)
    wanted = text[:100].casefold()
    within = [spelling for spelling in spellings if wanted and wanted in spelling]
    near = within or get_close_matches(wanted, spellings, n=MOST_NEAR, cutoff=0.5)
    return list(dict.fromkeys(spellings[one] for one in near))[:MOST_NEAR]
