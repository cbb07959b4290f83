"""Which mutants of a game's rules its scenarios notice."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.analysis.coverage import Watch, belongs
from interpreter.analysis.mutants import mutants, mutated
from interpreter.analysis.scenario import run_scenario
from interpreter.analysis.scenario_files import find_scenarios
from interpreter.compiler import TooLargeError, compile_model
from interpreter.engine import GameError, load
from interpreter.engine.rules import Rules
from interpreter.model import typed
from interpreter.model.passages import by_place, passages
from interpreter.model.walk import nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from interpreter.analysis.mutants import Mutant
    from interpreter.analysis.scenario_files import Scenario
    from interpreter.compiler import ir
    from interpreter.engine import Game, Option, State
    from interpreter.model.game import Attribute, Model, Score, ScoreLine
    from interpreter.model.passages import Passage
    from interpreter.source import Span

Key = tuple[str, str]
"""Sort and name of a passage."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant and the scenario that notices it; None: it survives.

    tried: how many scenarios use what was changed.
    """

    mutant: Mutant
    noticed: str | None
    tried: int


@dataclass(frozen=True, slots=True)
class Mutation:
    """What became of a game's mutants. every: how many there are; `judged` are those that were tried, in the order of
    the rules.  failing: how many scenarios fail without any change; with one nothing was tried.
    """

    title: str
    every: int
    judged: tuple[Judged, ...]
    failing: int = 0

    @property
    def noticed(self) -> int:
        """How many were noticed."""
        return sum(one.noticed is not None for one in self.judged)

    @property
    def survivors(self) -> tuple[Judged, ...]:
        """Those that no scenario notices."""
        return tuple(one for one in self.judged if one.noticed is None)


def mutate(
    spec: str | Path,
    dirs: Iterable[str | Path] = (),
    *,
    most: int,
    seed: int = 0,
    jobs: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> Mutation:
    """Tries mutants of a game, each on the scenarios that use what it changes, until one fails.

    most: where there are more, so many of them are drawn by `seed`.  jobs: in how many processes; the outcome does not
    depend on it. Raises GameError.
    """
    bench = _Bench(str(spec), tuple(map(str, dirs)))
    failing = bench.look()
    if failing:
        return Mutation(bench.game.title, 0, (), failing)
    every = bench.mutants()
    drawn = random.Random(seed).sample(range(len(every)), min(most, len(every)))  # noqa: S311 - tests, no secrets
    judged = []
    for number, one in enumerate(_judged(bench, [every[index] for index in sorted(drawn)], jobs), 1):
        judged.append(one)
        if on_progress is not None:
            on_progress(number, len(drawn))
    return Mutation(bench.game.title, len(every), tuple(judged))


def _judged(bench: _Bench, chosen: Sequence[Mutant], jobs: int) -> Iterator[Judged]:
    if jobs <= 1 or len(chosen) <= 1:
        yield from map(bench.judge, chosen)
        return
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(chosen))) as pool:
        yield from pool.imap(_Work(bench.spec, bench.dirs, bench.touched), chosen)


@dataclass(frozen=True, slots=True)
class _Work:
    """A game's bench as a function of a mutant, which can be sent to another process."""

    spec: str
    dirs: tuple[str, ...]
    touched: dict[str, frozenset[Key]]

    def __call__(self, mutant: Mutant) -> Judged:
        bench = _reopened(self.spec, self.dirs)
        bench.touched = self.touched
        return bench.judge(mutant)


@functools.cache
def _reopened(spec: str, dirs: tuple[str, ...]) -> _Bench:
    """The bench that another process sent, made at most once."""
    return _Bench(spec, dirs)


# ---- one game -------------------------------------------------------------------------------------------


