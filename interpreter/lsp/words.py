"""The words of a rules file: where they stand and what each of them is, as far as the file alone tells.

What is in Kamon's language is taken apart word by word, so that a text that does not parse yet has words all the same;
YAML's keys and plain values are words too, where they can name something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from interpreter.language import RESERVED, ast, parse_effect, parse_value
from interpreter.model import dsl_scalars
from interpreter.source import Mapping, Scalar, Sequence, read_document
from interpreter.source.records import branches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.language import Start
    from interpreter.source import Node, SourceFile, Span

Use = Literal["name", "of", "attribute", "local", "keyword", "number", "sign"]
_LEXEME = re.compile(r"(?P<word>[a-z_][a-z0-9_]*)|(?P<number>[0-9]+)|(?P<sign>->|\.\.|[!<>]=|[=<>+*/^|&;-])")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_CHANGES = ("add", "replace", "remove")
_TEXTS = frozenset({"title", "source", "sources", "glyph", "colour", "kamon", "for", "overlay", "game", "extends"})
"""Keys below which people's own words stand."""
_KEYS: dict[tuple[str, ...], Use] = {
    **{(section, "*"): "name" for section in ("parameters", "options", "zones", "components", "counters", "board")},
    ("enums", "*"): "name",
    ("enums", "*", "*"): "name",
    ("players", "seats", "*"): "name",
    ("players", "teams", "*"): "name",
    ("components", "*", "cards", "*"): "name",
    ("board", "*", "spaces", "*"): "name",
    **{
        (section, "*", part, "*"): "attribute"
        for section in ("components", "board")
        for part in ("each", "attributes", "variables")
    },
    ("components", "*", "cards", "*", "*"): "attribute",
    ("board", "*", "spaces", "*", "*"): "attribute",
}
"""The keys that authors give: the path to each, and what it names."""
_MEMBERS: dict[tuple[str, ...], Use] = {("enums", "*"): "name"}
_REFERENCES: dict[tuple[str, ...], Use] = {("components", "*", "told_apart_by"): "attribute"}
"""Plain values that are names: those that they make, and those that are not `name` or `of`."""
_GLYPH_PART = re.compile(r"\{([a-z_][a-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it stands.

    use: `name` of something declared; `of`, what stands before that word: an attribute, or something declared that has
    owners; `attribute`; `local`, a variable of one text; `keyword`, `number`, `sign`.  home: of a variable, where the
    word that makes it begins.  declares: whether this word makes what it names.  text_start: where the text in Kamon's
    language begins that it stands in; -1 in YAML itself.
    """

    span: Span
    text: str
    use: Use
    home: int = -1
    declares: bool = False
    text_start: int = -1


@lru_cache(maxsize=256)
def words_of(source: SourceFile) -> tuple[Word, ...]:
    """All words of a file by their places; none when it is no YAML at the moment."""
    document, _ = read_document((source.name, source.text.encode()))
    if document is None:
        return ()
    texts = dsl_scalars(document.root)
    taken = {scalar.span.start for scalar, _ in texts}
    found = [*_texts(texts), *_yaml(document.root, (), taken)]
    once = {word.span.start: word for word in found}
    return tuple(once[start] for start in sorted(once))


# ---- texts in Kamon's language -------------------------------------------------------------------------------


def _texts(texts: list[tuple[Scalar, Start]]) -> Iterator[Word]:
    """The words of all texts. The variables that a signature names are those of the text that follows it."""
    given: dict[str, int] = {}
    for scalar, start in texts:
        lexemes = _lexemes(scalar)
        if start == "signature":
            words, given = _signature(lexemes)
            yield from words
        else:
            yield from _text(scalar, start, lexemes, given)
            given = {}


def _lexemes(scalar: Scalar) -> list[Word]:
    """A text's words, told apart by what stands beside them."""
    found = list(_LEXEME.finditer(scalar.text))
    words: list[Word] = []
    for index, one in enumerate(found):
        text = one.group()
        use: Use = "sign" if one["sign"] else "number" if one["number"] else "keyword"
        if one["word"] and text not in RESERVED:
            after = found[index + 1].group() if index + 1 < len(found) else ""
            before = found[index - 1].group() if index else ""
            use = "attribute" if before == "do" and after == "of" else "of" if after == "of" else "name"
        words.append(Word(scalar.span_of(*one.span()), text, use, text_start=scalar.span.start))
    return words


def _signature(lexemes: list[Word]) -> tuple[list[Word], dict[str, int]]:
    """The words of a rule's key, and its parameters with their places."""
    words: list[Word] = []
    given: dict[str, int] = {}
    for index, word in enumerate(lexemes):
        if index == 0:
            words.append(_made(word, "name", -1))
        elif index % 2 == 1 and word.use == "name":  # name, type, name, type: commas and colons are no words here
            given[word.text] = word.span.start
            words.append(_made(word, "local", word.span.start))
        else:
            words.append(word)
    return words, given


def _made(word: Word, use: Use, home: int) -> Word:
    return replace(word, use=use, home=home, declares=True)


def _text(scalar: Scalar, start: Start, lexemes: list[Word], given: dict[str, int]) -> Iterator[Word]:
    parser = parse_effect if start == "effect" else parse_value
    node, _ = parser(scalar.text, scalar.span_of)
    homes = _Locals(lexemes)
    if node is not None:
        homes.visit(node, given)
    for word in lexemes:
        home = homes.found.get(word.span.start)
        made = home == word.span.start
        yield word if home is None else replace(word, use="local", home=home, declares=made)


class _Locals:
    """Finds the variables of one text. found: by the place of each word that is one, the place where it is made."""

    def __init__(self, lexemes: list[Word]) -> None:
        self._starts = [word.span.start for word in lexemes]
        self._lexemes = lexemes
        self.found: dict[int, int] = {}

    def visit(self, node: ast.Node, known: dict[str, int]) -> None:
        match node:
            case ast.Name(name):
                if name in known:
                    self.found[node.span.start] = known[name]
            case ast.Let(name, value, body):
                self.visit(value, known)
                self.visit(body, {**known, **self._make(name, node.span.start)})
            case ast.Binder(name, domain):
                self.visit(domain, known)
                self._visit_parts(node, self._bound(node, known), without=domain)
            case _:
                binder = next((part for part in _parts(node) if isinstance(part, ast.Binder)), None)
                inner = known if binder is None else self._bound(binder, known)
                if binder is not None:
                    self.visit(binder, known)
                self._visit_parts(node, inner, without=binder)

    def _visit_parts(self, node: ast.Node, known: dict[str, int], without: ast.Node | None) -> None:
        for part in _parts(node):
            if part is not without:
                self.visit(part, known)

    def _bound(self, binder: ast.Binder, known: dict[str, int]) -> dict[str, int]:
        return known if binder.variable is None else {**known, **self._make(binder.variable, binder.span.start)}

    def _make(self, name: str, start: int) -> dict[str, int]:
        """The variable of a node: its first word that is called so."""
        for word in self._lexemes:
            if word.span.start >= start and word.text == name:
                self.found[word.span.start] = word.span.start
                return {name: word.span.start}
        return {}


def _parts(node: ast.Node) -> Iterator[ast.Node]:
    for name in branches(type(node)):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, ast.Node):
                yield part


