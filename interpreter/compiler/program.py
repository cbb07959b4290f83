"""A compiled game: what the engine runs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.compiler import runtime
from interpreter.compiler.budget import TooLargeError
from interpreter.compiler.emitted import AT_ONCE, BEGIN, LOOP, PLAYOUT, TOO_DEEP_FOR_PYTHON, Emitted
from interpreter.compiler.layout import WIDEST_SET
from interpreter.compiler.slots import GENERATOR, ME, PENDING
from interpreter.model.effort import MOST_LEVELS
from interpreter.source import error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.compiler import ir
    from interpreter.compiler.emit_python import PythonEmitter
    from interpreter.compiler.layout import Layout
    from interpreter.compiler.looking import Looking, Watch
    from interpreter.compiler.lower_choices import GameLowering
    from interpreter.model import typed
    from interpreter.model.game import Model

MOST_DECISIONS = 100_000  # of a random game
TOO_DEEP = "rules call each other without end"
MADE = ("_names", "_rounds", "_scores", "_begin", "_go_on", "_resume")  # of a program, when it is loaded
LONGER = 20  # times as many rounds as between two decisions there may be in a random game
MOST_BLOCKS = 100_000  # between two decisions


class Program:
    """A model compiled for the Python engine.

    A state is one list of integers, `layout.initial` with a seeded generator at the start. Options are codes: a
    decision's site tells which group a code belongs to and which element it stands for.
    """

    def __init__(self, model: Model, *, trace: bool, guards: bool = False) -> None:
        self.model = model
        self._trace = trace
        self._guards = guards
        self._tables: dict[str, tuple[object, ...]] = {}
        self._emitted = Emitted(model.name, self._emitter.emit())
        self.layout: Layout = self._game.layout
        self.sites: tuple[ir.Site, ...] = tuple(self._game.sites)
        self.effects: tuple[typed.Effect, ...] = tuple(self._game.effects)
        self._tables = self._game.tables.values
        roots = self._emitter.roots
        self._functions = tuple((block.number, block.procedure or "flow") for block in roots.functions)
        self._entry = roots.resolve(self._game.entry).number
        source = self.source
        self._spends = "spend(" in source
        self._loops = "return S[" in source or bool(roots.looping)
        self._playouts: Emitted | None = None
        if not self._emitted.settle():
            raise too_deep(model)
        self._load()

    @property
    def source(self) -> str:
        """The emitted text."""
        return self._emitted.source

    @property
    def playout_source(self) -> str:
        """The text of the loop of random play, once that is prepared."""
        return "" if self._playouts is None else self._playouts.source

    @cached_property
    def _game(self) -> GameLowering:
        """The lowered model, made again in a program that was stored; its source's tables keep their names."""
        from interpreter.compiler.lower_choices import GameLowering

        game = GameLowering(self.model, guards=self._guards)
        game.lower()
        game.tables.values.update(self._tables)
        return game

    @cached_property
    def _emitter(self) -> PythonEmitter:
        from interpreter.compiler.emit_python import PythonEmitter

        return PythonEmitter(self._game, trace=self._trace)

    @cached_property
    def _looking(self) -> Looking:
        from interpreter.compiler.looking import Looking

        return Looking(self.model, self.layout)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but functions, and what they can be made from again."""
        made = ("events", "_game", "_emitter", "_looking", "_known_tests", *MADE)
        return {name: value for name, value in vars(self).items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._load()

    def _load(self) -> None:
        self.events: list[tuple[int, tuple[int, ...]]] = []
        self._serial = 0
        self._known_tests: dict[tuple[int, int], tuple[list[Callable[..., int]], Any]] = {}
        names: dict[str, Any] = runtime.routines()
        self._names = names
        names["note"] = self.events.append
        self._rounds = runtime.Rounds()
        names["spend"] = self._rounds.spend
        source = self.source
        for kind in self.model.pieces.values():
            for first in range(kind.first, kind.nothing, runtime.BITS_AT_ONCE):
                if f"bits_{first}[" in source:
                    names[f"bits_{first}"] = runtime.bit_table(first, min(runtime.BITS_AT_ONCE, kind.nothing - first))
        names |= {f"bit_{one.first}": runtime.single_bits(one.first, WIDEST_SET) for one in self.layout.sets.values()}
        self._give_tables(self._tables)
        self._emitted.run(names)
        blocks = {number: names[f"b{number}"] for number, _ in self._functions}
        names["HOMES"] = dict(self._functions)
        names["BLOCKS"] = [blocks.get(i) for i in range(max(blocks) + 1)]
        names["RESUME"] = [None, *(names.get(f"resume_{site.number}") for site in self.sites)]
        self._run(BEGIN.format(entry=self._entry, most=MOST_BLOCKS), "<begin>")
        per_team = self.model.score.per == "team"
        self._owners = range(len(self.model.teams if per_team else self.model.seats))
        self._scores: Callable[[list[int]], list[list[int]]] = names["scores"]
        self._begin: Callable[[list[int]], list[int]] = names["begin"]
        self._resume: list[Callable[[list[int], int], Any]] = names["RESUME"]
        self._go_on: Callable[[list[int], int], list[int]] = names["go_on"]

    def _give_tables(self, tables: dict[str, tuple[object, ...]]) -> None:
        for name, values in tables.items():
            self._names[f"T_{name}"] = values

    def _run(self, text: str, name: str) -> None:
        """Runs emitted text. Raises TooLargeError when Python finds it nested too deep."""
        try:
            code = compile(text, name, "exec")
        except TOO_DEEP_FOR_PYTHON:
            raise too_deep(self.model) from None
        exec(code, self._names)  # noqa: S102 - our own emitted text

    # -- play ---------------------------------------------------------------------------------------------------

    def new_state(self, seed: int) -> list[int]:
        """A state before set-up."""
        state = list(self.layout.initial)
        state[GENERATOR] = runtime.seed(seed)
        return state

    def begin(self, state: list[int]) -> list[int]:
        """Runs set-up, up to the first decision. Returns its options' codes; none: the game is over."""
        self._rounds.left = runtime.MOST_ROUNDS
        try:
            return self._begin(state)
        except RecursionError as problem:
            raise _without_end(problem) from None

    def choose(self, state: list[int], code: int) -> list[int]:
        """Goes on with a legal option of the pending decision. Returns the next decision's codes."""
        if self._spends:
            self._rounds.left = runtime.MOST_ROUNDS
        try:
            result = self._resume[state[PENDING]](state, code)
            return self._go_on(state, result) if result.__class__ is int else result
        except RecursionError as problem:
            raise _without_end(problem) from None

    def options(self, state: list[int]) -> list[int]:
        """The pending decision's codes, found from the state alone."""
        number = state[PENDING]
        if number == 0:
            return []
        name = f"options_{number}"
        if name not in self._names:
            self._run(self._emitter.emit_options(self.sites[number - 1]), f"<{name}>")
            self._give_tables(self._game.tables.values)
        return self._names[name](state)  # type: ignore[no-any-return]

    def ask(self, state: list[int]) -> list[int]:
        """Asks the pending decision anew, of a state that was changed from outside. Returns the next decision's codes.

        When there is nothing to choose, play goes on as the rules say. Raises RulesError when it cannot, because what
        it needs to know was lost when the decision was first asked.
        """
        number = state[PENDING]
        name = f"ask_{number}"
        if name not in self._names:
            self._run(self._emitter.emit_asking(self.sites[number - 1]), f"<{name}>")
            self._give_tables(self._game.tables.values)
        try:
            result = self._names[name](state)
            return self._go_on(state, result) if result.__class__ is int else result
        except NameError:
            raise runtime.RulesError("what follows this decision depends on what went before") from None

    def playout(self, state: list[int], bits: Callable[[int], int], limit: int = MOST_DECISIONS) -> int:
        """Plays from set-up to the end at random. Returns the number of decisions.

        `bits(k)` gives k random bits, as `random.Random.getrandbits` does; 24 decide between options, so that each is
        as likely as any other to one part in 2^24 for each option there is. Raises LongMatchError when the game goes
        on after some `limit` decisions, and RulesError.
        """
        if "playout" not in self._names:
            self.prepare_playouts()
            self._give_tables(self._tables)
            assert self._playouts is not None
            self._playouts.run(self._names)
        self._rounds.left = runtime.MOST_ROUNDS * LONGER
        try:
            return self._names["playout"](state, bits, limit)  # type: ignore[no-any-return]
        except RecursionError as problem:
            raise _without_end(problem) from None

    def finish(
        self, state: list[int], codes: list[int], bits: Callable[[int], int], limit: int = MOST_DECISIONS
    ) -> int:
        """Plays from a decision, whose options these are, to the end at random; as `playout` does for the rest."""
        for count in range(limit):
            if not codes:
                return count
            codes = self.choose(state, codes[bits(24) * len(codes) >> 24])
        if codes:
            runtime.goes_on(limit)
        return limit

    def prepare_playouts(self) -> bool:
        """Emits the loop that `playout` runs, which takes its time. Whether that had still to be done."""
        if self._playouts is not None:
            return False
        from interpreter.compiler.emit_playout import PlayoutEmitter

        name = f"{self.model.name} at random"
        text = PlayoutEmitter(self._game, trace=False).playout()
        self._tables = self._game.tables.values
        self._playouts = Emitted(name, {AT_ONCE: text or ""})
        if text is None or not self._playouts.settle():
            self._playouts = Emitted(name, {AT_ONCE: PLAYOUT.format(loop=LOOP if self._loops else "")})
            self._emitted.compile_all()
        return True

    def native_source(self) -> str:
        """The game in C. Raises NotInCError."""
        from interpreter.compiler.emit_c import CEmitter

        return CEmitter(self._emitter).emit()

    # -- looking ------------------------------------------------------------------------------------------------

    def score(self, state: list[int]) -> list[list[int]]:
        """For each player or team, the value of each score line."""
        return self._scores(state)

    def ties(self, state: list[int], owner: int) -> list[int]:
        """What decides between equal scores, the most important first."""
        return [self._names[f"tie_{i}"](state, owner) for i in range(len(self.model.score.ties))]

    def leaders(self, state: list[int]) -> tuple[int, ...]:
        """The players or teams with most points, then by what decides between equals; several where nothing does."""
        ranks = [(sum(lines), self.ties(state, owner)) for owner, lines in enumerate(self.score(state))]
        best = max(ranks)
        return tuple(owner for owner, rank in enumerate(ranks) if rank == best)

    def invariants(self, state: list[int]) -> list[bool]:
        """Whether each of the game's invariants holds."""
        return [bool(self._names[f"invariant_{i}"](state)) for i in range(len(self.model.invariants))]

    def evaluate(self, value: typed.Value, state: list[int], me: int = 0, watch: Watch | None = None) -> int:
        """A value of the rules' language in a state, seen by a player.

        It is worked out on the state in `whole_layout`, or on what `watch` makes of that.
        """
        return self._looking.value(value, state, me, watch)

    @property
    def whole_layout(self) -> Layout:
        """A layout that keeps everything, also what no rule asks for."""
        return self._looking.layout

    def elements(self, value: typed.Value, state: list[int], me: int = 0, watch: Watch | None = None) -> list[int]:
        """The elements of a set in a state, as a player sees it; worked out on what `evaluate` takes."""
        return self._looking.elements(value, state, me, watch)

    def conditions(
        self, state: list[int], group: ir.Group, element: int | None
    ) -> Iterator[tuple[bool, typed.Node | None]]:
        """Each condition of an option, in order, and whether it holds; looked at one by one."""
        from interpreter.compiler import ir

        for expr, node in group.conditions:
            known = expr if group.var is None else ir.substitute(expr, group.var, ir.Const(element or 0))
            yield bool(self._function(known)(state)), node

    def results(self, state: list[int], parts: Sequence[ir.Expr]) -> list[Any]:
        """What each part of a condition comes to."""
        return [self._function(part)(state) for part in parts]

    def held(
        self, state: list[int], site: ir.Site, wanted: Callable[[ir.Group], bool]
    ) -> Iterator[tuple[typed.Node, bool]]:
        """What each condition of the groups that are wanted has come to for all that they could be for, up to the
        first that fails; once for each pair of them.
        """
        found: dict[tuple[int, bool], tuple[typed.Node, bool]] = {}
        for index, group in enumerate(site.groups):
            if not wanted(group):
                continue
            tests, over = self._tests(site, index, group)
            for element in over(state) if group.over is not None else (0,):
                for test, node in zip(tests, group.conditions, strict=True):
                    holds = bool(test(state, element))
                    if node[1] is not None:
                        found[id(node[1]), holds] = (node[1], holds)
                    if not holds:
                        break
        yield from found.values()

    def _tests(self, site: ir.Site, index: int, group: ir.Group) -> tuple[list[Callable[..., int]], Any]:
        """The conditions of a group as functions of state and element, and the function that finds its elements."""
        from interpreter.compiler import ir

        known = self._known_tests.get((site.number, index))
        if known is None:
            var = group.var or ir.Var("element")
            names = [f"test_{site.number}_{index}_{i}" for i in range(len(group.conditions))]
            for name, (expr, _) in zip(names, group.conditions, strict=True):
                self._run(self._emitter.emit_value(name, (var,), expr), f"<{name}>")
            over = f"over_{site.number}_{index}"
            if group.over is not None:
                self._run(self._emitter.emit_iterable(over, group.over), f"<{over}>")
            self._give_tables(self._game.tables.values)
            known = ([self._names[name] for name in names], self._names.get(over))
            self._known_tests[site.number, index] = known
        return known

    def candidates(self, state: list[int], group: ir.Group) -> list[int]:
        """The elements an option could be for, if its conditions held."""
        if group.over is None:
            return []
        self._serial += 1
        name = f"candidates_{self._serial}"
        self._run(self._emitter.emit_iterable(name, group.over), f"<{name}>")
        self._give_tables(self._game.tables.values)
        return self._names.pop(name)(state)  # type: ignore[no-any-return]

    def player(self, state: list[int]) -> int:
        """Who decides."""
        return state[ME]

    def _function(self, expr: ir.Expr) -> Callable[[list[int]], Any]:
        self._serial += 1
        name = f"value_{self._serial}"
        self._run(self._emitter.emit_value(name, (), expr), f"<{name}>")
        self._give_tables(self._game.tables.values)
        return self._names.pop(name)  # type: ignore[no-any-return]


def compile_model(model: Model, *, trace: bool = False, guards: bool = False) -> Program:
    """Compiles a model. With `trace`, the program notes in `events` everything that happens; with `guards`, also each
    call of a rule, and what each `if` and `only if` that nobody is asked about has come to, as an event with 1 or 0.

    Raises TooLargeError when the rules are too much to be written out.
    """
    try:
        return Program(model, trace=trace, guards=guards)
    except RecursionError:
        raise too_deep(model) from None


def too_deep(model: Model) -> TooLargeError:
    """What is raised when rules are nested too deep for a program."""
    return TooLargeError(error("rules-too-deep", model.flow.span, limit=MOST_LEVELS))


def _without_end(problem: RecursionError) -> runtime.RulesError:
    """The same of the rule that was entered last."""
    trace, rule = problem.__traceback__, ""
    while trace is not None:
        name = trace.tb_frame.f_code.co_name
        rule = name.removeprefix("rule_").removeprefix("can_") if name.startswith(("rule_", "can_")) else rule
        trace = trace.tb_next
    return runtime.RulesError(f"{TOO_DEEP} ({rule})" if rule else TOO_DEEP)
