"""Which mutants of a game's rules its scenarios notice."""

from __future__ import annotations

import functools
import hashlib
import random
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.analysis.coverage import belongs
from interpreter.analysis.garbage import left_lying
from interpreter.analysis.mutants import mutants, mutated
from interpreter.analysis.onlooker import Onlooker
from interpreter.analysis.pool import in_order
from interpreter.analysis.scenario import run_scenario
from interpreter.analysis.scenario_files import find_scenarios
from interpreter.analysis.touch import Key, Touch
from interpreter.compiler import TooLargeError, compile_model
from interpreter.engine import GameError, load
from interpreter.engine.rules import Rules
from interpreter.model import typed
from interpreter.source.library import is_path

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence

    from interpreter.analysis.mutants import Mutant
    from interpreter.analysis.scenario_files import Scenario
    from interpreter.engine import Game
    from interpreter.model.game import Attribute, Model, Score, ScoreLine
    from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant and the scenario that notices it; None: it survives."""

    mutant: Mutant
    noticed: str | None


@dataclass(frozen=True, slots=True)
class Mutation:
    """What became of a game's mutants. every: how many there are; `judged` are those that were tried, in the order of
    the rules.  wanted: how many should have been.  failing: how many scenarios fail without any change; with one
    nothing was tried.
    """

    title: str
    every: int
    wanted: int
    judged: tuple[Judged, ...]
    failing: int = 0

    @property
    def complete(self) -> bool:
        """Whether all were tried that should have been."""
        return len(self.judged) == self.wanted

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
    """Tries mutants of a game, each on all scenarios until one fails: first on those that use what it changes.

    most: where there are more, so many of them are drawn by `seed`.  jobs: in how many processes; the outcome does not
    depend on it. An interrupt from the keyboard ends it, and those tried so far count. Raises GameError.
    """
    whole = str(Path(spec).absolute()) if is_path(str(spec)) else str(spec)
    bench = _Bench(whole, tuple(str(Path(path).absolute()) for path in dirs))
    failing = bench.look()
    if failing:
        return Mutation(bench.game.title, 0, 0, (), failing)
    every = bench.mutants()
    drawn = random.Random(seed).sample(range(len(every)), min(most, len(every)))  # noqa: S311 - tests, no secrets
    judged: list[Judged] = []
    with suppress(KeyboardInterrupt), closing(_judged(bench, [every[index] for index in sorted(drawn)], jobs)) as found:
        for one in found:
            judged.append(one)
            if on_progress is not None:
                on_progress(len(judged), len(drawn))
    return Mutation(bench.game.title, len(every), len(drawn), tuple(judged))


def _judged(bench: _Bench, chosen: Sequence[Mutant], jobs: int) -> Generator[Judged]:
    if jobs <= 1 or len(chosen) <= 1:
        yield from map(bench.judge, chosen)
        return
    yield from in_order(_Work(bench.spec, bench.dirs, bench.state(), bench.touched), chosen, jobs=jobs)


@dataclass(frozen=True, slots=True)
class _Work:
    """A game's bench as a function of a mutant, which can be sent to another process. state: of all its files."""

    spec: str
    dirs: tuple[str, ...]
    state: str
    touched: dict[str, frozenset[Key]]

    def __call__(self, mutant: Mutant) -> Judged:
        bench = _reopened(self.spec, self.dirs, self.state)
        bench.touched = self.touched
        return bench.judge(mutant)


@functools.lru_cache(maxsize=4)
def _reopened(spec: str, dirs: tuple[str, ...], _state: str) -> _Bench:
    """The bench that was sent, made once for each state of its files."""
    return _Bench(spec, dirs)


