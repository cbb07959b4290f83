"""Templates filled in. Everything that is put into a page is escaped; pages need nothing from elsewhere."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("interpreter.analysis.pages")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def page(template: str, /, **parts: Any) -> str:
    """The text of a page."""
    return _environment().get_template(template).render(**parts)
