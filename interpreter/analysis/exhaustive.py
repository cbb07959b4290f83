"""Random matches until every option, effect and piece of a game has been used, each state checked.

`python -m interpreter.analysis.exhaustive GAME` runs it until then; the tests run it for a while.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.agents import derived_seed
from interpreter.compiler.program import MOST_DECISIONS
from interpreter.engine import GameError, load
from interpreter.engine.noted import ASIDES
from interpreter.engine.save_check import check_array
from interpreter.engine.state import State
from interpreter.engine.unseen import offered
from interpreter.model import typed
from interpreter.source import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.engine import Game, Option, Rules

MOST_MATCHES = 10_000


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be used. kind: `option`, `effect` or `piece`.  name: its own, or its place."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A match that went wrong. decisions: how many had been made.  command: what repeats it."""

    seed: int
    decisions: int
    reason: str
    command: str


@dataclass(slots=True)
class Exhaustion:
    """What a run came to. parts: all there are.  missing: those never used. Both are in the order of the rules."""

    matches: int = 0
    decisions: int = 0
    parts: tuple[Part, ...] = ()
    missing: dict[Part, None] = field(default_factory=dict)
    failure: Failure | None = None


def exhaust(game: Game, players: int, seed: int = 0, most: int = MOST_MATCHES) -> Exhaustion:
    """Plays matches at random until every part has been used, one goes wrong, or there were `most`.

    Match i of a run has the seed `derived_seed(seed, i)`. Raises GameError.
    """
    rules = game.rules(players, trace=True)
    run = _begun(rules)
    while run.matches < most and run.missing and run.failure is None:
        _play(game, rules, derived_seed(seed, run.matches), run)
        run.matches += 1
    return run


def play_once(game: Game, players: int, seed: int) -> Exhaustion:
    """The one match that has this seed."""
    rules = game.rules(players, trace=True)
    run = _begun(rules)
    run.matches = 1
    _play(game, rules, seed, run)
    return run


def _begun(rules: Rules) -> Exhaustion:
    missing = dict.fromkeys(_parts(rules))
    return Exhaustion(parts=tuple(missing), missing=missing)


def _play(game: Game, rules: Rules, seed: int, run: Exhaustion) -> None:
    draw = random.Random(seed)  # noqa: S311 - play, no secrets
    program, made = rules.program, 0
    program.events.clear()
    try:
        array = program.new_state(seed)
        home = program.layout.places(array)
        state = State(game, rules, array, program.begin(array))
        _use_events(rules, run)
        wrong = _wrong(state)
        while wrong is None and state.decision is not None and made < MOST_DECISIONS:
            option = draw.choice(state.decision.options)
            _use_option(rules, option, run)
            state.choose(option)
            _use_events(rules, run)
            made += 1
            wrong = _wrong(state)
        _use_pieces(rules, home, array, run)
        if wrong is None and not state.over:
            wrong = say("endless-game", {"name": game.title, "seed": seed, "limit": MOST_DECISIONS})
    except Exception as problem:  # noqa: BLE001 - whatever play raises is what this looks for
        wrong = f"{type(problem).__name__}: {problem}"
    run.decisions += made
    if wrong is not None:
        command = f"python -m interpreter.analysis.exhaustive {game.title}"
        command += f" --players {len(rules.players)} --once {seed}"
        run.failure = Failure(seed, made, wrong, command)


def _wrong(state: State) -> str | None:
    """The first thing about a state that cannot be, or None."""
    rules, program = state.rules, state.rules.program
    for slot, value in zip(program.layout.slots, state.array, strict=False):
        if not slot.low <= value <= slot.high:
            return f"{slot.name} is {value}, not {slot.low}..{slot.high}"
    if offered(rules, state.array, program.options(state.array)) != state.codes:
        return "the options are others when they are worked out anew"
    found = check_array(rules, state.array)
    return None if found is None else say(found.code, found.args)


