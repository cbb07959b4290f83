"""List where a game's parts come from, and which of them are reconstructed, and why."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.cli import FINE
from interpreter.cli.shared import add_game, open_game
from interpreter.source import Mapping, Scalar, at

if TYPE_CHECKING:
    import argparse

    from interpreter.analysis.origins import Origin
    from interpreter.cli.words import Words

SORTS = ("components", "rules", "others", "scenarios")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Prints a line for each source, then the parts that a source is not sure of, then those that none gives."""
    from interpreter.analysis.origins import origins, scenario_origins
    from interpreter.analysis.scenario_files import find_scenarios
    from interpreter.cli.console import print_lines
    from interpreter.cli.words import Words

    say = Words(args.locale)
    game = open_game(args)
    root = game.definition().root
    scenarios, _ = find_scenarios(game.folder, args.games)
    found = [*origins(root), *scenario_origins(scenarios)]
    _print_table(say, root, found)
    _print_unsure(say, found)
    reconstructed = [one for one in found if one.reason is not None]
    if reconstructed:
        print_lines("", say("sources.reconstructed"), "")
    for one in reconstructed:
        print_lines(f"{one.path}: {one.reason}", f"    {one.span.file}:{one.span.line}")
    unsaid = [one for one in found if one.source is None and one.reason is None]
    if unsaid:
        print_lines("", say("sources.unsaid"), "")
    print_lines(*(f"{one.path}  {one.span.file}:{one.span.line}" for one in unsaid))
    return FINE


def _print_table(say: Words, root: Mapping, found: list[Origin]) -> None:
    from interpreter.cli.console import plain_table, print_table

    sorts = [f">{say(f'sources.{sort}')}" for sort in SORTS]
    table = plain_table(say("sources.source"), say("sources.kind"), *sorts)
    for (source, reconstructed), counts in _counted(root, found).items():
        name, kind = "–", say("sources.kind_unsaid")
        if source is not None:
            title = _said(root, source, "title")
            name, kind = source if title is None else f"{source}: {title}", _said(root, source, "kind") or "?"
        if reconstructed:
            kind = say("sources.kind_reconstructed")
        table.add_row(name, kind, *(str(counts[sort]) for sort in SORTS))
    print_table(table)


def _print_unsure(say: Words, found: list[Origin]) -> None:
    """The parts whose source says how sure it is, by source and confidence."""
    from interpreter.cli.console import print_lines

    groups: dict[tuple[str, str], list[str]] = {}
    for one in found:
        if one.source is not None and one.confidence is not None:
            groups.setdefault((one.source, one.confidence), []).append(one.path)
    if groups:
        print_lines("", say("sources.confidence"), "")
    for (source, confidence), paths in groups.items():
        print_lines(f"{source}, {confidence}: {', '.join(paths)}")


def _counted(root: Mapping, found: list[Origin]) -> dict[tuple[str | None, bool], Counter[str]]:
    """Parts of each sort by source, and whether they are reconstructed; listed sources first."""
    listed = root.get("sources")
    names = listed.entries if isinstance(listed, Mapping) else ()
    counts: dict[tuple[str | None, bool], Counter[str]] = {(name, False): Counter() for name in names}
    for one in sorted(found, key=lambda one: (one.source is None, one.reason is None)):
        counts.setdefault((one.source, one.reason is not None), Counter())[one.sort] += 1
    return counts


def _said(root: Mapping, source: str, key: str) -> str | None:
    node = at(root, ("sources", source, key))
    return node.text if isinstance(node, Scalar) else None
