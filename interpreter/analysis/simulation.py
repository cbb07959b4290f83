"""Many matches of one game. What match i of a run is depends on the run's seed and on i alone."""

from __future__ import annotations

import os
import random
from contextlib import closing, suppress
from dataclasses import dataclass
from heapq import merge
from itertools import chain, islice
from threading import Lock
from typing import TYPE_CHECKING

from interpreter.agents import agent_maker, derived_seed
from interpreter.analysis.details import Details
from interpreter.analysis.pool import in_order, within_reason
from interpreter.analysis.results import GameResult, Results, Tally
from interpreter.analysis.watching import Watcher
from interpreter.compiler import LongMatchError, RulesError
from interpreter.compiler.program import MOST_DECISIONS
from interpreter.engine import EndlessError, NativeError
from interpreter.engine.state import State
from interpreter.source import NO_SPAN, error

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from interpreter.agents import Maker
    from interpreter.engine import Engine, Game, NativeProgram, Option, Rules

MOST_IN_PIECE = {"native": 1000, "random": 100, "agents": 2, "watched": 20}
PIECES_EACH = 8
"""At least so many pieces of work for each helper, so that all end at about the same time."""
HELPERS_OF_CLUSTER = 16
"""How many are reckoned with before it is known how many there are."""
_PYTHON = Lock()
"""Held while the Python program plays: a cluster's worker has threads, and programs know of none."""


@dataclass(frozen=True, slots=True)
class _Run:
    """What is played: a game, for each seat an agent's name and what makes it, and the run's seed. It can be hashed, as
    a cluster wants it.

    native: whether machine code plays what is not watched.  first: the first match that counts; those before are only
    watched.  keep: whether the single matches are wanted.
    """

    game: Game
    agents: tuple[str, ...]
    makers: tuple[Maker, ...]
    seed: int
    native: bool
    first: int
    keep: bool

    @property
    def random(self) -> bool:
        """Whether all options are always as likely as each other."""
        return set(self.agents) == {"random"}


@dataclass(frozen=True, slots=True)
class _Piece:
    """Matches from `start` up to before `stop`. run: of which run, by its number."""

    run: int
    start: int
    stop: int
    watched: bool


@dataclass(frozen=True, slots=True)
class _Played:
    """What came of a piece of a run."""

    run: int
    tally: Tally
    matches: tuple[GameResult, ...]
    details: Details | None


@dataclass(slots=True)
class _Course:
    """What has come of a run so far. refused: why it is not played by machine code, if that was wanted."""

    run: _Run
    tally: Tally
    details: Details | None
    refused: NativeError | None

    def add(self, played: _Played) -> None:
        """Adds the next piece."""
        self.tally.merge(played.tally)
        if self.details is not None and played.details is not None:
            self.details.merge(played.details)

    def results(self, n: int) -> Results:
        """What has come of the n matches that were wanted."""
        run = self.run
        owners = run.game.rules(len(run.agents)).owners
        return Results(
            run.game.title, owners, run.agents, run.seed, n, self.tally, self.details, self.refused, run.first
        )