class _Touch(Watch):
    """Notes which passages a scenario uses."""

    def __init__(self) -> None:
        super().__init__()
        self.spans: set[Span] = set()
        self._maps: dict[Rules, _Map] = {}
        self._map: _Map | None = None

    def rules(self, game: Game, players: int) -> Rules:
        """As for coverage; what its passages are is worked out once."""
        rules = super().rules(game, players)
        if rules not in self._maps:
            self._maps[rules] = _Map(rules)
        self._map = self._maps[rules]
        return rules

    def chose(self, state: State, option: Option) -> None:
        """Nothing that was not noted when it was asked."""

    def happened(self, state: State) -> None:
        """Notes where what happened and what is asked is written."""
        program = state.rules.program
        self.spans |= {_span(program.effects[number]) for number, _ in program.events}
        program.events.clear()
        if state.decision is not None:
            self.spans |= _asked(program.sites[state.decision.site - 1])

    def scored(self, state: State) -> None:
        """Notes that the score was looked at."""
        score = state.rules.program.model.score
        self.spans |= {line.value.span for line in (*score.lines, *score.ties)}

    def passages(self, scenario: Scenario) -> frozenset[Key]:
        """What the scenario used that was played last, and the values that it looks at itself."""
        if self._map is None:
            return frozenset()
        text = scenario.node.span.text
        return self._map.used(self.spans, {name for name in self._map.values if name in text})


class _Map:
    """A model's passages: what is written where, and what calls what.

    values: the names of its named values.  own: passages in which something stands that can be seen to be used.
    """

    def __init__(self, rules: Rules) -> None:
        program = rules.program
        self.values = tuple(program.model.functions)
        self._places = by_place(program.model)
        self._calls = {_key(one): tuple(_called(one)) for one in passages(program.model)}
        seen = {_span(effect) for effect in program.effects}.union(*map(_asked, program.sites))
        self._own = {_key(self._places[span]) for span in seen if span in self._places}

    def used(self, spans: set[Span], values: set[str]) -> frozenset[Key]:
        """The passages at these places, those of which nothing is seen but what they call, and all values called."""
        keys = {_key(self._places[span]) for span in spans if span in self._places}
        keys |= {("value", name) for name in values}
        while True:
            more = {one for key in keys for one in self._calls.get(key, ()) if one[0] in ("value", "modifier")}
            more |= {key for key, called in self._calls.items() if key not in self._own and keys & set(called)}
            if more <= keys:
                return frozenset(keys)
            keys |= more


def _key(passage: Passage) -> Key:
    return passage.sort, passage.name


def _asked(site: ir.Site) -> set[Span]:
    """Where a decision and its options are written."""
    conditions = {node.span for group in site.groups for _, node in group.conditions if node is not None}
    return {site.span} | conditions | {group.effect.span for group in site.groups if group.effect is not None}


def _span(effect: typed.Effect) -> Span:
    return effect.condition.span if isinstance(effect, typed.Conditional | typed.OnlyIf) else effect.span


