"""A parser's refusal in an author's words: which common mistake was made, or else what was expected."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from interpreter.language import tables
from interpreter.source import Diagnostic, Hint, Label, Span, did_you_mean, error
from interpreter.source.records import record

if TYPE_CHECKING:
    from lark import Token

    from interpreter.language.scan import SpanOf

_SEPARATORS = {"SEMICOLON": ";", "AMPERSAND": "&", "VBAR": "|", "OTHERWISE": "otherwise"}
_CLOSING = {"LPAR": ")", "LBRACE": "}"}
_OPENERS = frozenset({"IF", "ELSE", "FOR", "EACH", "AS", "CHOOSE", "REPEAT", "TAKE", "LET"})
"""What a ':' belongs to."""
_OPEN_EFFECTS = frozenset({"as", "choose", "each", "for", "if", "let", "only", "repeat", "take"})
_LOW_VALUES = frozenset({"every", "exists", "if", "no", "not"})
_JOINING = frozenset(
    {"and", "at", "can", "else", "from", "in", "mod", "of", "on", "or", "otherwise", "satisfies", "showing"}
    | {"then", "to", "until", "where", "with"}
)
"""Words that stand between parts: where one is met instead of a name, the part is missing."""
_FOLLOWERS = {"MOVE": "(from|of|on|to)", "CHOOSE": "in"}
"""What follows a noun behind these words, and so shows that a name before the noun is to be an amount."""
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_LOOKED_BACK = 6
"""So many tokens before the refused one may be the word that was misspelt."""
_SPELLINGS = {word: word for word in tables.RESERVED} | {
    phrase.replace(" ", ""): phrase
    for phrase in ("at bottom", "at once", "each player", "end game", "for each", "only if", "take turns", "up to")
}
_OPERATORS = frozenset(
    {"AND", "CAN", "CIRCUMFLEX", "COMPARE", "IN", "MINUS", "MOD", "OF", "ON", "OR", "PLUS", "SLASH", "STAR"}
)


@record
class _Place:
    """Where the parser stopped: the token it refused, those before it, and the kinds it would have taken."""

    token: Token
    before: list[Token]
    accepted: frozenset[str]
    start: str
    text: str
    span_of: SpanOf

    @property
    def span(self) -> Span:
        """The refused token, or the place behind the last one when the text ends too early."""
        if self.token.type == "$END":
            end = _end(self.before[-1]) if self.before else 0
            return self.span_of(end, end)
        return self.at(self.token)

    def at(self, token: Token) -> Span:
        return self.span_of(token.start_pos or 0, _end(token))

    def same_level(self) -> list[Token]:
        """The tokens before, last first, that stand inside the same brackets; whole groups are left out."""
        found, depth = [], 0
        for token in reversed(self.before):
            depth += token.type in ("RPAR", "RBRACE")
            if depth == 0 and token.type in _CLOSING:
                break
            if depth == 0:
                found.append(token)
            depth -= token.type in _CLOSING
        return found

    def unclosed(self) -> list[Token]:
        """Brackets opened before and not closed, outermost first."""
        stack: list[Token] = []
        for token in self.before:
            if token.type in _CLOSING:
                stack.append(token)
            elif token.type in ("RPAR", "RBRACE"):
                stack.pop()
        return stack

    def separator(self) -> Token | None:
        """The last `;`, `&`, `|` or `otherwise` of the list that the refused token would go on with."""
        for token in self.same_level():
            if token.type in _SEPARATORS:
                return token
            if token.type == "COLON":
                break
        return None


_Rule: TypeAlias = Callable[[_Place], Diagnostic | None]


def explain(token: Token, start: str, text: str, span_of: SpanOf) -> Diagnostic:
    """The error for `text`, where the parser that began with rule `start` refused `token`."""
    before, accepted = _progress(text[: token.start_pos] if token.type != "$END" else text, start)
    word = next((found for found in before if _misused(found, start, text)), None)
    if word is not None:
        token = word
        before, accepted = _progress(text[: word.start_pos], start)
    place = _Place(token, before, accepted, start, text, span_of)
    return next(found for found in (rule(place) for rule in _RULES) if found is not None)


def _progress(prefix: str, start: str) -> tuple[list[Token], frozenset[str]]:
    """The tokens of a text that can be gone on with, and the kinds of token that can go on with it."""
    parser = tables.parser().parse_interactive(prefix, start)
    return parser.exhaust_lexer(), frozenset(parser.accepts())  # type: ignore[no-untyped-call]


def _end(token: Token) -> int:
    return (token.start_pos or 0) + len(token)


def _misused(token: Token, start: str, text: str) -> bool:
    """Whether a word of the language stands where the parser could take it for a name only."""
    if token.type != "NAME" or token not in tables.RESERVED:
        return False
    types = ("player",) if start == "start_signature" else ()
    return token not in types and not (token in ("most", "least") and text[_end(token) :].lstrip().startswith("("))


def _misspelt(place: _Place) -> Diagnostic | None:
    """The word with which the parser gets further when it is spelled like a word of the language."""
    refused = place.token.start_pos if place.token.type != "$END" else None
    furthest = len(place.text) if refused is None else refused
    found = None
    for name in (place.token, *reversed(place.before[-_LOOKED_BACK:])):
        for word in _spellings(name) if name.type == "NAME" else ():
            reach = _reach(place, name, word)
            if reach > furthest:
                furthest, found = reach, (name, word)
    if found is None:
        return None
    name, word = found
    hint = ("hint.did-you-mean", {"name": word})
    return error("misspelt-word", place.at(name), hint=hint, name=str(name))


def _spellings(name: str) -> list[str]:
    """What of the language could be meant, the nearest first."""
    if name in tables.RESERVED or not 2 <= len(name) <= 20:
        return []
    turned = [word for word in sorted(tables.RESERVED) if sorted(word) == sorted(name)]
    long = [word for word in sorted(_SPELLINGS) if len(word) > 2]
    near = difflib.get_close_matches(name, long, n=3, cutoff=0.65) if len(name) > 2 else []
    return [*turned, *(_SPELLINGS[word] for word in near)]


def _reach(place: _Place, name: Token, word: str) -> int:
    """Where in the text the parser stops when `word` stands in place of `name`; past the end if nowhere."""
    from lark.exceptions import UnexpectedToken

    text = place.text[: name.start_pos] + word + place.text[_end(name) :]
    try:
        tables.parser().parse(text, start=place.start)
        stop = len(text) + 1
    except UnexpectedToken as problem:
        stop = len(text) if problem.token.type == "$END" else problem.token.start_pos or 0
    before, _ = _progress(text[:stop], place.start)
    stop = next((token.start_pos or 0 for token in before if _misused(token, place.start, text)), stop)
    return stop - len(word) + len(name) if stop > (name.start_pos or 0) else stop


def _low_value(place: _Place) -> Diagnostic | None:
    token = place.token
    if token in _LOW_VALUES and "ME" in place.accepted:
        return error("value-needs-parentheses", place.span, name=str(token))
    return None


def _open_effect(place: _Place) -> Diagnostic | None:
    token = place.token
    if token in _OPEN_EFFECTS and "PAY" in place.accepted:
        return error("effect-needs-parentheses", place.span, name=str(token))
    return None


def _reserved(place: _Place) -> Diagnostic | None:
    if place.token.type == "NAME" and place.token in tables.RESERVED - _JOINING and not _begins_effect(place):
        return error("reserved-word", place.span, name=str(place.token))
    return None


def _begins_effect(place: _Place) -> bool:
    """Whether a next effect begins here, and what separates it from the one before is missing."""
    return _SEPARATORS.keys() <= place.accepted and place.token.upper() in _progress("", "start_effect")[1]


def _unopened(place: _Place) -> Diagnostic | None:
    if place.token.type not in ("RPAR", "RBRACE"):
        return None
    unclosed = place.unclosed()
    if not unclosed:
        return error("unopened-bracket", place.span, sign=str(place.token))
    opening = unclosed[-1]
    if _CLOSING[opening.type] == place.token:
        return None
    label = Label(place.at(opening), "label.began-here")
    return error("bracket-mismatch", place.span, labels=[label], sign=_CLOSING[opening.type])


def _unclosed(place: _Place) -> Diagnostic | None:
    unclosed = place.unclosed()
    if not unclosed or not place.accepted & {"RPAR", "RBRACE"}:
        return None
    rest = place.text[place.token.start_pos or 0 :] if place.token.type != "$END" else ""
    sign = _CLOSING[unclosed[-1].type]
    if rest.count(sign) - rest.count(str(unclosed[-1])) >= sum(u.type == unclosed[-1].type for u in unclosed):
        return None
    label = Label(place.at(unclosed[-1]), "label.began-here")
    return error("unclosed-bracket", place.span, labels=[label], sign=sign)


def _empty(place: _Place) -> Diagnostic | None:
    """`f()` for `f`."""
    if place.token.type != "RPAR" or [token.type for token in place.before[-2:]] != ["NAME", "LPAR"]:
        return None
    name, opening = place.before[-2:]
    span = place.span_of(opening.start_pos or 0, _end(place.token))
    return error("empty-parentheses", span, name=str(name))


def _filter(place: _Place) -> Diagnostic | None:
    if place.token.type in ("WHERE", "WITH", "FOR") and "PLUS" in place.accepted:
        return error("filter-outside-function", place.span, name=str(place.token))
    return None


def _mixed(place: _Place) -> Diagnostic | None:
    token, first = place.token, place.separator()
    if token.type not in _SEPARATORS or first is None:
        return None
    if place.before[-1] is first:
        return error("nothing-between", place.span, first=str(first), second=str(token))
    label = Label(place.at(first), "label.other-separator")
    if token.type == first.type:
        return error("otherwise-chain", place.span, labels=[label])
    return error("mixed-separators", place.span, labels=[label], first=str(first), second=str(token))


def _else(place: _Place) -> Diagnostic | None:
    if place.token.type != "ELSE" or place.accepted & {"ME", "PAY"}:
        return None
    for token in place.same_level():
        if token.type == "IF":
            label = Label(place.at(token), "label.if-here")
            return error("else-after-several", place.span, labels=[label])
    return error("else-without-if", place.span)


def _wrong_if(place: _Place) -> Diagnostic | None:
    if place.token.type == "THEN" and "COLON" in place.accepted:
        return error("then-in-effect", place.span)
    if place.token.type == "COLON" and "THEN" in place.accepted:
        return error("colon-in-value", place.span)
    return None


def _chained(place: _Place) -> Diagnostic | None:
    if place.token.type in ("COMPARE", "IN") and {"AND", "OR"} <= place.accepted:
        return error("chained-comparison", place.span)
    return None


def _assignment(place: _Place) -> Diagnostic | None:
    if place.token.startswith("=") and "SEMICOLON" in place.accepted and place.before[-1].type == "NAME":
        return error("assignment", place.span, name=str(place.before[-1]))
    return None


def _negative(place: _Place) -> Diagnostic | None:
    """`apple -3` for a loss."""
    follower = re.compile(r"-\s*(\d+)").match(place.text, place.token.start_pos or 0)
    named = bool(place.before) and place.before[-1].type == "NAME"
    if follower is None or not named or "SEMICOLON" not in place.accepted:
        return None
    span = place.span_of(place.before[-1].start_pos or 0, follower.end())
    return error("negative-amount", span, name=str(place.before[-1]), number=int(follower[1]))


def _number_first(place: _Place) -> Diagnostic | None:
    """`3 apple` for `apple 3`."""
    token = place.token
    follower = re.compile(r"\s+([a-z_][a-z0-9_]*)").match(place.text, _end(token))
    if token.type != "NUMBER" or follower is None or "NAME" not in place.accepted:
        return None
    return error("number-first", place.span_of(token.start_pos or 0, follower.end()), meant=f"{follower[1]} {token}")


def _amount(place: _Place) -> Diagnostic | None:
    """`draw n from …`, `up to n of …`, `choose n x in …` and `move n card to …` for `(n)`."""
    named = place.token.type == "NAME"
    opener, counted = [token.type for token in place.before[-2:]] if len(place.before) > 1 else ("", "")
    if named and counted == "NAME" and opener in _FOLLOWERS:
        if not re.compile(rf"\s*{_FOLLOWERS[opener]}\b").match(place.text, _end(place.token)):
            return error("expected-sign", place.span, sign="to" if opener == "MOVE" else "in")
        name = place.before[-1]
    elif named and place.accepted in ({"NUMBER", "LPAR"}, {"NUMBER", "LPAR", "FROM"}):
        name = place.token
    elif place.accepted == {"NUMBER", "LPAR"}:
        return error("expected-amount", place.span)
    else:
        return None
    number = _NUMBERS.index(name) + 1 if name in _NUMBERS else None
    hint: Hint | None = None if number is None else ("hint.did-you-mean", {"name": str(number)})
    return error("amount-in-parentheses", place.at(name), hint=hint, name=str(name))


def _missing_colon(place: _Place) -> Diagnostic | None:
    if "COLON" not in place.accepted:
        return None
    opener = next((token for token in place.same_level() if token.type in _OPENERS), None)
    if opener is None:
        return None
    label = Label(place.at(opener), "label.began-here")
    return error("missing-colon", place.span, labels=[label], hint=_guess(place))


def _missing_separator(place: _Place) -> Diagnostic | None:
    missing = _SEPARATORS.keys() <= place.accepted
    return error("missing-separator", place.span, hint=_guess(place)) if missing else None


def _expected_part(place: _Place) -> Diagnostic | None:
    accepted = place.accepted
    if "PAY" in accepted:
        last = place.before[-1] if place.before else None
        trailing = last is not None and last.type in ("SEMICOLON", "AMPERSAND", "VBAR")
        hint: Hint | None = ("hint.between-effects", {"sign": str(last)}) if trailing else None
        return error("expected-effect", place.span, hint=hint)
    if "ME" in accepted:
        return error("expected-value", place.span)
    if "NAME" in accepted:
        return error("expected-name", place.span)
    if accepted == {"NUMBER"}:
        return error("expected-number", place.span)
    return None


def _expected_sign(place: _Place) -> Diagnostic | None:
    """The signs and words that can follow. Behind a value so can operators, which are not listed."""
    kinds = place.accepted - {"$END"}
    behind_value = bool(kinds & {"ON", "PLUS"})
    kinds = kinds - {"LPAR", "NUMBER"} - (_OPERATORS if behind_value else frozenset()) or kinds
    if behind_value and kinds & _OPERATORS:
        return error("expected-end", place.span)
    signs = sorted(_sign(kind) for kind in kinds)
    if len(signs) == 1:
        return error("expected-sign", place.span, hint=_guess(place), sign=signs[0])
    return error("expected-one-of", place.span, hint=_guess(place), expected=", ".join(f"'{sign}'" for sign in signs))


def _guess(place: _Place) -> Hint | None:
    """The accepted word that a refused name is nearly spelled like."""
    words = sorted(kind.lower() for kind in place.accepted if len(kind) > 1)
    return did_you_mean(str(place.token), words) if place.token.type == "NAME" else None


def _sign(kind: str) -> str:
    return str(tables.parser().get_terminal(kind).pattern.value) if kind != "COMPARE" else "="


_RULES: tuple[_Rule, ...] = (
    _misspelt,
    _low_value,
    _open_effect,
    _reserved,
    _unopened,
    _empty,
    _mixed,
    _else,
    _wrong_if,
    _unclosed,
    _chained,
    _filter,
    _assignment,
    _negative,
    _number_first,
    _amount,
    _missing_colon,
    _missing_separator,
    _expected_part,
    _expected_sign,
)
