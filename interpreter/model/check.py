"""A whole definition checked: every player count with every choice of options."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from interpreter.model.blame import blame_overlays, once_each
from interpreter.model.build import assemble
from interpreter.model.definition import salvage
from interpreter.model.lints import lint
from interpreter.model.looks import check_colours
from interpreter.model.sources import check_sources, cite
from interpreter.source import has_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.model.definition import Definition
    from interpreter.model.game import Model
    from interpreter.model.scope import Scope
    from interpreter.source import Diagnostic, GameFolder

MAX_COMBINATIONS = 64
Choices = tuple[int, dict[str, str | int]]


def check_folder(folder: GameFolder) -> list[Diagnostic]:
    """Everything that is wrong or suspicious with a game that was found, however broken it is."""
    definition, found = salvage(folder)
    if definition is None:
        return found
    more = check_definition(definition)
    return [*found, *more] if not has_errors(found) else [*found, *(one for one in more if one.severity == "error")]


def check_definition(definition: Definition) -> list[Diagnostic]:
    """Everything that is wrong or suspicious, each finding once, in the order of the files."""
    found: list[Diagnostic] = [*check_sources(definition.root), *check_colours(definition.root)]
    made = [assemble(definition, players, options) for players, options in combinations(definition)]
    found += [one for _, scope in made for one in scope.findings]
    if not has_errors(found):
        found += _hints((model, scope) for model, scope in made if model is not None)
    distinct = once_each(blame_overlays({repr(one): one for one in found}.values(), definition.removed))
    return sorted(cite(definition.root, distinct), key=lambda one: (one.span.file, one.span.start))


def _hints(made: Iterable[tuple[Model, Scope]]) -> list[Diagnostic]:
    """The warnings that hold for every model."""
    common: dict[str, Diagnostic] | None = None
    for model, scope in made:
        if common is None:
            common = {repr(one): one for one in lint(model, scope)}
        elif common:
            others = {repr(one) for one in lint(model, scope)}
            common = {key: one for key, one in common.items() if key in others}
    return list((common or {}).values())


def combinations(definition: Definition) -> Iterator[Choices]:
    """Every player count with every choice of options; if those are too many, each value at least once."""
    names = list(definition.options)
    values = [definition.options[name].values for name in names]
    size = len(definition.player_counts)
    for some in values:
        size *= len(some)
    if size <= MAX_COMBINATIONS:
        for players, *chosen in product(definition.player_counts, *values):
            yield int(players), dict(zip(names, chosen, strict=True))
        return
    yield from one_by_one(definition)


def one_by_one(definition: Definition) -> Iterator[Choices]:
    """Every player count, and every value of each option, at least once."""
    for players in definition.player_counts:
        yield players, {}
    for name in definition.options:
        option = definition.options[name]
        for value in option.values:
            if value != option.default:
                yield definition.player_counts[0], {name: value}
