"""python.md: what the package and its engine offer, with signatures and docstrings."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import interpreter
from docs.pages import markdown
from interpreter import agents, analysis, engine

if TYPE_CHECKING:
    from collections.abc import Iterator

INTRO = """
```pycon
>>> import interpreter
>>> game = interpreter.load("rosenkoenig")
>>> state = game.start(players=2, seed=1)
>>> while not state.over:
...     _ = state.choose(0)
>>> sorted(state.scores())
['red', 'white']
```

`import interpreter` loads nothing else: every name is imported on first use. Everything is typed
(`py.typed`). What can go wrong is raised as a `KamonError` with diagnostics. [How to use Kamon from
Python](../how-to/use-from-python.md) shows more.
"""
MODULES = (
    ("interpreter", interpreter),
    ("interpreter.engine", engine),
    ("interpreter.agents", agents),
    ("interpreter.analysis", analysis),
)


def page() -> str:
    """The page's text."""
    parts = []
    said: set[int] = set()
    for title, module in MODULES:
        members = [(name, getattr(module, name)) for name in module.__all__ if not name.startswith("__")]
        new = [(name, member) for name, member in members if id(member) not in said]
        said |= {id(member) for _, member in new}
        if new:
            parts += [f"## {title}", (inspect.getdoc(module) or "").partition("\n")[0]]
            parts += [line for name, member in new for line in _member(name, member)]
    return markdown.page("Python", INTRO, *parts)


def _member(name: str, member: Any) -> list[str]:
    if inspect.isclass(member):
        return _class(name, member)
    if inspect.isroutine(member):
        return [
            f"### {name}",
            markdown.block(name + signature(member), "python"),
            inspect.getdoc(member) or "",
        ]
    known = member if isinstance(member, int | str) else ", ".join(map(str, member))
    return [f"### {name}", markdown.code(f"{name} = {known}")]


def _class(name: str, kind: type) -> list[str]:
    parts = [f"### {name}", inspect.getdoc(kind) or ""]
    made = kind.__dict__.get("__init__")
    plain = not issubclass(kind, Exception) and "__dataclass_fields__" not in kind.__dict__
    if inspect.isfunction(made) and plain and not getattr(kind, "_is_protocol", False):
        parts.append(markdown.block(name + signature(made, method=True), "python"))
    rows = [(markdown.code(text), doc) for text, doc in _parts(kind)]
    return [*parts, markdown.table(("member", "meaning"), rows)] if rows else parts


def _parts(kind: type) -> Iterator[tuple[str, str]]:
    """Public properties and methods that say what they are."""
    for name, member in kind.__dict__.items():
        inner = getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)
        doc = inspect.getdoc(inner) if inspect.isfunction(inner) else None
        if name.startswith("_") or doc is None:
            continue
        first = " ".join(doc.split("\n\n")[0].split())
        yield (f"{name}{signature(inner, method=True)}" if callable_member(member) else name), first


def callable_member(member: object) -> bool:
    """Whether it is called, and not just looked up."""
    return inspect.isfunction(member) or isinstance(member, classmethod | staticmethod)


def signature(function: Any, *, method: bool = False) -> str:
    """Parameters and result as they are written, without `self`."""
    found = inspect.signature(function)
    parameters = list(found.parameters.values())
    if method and parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    written: list[str] = []
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in written:
            written.append("*")
        kind = "" if parameter.annotation is parameter.empty else f": {parameter.annotation}"
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        written.append(f"{parameter.name}{kind}{default}")
    result = "" if found.return_annotation is found.empty else f" -> {found.return_annotation}"
    return f"({', '.join(written)}){result}"
