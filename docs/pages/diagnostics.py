"""diagnostics.md: every code with its text, in the order and under the headings of the catalogue."""

from __future__ import annotations

import ast

from babel.messages.pofile import read_po

from docs.pages import markdown

CATALOGUE = markdown.ROOT / "interpreter" / "locales" / "en" / "diagnostics.po"
PARTS = ("label", "hint", "word", "summary")
INTRO = """
What `kamon check` and the other commands can say. A code never changes its meaning; texts may. Words in
braces are filled in. A warning does not make a check fail, unless it is asked to be strict.
"""


def page() -> str:
    """The page's text."""
    warnings = warning_codes()
    sections: dict[str, list[tuple[str, str, str]]] = {}
    labels: list[tuple[str, str]] = []
    heading = ""
    with CATALOGUE.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    for message in messages:
        name = message.id if isinstance(message.id, str) else message.id[0]
        heading = " ".join(message.user_comments) or heading
        texts = (message.string,) if isinstance(message.string, str) else message.string or ()
        if name.partition(".")[0] in PARTS:
            labels.append((markdown.code(name), " / ".join(texts)))
        else:
            severity = "warning" if name in warnings else "error"
            sections.setdefault(heading, []).append((markdown.code(name), severity, " / ".join(texts)))
    parts = []
    for title, rows in sections.items():
        parts += [f"## {title}", markdown.table(("code", "severity", "text"), rows)]
    said = markdown.table(("id", "text"), labels)
    return markdown.page("Diagnostics", INTRO, *parts, "## Words around them", said)


def warning_codes() -> set[str]:
    """The codes that the program reports with `warning(code, …)`."""
    found = set()
    for path in (markdown.ROOT / "interpreter").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="warning"), args=[ast.Constant(value=str() as code), *_]):
                    found.add(code)
    return found
