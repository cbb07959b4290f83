"""A game as a folder of pages that need no network: components, icons, board, rules, sources."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.analysis.drawing import draw
from interpreter.analysis.origins import origins
from interpreter.analysis.pages.cards import decks
from interpreter.analysis.pages.faces import Faces
from interpreter.analysis.pages.render import page
from interpreter.analysis.summary import summary
from interpreter.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.analysis.origins import Origin
    from interpreter.analysis.pages.faces import Sign
    from interpreter.analysis.summary import Said
    from interpreter.engine import Game
    from interpreter.explain import Speaker

PAGES = ("index", "components", "icons", "board", "rules", "sources")
"""The pages in the order of reading; those that a game has nothing for are left out."""
RULES = ("setup", "flow", "rules", "free", "values", "score")
"""The sections of the page of rules."""
START = "index.html"
"""The page to begin with."""
_INDENT = 2


@dataclass
class Line:
    """A line of a rule, and what hangs on it. note: where a rule is from, if not from where most is."""

    words: str
    note: str = ""
    below: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Icon:
    """An icon or free action: how it looks, and its sentence."""

    sign: Sign
    sentence: str


@dataclass(frozen=True)
class Source:
    """A source with how many parts are from it. kind: such as `rulebook`."""

    id: str
    title: str
    kind: str
    parts: int
    confidence: list[tuple[str, int]]


def site(game: Game, speaker: Speaker, title: str, say: Callable[..., str]) -> dict[str, str]:
    """The pages' texts by file name. `say` gives the programs' texts in the speaker's locale."""
    said = summary(game, speaker)
    parts: dict[str, dict[str, object]] = {
        "index": _overview(said, say),
        "components": {"decks": decks(game, speaker), "groups": _groups(said, say, ("components",))},
        "icons": {"groups": list(_icons(game, speaker, say))},
        "board": _board(said, speaker, title, say) if speaker.model.spaces else {},
        "rules": {
            "groups": _groups(said, say, ("setup", "flow", "rules", "free", "values", "score"), _notes(game, say))
        },
        "sources": _sources(game),
    }
    there = [name for name in PAGES if _has_something(parts[name])]
    common = {
        "title": title,
        "locale": speaker.locale,
        "pages": [(f"{name}.html", say(f"docs.{name}")) for name in there],
        "words": {name: say(f"docs.{name}") for name in WORDS} | {"reconstructed": say("cards.reconstructed")},
        "players": say("explain.for", count=len(speaker.model.seats)),
    }
    return {
        f"{name}.html": page(f"{name}.html", here=f"{name}.html", heading=say(f"docs.{name}"), **common, **parts[name])
        for name in there
    }


WORDS = ("parts", "source", "kind")
"""Words of the pages beside their titles."""


def _has_something(parts: dict[str, object]) -> bool:
    return any(parts.values())


def _overview(said: dict[str, Said], say: Callable[..., str]) -> dict[str, object]:
    return {"groups": _groups(said, say, ("options", "components", "places", "counted"))}


def _board(said: dict[str, Said], speaker: Speaker, title: str, say: Callable[..., str]) -> dict[str, object]:
    return {"drawing": draw(speaker, title), "groups": _groups(said, say, ("places",))}


def _notes(game: Game, say: Callable[..., str]) -> dict[str, str]:
    """By the ids of rules and lines of the score: from which source they are, if not from that of most of the game."""
    root = game.definition().root
    whole = root.get("source")
    usual = whole.text if isinstance(whole, Scalar) else ""
    found: dict[str, str] = {}
    for one in origins(root):
        if one.sort == "rules" and (one.reason or (one.source or usual) != usual):
            source = one.source or f"{say('cards.reconstructed')}: {one.reason}"
            found[one.path.partition("(")[0].rpartition(".")[2]] = source
    return found


def _groups(
    said: dict[str, Said], say: Callable[..., str], names: Sequence[str], notes: dict[str, str] | None = None
) -> list[tuple[str, list[Line]]]:
    """Sections with their headings, their lines as trees."""
    return [(say(f"explain.{name}"), _nested(said[name], notes or {})) for name in names if said[name]]


def _nested(said: Said, notes: dict[str, str]) -> list[Line]:
    """Lines by indentation. Options' lines for the command line are none for readers."""
    roots: list[Line] = []
    above: list[tuple[int, Line]] = []
    lines = ((part, number, text) for part, some in said.items() for number, text in enumerate(some))
    for part, number, text in lines:
        if text.startswith("  --"):
            continue
        depth = (len(text) - len(text.lstrip(" "))) // _INDENT
        line = Line(text.strip().removeprefix("– "), notes.get(part, "") if number == 0 else "")
        while above and above[-1][0] >= depth:
            above.pop()
        (above[-1][1].below if above else roots).append(line)
        above.append((depth, line))
    return roots


def _icons(game: Game, speaker: Speaker, say: Callable[..., str]) -> Iterator[tuple[str, list[Icon]]]:
    faces = Faces(speaker, game.folder.homes)
    for kind, heading in (("icon", "icons"), ("free", "free")):
        rules = [rule for rule in speaker.model.rules.values() if rule.kind == kind]
        if rules:
            own = (speaker.own_words(rule) or speaker.say_body(rule) for rule in rules)
            yield (
                say(f"explain.{heading}"),
                [Icon(faces.sign(rule), said) for rule, said in zip(rules, own, strict=True)],
            )


def _sources(game: Game) -> dict[str, object]:
    root = game.definition().root
    found = list(origins(root))
    listed = root.get("sources")
    nodes = listed.items() if isinstance(listed, Mapping) else ()
    sources = [_source(name, entry.value, found) for name, entry in nodes]
    reconstructed = [(one.path, one.reason) for one in found if one.reason is not None]
    return {"sources": sources, "reconstructed": reconstructed}


def _source(name: str, node: object, found: list[Origin]) -> Source:
    own = [one for one in found if one.source == name]
    sure = Counter(one.confidence for one in own if one.confidence is not None)
    return Source(name, _text(node, "title") or name, _text(node, "kind"), len(own), sorted(sure.items()))


def _text(node: object, key: str) -> str:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else ""