# ---- parts ----------------------------------------------------------------------------------------------


def _parts(rules: Rules) -> Iterator[Part]:
    """All that could be used."""
    for number, site in enumerate(rules.sites, 1):
        yield from (_option_part(rules, number, group.low) for group in site.groups)
    for effect in rules.program.effects:
        if not isinstance(effect, ASIDES):
            yield _effect_part(effect)
    moved = {name for effect in rules.program.effects for name in _moved_kinds(rules, effect)}
    for kind in rules.program.model.pieces.values():
        yield from (Part("piece", name) for name in kind.members if kind.name in moved)


def _moved_kinds(rules: Rules, effect: typed.Effect) -> tuple[str, ...]:
    """The kinds of pieces that an effect moves."""
    match effect:
        case typed.MovePieces(what=what):
            return ((what.type.element or what.type).name,)
        case typed.Draw(source=typed.ZoneOf(zone=zone)):
            return zone.holds
        case typed.Draw(source=source):
            return rules.program.model.spaces[source.type.name].holds
        case _:
            return ()


def _option_part(rules: Rules, site: int, code: int) -> Part:
    """An option of the rule it was written in: a rule used in many places is asked in many, the same each time."""
    group = rules.group(site, code)
    label = group.label or group.element_of or group.element_kind
    return Part("option", f"{rules.sites[site - 1].name}: {label}{group.suffix}")


def _effect_part(effect: typed.Effect) -> Part:
    span = effect.span
    return Part("effect", f"{span.file}:{span.line}:{span.column}: {' '.join(span.text.split())}")


def _use_option(rules: Rules, option: Option, run: Exhaustion) -> None:
    run.missing.pop(_option_part(rules, option.site, option.code), None)
    if option.element is not None and option.element.kind == "piece":
        run.missing.pop(Part("piece", option.element.name), None)


def _use_events(rules: Rules, run: Exhaustion) -> None:
    """Notes what happened, which the tracing program tells, and forgets it."""
    names = rules.program.model.piece_names
    for number, values in rules.program.events:
        effect = rules.program.effects[number]
        run.missing.pop(_effect_part(effect), None)
        if isinstance(effect, typed.MovePieces) and effect.what.type.kind == "piece":
            run.missing.pop(Part("piece", names[values[0]]), None)
    rules.program.events.clear()


def _use_pieces(rules: Rules, home: dict[int, int], array: list[int], run: Exhaustion) -> None:
    """Notes the pieces that a match left elsewhere than they lay before it."""
    for piece, place in rules.program.layout.places(array).items():
        if home.get(piece) != place:
            run.missing.pop(Part("piece", rules.program.model.piece_names[piece]), None)


# ---- command --------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until every part was used. Returns 0 then, 1 when a match goes wrong or parts are left."""
    parser = argparse.ArgumentParser("python -m interpreter.analysis.exhaustive", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="how many play (default: the fewest)")
    parser.add_argument("--seed", type=int, default=0, help="of the run")
    parser.add_argument("--most", type=int, default=MOST_MATCHES, help="matches at most")
    parser.add_argument("--once", type=int, metavar="SEED", help="only the match with this seed")
    asked = parser.parse_args(arguments)
    try:
        game = load(asked.game)
        players = asked.players or min(game.player_counts)
        if asked.once is None:
            run = exhaust(game, players, asked.seed, asked.most)
        else:
            run = play_once(game, players, asked.once)
    except GameError as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    sys.stdout.write(_report(run))
    return int(run.failure is not None or bool(run.missing))


def _report(run: Exhaustion) -> str:
    lines = [f"{run.matches} matches, {run.decisions} decisions"]
    if run.failure is not None:
        lines += [f"decision {run.failure.decisions}: {run.failure.reason}", f"again: {run.failure.command}"]
    lines += [f"never used: {part.kind} {part.name}" for part in run.missing]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
