"""Many matches of one game. What match i of a run is depends on the run's seed and on i alone."""

from __future__ import annotations

import hashlib
import random
import signal
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.agents import make_agent
from interpreter.analysis.results import GameResult, Results
from interpreter.compiler import LongMatchError, RulesError
from interpreter.engine import EndlessError, NativeError
from interpreter.engine.state import State
from interpreter.source import NO_SPAN, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.engine import Engine, Game, NativeProgram, Rules

MOST_DECISIONS = 100_000
MOST_IN_CHUNK = 200


@dataclass(frozen=True, slots=True)
class _Run:
    """What is played: a game, an agent's name for each seat, and the run's seed; the machine code that plays it."""

    game: Game
    agents: tuple[str, ...]
    seed: int
    native: NativeProgram | None


def simulate(
    game: Game,
    players: int | Sequence[str] | None = None,
    n: int = 1000,
    seed: int = 0,
    *,
    jobs: int = 1,
    engine: Engine = "auto",
    on_progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Plays n matches with `players` random agents, or with these agents by name in seat order.

    jobs: in how many processes, or threads of the native engine.  engine: `native` plays random agents only; `auto`
    is native where that can be had and is worth its compiling. The results depend on neither.  on_progress: called
    with the matches done and n. An interrupt from the keyboard ends the run, and the matches done so far are the
    result. Raises GameError, AgentError, NativeError where the native engine is asked for and cannot be had, and
    EndlessError for a match of more than MOST_DECISIONS decisions, or one that does not come to its next decision.
    """
    agents = _agents(game, players)
    rules = game.rules(len(agents))
    native, refused = _native(game, agents, engine, n)
    if set(agents) == {"random"} and native is None:
        game.prepare_playouts(len(agents))
    run = _Run(game, agents, seed, native)
    done: list[GameResult] = []
    try:
        for results in _chunks(run, n, jobs):
            done += results
            if on_progress is not None:
                on_progress(len(done), n)
    except KeyboardInterrupt:
        pass
    done.sort(key=lambda result: result.index)
    return Results(game.title, rules.owners, agents, seed, n, tuple(done), refused)


def _native(
    game: Game, agents: tuple[str, ...], engine: Engine, n: int
) -> tuple[NativeProgram | None, NativeError | None]:
    """The machine code to play with, or why there is none."""
    if set(agents) == {"random"}:
        return game.native_for(len(agents), engine, n)
    if engine == "native":
        raise NativeError(error("native-random-only", NO_SPAN))
    return None, None


def derived_seed(seed: int, index: int) -> int:
    """The seed of match `index` of a run: 63 bits that have nothing to do with those of its neighbours."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{index}".encode()).digest()[:8], "big") >> 1


def _agents(game: Game, players: int | Sequence[str] | None) -> tuple[str, ...]:
    if isinstance(players, int) or players is None:
        return ("random",) * (min(game.player_counts) if players is None else players)
    for name in players:
        make_agent(name, 0, game.rules(len(players)))
    return tuple(players)


def _chunks(run: _Run, n: int, jobs: int) -> Iterator[list[GameResult]]:
    size = max(1, min(MOST_IN_CHUNK, n // (8 * jobs)))
    bounds = [(start, min(start + size, n)) for start in range(0, n, size)]
    if jobs <= 1 or len(bounds) <= 1:
        yield from (_chunk(run, *chunk) for chunk in bounds)
        return
    if run.native is not None:
        yield from _threaded(run, bounds, jobs)
        return
    import multiprocessing

    # Processes that start afresh inherit no thread that holds a lock, such as a progress bar's.
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(jobs, len(bounds)), _ignore_interrupts) as pool:
        yield from pool.imap_unordered(_Work(run), bounds)


def _threaded(run: _Run, bounds: list[tuple[int, int]], jobs: int) -> Iterator[list[GameResult]]:
    """Machine code leaves Python to other threads while it runs."""
    from concurrent.futures import ThreadPoolExecutor, as_completed

    pool = ThreadPoolExecutor(min(jobs, len(bounds)))
    try:
        for done in as_completed([pool.submit(_chunk, run, *chunk) for chunk in bounds]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Work:
    """A run as a function of a chunk's bounds, which can be sent to another process."""

    run: _Run

    def __call__(self, bounds: tuple[int, int]) -> list[GameResult]:
        return _chunk(self.run, *bounds)


def _ignore_interrupts() -> None:
    """The parent alone answers the keyboard."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunk(run: _Run, start: int, stop: int) -> list[GameResult]:
    rules = run.game.rules(len(run.agents))
    if run.native is not None:
        return _native_chunk(run, run.native, start, stop)
    play = _play_at_random if set(run.agents) == {"random"} else _play
    results = []
    for index in range(start, stop):
        seed = derived_seed(run.seed, index)
        decisions, state = play(run, rules, seed)
        owners = [rules.owners.index(name) for name in state.winners()]
        results.append(GameResult(index, seed, decisions, tuple(state.totals()), tuple(owners)))
    return results


def _native_chunk(run: _Run, native: NativeProgram, start: int, stop: int) -> list[GameResult]:
    seeds = [derived_seed(run.seed, index) for index in range(start, stop)]
    try:
        found = native.play_matches(seeds, MOST_DECISIONS)
    except RulesError:  # Python says which match it is
        return _chunk(replace(run, native=None), start, stop)
    return [
        GameResult(index, seed, one.decisions, one.totals, one.winners)
        for index, seed, one in zip(range(start, stop), seeds, found, strict=True)
    ]


def _play_at_random(run: _Run, rules: Rules, seed: int) -> tuple[int, State]:
    """The program's own loop."""
    array = rules.program.new_state(seed)
    bits = random.Random(seed).getrandbits  # noqa: S311 - play, no secrets
    try:
        decisions = rules.program.playout(array, bits, MOST_DECISIONS)
    except LongMatchError as problem:
        raise _endless(run, seed, problem.decisions) from None
    except RulesError as problem:
        raise _stuck(run, seed, problem) from None
    return decisions, State(run.game, rules, array, [])


def _play(run: _Run, _: Rules, seed: int) -> tuple[int, State]:
    agents = [make_agent(name, derived_seed(seed, seat)) for seat, name in enumerate(run.agents)]
    try:
        state = run.game.start(len(agents), seed)
        for decisions in range(MOST_DECISIONS + 1):
            if state.over:
                return decisions, state
            seat = state.seat_to_decide
            state.choose(agents[seat].choose(state.view(seat)))
    except RulesError as problem:
        raise _stuck(run, seed, problem) from None
    raise _endless(run, seed, MOST_DECISIONS)


def _endless(run: _Run, seed: int, decisions: int) -> EndlessError:
    return EndlessError(error("endless-game", NO_SPAN, name=run.game.title, seed=seed, limit=decisions))


def _stuck(run: _Run, seed: int, problem: RulesError) -> EndlessError:
    return EndlessError(error("endless-rules", NO_SPAN, name=run.game.title, seed=seed, why=str(problem)))
