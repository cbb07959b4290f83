"""The look at a text before it is parsed: its size, its characters and numbers, how deep brackets nest."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeAlias

from interpreter.source import Diagnostic, Span, error

SpanOf: TypeAlias = Callable[[int, int], Span]
MAX_LENGTH = 20_000
MAX_BRACKETS = 100
MAX_NUMBER = 2**31 - 1

_LEXEME = re.compile(
    r"""[ \t\r\n\f]+ | (?P<number>[0-9]+(?:\.[0-9]+)?) | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<foreign>==|&&|\|\||\*\*|//|<>|<=>|=>|=<|:=|[-+*/]=|\.{3,}) | ->|\.\.|!=|<=|>=|[(){},:;&|=<>+*/^-]
    | (?P<dot>\.[A-Za-z_][A-Za-z0-9_]*) | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_MEANT = {
    "==": "=",
    "&&": "and",
    "||": "or",
    "**": "^",
    "//": "/",
    "<>": "!=",
    "=<": "<=",
    ":=": "=",
    "!": "not",
    "%": "mod",
    "[": "{",
    "]": "}",
    "、": ",",
    "。": ";",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "·": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "..",
    "【": "(",
    "】": ")",
    "〔": "(",
    "〕": ")",
    "﹙": "(",
    "﹚": ")",
}
# Letters of other scripts that look like a to z.
_MEANT.update(zip("аеорсухіјѕһԁԛԝνοαιυѵ", "aeopcyxijshdqwvoaiuv", strict=True))
_MEANT.update(zip("АВЕКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abekmhopctyxabezhikmnoptyx", strict=True))


def scan(text: str, span_of: SpanOf) -> Diagnostic | None:
    """The first thing that the grammar cannot even begin with, or None."""
    if len(text) > MAX_LENGTH:
        return error("text-too-long", span_of(0, 1), limit=MAX_LENGTH)
    depth = 0
    for found in _LEXEME.finditer(text):
        kind = found.lastgroup
        if kind is not None:
            problem = _CHECKS[kind](found, text, span_of)
            if problem is not None:
                return problem
        elif found.group() in "({":
            depth += 1
            if depth > MAX_BRACKETS:
                return error("brackets-too-deep", span_of(*found.span()), limit=MAX_BRACKETS)
        elif found.group() in ")}":
            depth -= 1
    return None


def _number(found: re.Match[str], _text: str, span_of: SpanOf) -> Diagnostic | None:
    digits = found.group()
    if "." in digits:
        return error("number-not-whole", span_of(*found.span()))
    digits = digits.lstrip("0")
    if len(digits) > 10 or int(digits or "0") > MAX_NUMBER:
        return error("number-too-large", span_of(*found.span()), limit=MAX_NUMBER)
    return None


def _word(found: re.Match[str], _text: str, span_of: SpanOf) -> Diagnostic | None:
    word = found.group()
    if word == word.lower():
        return None
    return error("capital-letter", span_of(*found.span()), name=word, meant=word.lower())


def _foreign(found: re.Match[str], text: str, span_of: SpanOf) -> Diagnostic | None:
    sign = found.group()
    meant = ".." if sign.startswith("...") else _MEANT.get(sign)
    if sign == "=>":
        meant = "->" if re.search(r"\bpay\b[^;:|&(]*\Z", text[: found.start()]) else ">="
    if meant is None:
        return error("unknown-sign", span_of(*found.span()), sign=sign)
    return error("foreign-sign", span_of(*found.span()), sign=sign, meant=meant)


def _dot(found: re.Match[str], text: str, span_of: SpanOf) -> Diagnostic | None:
    """`hand.me`, `card.steps`: both are said with `of`, the owner or the component last."""
    right = found.group()[1:]
    before = re.search(r"[A-Za-z_][A-Za-z0-9_]*\Z", text[max(found.start() - 100, 0) : found.start()])
    if before is None:
        return error("unknown-sign", span_of(found.start(), found.start() + 1), sign=".")
    left = before.group()
    meant = f"{left} of {right}" if right in ("me", "it") else f"{right} of {left}"
    return error("dot", span_of(found.start() - len(left), found.end()), meant=meant.lower())


def _other(found: re.Match[str], _text: str, span_of: SpanOf) -> Diagnostic | None:
    sign = found.group()
    span = span_of(*found.span())
    if sign == "#":
        return error("comment-in-text", span)
    if sign in "\"'`“”‘’„«»「」『』":
        return error("quoted-text", span)
    if unicodedata.category(sign) in ("Zs", "Cf", "Cc", "Zl", "Zp"):
        return error("invisible-character", span, point=f"U+{ord(sign):04X}", name=_name(sign))
    meant = _MEANT.get(sign) or _plain(sign)
    if meant is not None and sign.isascii():
        return error("foreign-sign", span, sign=sign, meant=meant)
    if meant is not None:
        return error("look-alike", span, sign=sign, name=_name(sign), meant=meant)
    return error("foreign-letter" if sign.isalnum() else "unknown-sign", span, sign=sign)


def _name(sign: str) -> str:
    return unicodedata.name(sign, f"U+{ord(sign):04X}").lower()


def _plain(sign: str) -> str | None:
    """The one ASCII sign of the language that `sign` is another width or form of."""
    folded = unicodedata.normalize("NFKC", sign).lower()
    if folded in _MEANT:
        return _MEANT[folded]
    return folded if re.fullmatch(r"[a-z0-9_(){},:;&|=<>+*/^-]", folded) else None


_Check: TypeAlias = Callable[[re.Match[str], str, SpanOf], Diagnostic | None]
_CHECKS: dict[str, _Check] = {
    "number": _number,
    "word": _word,
    "foreign": _foreign,
    "dot": _dot,
    "other": _other,
}
