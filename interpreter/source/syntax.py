"""What the YAML parser complains about, said at a better place and in an author's words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.source.diagnostic import Args, Diagnostic, Hint, Label
from interpreter.source.span import BOM, SourceFile, Span

if TYPE_CHECKING:
    from yaml.error import MarkedYAMLError

MAX_DEPTH = 64

# The first pattern found in the parser's problem decides. Both of PyYAML's parsers are covered.
_CODES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), code)
    for pattern, code in (
        (r"mapping values are not allowed", "yaml-unexpected-colon"),
        (r"sequence entries (is|are) not allowed", "yaml-unexpected-dash"),
        (r"tab character", "yaml-tab"),
        (r"cannot start any token|alphabetic or numeric character", "yaml-reserved-character"),
        (r"could not find expected ':'", "yaml-missing-colon"),
        (r"expected ',' or|expected (the )?node content", "yaml-unclosed-bracket"),
        (r"expected '-' indicator|did not find expected key|expected <block end>", "yaml-indentation"),
        (r"unexpected end of stream|unexpected document (indicator|separator)", "yaml-unclosed-quote"),
        (r"unknown escape|hexdecimal|hexadecimal|escape code", "yaml-bad-escape"),
        (r"comment or (a )?line break|indentation indicator|chomping", "yaml-bad-block"),
        (r"document start", "yaml-after-end"),
        (r"nesting depth", "too-deep"),
    )
)  # fmt: skip
_KEY = re.compile(r"""[\w"'(), ]+""")
_ENTRY = re.compile(r"""[\w"'][^{}\[\]]*:(\s|$)""")
_TIGHT = re.compile(r"[\w]+:\S")
_AT_CONTEXT = frozenset({"yaml-missing-colon", "yaml-unclosed-quote"})
_OPENED = frozenset({"yaml-unclosed-bracket", "yaml-indentation"})
_HINTS: dict[str, Hint] = {
    "yaml-text-behind": ("hint.quote-whole", {}),
    "yaml-unclosed-bracket": ("hint.quote-within", {}),
    "yaml-unexpected-colon": ("hint.quote-colon", {}),
    "yaml-reserved-character": ("hint.quote", {}),
    "yaml-bad-escape": ("hint.single-quotes", {}),
}


def syntax_error(source: SourceFile, base: int, problem: MarkedYAMLError) -> Diagnostic:
    """The diagnostic for a parser's exception. Its marks count characters from offset `base` of the text."""
    text = problem.problem or ""
    end = len(source.text)
    place = end if problem.problem_mark is None else min(base + problem.problem_mark.index, end)
    context = None if problem.context_mark is None else min(base + problem.context_mark.index, end)
    code = next((code for pattern, code in _CODES if pattern.search(text)), "yaml-syntax")
    if code == "yaml-reserved-character" and source.text[place : place + 1] == "\t":
        code = "yaml-tab"
    if code in _AT_CONTEXT and context is not None:
        place = context
    if code == "yaml-reserved-character" and context is not None and source.text[context : context + 1] in ("&", "*"):
        place = context
    code, place, context = _better(source, code, place, context)
    labels = []
    if code in _OPENED and context is not None and context < place:
        labels.append(Label(Span(source, context, context + 1), "label.began-here"))
    span = _one_line(source, place, code)
    character = source.text[place : place + 1]
    args: Args = {"problem": text, "character": character, "limit": MAX_DEPTH}
    return Diagnostic(code, "error", span, args, tuple(labels), _hint(code, span))


def _better(source: SourceFile, code: str, place: int, context: int | None) -> tuple[str, int, int | None]:
    """The code, the place and where it began, by what stands around the place."""
    start, _ = source.line_bounds(source.position(place)[0])
    before = source.text[start:place].strip()
    if code in ("yaml-unexpected-colon", "yaml-indentation") and (above := _keyless(source, start)) is not None:
        return "yaml-missing-colon", above, None
    if code == "yaml-indentation" and before[-1:] in ("'", '"', "]", "}"):
        opening = _opening(source, place) if before[-1] in "'\"" else None
        return ("yaml-text-behind", place, None) if opening is None else ("yaml-unclosed-quote", opening, None)
    if code == "yaml-indentation" and context is not None and source.position(context)[1] < source.position(place)[1]:
        outermost = source.position(context)[1] == 1
        return code, place, None if outermost else context
    if code == "yaml-unexpected-colon" and _KEY.fullmatch(before) and source.text[start : start + 1] == " ":
        return "yaml-indentation", start + len(source.text[start:place]) - len(source.text[start:place].lstrip()), None
    if code == "yaml-unclosed-bracket" and context is not None and _is_entry_behind(source, context, place):
        return "yaml-never-closed", context, None
    return code, place, context


def _keyless(source: SourceFile, start: int) -> int | None:
    """Where the text above the line that begins at `start` stands, if it is as far in and has no key."""
    end = source.line_bounds(source.position(start)[0])[1]
    line = source.text[start:end]
    inward = line[: len(line) - len(line.lstrip(" "))]
    for above in reversed(source.text[:start].split("\n")[:-1]):
        start -= len(above) + 1
        if above.strip() and not above.lstrip().startswith("#"):
            fits = re.fullmatch(rf"{inward}[\w][^:#\[{{\"']*\r?", above) is not None
            return start + len(inward) if fits else None
    return None


def _opening(source: SourceFile, place: int) -> int | None:
    """Where the quoted text that ends before `place` began, if that was on an earlier line."""
    import yaml

    base = 1 if source.text.startswith(BOM) else 0
    last = None
    try:
        for token in yaml.scan(source.text[base:place], Loader=yaml.SafeLoader):
            last = token if isinstance(token, yaml.ScalarToken) else last
    except yaml.YAMLError:
        pass
    if last is None or last.start_mark.line == last.end_mark.line or last.style not in ("'", '"'):
        return None
    return base + int(last.start_mark.index)


def _is_entry_behind(source: SourceFile, opening: int, place: int) -> bool:
    """Whether `place` is in a later line than a bracket, in an entry that stands no further in than the bracket's."""
    first, line = source.position(opening)[0], source.position(place)[0]
    if line == first:
        return False
    start, end = source.line_bounds(line)
    text = source.text[start:end]
    above_start, above_end = source.line_bounds(first)
    above = source.text[above_start:above_end]
    return bool(_ENTRY.match(text.lstrip())) and len(text) - len(text.lstrip()) <= len(above) - len(above.lstrip())


def _hint(code: str, span: Span) -> Hint | None:
    """What to do about it."""
    if code == "yaml-missing-colon" and _TIGHT.match(span.text):
        return "hint.blank-behind-colon", {}
    if code == "yaml-text-behind" and span.source.text[: span.start].rstrip().endswith("'"):
        return "hint.apostrophe", {}
    if code == "yaml-missing-colon" and "：" in span.text:
        return "hint.wide-colon", {}
    return _HINTS.get(code)


def _one_line(source: SourceFile, place: int, code: str) -> Span:
    """The character at `place`, or for a missing colon all that was taken for a key on its line."""
    if code != "yaml-missing-colon":
        return Span(source, place, min(place + 1, len(source.text)))
    _, end = source.line_bounds(source.position(place)[0])
    return Span(source, place, max(end, place))
