"""What stands in Lark's parser in place of its own, for texts that are many and short; `tables` puts it there.

Lark's lexer and its places serve any grammar. Here words are whole, lines do not matter, and a rule that only hands on
what another made costs nothing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from lark import Token, Tree
from lark.parsers.lalr_analysis import Reduce
from lark.parsers.lalr_parser import LALR_Parser

from interpreter.language.tables import RESERVED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from lark.common import LexerConf
    from lark.grammar import Rule, Symbol
    from lark.lexer import LexerState
    from lark.parsers.lalr_parser_state import ParserState

_Make: TypeAlias = Callable[[list[Any]], Any]
"""From what stands in a rule's place to the rule's node."""


class Part(Tree[Token]):
    """A node of the parse tree: characters [start, end) of the text.

    start_pos, end_pos: the same with the brackets around it.  height: levels below it; past any limit when a word of
    the language stands in it where a name may.
    """

    __slots__ = ("end", "end_pos", "height", "start", "start_pos")
    children: list[Any]
    start_pos: int
    end: int
    end_pos: int

    def __init__(self, data: str, children: list[Any]) -> None:
        self.data = data
        self.children = children
        self.start = -1
        self.height = 0


class Lexer:
    """Whole words: one of the language is a name where the parser takes names and not this word."""

    def __init__(
        self, conf: LexerConf, states: dict[int, Collection[str]], always_accept: Collection[str] = ()
    ) -> None:
        self._accepted = {state: frozenset(kinds).union(always_accept) for state, kinds in states.items()}
        self._ignored = frozenset(conf.ignore)
        self._literals = {each.pattern.value: each.name for each in conf.terminals if each.pattern.type == "str"}
        patterns = [each for each in conf.terminals if each.pattern.value not in RESERVED]
        patterns.sort(key=lambda each: -len(each.pattern.value))
        kinds = "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in patterns)
        self._lexemes = re.compile(f"{kinds}|(?P<other>.)", re.DOTALL)

    def lex(self, state: LexerState, parser: ParserState[int]) -> Iterator[Token]:
        """The tokens of a text. A sign that is none is of a kind that the parser never takes."""
        text: Any = state.text  # a slice of it, or with older releases the text itself
        for found in self._lexemes.finditer(getattr(text, "text", text)):
            kind: Any = found.lastgroup
            if kind in self._ignored:
                continue
            word = found.group()
            own = self._literals.get(word, kind)
            if own != kind:
                accepted = self._accepted[parser.position]
                if own in accepted or kind not in accepted:
                    kind = own
            yield Token(kind, word, found.start(), None, None, None, None, found.end())


class Parser:
    """Makes Lark's parser, so that its tree is one of `Part`s."""

    @staticmethod
    def deserialize(data: Any, memo: Any, callbacks: dict[Rule, _Make], *debug: bool) -> LALR_Parser:
        """As `LALR_Parser` does it."""
        load: Any = LALR_Parser.deserialize
        steps = {rule: _Step(rule) for rule in callbacks}
        made: LALR_Parser = load(data, memo, {steps[rule]: _placed(rule, callbacks[rule]) for rule in steps}, *debug)
        for actions in made.parser.parse_table.states.values():
            for token, (action, rule) in actions.items():
                if action is Reduce:
                    actions[token] = action, steps[rule]
        return made


class _Step:
    """What the parser asks of a rule. Rules themselves are slow to look up."""

    __slots__ = ("expansion", "origin")

    def __init__(self, rule: Rule) -> None:
        self.origin: Symbol = rule.origin
        self.expansion = rule.expansion


def _placed(rule: Rule, make: _Make) -> _Make:
    """Makes what Lark makes of a rule, and says where it stands."""
    if len(rule.expansion) == 1 and rule.options.expand1 and not rule.alias:
        return itemgetter(0)
    return _list(make) if rule.origin.name.startswith("_") else _node(make)


def _list(make: _Make) -> _Make:
    """Of a repetition: its parts are those of the rule that it stands in."""

    def made(children: list[Any]) -> Part:
        node: Part = make(children)
        node.start_pos, node.end_pos = children[0].start_pos, children[-1].end_pos
        return node

    return made


def _node(make: _Make) -> _Make:
    def made(children: list[Any]) -> Part:
        start, end = children[0].start_pos, children[-1].end_pos
        node: Part = make(children)
        if node.start < 0:
            node.start, node.end = start, end
            height = 0
            for child in node.children:
                if type(child) is Part:
                    if child.height >= height:
                        height = child.height + 1
                elif child in RESERVED:
                    height = sys.maxsize
            node.height = height
        node.start_pos, node.end_pos = start, end
        return node

    return made