class _Mutated(Onlooker):
    """Gives scenarios the compiled rules of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant
        self._made: dict[tuple[str, int], Rules] = {}
        self._before: dict[tuple[int, str], tuple[Any, Any]] = {}

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
        self._put(thing, field, lambda before: mutated(before, self._mutant))

    def _put(self, thing: Any, field: str, change: Callable[[Any], Any]) -> None:
        """Changes a thing, once: models for other choices of options have the same one."""
        if (id(thing), field) not in self._before:
            before = getattr(thing, field)
            self._before[id(thing), field] = thing, before
            setattr(thing, field, change(before))

    def _set_printed(self, model: Model) -> None:
        """Changes the card, and all others on which the same is printed."""
        member, _, wanted = self._mutant.name.partition(".")
        for kind in model.pieces.values():
            for attribute in kind.attributes.values():
                if attribute.effects and member in kind.members and wanted in ("", attribute.name):
                    self._set_effects(attribute, attribute.effects[kind.members.index(member)])

    def _set_effects(self, attribute: Attribute, printed: typed.Effect | None) -> None:
        def changed(before: tuple[typed.Effect | None, ...]) -> tuple[typed.Effect | None, ...]:
            return tuple(mutated(one, self._mutant) if one is not None and one == printed else one for one in before)

        self._put(attribute, "effects", changed)

    def _score(self, model: Model) -> Score:
        score = model.score
        if self._mutant.sort == "score":
            return replace(score, lines=tuple(map(self._line, score.lines)))
        return replace(score, ties=tuple(map(self._line, score.ties)))

    def _line(self, line: ScoreLine) -> ScoreLine:
        wanted = line.name == self._mutant.name
        return replace(line, value=mutated(line.value, self._mutant)) if wanted else line

    def close(self) -> None:
        """Puts everything back."""
        for (_, field), (thing, before) in self._before.items():
            setattr(thing, field, before)


class _Bench:
    """A game with its scenarios. touched: the passages that each scenario uses, once they are known."""

    def __init__(self, spec: str, dirs: tuple[str, ...]) -> None:
        self.spec = spec
        self.dirs = dirs
        self.game = load(spec, dirs=dirs)
        found, _ = find_scenarios(self.game.folder, dirs)
        self._scenarios = {f"{Path(one.key.span.file).name}:{one.key.span.line}": one for one in found}
        self._tables = {name: self._table(scenario) for name, scenario in self._scenarios.items()}
        self.touched: dict[str, frozenset[Key]] = {}

    def mutants(self) -> list[Mutant]:
        """Those of the fewest players, each text once; of a game with overlays those of what the last one says."""
        found: dict[tuple[Span, str, int], Mutant] = {}
        for one in mutants(self.game.model(min(self.game.player_counts))):
            if belongs(one.span, self.game):
                found.setdefault((one.span, one.change, one.step), one)
        return list(found.values())

    def state(self) -> str:
        """Stands for all that the game and its scenarios say now."""
        texts = [f"{name} {one.node.span.text}" for name, one in self._scenarios.items()]
        return hashlib.sha256("\n".join([self.game.fingerprint, *texts]).encode()).hexdigest()

    def look(self) -> int:
        """Plays the scenarios to see what they use. Returns how many fail."""
        failing = 0
        watch = Touch()
        for name, scenario in self._scenarios.items():
            failing += bool(run_scenario(scenario, self.game, watch))
            self.touched[name] = watch.passages(scenario)
        return failing

    def judge(self, mutant: Mutant) -> Judged:
        """Plays the scenarios until one fails, as `_ordered` has them."""
        with closing(_Mutated(mutant)) as watch, left_lying():
            names = self._ordered((mutant.sort, mutant.name))
            noticed = next((name for name in names if _fails(self._scenarios[name], self.game, watch)), None)
        return Judged(mutant, noticed)

    def _ordered(self, key: Key) -> list[str]:
        """All scenarios: first those that are known to use a passage, those for which the same rules are compiled
        together, most of them first; and of these, those that use least beside it. Then all others, since not all that
        is done can be seen.
        """
        using = {name for name, touched in self.touched.items() if key in touched}
        alike = Counter(self._tables[name] for name in using)

        def rank(name: str) -> tuple[bool, int, str, int]:
            table = self._tables[name]
            return name not in using, -alike[table], table, len(self.touched[name])

        return sorted(self.touched, key=rank)

    def _table(self, scenario: Scenario) -> str:
        """Players and options: what rules are compiled for."""
        players, options = (scenario.node.get(part) for part in ("players", "options"))
        many = str(min(self.game.player_counts)) if players is None else players.span.words
        return f"{many} {'' if options is None else options.span.words}"


def _fails(scenario: Scenario, game: Game, watch: _Mutated) -> bool:
    """Whether a scenario fails, in whatever way: rules that cannot be compiled or played are noticed, too."""
    try:
        return bool(run_scenario(scenario, game, watch))
    except (GameError, TooLargeError):
        return True
    except Exception:  # noqa: BLE001 - whatever changed rules raise where sound ones do not
        return True