def simulate(
    game: Game,
    players: int | Sequence[str] | None = None,
    n: int = 1000,
    seed: int = 0,
    *,
    jobs: int = 1,
    engine: Engine = "auto",
    details: int = 0,
    cluster: str | None = None,
    done: Iterable[GameResult] = (),
    on_matches: Callable[[Sequence[GameResult]], None] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Plays n matches with `players` random agents, or with these agents by name in seat order.

    jobs: in how many processes, or threads of the native engine; -1: as many as there are cores.  engine: `native`
    plays random agents only; `auto` is native where that can be had and is worth its compiling.  cluster: the address
    of a Dask scheduler whose workers play instead. The results depend on none of these.  details: so many matches, the
    first ones, are watched.  done: the first matches of the same run, which need not be played again.  on_matches:
    called with the others, in order.  on_progress: called with the matches done and n. An interrupt from the keyboard
    ends the run, and the matches done so far are the result. Raises GameError, AgentError, ClusterError, NativeError
    where the native engine is asked for and cannot be had, and EndlessError for a match of more than MOST_DECISIONS
    decisions, or one that does not come to its next decision.
    """
    keep = on_matches is not None
    course = _begun(game, players, n, seed, engine=engine, watch=details > 0, done=done, keep=keep)
    pieces = _played([course.run], n, min(details, n), jobs, cluster)
    _run_all([course], n, pieces, on_matches=on_matches, on_progress=on_progress)
    return course.results(n)


def simulate_together(
    games: Iterable[tuple[Game, Sequence[str]]],
    n: int,
    seed: int = 0,
    *,
    jobs: int = 1,
    engine: Engine = "auto",
    details: int = 0,
    cluster: str | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[Results]:
    """The same for several games with their agents in seat order, in turn: after an interrupt all are about as far.

    on_progress: called with the matches done in all games and all of them.
    """
    courses = [_begun(game, agents, n, seed, engine=engine, watch=details > 0) for game, agents in games]
    pieces = _played([one.run for one in courses], n, min(details, n), jobs, cluster)
    _run_all(courses, n, pieces, on_progress=on_progress)
    return [one.results(n) for one in courses]


def _begun(
    game: Game,
    players: int | Sequence[str] | None,
    n: int,
    seed: int,
    *,
    engine: Engine,
    watch: bool,
    done: Iterable[GameResult] = (),
    keep: bool = False,
) -> _Course:
    agents = agents_of(game, players)
    tally = Tally.of(len(game.rules(len(agents)).owners), islice(done, n))
    native, refused = _native(game, agents, engine, n - tally.count)
    run = _Run(game, agents, makers_of(game, agents), seed, native is not None, tally.count, keep)
    if run.random and native is None:
        game.prepare_playouts(len(agents))
    return _Course(run, tally, Details() if watch else None, refused)


def _run_all(
    courses: Sequence[_Course],
    n: int,
    pieces: Generator[_Played],
    *,
    on_matches: Callable[[Sequence[GameResult]], None] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> None:
    """Plays until all n matches of each are done or the keyboard interrupts."""
    with suppress(KeyboardInterrupt), closing(pieces):
        for played in pieces:
            if on_matches is not None:
                on_matches(played.matches)
            courses[played.run].add(played)
            if on_progress is not None:
                on_progress(sum(one.tally.count for one in courses), n * len(courses))


def _native(
    game: Game, agents: tuple[str, ...], engine: Engine, n: int
) -> tuple[NativeProgram | None, NativeError | None]:
    """The machine code to play with, or why there is none."""
    if set(agents) == {"random"}:
        return game.native_for(len(agents), engine, n)
    if engine == "native":
        raise NativeError(error("native-random-only", NO_SPAN))
    return None, None


def agents_of(game: Game, players: int | Sequence[str] | None) -> tuple[str, ...]:
    """The agent's name for each seat. Raises AgentError."""
    if isinstance(players, int) or players is None:
        return ("random",) * (min(game.player_counts) if players is None else players)
    makers_of(game, players)
    return tuple(players)


def makers_of(game: Game, agents: Sequence[str]) -> tuple[Maker, ...]:
    """What makes the agent for each seat; a file that one is told by is read now. Raises AgentError."""
    return tuple(agent_maker(name, game.rules(len(agents))) for name in agents)


def play_match(game: Game, agents: tuple[str, ...], makers: tuple[Maker, ...], *, seed: int, index: int) -> GameResult:
    """Match `index` of a run with that seed, alone. makers: see `makers_of`. Raises EndlessError."""
    run = _Run(game, agents, makers, seed, native=False, first=0, keep=True)
    return _match(run, game.rules(len(agents)), index, None)


# ---- who plays what -------------------------------------------------------------------------------------


def _played(runs: Sequence[_Run], n: int, watched: int, jobs: int, cluster: str | None) -> Generator[_Played]:
    """All matches, each run's in order, those to be watched first."""
    helpers = within_reason(jobs) if jobs > 0 else os.cpu_count() or 1
    work, each = _Work(tuple(runs)), (HELPERS_OF_CLUSTER if cluster is not None else helpers) * PIECES_EACH
    seen = _in_turn(_pieces(number, run, (0, watched), each, watched=True) for number, run in enumerate(runs))
    rest = _in_turn(
        _pieces(number, run, (max(watched, run.first), n), each, watched=False) for number, run in enumerate(runs)
    )
    if all(run.native for run in runs) and cluster is None:
        yield from in_order(work, seen, jobs=jobs)
        yield from in_order(work, rest, jobs=jobs, threads=True)
    else:
        yield from in_order(work, chain(seen, rest), jobs=jobs, cluster=cluster)


def _pieces(number: int, run: _Run, bounds: tuple[int, int], each: int, *, watched: bool) -> Iterator[_Piece]:
    """At least so many pieces of a run, of at most so many matches as its sort allows, if there are enough."""
    start, stop = bounds
    sort = "agents" if not run.random else "watched" if watched else "native" if run.native else "random"
    size = max(1, min(MOST_IN_PIECE[sort], (stop - start) // each))
    for at in range(start, stop, size):
        yield _Piece(number, at, min(at + size, stop), watched)


def _in_turn(pieces: Iterable[Iterator[_Piece]]) -> Iterator[_Piece]:
    """The pieces of all runs, so that these are always about as far."""
    return merge(*pieces, key=lambda piece: piece.start)


@dataclass(frozen=True, slots=True)
class _Work:
    """Runs as a function of a piece, which can be sent to another process."""

    runs: tuple[_Run, ...]

    def __call__(self, piece: _Piece) -> _Played:
        run = self.runs[piece.run]
        rules = run.game.rules(len(run.agents))
        watcher = Watcher(run.game, len(run.agents)) if piece.watched else None
        found = tuple(one for one in _matches(run, rules, piece, watcher) if one.index >= run.first)
        tally = Tally.of(len(rules.owners), found)
        return _Played(piece.run, tally, found if run.keep else (), None if watcher is None else watcher.details)


def _matches(run: _Run, rules: Rules, piece: _Piece, watcher: Watcher | None) -> list[GameResult]:
    if run.native and watcher is None:
        with _PYTHON:
            native = run.game.native(len(run.agents))
        seeds = [derived_seed(run.seed, index) for index in range(piece.start, piece.stop)]
        try:
            found = native.play_matches(seeds, MOST_DECISIONS)
        except RulesError:  # Python says which match it is
            pass
        else:
            numbered = zip(range(piece.start, piece.stop), seeds, found, strict=True)
            return [GameResult(at, seed, one.decisions, one.totals, one.winners) for at, seed, one in numbered]
    with _PYTHON:
        return [_match(run, rules, index, watcher) for index in range(piece.start, piece.stop)]


def _match(run: _Run, rules: Rules, index: int, watcher: Watcher | None) -> GameResult:
    seed = derived_seed(run.seed, index)
    try:
        if watcher is not None:
            decisions, state = watcher.play(seed, _chooser(run, seed), MOST_DECISIONS)
        elif run.random:
            decisions, state = _play_at_random(run, rules, seed)
        else:
            decisions, state = _play(run, seed)
    except LongMatchError as problem:
        raise _endless(run, seed, problem.decisions) from None
    except RulesError as problem:
        raise _stuck(run, seed, problem) from None
    if not state.over:
        raise _endless(run, seed, decisions)
    owners = tuple(rules.owners.index(name) for name in state.winners())
    return GameResult(index, seed, decisions, tuple(state.totals()), owners)


# ---- a match --------------------------------------------------------------------------------------------


def _play_at_random(run: _Run, rules: Rules, seed: int) -> tuple[int, State]:
    """The program's own loop."""
    array = rules.program.new_state(seed)
    bits = random.Random(seed).getrandbits  # noqa: S311 - play, no secrets
    decisions = rules.play_out(array, bits, MOST_DECISIONS)
    return decisions, State(run.game, rules, array, [])


def _play(run: _Run, seed: int) -> tuple[int, State]:
    choose, state, decisions = _chooser(run, seed), run.game.start(len(run.agents), seed), 0
    while not state.over and decisions < MOST_DECISIONS:
        state.choose(choose(state))
        decisions += 1
    return decisions, state


def _chooser(run: _Run, seed: int) -> Callable[[State], Option | int]:
    """How the agents choose in a match."""
    if run.random:
        bits = random.Random(seed).getrandbits  # noqa: S311 - play, no secrets
        return lambda state: bits(24) * len(state.codes) >> 24
    agents = [make(derived_seed(seed, seat)) for seat, make in enumerate(run.makers)]
    return lambda state: agents[state.seat_to_decide].choose(state.view(state.seat_to_decide))


def _endless(run: _Run, seed: int, decisions: int) -> EndlessError:
    return EndlessError(error("endless-game", NO_SPAN, name=run.game.title, seed=seed, limit=decisions))


def _stuck(run: _Run, seed: int, problem: RulesError) -> EndlessError:
    return EndlessError(error("endless-rules", NO_SPAN, name=run.game.title, seed=seed, why=str(problem)))