# ---- YAML ----------------------------------------------------------------------------------------------------


def _yaml(node: Node, path: tuple[str, ...], taken: set[int]) -> Iterator[Word]:
    """The words of keys that authors give, and of plain values that can name something."""
    match node:
        case Mapping():
            for name, entry in node.items():
                below = path if not path and name in _CHANGES else (*path, name)
                if name == "glyph" and isinstance(entry.value, Scalar):
                    yield from _glyph(entry.value)
                if name not in _TEXTS:
                    yield from _key(entry.key, below, taken)
                    yield from _yaml(entry.value, below, taken)
        case Sequence():
            for item in node:
                yield from _yaml(item, path, taken)
        case Scalar() if node.span.start not in taken:
            declares, use = _pattern(path, _MEMBERS) is not None, _pattern(path, _REFERENCES)
            yield from (
                Word(word.span, word.text, use or word.use, declares=declares)
                for word in _lexemes(node)
                if word.use in ("name", "of")
            )


def _glyph(scalar: Scalar) -> Iterator[Word]:
    """The attributes that a glyph is put together from: `{direction}{steps}`."""
    for found in _GLYPH_PART.finditer(scalar.text):
        yield Word(scalar.span_of(*found.span(1)), found[1], "attribute")


def _key(key: Scalar, path: tuple[str, ...], taken: set[int]) -> Iterator[Word]:
    use = _pattern(path, _KEYS)
    if key.span.start in taken or not path:
        return
    if use is not None and _NAME.fullmatch(key.text):
        declares = use == "name" or path[2] in ("each", "attributes", "variables")
        yield Word(key.span, key.text, use, declares=declares)
    elif path[0] == "scenarios" and len(path) > 2:
        yield from (Word(word.span, word.text, word.use) for word in _lexemes(key) if word.use in ("name", "of"))


def _pattern(path: tuple[str, ...], table: dict[tuple[str, ...], Use]) -> Use | None:
    for pattern, use in table.items():
        if len(pattern) == len(path) and all(step in ("*", here) for step, here in zip(pattern, path, strict=True)):
            return use
    return None