class _Mutated(Watch):
    """Gives scenarios the compiled rules of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__()
        self._mutant = mutant
        self._made: dict[tuple[str, int], Rules] = {}
        self._undo: list[Callable[[], None]] = []

    def rules(self, game: Game, players: int) -> Rules:
        """The mutant's rules; what it changes in the game's model stays changed until `close`."""
        wanted = (repr(sorted(game.options.items())), players)
        if wanted not in self._made:
            model = game.model(players)
            self._made[wanted] = Rules(compile_model(self._changed(model)))
        return self._made[wanted]

    def _changed(self, model: Model) -> Model:
        """The model with the change in it: rules, values and cards are changed where they are."""
        mutant = self._mutant
        name = mutant.name
        match mutant.sort:
            case "setup" | "flow":
                return replace(model, **{name: mutated(getattr(model, name), mutant)})
            case "rule" | "icon" | "free":
                self._set(model.rules[name], "body")
            case "value":
                self._set(model.functions[name], "body")
            case "modifier":
                several = (one for modifiers in model.modifiers.values() for one in modifiers)
                self._set(next(one for one in several if one.name == name), "body")
            case "card":
                self._set_printed(model)
            case _:
                return replace(model, score=self._score(model))
        return model

    def _set(self, thing: Any, field: str) -> None:
        before = getattr(thing, field)
        setattr(thing, field, mutated(before, self._mutant))
        self._undo.append(lambda: setattr(thing, field, before))

    def _set_printed(self, model: Model) -> None:
        """Changes the card, and all others on which the same text is printed."""
        member, _, wanted = self._mutant.name.partition(".")
        for kind in model.pieces.values():
            for attribute in kind.attributes.values():
                if attribute.effects and member in kind.members and wanted in ("", attribute.name):
                    self._set_effects(attribute, attribute.effects[kind.members.index(member)])

    def _set_effects(self, attribute: Attribute, printed: typed.Effect | None) -> None:
        before = attribute.effects
        attribute.effects = tuple(
            mutated(one, self._mutant) if one is not None and printed is not None and one.span == printed.span else one
            for one in before
        )
        self._undo.append(lambda: setattr(attribute, "effects", before))

    def _score(self, model: Model) -> Score:
        score = model.score
        if self._mutant.sort == "score":
            return replace(score, lines=tuple(map(self._line, score.lines)))
        return replace(score, ties=tuple(map(self._line, score.ties)))

    def _line(self, line: ScoreLine) -> ScoreLine:
        wanted = line.name == self._mutant.name
        return replace(line, value=mutated(line.value, self._mutant)) if wanted else line

    def happened(self, state: State) -> None:
        """Nothing is counted."""

    def chose(self, state: State, option: Option) -> None:
        """Nothing is counted."""

    def scored(self, state: State) -> None:
        """Nothing is counted."""

    def close(self) -> None:
        """Puts everything back."""
        for undo in reversed(self._undo):
            undo()


class _Bench:
    """A game with its scenarios. touched: the passages that each scenario uses, once they are known."""

    def __init__(self, spec: str, dirs: tuple[str, ...]) -> None:
        self.spec = spec
        self.dirs = dirs
        self.game = load(spec, dirs=dirs)
        found, _ = find_scenarios(self.game.folder, dirs)
        self._scenarios = {f"{one.key.span.file}:{one.key.span.line}": one for one in found}
        self.touched: dict[str, frozenset[Key]] = {}

    def mutants(self) -> list[Mutant]:
        """Those of the fewest players, each text once; of a game with overlays those of what the last one says."""
        found: dict[tuple[Span, str, int], Mutant] = {}
        for one in mutants(self.game.model(min(self.game.player_counts))):
            if belongs(one.span, self.game):
                found.setdefault((one.span, one.change, one.step), one)
        return list(found.values())

    def look(self) -> int:
        """Plays the scenarios to see what they use. Returns how many fail."""
        failing = 0
        watch = _Touch()
        for name, scenario in self._scenarios.items():
            watch.spans = set()
            failing += bool(run_scenario(scenario, self.game, watch))
            self.touched[name] = watch.passages(scenario)
        return failing

    def judge(self, mutant: Mutant) -> Judged:
        """Plays the scenarios that use the changed passage, those that use least beside it first."""
        key = (mutant.sort, mutant.name)
        using = [name for name in self._scenarios if key in self.touched[name]]
        using.sort(key=lambda name: (self._table(name), len(self.touched[name])))
        watch = _Mutated(mutant)
        try:
            for name in using:
                if _fails(self._scenarios[name], self.game, watch):
                    return Judged(mutant, name, len(using))
        finally:
            watch.close()
        return Judged(mutant, None, len(using))

    def _table(self, name: str) -> tuple[bool, str]:
        """Players and options of a scenario, the usual ones first: each needs rules of its own."""
        node = self._scenarios[name].node
        parts = [node.get(part) for part in ("players", "options")]
        return any(part is not None for part in parts), repr([None if one is None else one.span.text for one in parts])


def _called(passage: Passage) -> Iterator[Key]:
    """The passages that one calls."""
    for node in nodes(passage.tree):
        match node:
            case typed.CallFunction(function=function):
                yield "value", function.name
            case typed.CallRule(rule=rule) | typed.Can(rule=rule):
                yield rule.kind, rule.name
            case typed.Gain(modifier=modifier) if modifier:
                yield "modifier", modifier
            case _:
                pass


def _fails(scenario: Scenario, game: Game, watch: _Mutated) -> bool:
    """Whether a scenario fails, in whatever way: rules that cannot be compiled or played are noticed, too."""
    try:
        return bool(run_scenario(scenario, game, watch))
    except (GameError, TooLargeError):
        return True
    except Exception:  # noqa: BLE001 - whatever changed rules raise where sound ones do not
        return True
